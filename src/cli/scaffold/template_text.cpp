#include "cli/scaffold/template_text.hpp"

#include <algorithm>
#include <stdexcept>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

namespace {

bool is_name(std::string_view s) {
    return !s.empty() && std::ranges::all_of(s, [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; });
}

void append_filled(std::string& out, std::string_view line, const template_values& values) {
    for (std::size_t open; (open = line.find("{{")) != std::string_view::npos;) {
        const std::size_t end = line.find("}}", open);
        const std::string_view name =
            end == std::string_view::npos ? std::string_view() : line.substr(open + 2, end - open - 2);
        if (!is_name(name)) {
            out += line.substr(0, open + 1);
            line.remove_prefix(open + 1);
            continue;
        }
        const auto value = values.texts.find(name);
        if (value == values.texts.end())
            throw std::logic_error("a template names the unknown value " + std::string(name));
        out += line.substr(0, open);
        out += value->second;
        line.remove_prefix(end + 2);
    }
    out += line;
}

// Which lines are kept.
class condition {
public:
    explicit condition(const template_values& values) : values_(values) {}

    bool keeps() const { return state_ == state::outside || kept_; }
    bool is_open() const { return state_ != state::outside; }
    // Whether the line is a directive.
    bool obey(std::string_view line) {
        if (line.starts_with("%if ")) {
            expect(state::outside, line);
            line.remove_prefix(4);
            const bool negated = line.starts_with('!');
            if (negated) line.remove_prefix(1);
            if (!is_name(line)) throw std::logic_error("a template has a condition without a name");
            kept_ = values_.flags.contains(line) != negated;
            state_ = state::in_if;
        } else if (line == "%else") {
            expect(state::in_if, line);
            kept_ = !kept_;
            state_ = state::in_else;
        } else if (line == "%end") {
            if (!is_open()) expect(state::in_if, line);
            state_ = state::outside;
        } else {
            return false;
        }
        return true;
    }

private:
    enum class state { outside, in_if, in_else };
    void expect(state s, std::string_view line) const {
        if (state_ != s) throw std::logic_error("a template has a misplaced " + std::string(line));
    }

    const template_values& values_;
    state state_ = state::outside;
    bool kept_ = true;
};

}  // namespace

std::string fill_in(std::string_view text, const template_values& values) {
    std::string out;
    condition c(values);
    while (!text.empty()) {
        const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
        const std::string_view line = text.substr(0, size);
        text.remove_prefix(size);
        if (!c.obey(line.ends_with('\n') ? line.substr(0, size - 1) : line) && c.keeps())
            append_filled(out, line, values);
    }
    if (c.is_open()) throw std::logic_error("a template has an %if without an %end");
    return out;
}

}}}  // namespace setpoint::v0::cli::scaffold
