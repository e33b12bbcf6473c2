#include "framework/client/warnings.hpp"

#include "setpoint/core/shortened.hpp"

namespace setpoint { inline namespace v0 {

namespace {

// Consumes `s` from the left.
class scanner {
public:
    explicit scanner(std::string_view s) : rest_(s) {}
    bool at_end() const { return rest_.empty(); }
    void skip_blanks() {
        while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
    }
    bool take(char c) {
        if (rest_.empty() || rest_.front() != c) return false;
        rest_.remove_prefix(1);
        return true;
    }
    std::string_view word() {
        const std::string_view w = rest_.substr(0, rest_.find_first_of(" \t,"));
        rest_.remove_prefix(w.size());
        return w;
    }
    // quoted-string of RFC 9110, 5.6.4; returns false if it is not terminated.
    bool quoted(std::string& out) {
        if (!take('"')) return false;
        out.clear();
        while (!rest_.empty()) {
            if (take('"')) return true;
            if (take('\\') && rest_.empty()) return false;
            out += rest_.front();
            rest_.remove_prefix(1);
        }
        return false;
    }

private:
    std::string_view rest_;
};

}  // namespace

std::vector<std::string> parse_warnings(std::string_view header_value) {
    std::vector<std::string> texts;
    scanner s(header_value);
    for (;;) {  // code agent "text" ["date"], separated by commas
        s.skip_blanks();
        if (s.at_end()) return texts;
        const std::string_view code = s.word();
        s.skip_blanks();
        s.word();
        s.skip_blanks();
        std::string text, date;
        if (!s.quoted(text)) return texts;
        s.skip_blanks();
        s.quoted(date);
        s.skip_blanks();
        if (code == "299" && !text.empty()) texts.push_back(std::move(text));
        if (!s.take(',')) return texts;
    }
}

void warning_log::take(const http::response_head& head, const call& c) {
    for (const auto& [name, value] : head.headers) {
        if (!http::same_token(name, "Warning")) continue;
        for (std::string& text : parse_warnings(value)) {
            text = shortened(text, max_text);
            if (logged_.find(text) != logged_.end()) continue;
            log_.warn("the server warns", {{"call", c.describe()}, {"warning", text}});
            order_.push_back(text);
            logged_.insert(std::move(text));
            if (order_.size() <= memory) continue;
            logged_.erase(order_.front());
            order_.pop_front();
        }
    }
}

}}  // namespace setpoint::v0
