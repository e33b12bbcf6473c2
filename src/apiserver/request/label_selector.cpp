#include "apiserver/request/label_selector.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/shared/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using operation = label_requirement::operation;

enum class token_type : std::uint8_t {
    end,
    word,
    bang,
    equals,
    not_equals,
    comma,
    open,
    close,
    greater,
    less,
    error
};

struct token {
    token_type what = token_type::end;
    std::string text;
};

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}
bool is_special(char c) {
    return std::string_view("=!(),<>").find(c) != std::string_view::npos;
}

token_type token_type_of(std::string_view s) {
    if (s == "=" || s == "==") return token_type::equals;
    if (s == "!=") return token_type::not_equals;
    if (s == "!") return token_type::bang;
    if (s == ",") return token_type::comma;
    if (s == "(") return token_type::open;
    if (s == ")") return token_type::close;
    if (s == ">") return token_type::greater;
    return s == "<" ? token_type::less : token_type::error;
}

std::vector<token> tokens_of(std::string_view s) {
    std::vector<token> out;
    std::size_t i = 0;
    while (true) {
        while (i < s.size() && is_blank(s[i])) ++i;
        if (i >= s.size() || s[i] == '\0') break;
        const std::size_t begin = i;
        if (is_special(s[i])) {
            // The longest operator.
            std::size_t length = 1;
            if (i + 1 < s.size() && token_type_of(s.substr(i, 2)) != token_type::error) length = 2;
            i += length;
            out.push_back({token_type_of(s.substr(begin, length)), std::string(s.substr(begin, length))});
            continue;
        }
        while (i < s.size() && s[i] != '\0' && !is_blank(s[i]) && !is_special(s[i])) ++i;
        out.push_back({token_type::word, std::string(s.substr(begin, i - begin))});
    }
    out.emplace_back();
    return out;
}

class reader {
public:
    explicit reader(std::string_view text) : tokens_(tokens_of(text)) {}

    api_result<selector> read() {
        while (true) {
            const token& t = peek();
            if (t.what == token_type::end) return all();
            if (t.what != token_type::word && t.what != token_type::bang)
                return bad("found '{}', expected: !, identifier, or 'end of string'", t.text);
            std::string why = requirement();
            if (!why.empty()) return bad_request("unable to parse requirement: " + why);
            const token after = take();
            if (after.what == token_type::end) return all();
            if (after.what != token_type::comma)
                return bad("found '{}', expected: ',' or 'end of string'", after.text);
            if (peek().what != token_type::word && peek().what != token_type::bang)
                return bad("found '{}', expected: identifier after ','", peek().text);
        }
    }

private:
    template <class... Args>
    static api_error bad(fmt::format_string<Args...> f, Args&&... args) {
        return bad_request(fmt::format(f, std::forward<Args>(args)...));
    }
    const token& peek() const { return tokens_[std::min(at_, tokens_.size() - 1)]; }
    token take() {
        token t = peek();
        ++at_;
        return t;
    }

    std::string requirement() {
        token key = take();
        const bool absent = key.what == token_type::bang;
        if (absent) key = take();
        if (key.what != token_type::word) return fmt::format("found '{}', expected: identifier", key.text);
        if (const auto wrong = qualified_name(key.text); !wrong.empty())
            return fmt::format("<nil>: Invalid value: {}: {}", go_text::quoted(key.text),
                               fmt::join(wrong, "; "));
        std::vector<std::string> values;
        if (peek().what == token_type::end || peek().what == token_type::comma)
            return add(key.text, absent ? operation::does_not_exist : operation::exists, values);
        if (absent) return add(key.text, operation::does_not_exist, values);
        const token op = take();
        std::string why;
        if (op.what == token_type::word && (op.text == "in" || op.text == "notin")) {
            why = set(values);
            if (!why.empty()) return why;
            return add(key.text, op.text == "in" ? operation::in : operation::not_in, values);
        }
        operation what = operation::equals;
        if (op.what == token_type::not_equals) what = operation::not_equals;
        if (op.what == token_type::greater) what = operation::greater;
        if (op.what == token_type::less) what = operation::less;
        if (what == operation::equals && op.what != token_type::equals)
            return fmt::format("found '{}', expected: in, notin, =, ==, !=, gt, lt", op.text);
        why = exact(values);
        return why.empty() ? add(key.text, what, values) : why;
    }

    std::string exact(std::vector<std::string>& values) {
        if (peek().what == token_type::end || peek().what == token_type::comma) {
            values.emplace_back();
            return {};
        }
        const token t = take();
        if (t.what != token_type::word) return fmt::format("found '{}', expected: identifier", t.text);
        values.push_back(t.text);
        return {};
    }

    std::string set(std::vector<std::string>& values) {
        const token open = take();
        if (open.what != token_type::open) return fmt::format("found '{}' expected: '('", open.text);
        if (peek().what == token_type::close) {
            take();
            values.emplace_back();
            return {};
        }
        if (peek().what != token_type::word && peek().what != token_type::comma)
            return fmt::format("found '{}', expected: ',', ')' or identifier", peek().text);
        while (true) {
            const token t = take();
            if (t.what == token_type::word) {
                values.push_back(t.text);
                if (peek().what == token_type::close) break;
                if (peek().what != token_type::comma)
                    return fmt::format("found '{}', expected: ',' or ')'", peek().text);
            } else if (t.what == token_type::comma) {
                if (values.empty() || peek().what == token_type::close || peek().what == token_type::comma)
                    values.emplace_back();
                if (peek().what == token_type::close) break;
            } else {
                return fmt::format("found '{}', expected: ',', or identifier", t.text);
            }
        }
        take();
        return {};
    }

    std::string add(const std::string& key, operation op, std::vector<std::string> values) {
        std::ranges::sort(values);
        values.erase(std::unique(values.begin(), values.end()), values.end());
        std::vector<std::string> wrong;
        const auto add_invalid = [&](const std::string& path, const std::string& value,
                                     std::string_view why) {
            wrong.push_back(fmt::format("{}: Invalid value: {}: {}", path, go_text::quoted(value), why));
        };
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::string& v = values[i];
            std::int64_t n = 0;
            const auto [end, ec] = std::from_chars(v.data(), v.data() + v.size(), n);
            if ((op == operation::greater || op == operation::less) &&
                (ec != std::errc() || end != v.data() + v.size()))
                add_invalid(fmt::format("values[{}]", i), v,
                            "for 'Gt', 'Lt' operators, the value must be an integer");
        }
        for (std::size_t i = 0; i < values.size(); ++i)
            if (const auto why = label_value(values[i]); !why.empty())
                add_invalid(fmt::format("values[{}][{}]", i, key), values[i],
                            fmt::format("{}", fmt::join(why, "; ")));
        if (wrong.size() == 1) return wrong.front();
        if (!wrong.empty()) return fmt::format("[{}]", fmt::join(wrong, ", "));
        found_.push_back({key, op, std::move(values)});
        return {};
    }

    api_result<selector> all() {
        selector out;
        if (auto ok = out.add(std::move(found_)); !ok)
            return bad_request("unable to parse requirement: " + ok.error().message);
        return out;
    }

    std::vector<token> tokens_;
    std::vector<label_requirement> found_;
    std::size_t at_ = 0;
};

// Unescaped separators end a term.
std::vector<std::string_view> terms_of(std::string_view s) {
    std::vector<std::string_view> out;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '\\') {
            ++i;
        } else if (s[i] == ',') {
            out.push_back(s.substr(begin, i - begin));
            begin = i + 1;
        }
    }
    out.push_back(s.substr(std::min(begin, s.size())));
    std::ranges::sort(out);
    return out;
}

std::string unescape(std::string_view s, std::string& to) {
    for (std::size_t i = 0; i < s.size(); ++i) {
        if (s[i] == '=' || s[i] == ',')
            return fmt::format("invalid field selector: unescaped character in value: {}",
                               static_cast<int>(s[i]));
        if (s[i] != '\\') {
            to += s[i];
            continue;
        }
        if (++i >= s.size()) return "invalid field selector: invalid escape sequence: \\";
        if (s[i] != '\\' && s[i] != ',' && s[i] != '=')
            return fmt::format("invalid field selector: invalid escape sequence: \\{}", s[i]);
        to += s[i];
    }
    return {};
}

}  // namespace

api_result<selector> read_label_selector(std::string_view text) {
    return reader(text).read();
}

api_result<field_selector> read_field_selector(std::string_view text) {
    field_selector out;
    for (const std::string_view term : terms_of(text)) {
        if (term.empty()) continue;
        const std::size_t at = term.find_first_of("=!");
        std::size_t token_type = at;
        // A single '!' is not an operator.
        while (token_type != std::string_view::npos && term[token_type] == '!' &&
               (token_type + 1 >= term.size() || term[token_type + 1] != '='))
            token_type = term.find_first_of("=!", token_type + 1);
        if (token_type == std::string_view::npos)
            return bad_request(fmt::format("invalid selector: '{}'; can't understand '{}'", text, term));
        const bool equals = term[token_type] == '=';
        const std::size_t length = !equals || term.substr(token_type, 2) == "==" ? 2 : 1;
        std::string value;
        if (const std::string why = unescape(term.substr(token_type + length), value); !why.empty())
            return bad_request(why);
        if (token_type == 0 && value.empty()) continue;
        out.add(term.substr(0, token_type), value, equals);
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver
