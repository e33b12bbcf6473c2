#include "cel/error_strategy.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

using grammar::rule_end;

constexpr int most_reports = 100, most_recoveries = 30, most_skipped = 256;

std::string quoted_input(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\t')
            out += "\\t";
        else if (c == '\n')
            out += "\\n";
        else if (c == '\r')
            out += "\\r";
        else
            out += c;
    }
    return out + "'";
}

std::string shown_token(const token& what) {
    return what.kind == token_kind::end ? "'<EOF>'" : quoted_input(what.text);
}

}  // namespace

void error_strategy::match(int state, token_type wanted, token_set after) {
    at(state, grammar::one(wanted));
    if (ahead() != wanted) return recover_inline(after);
    take();
}

void error_strategy::take() {
    matched();
    consume();
}

void error_strategy::synchronize() {
    if (recovering_ || (local_ & rule_end) != 0 || ahead_in(local_)) return;
    if (!delete_token()) mismatch();
}

void error_strategy::synchronize_loop() {
    if (recovering_ || (local_ & rule_end) != 0 || ahead_in(local_)) return;
    report_unwanted();
    int skipped = 0;
    consume_until(in_context(local_) | recovery_set(), skipped);
}

void error_strategy::no_alternative(std::size_t by) const {
    throw recognition_error{at_, static_cast<std::int64_t>(std::min(at_ + by, tokens_.size() - 1))};
}

token_set error_strategy::in_context(token_set local) const {
    token_set all = local & ~rule_end;
    for (auto follow = follows_.rbegin(); (local & rule_end) != 0 && follow != follows_.rend(); ++follow) {
        local = *follow;
        all |= local & ~rule_end;
    }
    return (local & rule_end) != 0 ? all | grammar::one(grammar::eof) : all;
}

token_set error_strategy::recovery_set() const {
    token_set all = 0;
    for (const token_set follow : follows_) all |= follow;
    return all & ~rule_end;
}

void error_strategy::matched() {
    recovering_ = false;
    error_states_.clear();
    error_at_ = -1;
}

void error_strategy::recover_inline(token_set after) {
    count_recovery();
    if (delete_token()) return consume();
    if (!ahead_in(in_context(after))) mismatch();
    if (recovering_) return;
    recovering_ = true;
    notify(token_at(at_),
           fmt::format("missing {} at {}", text_of_set(in_context(local_)), shown_token(token_at(at_))));
}

bool error_strategy::delete_token() {
    if (!ahead_in(in_context(local_), 1)) return false;
    report_unwanted();
    consume();
    matched();
    return true;
}

void error_strategy::report_unwanted() {
    if (recovering_) return;
    recovering_ = true;
    notify(token_at(at_), fmt::format("extraneous input {} expecting {}", shown_token(token_at(at_)),
                                      text_of_set(in_context(local_))));
}

void error_strategy::report(const recognition_error& e) {
    if (recovering_) return;
    recovering_ = true;
    const token& start = token_at(e.start);
    if (e.stop < 0)
        return notify(start, fmt::format("mismatched input {} expecting {}", shown_token(start),
                                         text_of_set(in_context(local_))));
    const token& stop = token_at(static_cast<std::size_t>(e.stop));
    const std::string text = text_between(e.start, static_cast<std::size_t>(e.stop));
    // cel-go replaces this message if a keyword is behind one character.
    if (stop.kind == token_kind::keyword && text.size() == stop.text.size() + 1)
        return notify(stop, fmt::format("mismatched input '{}' expecting IDENTIFIER", stop.text));
    const bool at_end = start.kind == token_kind::end;
    notify(stop, "no viable alternative at input " + (at_end ? "'<EOF>'" : quoted_input(text)));
}

// Includes the spaces and comments between the tokens, but without characters that are not tokens.
std::string error_strategy::text_between(std::size_t first, std::size_t last) const {
    std::string out(token_at(first).text);
    for (std::size_t i = first + 1; i <= last; ++i) {
        const std::string_view gap = source_.slice(token_at(i - 1).stop, token_at(i).start);
        const bool has_comment = gap.find("//") != std::string_view::npos;
        for (const char c : gap)
            if (has_comment || std::string_view(" \t\r\n\f").find(c) != std::string_view::npos) out += c;
        out += token_at(i).text;
    }
    return out;
}

void error_strategy::recover() {
    count_recovery();
    int skipped = 0;
    // A second error at the same token in the same state: skip it, or the parser would never end.
    if (error_at_ == static_cast<std::int64_t>(at_) && error_states_.contains(state_)) skip(skipped);
    error_at_ = static_cast<std::int64_t>(at_);
    error_states_.insert(state_);
    consume_until(recovery_set(), skipped);
}

void error_strategy::consume_until(token_set wanted, int& skipped) {
    while (ahead() != grammar::eof && !ahead_in(wanted)) skip(skipped);
}

void error_strategy::skip(int& skipped) {
    if (++skipped > most_skipped) {
        found_.add({}, fmt::format("error recovery token lookahead limit exceeded: {}", most_skipped));
        throw out_of_patience();
    }
    consume();
}

void error_strategy::count_recovery() {
    if (recoveries_++ < most_recoveries) return;
    add_error({1, 0}, fmt::format("error recovery attempt limit exceeded: {}", most_recoveries));
    throw out_of_patience();
}

void error_strategy::give_up_on_depth(int most) {
    found_.add({}, fmt::format("expression recursion limit exceeded: {}", most));
    throw out_of_patience();
}

void error_strategy::notify(const token& where, const std::string& message) {
    add_error(source_.size() == 0 ? position{1, -1} : source_.position_at(where.start), message);
}

void error_strategy::add_error(position where, const std::string& message) {
    if (reports_++ < most_reports) return found_.add(where, "Syntax error: " + message);
    found_.add(where, fmt::format("Syntax error: More than {} syntax errors", most_reports));
    throw out_of_patience();
}

}}}  // namespace setpoint::v0::cel
