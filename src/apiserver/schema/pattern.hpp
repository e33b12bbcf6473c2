#pragma once
// A compiled regular expression of a schema. RE2 bounds the time and memory of a match.

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace setpoint { inline namespace v0 { namespace apiserver {

class pattern {
public:
    // Returns null if `text` is invalid and sets `why` to the error of Go's regexp package.
    static std::shared_ptr<const pattern> compile(std::string_view text, std::string& why);
    ~pattern();

    bool matches(std::string_view value) const;  // anywhere in `value`
    const std::string& text() const { return text_; }

private:
    pattern(std::string_view text, std::unique_ptr<re2::RE2> compiled);

    std::string text_;
    std::unique_ptr<re2::RE2> compiled_;
};

}}}  // namespace setpoint::v0::apiserver
