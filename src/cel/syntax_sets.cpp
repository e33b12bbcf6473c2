#include "cel/syntax_sets.hpp"

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

constexpr std::array<std::string_view, grammar::count> token_names = {
    "<EOF>",  "'=='",  "'!='",       "'in'",          "'<'",    "'<='",      "'>='",    "'>'",
    "'&&'",   "'||'",  "'['",        "']'",           "'{'",    "'}'",       "'('",     "')'",
    "'.'",    "','",   "'-'",        "'!'",           "'?'",    "':'",       "'+'",     "'*'",
    "'/'",    "'%'",   "'true'",     "'false'",       "'null'", "NUM_FLOAT", "NUM_INT", "NUM_UINT",
    "STRING", "BYTES", "IDENTIFIER", "ESC_IDENTIFIER"};

grammar::symbol type_of_text(std::string_view text) {
    const auto found = std::find_if(token_names.begin(), token_names.end(), [text](std::string_view name) {
        return name.size() == text.size() + 2 && name.substr(1, text.size()) == text;
    });
    return static_cast<grammar::symbol>(found - token_names.begin());
}

}  // namespace

grammar::symbol type_of_token(const token& from) {
    switch (from.kind) {
        case token_kind::end:
            return grammar::eof;
        case token_kind::integer:
            return grammar::integer;
        case token_kind::unsigned_integer:
            return grammar::unsigned_integer;
        case token_kind::real:
            return grammar::real;
        case token_kind::string:
            return grammar::string;
        case token_kind::bytes:
            return grammar::bytes;
        case token_kind::ident:
            return grammar::ident;
        case token_kind::quoted_ident:
            return grammar::quoted_ident;
        case token_kind::symbol:
        case token_kind::keyword:
            break;
    }
    return type_of_text(from.text);
}

std::string text_of_set(token_set from) {
    std::string out;
    int named = 0;
    for (std::size_t i = 0; i < token_names.size(); ++i) {
        if (!grammar::has(from, static_cast<grammar::symbol>(i))) continue;
        out += (named++ == 0 ? "" : ", ") + std::string(token_names[i]);
    }
    return named == 1 ? out : "{" + out + "}";
}

}}}  // namespace setpoint::v0::cel
