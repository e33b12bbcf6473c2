#pragma once
// A value that cannot be printed by accident: it has no formatter and no stream operator, and is
// wiped on destruction.

#include <string>
#include <string_view>
#include <utility>

namespace setpoint::inline v0 {

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
    std::string_view reveal() const noexcept { return value_; }
    friend bool operator==(const secret&, const secret&) = default;

private:
    void wipe() noexcept;
    std::string value_;
};

}  // namespace setpoint::inline v0
