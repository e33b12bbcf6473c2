#pragma once
// A value that cannot be printed by accident: it has no formatter and no stream operator, and is
// wiped on destruction.
//
// This protects against leaks by mistake (logs, error texts, core dumps of freed memory), not against
// code in the same process. The text that a secret was made from is not wiped: move it in.

#include <string>
#include <string_view>
#include <utility>

namespace setpoint { inline namespace v0 {

// A copy has its own characters and wipes them itself. A moved-from secret is empty.
class secret {
public:
    secret() = default;
    explicit secret(std::string value) : value_(std::move(value)) {}
    secret(const secret&) = default;
    secret(secret&& other) noexcept : value_(std::move(other.value_)) { other.wipe(); }
    secret& operator=(const secret& other);
    secret& operator=(secret&& other) noexcept;
    ~secret() { wipe(); }

    bool empty() const noexcept { return value_.empty(); }
    // The only access to the value. Call it only where the value is used.
    // Valid until the secret is assigned to, moved from or destroyed.
    std::string_view reveal() const noexcept { return value_; }
    // Takes a time that depends on the contents: do not use it to check a password that a client sent.
    friend bool operator==(const secret&, const secret&) = default;

private:
    void wipe() noexcept;
    std::string value_;
};

}}  // namespace setpoint::v0
