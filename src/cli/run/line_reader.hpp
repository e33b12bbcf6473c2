#pragma once
// Splits output that arrives in pieces into lines. Pure.

#include <functional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli {

class line_reader {
public:
    explicit line_reader(std::function<void(std::string_view)> on_line) : on_line_(std::move(on_line)) {}
    void take(std::string_view piece) {
        rest_ += piece;
        std::size_t begin = 0;
        for (std::size_t end; (end = rest_.find('\n', begin)) != std::string::npos; begin = end + 1)
            pass(std::string_view(rest_).substr(begin, end - begin));
        rest_.erase(0, begin);
        if (rest_.size() >= longest) finish();
    }
    // Passes a last line without an end.
    void finish() {
        if (!rest_.empty()) pass(rest_);
        rest_.clear();
    }

private:
    static constexpr std::size_t longest = 1024 * 1024;

    void pass(std::string_view line) const {
        if (line.ends_with('\r')) line.remove_suffix(1);
        on_line_(line);
    }

    std::function<void(std::string_view)> on_line_;
    std::string rest_;
};

}}}  // namespace setpoint::v0::cli
