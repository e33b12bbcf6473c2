#pragma once
// Scans the members of one JSON object without parsing their values. Invalid JSON is noticed only
// where it prevents the scan.

#include "framework/json/value_skip.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace json {

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

class member_scanner {
public:
    explicit member_scanner(std::string_view s) : rest_(s) {}

    bool take(char c) {
        skip_blanks();
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    // A string with its quotes; empty if the next token is not a string.
    std::string_view take_string() {
        skip_blanks();
        return rest_.starts_with('"') ? take_front(string_length(rest_)) : std::string_view();
    }
    // Any value; empty if there is none or it is not terminated.
    std::string_view take_value() {
        skip_blanks();
        if (rest_.starts_with('"')) return take_front(string_length(rest_));
        if (rest_.starts_with('{') || rest_.starts_with('[')) return take_front(nested_length());
        std::size_t n = 0;
        while (n < rest_.size() && !is_blank(rest_[n]) && rest_[n] != ',' && rest_[n] != '}') ++n;
        return take_front(n);
    }
    bool at_end() {
        skip_blanks();
        return rest_.empty();
    }

private:
    void skip_blanks() {
        while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    }
    std::string_view take_front(std::size_t n) {
        const std::string_view front = rest_.substr(0, n);
        rest_.remove_prefix(n);
        return front;
    }
    // The length with both quotes; 0 if it is not terminated.
    static std::size_t string_length(std::string_view s) {
        for (std::size_t i = 1; i < s.size(); ++i) {
            if (s[i] == '\\')
                ++i;
            else if (s[i] == '"')
                return i + 1;
        }
        return 0;
    }
    std::size_t nested_length() const {
        value_skip skip;
        skip.start(0);
        const std::size_t n = skip.take(rest_);
        return skip.active() ? 0 : n;
    }

    std::string_view rest_;
};

// Calls use(name with quotes, value) for each member of the object in `text`, as far as it can be
// scanned.
template <class F>
void each_member(std::string_view text, F use) {
    member_scanner scan(text);
    if (!scan.take('{')) return;
    do {
        const std::string_view name = scan.take_string();
        if (name.empty() || !scan.take(':')) return;
        const std::string_view value = scan.take_value();
        if (value.empty()) return;
        use(name, value);
    } while (scan.take(','));
}

}}}  // namespace setpoint::v0::json
