#pragma once

#include "cel/lexer.hpp"
#include "cel/syntax_sets.hpp"
#include "setpoint/cel/issue.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {

// How ANTLR's parsers recover from errors: antlr4-go/antlr/v4/error_strategy.go, with the limits of cel-go.
class error_strategy {
protected:
    using token_type = grammar::symbol;

    // The input from `start` to `stop` fits no alternative or, if `stop` is negative, `start` is not
    // expected.
    struct recognition_error {
        std::size_t start;
        std::int64_t stop = -1;
    };
    // A limit is exceeded, which is reported.
    struct out_of_patience {};

    // All must outlive this object.
    error_strategy(const source_text& source, const std::vector<token>& all, issues& found)
        : source_(source), tokens_(all), found_(found) {}

    [[nodiscard]] token_type ahead(std::size_t by = 0) const { return type_of_token(token_at(at_ + by)); }
    [[nodiscard]] bool ahead_in(token_set s, std::size_t by = 0) const { return grammar::has(s, ahead(by)); }
    // The parser is in that state, where the rule allows these tokens.
    void at(int state, token_set local) {
        state_ = state;
        local_ = local;
    }
    // Takes a token of that type, or recovers. `after`: what the rule allows behind it.
    void match(int state, token_type wanted, token_set after);
    // Takes the next token, which fits.
    void take();
    // Before an alternative or an optional part.
    void synchronize();
    // Behind one turn of a loop.
    void synchronize_loop();
    // No alternative fits the tokens from here to the one that is `by` further.
    [[noreturn]] void no_alternative(std::size_t by) const;

    // Calls a rule, behind which `follow` may stand.
    template <class Rule>
    void call(token_set follow, Rule rule) {
        follows_.push_back(follow);
        guarded(rule);
        follows_.pop_back();
    }
    template <class Rule>
    void guarded(Rule rule) {
        try {
            rule();
        } catch (const recognition_error& e) {
            report(e);
            recover();
        }
    }

    // Reports that expressions are nested too deeply, and ends.
    [[noreturn]] void give_up_on_depth(int most);

private:
    [[nodiscard]] const token& token_at(std::size_t i) const {
        return tokens_[std::min(i, tokens_.size() - 1)];
    }
    // Adds what may follow the calls of the rules, if the rule may end.
    [[nodiscard]] token_set in_context(token_set local) const;
    [[nodiscard]] token_set recovery_set() const;
    void consume() {
        if (at_ + 1 < tokens_.size()) ++at_;
    }
    void matched();
    [[noreturn]] void mismatch() const { throw recognition_error{at_}; }
    void recover_inline(token_set after);
    bool delete_token();
    void report_unwanted();
    void report(const recognition_error& e);
    [[nodiscard]] std::string text_between(std::size_t first, std::size_t last) const;
    void recover();
    void consume_until(token_set wanted, int& skipped);
    void skip(int& skipped);
    void count_recovery();
    void notify(const token& where, const std::string& message);
    void add_error(position where, const std::string& message);

    const source_text& source_;
    const std::vector<token>& tokens_;
    issues& found_;
    std::vector<token_set> follows_;  // of the rules that were called
    std::size_t at_ = 0;
    int state_ = 0;
    token_set local_ = 0;
    bool recovering_ = false;
    int reports_ = 0, recoveries_ = 0;
    std::int64_t error_at_ = -1;  // the token of the last recovery
    std::set<int> error_states_;  // of recoveries at that token
};

}}}  // namespace setpoint::v0::cel
