#pragma once
// Replaces the values of secrets in the body of an answer, before it is recorded.

#include "setpoint/core/secret.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Answers of kinds with secret values are taken apart: Secrets (data, and the annotation of kubectl that
// repeats it), tokens of service accounts, and reviews of tokens. Messages of a Status quote invalid values,
// and so count as values. Each value becomes "<secret: 24 bytes, 3f9a0c51>", in base64 where the value was.
// The second number is the same for equal values of one process. Answers of other kinds are not changed.
class secret_text {
public:
    // A longer body is not taken apart.
    static constexpr std::size_t largest = 64 * 1024 * 1024;

    struct shown {
        std::string_view real, recorded;  // valid until the next call of take()
        std::uint64_t values = 0;         // that were replaced
        bool withheld = false;            // nothing can be passed on before more has arrived
        bool is_safe = true;              // false: the answer cannot be taken apart, and must not be recorded
    };

    // `key` must outlive it; it makes the numbers of values meaningless for others.
    secret_text(std::string_view target, const secret& key);
    // Takes the next piece of the body, empty at its end. Watches are passed on in whole lines, other bodies
    // as a whole: where a value would be cut is then the same in both.
    shown take(std::string_view piece);
    // Takes nothing apart any more: the recording has ended. Real pieces are then passed on directly.
    void pass_on() { shape_ = shape::plain; }

private:
    enum class shape : std::uint8_t { plain, body, lines };
    shown pass(std::string text, bool is_last);

    shape shape_ = shape::plain;
    const secret& key_;
    std::string held_, real_, recorded_;
};

}}  // namespace setpoint::v0
