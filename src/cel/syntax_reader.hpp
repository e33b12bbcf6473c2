#pragma once

#include "cel/lexer.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// Ends a parse: the source has syntax errors, which are still to be reported.
struct syntax_stop {};
// Ends a parse that is nested too deeply.
struct too_deep {
    explicit too_deep(std::string text) : message(std::move(text)) {}
    std::string message;
};

// Reads the tokens of a source, which must outlive it.
class syntax_reader {
protected:
    explicit syntax_reader(const std::vector<token>& all) : tokens_(all) {}

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
    // The name behind a dot, or of a field.
    token expect_field();
    [[noreturn]] static void stop() { throw syntax_stop(); }

private:
    const std::vector<token>& tokens_;
    std::size_t at_ = 0;
};

}}}  // namespace setpoint::v0::cel
