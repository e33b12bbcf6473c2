#pragma once

#include "setpoint/cel/program.hpp"

#include <re2/re2.h>

#include <memory>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

// Compiles as Go's regexp does; ok() says whether it is valid.
[[nodiscard]] std::shared_ptr<const re2::RE2> compile_pattern(std::string_view text);
// Go's message for an invalid pattern.
[[nodiscard]] std::string pattern_error(const re2::RE2& invalid);

// The pattern of a call: compiled before, or now.
class call_pattern {
public:
    call_pattern(evaluation& in, std::string_view text) : used_(in.pattern()) {
        if (used_ != nullptr) return;
        kept_ = compile_pattern(text);
        used_ = kept_.get();
    }
    [[nodiscard]] bool ok() const { return used_->ok(); }
    [[nodiscard]] value error(evaluation& in) const { return in.error(pattern_error(*used_)); }
    [[nodiscard]] const re2::RE2& get() const { return *used_; }

private:
    const re2::RE2* used_;
    std::shared_ptr<const re2::RE2> kept_;
};

}}}  // namespace setpoint::v0::cel
