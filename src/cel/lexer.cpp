#include "cel/lexer.hpp"

#include <fmt/format.h>

#include <array>
#include <optional>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

bool lex_digit(char32_t c) {
    return c >= '0' && c <= '9';
}
bool lex_letter(char32_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool lex_hex(char32_t c) {
    return lex_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}
bool lex_word(char32_t c) {
    return lex_letter(c) || lex_digit(c) || c == '_';
}
bool lex_space(char32_t c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f';
}

// Where a token ends, or where no token of the grammar goes on.
struct lex_match {
    bool accepted = false;
    std::int32_t at = 0;
};

class lexer {
public:
    lexer(const source_text& source, issues& found) : source_(source), found_(found) {}

    std::vector<token> run() {
        while (at_ < source_.size()) {
            if (lex_space(peek(0))) {
                ++at_;
            } else if (peek(0) == '/' && peek(1) == '/') {
                while (at_ < source_.size() && peek(0) != '\n') ++at_;
            } else {
                next();
            }
        }
        add(token_kind::end, source_.size());
        return std::move(tokens_);
    }

private:
    [[nodiscard]] char32_t peek(std::int32_t ahead) const {
        return at_ + ahead < source_.size() ? source_.at(at_ + ahead) : U'\0';
    }
    [[nodiscard]] char32_t char_at(std::int32_t at) const {
        return at < source_.size() ? source_.at(at) : U'\0';
    }

    void add(token_kind kind, std::int32_t stop) {
        tokens_.push_back({kind, at_, stop, source_.slice(at_, stop)});
        at_ = stop;
    }

    // ANTLR's lexer skips to behind the character at which nothing matched.
    void fail(std::int32_t at) {
        found_.add(source_.position_at(at_), fmt::format("Syntax error: token recognition error at: '{}'",
                                                         escaped(source_.slice(at_, at + 1))));
        at_ = std::min(at + 1, source_.size());
    }

    static std::string escaped(std::string_view text) {
        std::string shown;
        for (const char c : text) {
            if (c == '\n')
                shown += "\\n";
            else if (c == '\r')
                shown += "\\r";
            else if (c == '\t')
                shown += "\\t";
            else
                shown += c;
        }
        return shown;
    }

    void next() {
        const char32_t c = peek(0);
        if (lex_digit(c) || (c == '.' && lex_digit(peek(1)))) return number();
        if (c == '"' || c == '\'') return text(token_kind::string, 0, false);
        if (c == '`') return quoted_ident();
        if (lex_letter(c) || c == '_') return word();
        symbol();
    }

    void word() {
        std::int32_t prefix = 0;
        bool bytes = false;
        bool raw = false;
        if (peek(0) == 'b' || peek(0) == 'B') bytes = true, prefix = 1;
        if (peek(prefix) == 'r' || peek(prefix) == 'R') raw = true, ++prefix;
        if (prefix > 0 && (peek(prefix) == '"' || peek(prefix) == '\'')) {
            const lex_match match = match_text(at_ + prefix, raw);
            if (match.accepted) return add(bytes ? token_kind::bytes : token_kind::string, match.at);
        }
        std::int32_t stop = at_;
        while (lex_word(char_at(stop))) ++stop;
        const std::string_view found = source_.slice(at_, stop);
        if (found == "in") return add(token_kind::symbol, stop);
        const bool keyword = found == "true" || found == "false" || found == "null";
        add(keyword ? token_kind::keyword : token_kind::ident, stop);
    }

    void text(token_kind kind, std::int32_t prefix, bool raw) {
        const lex_match match = match_text(at_ + prefix, raw);
        match.accepted ? add(kind, match.at) : fail(match.at);
    }

    [[nodiscard]] lex_match match_text(std::int32_t from, bool raw) const {
        const char32_t quote = char_at(from);
        const auto is_triple = [&](std::int32_t at) {
            return char_at(at) == quote && char_at(at + 1) == quote && char_at(at + 2) == quote;
        };
        if (is_triple(from)) {
            for (std::int32_t at = from + 3; at < source_.size();) {
                if (is_triple(at)) return {true, at + 3};
                if (!step(at, raw)) break;
            }
            return {true, from + 2};  // an empty text, then one that does not end
        }
        for (std::int32_t at = from + 1;;) {
            const char32_t c = char_at(at);
            if (at >= source_.size() || c == '\n' || c == '\r') return {false, at};
            if (c == quote) return {true, at + 1};
            if (!step(at, raw)) return {false, at};
        }
    }

    // Moves over a character or an escape; false, and at the wrong character, for an invalid escape.
    [[nodiscard]] bool step(std::int32_t& at, bool raw) const {
        if (raw || char_at(at) != '\\') return ++at, true;
        const char32_t c = char_at(++at);
        int digits = 0;
        bool octal = false;
        if (c == 'x' || c == 'X')
            digits = 2;
        else if (c == 'u')
            digits = 4;
        else if (c == 'U')
            digits = 8;
        else if (c >= '0' && c <= '3')
            digits = 2, octal = true;
        else if (std::u32string_view(U"abfnrtv\"'\\?`").find(c) == std::u32string_view::npos || c == 0)
            return false;
        ++at;
        for (; digits > 0; --digits, ++at) {
            const char32_t digit = char_at(at);
            if (octal ? digit < '0' || digit > '7' : !lex_hex(digit)) return false;
        }
        return true;
    }

    void quoted_ident() {
        std::int32_t at = at_ + 1;
        const auto allowed = [](char32_t c) {
            return lex_word(c) || c == '.' || c == '-' || c == '/' || c == ' ';
        };
        while (allowed(char_at(at))) ++at;
        if (at > at_ + 1 && char_at(at) == '`') return add(token_kind::quoted_ident, at + 1);
        fail(at);
    }

    void number() {
        std::int32_t at = at_;
        if (peek(0) == '0' && peek(1) == 'x' && lex_hex(peek(2))) {
            for (at += 2; lex_hex(char_at(at));) ++at;
            const bool is_unsigned = char_at(at) == 'u' || char_at(at) == 'U';
            return add(is_unsigned ? token_kind::unsigned_integer : token_kind::integer,
                       at + (is_unsigned ? 1 : 0));
        }
        while (lex_digit(char_at(at))) ++at;
        bool real = false;
        if (char_at(at) == '.' && lex_digit(char_at(at + 1))) {
            real = true;
            for (++at; lex_digit(char_at(at));) ++at;
        }
        if (char_at(at) == 'e' || char_at(at) == 'E') {
            const bool sign = char_at(at + 1) == '+' || char_at(at + 1) == '-';
            const std::int32_t digits = at + (sign ? 2 : 1);
            if (lex_digit(char_at(digits))) {
                real = true;
                for (at = digits; lex_digit(char_at(at));) ++at;
            }
        }
        if (real) return add(token_kind::real, at);
        const bool is_unsigned = char_at(at) == 'u' || char_at(at) == 'U';
        add(is_unsigned ? token_kind::unsigned_integer : token_kind::integer, at + (is_unsigned ? 1 : 0));
    }

    void symbol() {
        static constexpr std::array<std::string_view, 6> pairs = {"==", "!=", "<=", ">=", "&&", "||"};
        const std::string_view two = source_.slice(at_, at_ + 2);
        for (const std::string_view pair : pairs) {
            if (two == pair) return add(token_kind::symbol, at_ + 2);
        }
        const char32_t c = peek(0);
        if (c < 128 &&
            std::string_view("[]{}().,-!?:+*/%<>").find(static_cast<char>(c)) != std::string_view::npos) {
            return add(token_kind::symbol, at_ + 1);
        }
        fail(c == '&' || c == '|' || c == '=' ? at_ + 1 : at_);
    }

    const source_text& source_;
    issues& found_;
    std::int32_t at_ = 0;
    std::vector<token> tokens_;
};

}  // namespace

std::vector<token> tokenize(const source_text& source, issues& found) {
    return lexer(source, found).run();
}

}}}  // namespace setpoint::v0::cel
