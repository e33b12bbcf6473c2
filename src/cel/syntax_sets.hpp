#pragma once
// Sets of tokens, as ANTLR prints what it expects.

#include "cel/lexer.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

// A bit for each type of token. The order is that of the grammar, in which messages name them.
using token_set = std::uint64_t;

namespace grammar {
enum symbol : std::uint8_t {
    eof,
    equals,
    not_equals,
    in,
    less,
    less_equals,
    greater_equals,
    greater,
    logical_and,
    logical_or,
    open_bracket,
    close_bracket,
    open_brace,
    close_brace,
    open_paren,
    close_paren,
    dot,
    comma,
    minus,
    exclamation,
    question,
    colon,
    plus,
    star,
    slash,
    percent,
    cel_true,
    cel_false,
    cel_null,
    real,
    integer,
    unsigned_integer,
    string,
    bytes,
    ident,
    quoted_ident,
    count
};

constexpr token_set one(symbol t) {
    return token_set{1} << t;
}
template <class... T>
constexpr token_set set(T... t) {
    return (one(t) | ... | token_set{0});
}
constexpr bool has(token_set s, symbol t) {
    return (s & one(t)) != 0;
}

// The end of the rule may follow, so what is behind its call may, too.
inline constexpr token_set rule_end = token_set{1} << 63U;

inline constexpr token_set relations =
    set(equals, not_equals, in, less, less_equals, greater_equals, greater);
inline constexpr token_set products = set(star, slash, percent);
inline constexpr token_set sums = set(plus, minus);
inline constexpr token_set literals =
    set(minus, cel_true, cel_false, cel_null, real, integer, unsigned_integer, string, bytes);
inline constexpr token_set operands = literals | set(open_bracket, open_brace, open_paren, dot, ident);
inline constexpr token_set expressions = operands | one(exclamation);
inline constexpr token_set selections = set(open_bracket, dot) | rule_end;
}  // namespace grammar

// The type of a token.
[[nodiscard]] grammar::symbol type_of_token(const token& from);
// "')'", "{'[', IDENTIFIER}", "<EOF>".
[[nodiscard]] std::string text_of_set(token_set from);

}}}  // namespace setpoint::v0::cel
