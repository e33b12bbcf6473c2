// Mirrors k8s.io/client-go/util/jsonpath/parser.go, including its quirks: a name in brackets is a
// path of its own (['a.b'] is .a.b), a bracket ends at the first ], and a word is parsed but
// evaluates to nothing.

#include "apiserver/objects/json_path_parser.hpp"

#include "apiserver/schema/pattern.hpp"
#include "framework/core/ascii.hpp"
#include "framework/core/read_double.hpp"
#include "framework/core/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

namespace bj = boost::json;

constexpr int path_depth = 64;

bool is_terminator(std::string_view rune) {
    return rune.empty() || std::string_view(" \t\r\n.,[]$@{}").find(rune) != std::string_view::npos;
}

// unicode.IsLetter, unicode.IsDigit and the underscore.
bool is_word_rune(std::string_view rune) {
    if (rune.size() == 1) {
        const char c = rune.front();
        return c == '_' || is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }
    static const auto letters = [] {
        std::string why;
        return pattern::compile(R"(^[\p{L}\p{Nd}]$)", why);
    }();
    return !rune.empty() && letters->matches(rune);
}

// strconv.Atoi: an optional sign, 64 bits.
std::optional<std::int64_t> read_integer(std::string_view s) {
    if (s.starts_with('+')) s.remove_prefix(1);
    std::int64_t out = 0;
    const auto [end, problem] = std::from_chars(s.data(), s.data() + s.size(), out);
    if (problem != std::errc() || end != s.data() + s.size()) return {};
    return out;
}

// `s` has no exponent.
std::optional<double> read_decimal(std::string_view s) {
    if (s.starts_with('+')) s.remove_prefix(1);
    double out = 0;
    const auto [end, problem] = read_double(s.data(), s.data() + s.size(), out);
    if (problem != std::errc() || end != s.data() + s.size()) return {};
    return out;
}

// One bound of a slice, at the front of `s`: -?[0-9]*
std::string_view take_bound(std::string_view& s) {
    std::size_t n = s.starts_with('-') ? 1 : 0;
    while (n < s.size() && is_digit(s[n])) ++n;
    const std::string_view out = s.substr(0, n);
    s.remove_prefix(n);
    return out;
}

bool read_slice(std::string_view text, json_step& to) {
    to.what = json_step::type::slice;
    for (std::size_t i = 0; i < to.slice.size(); ++i) {
        json_step::bound& b = to.slice[i];
        const bool colon = i > 0 && text.starts_with(':');
        if (colon) text.remove_prefix(1);
        const std::string_view digits = i == 0 || colon ? take_bound(text) : std::string_view();
        if (!digits.empty()) {
            const auto n = read_integer(digits);
            if (!n) return false;
            b.value = *n;
            b.set = true;
        } else if (i == 1 && !colon) {
            // [n] is [n:n+1]; Go's integers wrap around.
            b.value = static_cast<std::int64_t>(static_cast<std::uint64_t>(to.slice[0].value) + 1);
            b.set = b.derived = true;
        }
    }
    return text.empty();
}

class parser {
public:
    parser(std::string_view text, int depth) : text_(text), depth_(depth) {}

    std::optional<std::vector<json_steps>> read() {
        std::vector<json_steps> out;
        for (std::size_t open = text_.find('{'); open != std::string_view::npos;
             open = text_.find('{', at_)) {
            at_ = begin_ = open + 1;
            if (!inside(out.emplace_back())) return {};
        }
        return out;
    }

private:
    std::string_view rest() const { return text_.substr(at_); }

    std::string_view peek() const {
        const std::string_view r = rest();
        if (r.empty()) return r;
        return r.substr(0, std::max<std::size_t>(1, utf8_sequence(r)));
    }
    std::string_view next() {
        const std::string_view rune = peek();
        at_ += rune.size();
        return rune;
    }
    std::string_view consume() {
        const std::string_view out = text_.substr(begin_, at_ - begin_);
        begin_ = at_;
        return out;
    }

    // Up to the closing brace.
    bool inside(json_steps& to) {
        for (;;) {
            if (rest().starts_with('}')) {
                ++at_;
                consume();
                return true;
            }
            if (!step(to)) return false;
        }
    }

    bool step(json_steps& to) {
        if (rest().starts_with("[?(")) return filter(to);
        if (rest().starts_with("..")) return recursive(to);
        const std::string_view rune = peek();
        if (rune.empty() || rune == "\r" || rune == "\n") return false;
        if (rune == "+" || rune == "-" || is_digit(rune.front())) return number(to);
        if (is_word_rune(rune)) return word(to);
        next();
        if (rune == " " || rune == "@" || rune == "$") {
            consume();
            return true;
        }
        if (rune == "[") return bracket(to);
        if (rune == "\"" || rune == "'") return quote(to, rune);
        return rune == "." && field(to);
    }

    bool recursive(json_steps& to) {
        if (!to.empty() && to.back().what == json_step::type::recursive) return false;
        at_ += 2;
        consume();
        to.emplace_back().what = json_step::type::recursive;
        return !is_word_rune(peek()) || field(to);
    }

    bool field(json_steps& to) {
        consume();
        for (std::string_view rune = peek(); !is_terminator(rune); rune = peek()) {
            next();
            if (rune == "\\") next();
        }
        std::string name(consume());
        json_step& s = to.emplace_back();
        if (name == "*") s.what = json_step::type::wildcard;
        std::erase(name, '\\');
        s.text = std::move(name);
        return true;
    }

    bool number(json_steps& to) {
        next();
        while (at_ < text_.size() && (text_[at_] == '.' || is_digit(text_[at_]))) ++at_;
        const std::string_view text = consume();
        json_step& s = to.emplace_back();
        if (const auto n = read_integer(text)) {
            s.what = json_step::type::integer;
            s.constant = *n;
            return true;
        }
        const auto d = read_decimal(text);
        s.what = json_step::type::constant;
        if (d) s.constant = *d;
        return d.has_value();
    }

    bool word(json_steps& to) {
        while (!is_terminator(peek())) next();
        const std::string_view text = consume();
        json_step& s = to.emplace_back();
        s.what = json_step::type::identifier;
        s.text = text;
        if (text != "true" && text != "false") return true;
        s.what = json_step::type::constant;
        s.constant = text == "true";
        return true;
    }

    bool quote(json_steps& to, std::string_view mark) {
        for (;;) {
            const std::string_view rune = next();
            if (rune.empty() || rune == "\n") return false;
            if (rune == mark && text_[at_ - 2] != '\\') break;
        }
        const auto text = unquote(consume());
        if (!text) return false;
        json_step& s = to.emplace_back();
        s.what = json_step::type::constant;
        s.constant = bj::string(*text);
        return true;
    }

    bool bracket(json_steps& to) {
        const std::size_t end = text_.find_first_of("]\n", at_);
        if (end == std::string_view::npos || text_[end] == '\n') return false;
        std::string_view text = text_.substr(at_, end - at_);
        at_ = end + 1;
        consume();
        if (text == "*") text = ":";
        if (text.find(',') != std::string_view::npos) return alternatives(text, to);
        if (text.size() > 1 && text.front() == '\'' && text.find('\'', 1) == text.size() - 1) {
            auto steps = part(fmt::format(".{}", text.substr(1, text.size() - 2)));
            if (!steps) return false;
            for (json_step& s : *steps) to.push_back(std::move(s));
            return true;
        }
        return read_slice(text, to.emplace_back());
    }

    bool alternatives(std::string_view text, json_steps& to) {
        json_step out;
        out.what = json_step::type::alternatives;
        for (bool more = true; more;) {
            const std::size_t comma = text.find(',');
            more = comma != std::string_view::npos;
            std::string_view one = text.substr(0, comma);
            text.remove_prefix(more ? comma + 1 : text.size());
            while (one.starts_with(' ')) one.remove_prefix(1);
            while (one.ends_with(' ')) one.remove_suffix(1);
            auto steps = part(fmt::format("[{}]", one));
            if (!steps) return false;
            out.nested.push_back(std::move(*steps));
        }
        to.push_back(std::move(out));
        return true;
    }

    bool filter(json_steps& to) {
        at_ += 3;
        consume();
        std::string_view mark;
        bool begun = false, ended = false;
        for (;;) {
            const std::string_view rune = next();
            if (rune.empty() || rune == "\n") return false;
            if (rune == ")" && begun == ended) break;
            if (rune != "\"" && rune != "'") continue;
            if (!begun) {
                begun = true;
                mark = rune;
            } else if (rune == mark && text_[at_ - 2] != '\\') {
                ended = true;
            }
        }
        if (next() != "]") return false;
        std::string_view text = consume();
        text.remove_suffix(2);
        return condition(text, to);
    }

    // left operator right, as in ^([^!<>=]+)([!<>=]+)(.+?)$; otherwise a test for existence.
    bool condition(std::string_view text, json_steps& to) {
        json_step out;
        out.what = json_step::type::filter;
        out.text = "exists";
        const std::size_t begin = text.find_first_of("!<>=");
        std::size_t end = begin == std::string_view::npos ? begin : text.find_first_not_of("!<>=", begin);
        // The operator leaves at least one character for the right operand.
        if (end == std::string_view::npos && begin != end && text.size() - begin > 1) end = text.size() - 1;
        const bool compares = begin != std::string_view::npos && begin > 0 && end != std::string_view::npos;
        auto left = part(compares ? text.substr(0, begin) : text);
        if (!left) return false;
        out.nested.push_back(std::move(*left));
        if (compares) {
            out.text = text.substr(begin, end - begin);
            auto right = part(text.substr(end));
            if (!right) return false;
            out.nested.push_back(std::move(*right));
        }
        to.push_back(std::move(out));
        return true;
    }

    std::optional<json_steps> part(std::string_view text) const {
        auto blocks = parse_json_template(fmt::format("{{{}}}", text), depth_ + 1);
        if (!blocks) return {};
        return std::move(blocks->front());
    }

    std::string_view text_;
    std::size_t at_ = 0, begin_ = 0;
    int depth_;
};

}  // namespace

std::optional<std::vector<json_steps>> parse_json_template(std::string_view text, int depth) {
    if (depth > path_depth) return {};
    return parser(text, depth).read();
}

}}}  // namespace setpoint::v0::apiserver
