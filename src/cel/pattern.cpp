#include "cel/pattern.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

std::shared_ptr<const re2::RE2> compile_pattern(std::string_view text) {
    RE2::Options options;
    options.set_log_errors(false);
    return std::make_shared<const re2::RE2>(re2::StringPiece(text.data(), text.size()), options);
}

std::string pattern_error(const re2::RE2& invalid) {
    const auto what = [&]() -> std::string {
        switch (invalid.error_code()) {
            case RE2::ErrorBadEscape:
                return "invalid escape sequence";
            case RE2::ErrorBadCharClass:
                return "invalid character class";
            case RE2::ErrorBadCharRange:
                return "invalid character class range";
            case RE2::ErrorMissingBracket:
                return "missing closing ]";
            case RE2::ErrorMissingParen:
                return "missing closing )";
            case RE2::ErrorUnexpectedParen:
                return "unexpected )";
            case RE2::ErrorTrailingBackslash:
                return "trailing backslash at end of expression";
            case RE2::ErrorRepeatArgument:
                return "missing argument to repetition operator";
            case RE2::ErrorRepeatSize:
                return "invalid repeat count";
            case RE2::ErrorRepeatOp:
                return "invalid nested repetition operator";
            case RE2::ErrorBadPerlOp:
                return "invalid or unsupported Perl syntax";
            case RE2::ErrorBadUTF8:
                return "invalid UTF-8";
            case RE2::ErrorBadNamedCapture:
                return "invalid named capture";
            case RE2::ErrorPatternTooLarge:
                return "expression too large";
            default:
                return invalid.error();
        }
    }();
    return "error parsing regexp: " + what + ": `" + std::string(invalid.error_arg()) + "`";
}

}}}  // namespace setpoint::v0::cel
