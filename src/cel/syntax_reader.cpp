#include "cel/syntax_reader.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

bool is_one_of(const token& what, std::string_view symbols) {
    switch (what.kind) {
        case token_kind::end:
        case token_kind::quoted_ident:
            return false;
        case token_kind::symbol:
            return symbols.find(what.text[0]) != std::string_view::npos && what.text != "!=" &&
                   what.text != "in";
        default:
            return true;
    }
}

}  // namespace

bool syntax_reader::is_message() const {
    std::size_t ahead = 0;
    while (peek(ahead).kind == token_kind::ident) {
        const token& next = peek(ahead + 1);
        if (next.kind != token_kind::symbol) return false;
        if (next.text == "{") return true;
        if (next.text != ".") return false;
        ahead += 2;
    }
    return false;
}

bool syntax_reader::starts_expression() const {
    return is_one_of(peek(), "[{(.-!?");
}

void syntax_reader::expect(std::string_view symbol) {
    if (!accept(symbol)) stop();
}

token syntax_reader::expect_field() {
    if (peek().kind != token_kind::ident && peek().kind != token_kind::quoted_ident) stop();
    return take();
}

}}}  // namespace setpoint::v0::cel
