#include "apiserver/schema/pattern.hpp"

#include <re2/re2.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::string_view go_error_text(re2::RE2::ErrorCode code) {
    switch (code) {
        case re2::RE2::ErrorBadEscape:
            return "invalid escape sequence";
        case re2::RE2::ErrorBadCharClass:
            return "invalid character class";
        case re2::RE2::ErrorBadCharRange:
            return "invalid character class range";
        case re2::RE2::ErrorMissingBracket:
            return "missing closing ]";
        case re2::RE2::ErrorMissingParen:
            return "missing closing )";
        case re2::RE2::ErrorUnexpectedParen:
            return "unexpected )";
        case re2::RE2::ErrorTrailingBackslash:
            return "trailing backslash at end of expression";
        case re2::RE2::ErrorRepeatArgument:
            return "missing argument to repetition operator";
        case re2::RE2::ErrorRepeatSize:
            return "invalid repeat count";
        case re2::RE2::ErrorRepeatOp:
            return "invalid nested repetition operator";
        case re2::RE2::ErrorBadPerlOp:
            return "invalid or unsupported Perl syntax";
        case re2::RE2::ErrorBadUTF8:
            return "invalid UTF-8";
        case re2::RE2::ErrorBadNamedCapture:
            return "invalid named capture";
        case re2::RE2::ErrorPatternTooLarge:
            return "expression too large";
        default:
            return "regexp/syntax: internal error";
    }
}

re2::StringPiece piece(std::string_view text) {
    return {text.data(), text.size()};
}

}  // namespace

pattern::pattern(std::string_view text, std::unique_ptr<re2::RE2> compiled)
    : text_(text), compiled_(std::move(compiled)) {}

pattern::~pattern() = default;

std::shared_ptr<const pattern> pattern::compile(std::string_view text, std::string& why) {
    re2::RE2::Options options;
    options.set_log_errors(false);
    auto compiled = std::make_unique<re2::RE2>(piece(text), options);
    if (!compiled->ok()) {
        why = "error parsing regexp: " + std::string(go_error_text(compiled->error_code()));
        const bool whole = compiled->error_code() == re2::RE2::ErrorMissingParen ||
                           compiled->error_code() == re2::RE2::ErrorUnexpectedParen;
        const std::string part = whole ? std::string(text) : compiled->error_arg();
        if (compiled->error_code() == re2::RE2::ErrorTrailingBackslash) {
            why += ": ``";
        } else if (!part.empty()) {
            why += ": `" + part + "`";
        }
        return nullptr;
    }
    // make_shared cannot call the private constructor.
    return std::shared_ptr<const pattern>(new pattern(text, std::move(compiled)));
}

bool pattern::matches(std::string_view value) const {
    return re2::RE2::PartialMatch(piece(value), *compiled_);
}

}}}  // namespace setpoint::v0::apiserver
