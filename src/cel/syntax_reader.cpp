#include "cel/syntax_reader.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::cel {

namespace {

constexpr std::string_view expression_starts =
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, "
    "IDENTIFIER}";
constexpr std::string_view operand_starts =
    "{'[', '{', '(', '.', '-', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, "
    "IDENTIFIER}";

constexpr std::string_view argument_starts =
    "{'[', '{', '(', ')', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, "
    "BYTES, IDENTIFIER}";

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

std::string syntax_reader::shown(const token& what) {
    return what.kind == token_kind::end ? "<EOF>" : std::string(what.text);
}

void syntax_reader::fail(const token& at, std::string message) {
    const position where = source_.size() == 0 ? position{1, -1} : source_.position_at(at.start);
    found_.add(where, "Syntax error: " + std::move(message));
    throw syntax_stop();
}

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

bool syntax_reader::starts_expression() const {
    return is_one_of(peek(), "[{(.-!?");
}

// Whether the next token could follow the bracket that is missing before it: an operator, or what the bracket
// around it expects.
bool syntax_reader::may_follow_missing_bracket() const {
    std::string open;
    for (std::size_t i = 0; i < at_; ++i) {
        if (tokens_[i].kind != token_kind::symbol) continue;
        const char c = tokens_[i].text[0];
        if (c == '(' || c == '[' || c == '{') open += c;
        if ((c == ')' || c == ']' || c == '}') && !open.empty()) open.pop_back();
    }
    if (!open.empty()) open.pop_back();
    if (at_end()) return open.empty();
    if (peek().kind != token_kind::symbol) return false;
    const std::string_view text = peek().text;
    if (text == ")") return open.ends_with('(');
    if (text == "]") return open.ends_with('[');
    if (text == "}") return open.ends_with('{');
    if (text == ",") return !open.empty();
    return text != "(" && text != "{" && text != ":" && text != "!";
}

void syntax_reader::expect(std::string_view symbol) {
    if (accept(symbol)) return;
    const bool extra = peek(1).kind == token_kind::symbol && peek(1).text == symbol && !at_end();
    if (extra) fail(peek(), fmt::format("extraneous input '{}' expecting '{}'", shown(peek()), symbol));
    if (symbol != ":" && symbol != "(" && may_follow_missing_bracket()) {
        fail(peek(), fmt::format("missing '{}' at '{}'", symbol, shown(peek())));
    }
    fail(peek(), fmt::format("mismatched input '{}' expecting '{}'", shown(peek()), symbol));
}

void syntax_reader::report_dangling(const token& minus) {
    found_.add(source_.position_at(peek().start),
               fmt::format("Syntax error: no viable alternative at input '{}{}'", minus.text,
                           at_end() ? std::string_view() : peek().text));
}

token syntax_reader::expect_field() {
    if (peek().kind == token_kind::ident || peek().kind == token_kind::quoted_ident) return take();
    if (peek().kind == token_kind::keyword || is("in")) {
        fail(peek(), fmt::format("mismatched input '{}' expecting IDENTIFIER", peek().text));
    }
    fail(peek(), fmt::format("no viable alternative at input '.{}'", at_end() ? "" : peek().text));
}

void syntax_reader::fail_in_primary() {
    const bool after_not =
        at_ > 0 && tokens_[at_ - 1].kind == token_kind::symbol && tokens_[at_ - 1].text == "!";
    // ANTLR leaves a single token out if the next one fits.
    const bool extra = !at_end() && is_one_of(peek(1), after_not ? "[{(.-" : "[{(.-!");
    fail(peek(), fmt::format("{} input '{}' expecting {}", extra ? "extraneous" : "mismatched", shown(peek()),
                             after_not ? operand_starts : expression_starts));
}

void syntax_reader::fail_in_arguments() {
    fail(peek(), fmt::format("mismatched input '{}' expecting {}", shown(peek()), argument_starts));
}

void syntax_reader::fail_in_name(const token& dot) {
    fail(peek(), fmt::format("no viable alternative at input '{}{}'", dot.text, at_end() ? "" : peek().text));
}

void syntax_reader::fail_after_expression() {
    const bool last = peek(1).kind == token_kind::end;
    fail(peek(),
         fmt::format("{} input '{}' expecting <EOF>", last ? "extraneous" : "mismatched", shown(peek())));
}

}  // namespace setpoint::inline v0::cel
