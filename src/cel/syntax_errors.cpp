// The errors of cel-go's parser, which ANTLR 4 generates from CEL.g4. Each rule of the grammar is a function
// here as there; the numbers are the states of the generated parser, gen/cel_parser.go.

#include "cel/syntax_errors.hpp"

#include "cel/error_strategy.hpp"
#include "cel/syntax_sets.hpp"

namespace setpoint { inline namespace v0 { namespace cel {

namespace grammar { namespace {

// The rules of the grammar.
class recovering_parser : private error_strategy {
public:
    // `deepest`: the nesting of expressions.
    recovering_parser(const source_text& source, const std::vector<token>& all, int deepest, issues& found)
        : error_strategy(source, all, found), deepest_(deepest) {}

    void run() {
        try {
            guarded([this] {
                at(34, expressions);
                expr(one(eof));
                match(35, eof, rule_end);
            });
        } catch (const out_of_patience&) {  // reported
        }
    }

private:
    void expr(token_set follow) {
        if (++depth_ > deepest_) give_up_on_depth(deepest_);
        call(follow, [this] {
            at(37, expressions);
            conditional_or(one(question) | rule_end);
            at(43, one(question) | rule_end);
            synchronize();
            if (ahead() != question) return;
            match(38, question, expressions);
            at(39, expressions);
            conditional_or(one(colon));
            match(40, colon, expressions);
            at(41, expressions);
            expr(rule_end);
        });
        --depth_;
    }

    void conditional_or(token_set follow) {
        call(follow, [this] {
            at(45, expressions);
            conditional_and(one(logical_or) | rule_end);
            at(50, one(logical_or) | rule_end);
            while (ahead() == logical_or) {
                match(46, logical_or, expressions);
                at(47, expressions);
                conditional_and(one(logical_or) | rule_end);
                at(52, one(logical_or) | rule_end);
            }
        });
    }

    void conditional_and(token_set follow) {
        call(follow, [this] {
            at(53, expressions);
            relation(0, one(logical_and) | rule_end);
            at(58, one(logical_and) | rule_end);
            while (ahead() == logical_and) {
                match(54, logical_and, expressions);
                at(55, expressions);
                relation(0, one(logical_and) | rule_end);
                at(60, one(logical_and) | rule_end);
            }
        });
    }

    void relation(int precedence, token_set follow) {
        call(follow, [this, precedence] {
            at(62, expressions);
            calc(0, relations | rule_end);
            at(69, relations | rule_end);
            while (ahead_in(relations) && precedence <= 1) {
                at(65, relations);
                take();
                at(66, expressions);
                relation(2, relations | rule_end);
                at(71, relations | rule_end);
            }
        });
    }

    void calc(int precedence, token_set follow) {
        call(follow, [this, precedence] {
            constexpr token_set behind = products | sums | rule_end;
            at(73, expressions);
            unary(behind);
            at(83, behind);
            for (;;) {
                const bool product = ahead_in(products) && precedence <= 2;
                if (!product && !(ahead_in(sums) && precedence <= 1)) return;
                at(product ? 76 : 79, product ? products : sums);
                take();
                at(product ? 77 : 80, expressions);
                calc(product ? 3 : 2, behind);
                at(85, behind);
            }
        });
    }

    void unary(token_set follow) {
        call(follow, [this] {
            at(99, expressions);
            synchronize();
            if (ahead() == exclamation) return negation();
            const bool negative = ahead() == minus && !ahead_in(set(integer, real), 1);
            if (negative && !ahead_in(operands, 1)) no_alternative(1);
            if (negative) return negative_sign();
            if (!ahead_in(operands)) no_alternative(0);
            at(86, operands);
            member(rule_end);
        });
    }
    void negation() {
        at(88, one(exclamation));
        do {
            match(87, exclamation, one(exclamation) | operands);
            at(90, one(exclamation) | operands);
            synchronize_loop();
        } while (ahead() == exclamation);
        at(92, operands);
        member(rule_end);
    }
    void negative_sign() {
        at(94, one(minus));
        do {
            match(93, minus, operands);
            at(96, operands);
            synchronize_loop();
            if (!ahead_in(operands)) no_alternative(0);
            if (ahead() == minus && !ahead_in(operands, 1)) no_alternative(1);
        } while (ahead() == minus);
        at(98, operands);
        member(rule_end);
    }

    void member(token_set follow) {
        call(follow, [this] {
            at(102, operands);
            primary(selections);
            at(128, selections);
            while (ahead_in(selections)) {
                at(126, selections);
                if (ahead() == open_bracket)
                    index();
                else if (ahead(1) == ident && ahead(2) == open_paren)
                    member_call();
                else if (ahead_in(set(question, ident, quoted_ident), 1))
                    select();
                else
                    no_alternative(1);
                at(130, selections);
            }
        });
    }
    void select() {
        match(105, dot, set(question, ident, quoted_ident));
        at(107, set(question, ident, quoted_ident));
        synchronize();
        if (ahead() == question) match(106, question, set(ident, quoted_ident));
        at(109, set(ident, quoted_ident));
        escaped_ident(selections);
    }
    void member_call() {
        match(111, dot, one(ident));
        match(112, ident, one(open_paren));
        match(113, open_paren, expressions | one(close_paren));
        arguments(115);
        match(117, close_paren, selections);
    }
    void index() {
        match(119, open_bracket, one(question) | expressions);
        at(121, one(question) | expressions);
        synchronize();
        if (ahead() == question) match(120, question, expressions);
        at(123, expressions);
        expr(one(close_bracket));
        match(124, close_bracket, selections);
    }
    void arguments(int state) {
        at(state, expressions | one(close_paren));
        synchronize();
        if (!ahead_in(expressions)) return;
        at(state - 1, expressions);
        expression_list(one(close_paren));
    }

    void primary(token_set follow) {
        call(follow, [this] {
            at(184, operands);
            synchronize();
            switch (ahead()) {
                case open_paren:
                    match(144, open_paren, expressions);
                    at(145, expressions);
                    expr(one(close_paren));
                    return match(146, close_paren, rule_end);
                case open_bracket:
                    return list();
                case open_brace:
                    return map();
                case dot:
                    if (ahead(1) != ident) no_alternative(1);
                    return named(1);
                case ident:
                    return named(0);
                default:
                    if (!ahead_in(literals)) no_alternative(0);
                    at(183, literals);
                    literal(rule_end);
            }
        });
    }
    // A name, a call or an object, of which the first name is the token after `dots` dots.
    void named(std::size_t dots) {
        std::size_t last = dots;
        while (ahead(last + 1) == dot && ahead(last + 2) == ident) last += 2;
        const bool is_call = ahead(dots + 1) == open_paren;
        const bool is_object = ahead(last + 1) == open_brace;
        if (is_object) return object(dots);
        if (dots != 0) match(is_call ? 135 : 131, dot, one(ident));
        match(is_call ? 138 : 134, ident, is_call ? one(open_paren) : rule_end);
        if (!is_call) return;
        match(139, open_paren, expressions | one(close_paren));
        arguments(141);
        match(143, close_paren, rule_end);
    }
    void object(std::size_t dots) {
        if (dots != 0) match(164, dot, one(ident));
        match(167, ident, set(dot, open_brace));
        while (ahead() == dot) {
            match(168, dot, one(ident));
            match(169, ident, set(dot, open_brace));
        }
        match(175, open_brace, set(question, comma, close_brace, ident, quoted_ident));
        at(177, set(question, comma, close_brace, ident, quoted_ident));
        synchronize();
        if (ahead_in(set(question, ident, quoted_ident))) {
            at(176, set(question, ident, quoted_ident));
            entries(true, set(comma, close_brace));
        }
        at(180, set(comma, close_brace));
        synchronize();
        if (ahead() == comma) match(179, comma, one(close_brace));
        match(182, close_brace, rule_end);
    }
    void list() {
        match(148, open_bracket, set(question, comma, close_bracket) | expressions);
        at(150, set(question, comma, close_bracket) | expressions);
        synchronize();
        if (ahead_in(one(question) | expressions)) {
            at(149, one(question) | expressions);
            elements(set(comma, close_bracket));
        }
        at(153, set(comma, close_bracket));
        synchronize();
        if (ahead() == comma) match(152, comma, one(close_bracket));
        match(155, close_bracket, rule_end);
    }
    void map() {
        match(156, open_brace, set(question, comma, close_brace) | expressions);
        at(158, set(question, comma, close_brace) | expressions);
        synchronize();
        if (ahead_in(one(question) | expressions)) {
            at(157, one(question) | expressions);
            entries(false, set(comma, close_brace));
        }
        at(161, set(comma, close_brace));
        synchronize();
        if (ahead() == comma) match(160, comma, one(close_brace));
        match(163, close_brace, rule_end);
    }

    void expression_list(token_set follow) {
        call(follow, [this] {
            at(186, expressions);
            expr(one(comma) | rule_end);
            at(191, one(comma) | rule_end);
            while (ahead() == comma) {
                match(187, comma, expressions);
                at(188, expressions);
                expr(one(comma) | rule_end);
                at(193, one(comma) | rule_end);
            }
        });
    }
    void elements(token_set follow) {
        call(follow, [this] {
            at(194, one(question) | expressions);
            optional_expression(one(comma) | rule_end);
            at(199, one(comma) | rule_end);
            while (ahead() == comma && ahead_in(one(question) | expressions, 1)) {
                match(195, comma, one(question) | expressions);
                at(196, one(question) | expressions);
                optional_expression(one(comma) | rule_end);
                at(201, one(comma) | rule_end);
            }
        });
    }
    // Reads the entries of an object, whose keys are fields, or of a map.
    void entries(bool fields, token_set follow) {
        call(follow, [this, fields] {
            const token_set keys = one(question) | (fields ? set(ident, quoted_ident) : expressions);
            const int first = fields ? 202 : 220;
            entry(fields, first, keys);
            at(first + 10, one(comma) | rule_end);
            while (ahead() == comma && ahead_in(keys, 1)) {
                match(first + 3, comma, keys);
                entry(fields, first + 4, keys);
                at(first + 12, one(comma) | rule_end);
            }
        });
    }
    void entry(bool fields, int state, token_set keys) {
        at(state, keys);
        fields ? optional_field(one(colon)) : optional_expression(one(colon));
        match(state + 1, colon, expressions);
        at(state + 2, expressions);
        expr(one(comma) | rule_end);
    }

    void optional_field(token_set follow) {
        call(follow, [this] {
            at(216, set(question, ident, quoted_ident));
            synchronize();
            if (ahead() == question) match(215, question, set(ident, quoted_ident));
            at(218, set(ident, quoted_ident));
            escaped_ident(rule_end);
        });
    }
    void optional_expression(token_set follow) {
        call(follow, [this] {
            at(238, one(question) | expressions);
            synchronize();
            if (ahead() == question) match(237, question, expressions);
            at(240, expressions);
            expr(rule_end);
        });
    }
    void escaped_ident(token_set follow) {
        call(follow, [this] {
            at(235, set(ident, quoted_ident));
            synchronize();
            if (ahead() == ident) return match(233, ident, rule_end);
            if (ahead() == quoted_ident) return match(234, quoted_ident, rule_end);
            no_alternative(0);
        });
    }
    void literal(token_set follow) {
        call(follow, [this] {
            at(256, literals);
            synchronize();
            if (!ahead_in(literals)) no_alternative(0);
            if (ahead() == minus) {
                if (!ahead_in(set(integer, real), 1)) no_alternative(1);
                take();
            }
            take();
        });
    }

    int depth_ = 0;  // of expressions within each other
    int deepest_;
};

}}  // namespace grammar

void report_syntax_errors(const source_text& source, const std::vector<token>& tokens, int deepest,
                          issues& to) {
    grammar::recovering_parser(source, tokens, deepest, to).run();
}

}}}  // namespace setpoint::v0::cel
