#pragma once

#include "cel/lexer.hpp"
#include "setpoint/cel/issue.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint::inline v0::cel {

// Ends a parse whose error is reported.
struct syntax_stop {};
// Ends a parse that is nested too deeply.
struct too_deep {
    explicit too_deep(std::string text) : message(std::move(text)) {}
    std::string message;
};

// The tokens of a source, and syntax errors as ANTLR words them.
class syntax_reader {
protected:
    syntax_reader(const source_text& source, std::vector<token> tokens, issues& found)
        : found_(found), source_(source), tokens_(std::move(tokens)) {}

    [[nodiscard]] const token& peek(std::size_t ahead = 0) const {
        return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
    }
    const token& take() {
        const token& taken = peek();
        if (at_ + 1 < tokens_.size()) ++at_;
        return taken;
    }
    [[nodiscard]] bool at_end() const { return peek().kind == token_kind::end; }
    [[nodiscard]] bool is(std::string_view symbol) const {
        return peek().kind == token_kind::symbol && peek().text == symbol;
    }
    bool accept(std::string_view symbol) {
        if (!is(symbol)) return false;
        take();
        return true;
    }
    [[nodiscard]] static bool is_number(const token& next) {
        return next.kind == token_kind::integer || next.kind == token_kind::real;
    }
    // Whether an object literal begins here: a.b.c{
    [[nodiscard]] bool is_message() const;

    // Whether an element of a list or map may begin here.
    [[nodiscard]] bool starts_expression() const;
    void expect(std::string_view symbol);
    // Reports a minus without an operand; ANTLR reports it before what it misses.
    void report_dangling(const token& minus);
    // The name behind a dot, or of a field.
    token expect_field();
    [[noreturn]] void fail_in_primary();
    [[noreturn]] void fail_in_arguments();
    [[noreturn]] void fail_in_name(const token& dot);
    [[noreturn]] void fail_after_expression();

    issues& found_;

private:
    [[noreturn]] void fail(const token& at, std::string message);
    [[nodiscard]] bool may_follow_missing_bracket() const;
    [[nodiscard]] static std::string shown(const token& what);

    const source_text& source_;
    std::vector<token> tokens_;
    std::size_t at_ = 0;
};

}  // namespace setpoint::inline v0::cel
