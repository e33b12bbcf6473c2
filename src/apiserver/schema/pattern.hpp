#pragma once
// A regular expression of a schema, compiled once. Time and memory to match are bounded (RE2).

#include <memory>
#include <string>
#include <string_view>

namespace re2 {
class RE2;
}

namespace setpoint::apiserver {

class pattern {
public:
    // Null when it is none; `why` says so in the words of the real server.
    static std::shared_ptr<const pattern> compile(std::string_view text, std::string& why);
    ~pattern();

    bool matches(std::string_view value) const;  // anywhere in it
    const std::string& text() const { return text_; }

private:
    pattern(std::string_view text, std::unique_ptr<re2::RE2> compiled);

    std::string text_;
    std::unique_ptr<re2::RE2> compiled_;
};

}  // namespace setpoint::apiserver
