#pragma once
// Whether a text matches a pattern, at compile time and for crd_of(): checks defaults against their
// own pattern. All other values are matched by the API server.
//
// For the pattern ^a(b|c)*$ and the text "abc", with the places after each part:
//     start   {0 1 2 3}     unanchored
//     ^       {0}
//     a       {1}
//     (b|c)*  {1 2 3}       rounds: {1}, {2}, {3}, none
//     $       {3}           not empty: it matches

#include "setpoint/json/detail/pattern_syntax.hpp"

#include <array>

namespace setpoint { inline namespace v0 { namespace schema::detail {

// Each part of the pattern maps the positions that a match may have reached to the positions after
// it, so nothing is tried twice.
// A set of positions instead of backtracking, so that the time never grows exponentially, and a constant
// expression stays within the compiler's step limit even for patterns such as (a*)*. Unanchored, as in the
// API server. Greedy and lazy repetition match the same texts, so both are treated alike; groups capture
// nothing.
//
// Preconditions: pattern_problem(pattern) is none, and both texts outlive the object. Not reusable.
class pattern_matcher : pattern_reader {
public:
    // Longer texts, and patterns with unsupported syntax, are not judged.
    // Not judged means that matches() returns true: a default is refused only if it certainly does not
    // match.
    static constexpr std::size_t longest = 255;
    constexpr pattern_matcher(std::string_view pattern, std::string_view text)
        : pattern_reader(pattern), text_(text) {}

    // Starts at every character at once, which is what unanchored means, and accepts any end that was
    // reached.
    constexpr bool matches() {
        if (text_.size() > longest) return true;
        places at;
        for (std::size_t i = 0; i <= text_.size(); ++i) at.reached[i] = starts_character(i);
        apply_alternatives(at);
        return unknown_ || at.any(text_.size());
    }

private:
    // One flag for each position between bytes, 0 to longest. On the stack, in each level of nesting.
    struct places {
        std::array<bool, longest + 1> reached = {};
        // `last` is the size of the text; positions behind it are never set.
        constexpr bool any(std::size_t last) const {
            for (std::size_t i = 0; i <= last; ++i)
                if (reached[i]) return true;
            return false;
        }
        // Returns whether one of them is new.
        constexpr bool add(const places& o, std::size_t last) {
            bool grew = false;
            for (std::size_t i = 0; i <= last; ++i) {
                grew = grew || (o.reached[i] && !reached[i]);
                reached[i] = reached[i] || o.reached[i];
            }
            return grew;
        }
    };

    // Continuation bytes of UTF-8 have the form 10xxxxxx.
    constexpr bool starts_character(std::size_t i) const {
        return i >= text_.size() || (static_cast<unsigned char>(text_[i]) & 0xc0) != 0x80;
    }
    // Reads up to the closing bracket, which stays, or the end. Every alternative starts from the same
    // places, and the results are united.
    constexpr void apply_alternatives(places& at) {
        // `at` is both the input of this alternative and its result; `ends` collects the results of those
        // before.
        const places begin = at;
        places ends;
        while (more() && !is(')')) {
            if (is('|')) {
                ++at_;
                ends.add(at, text_.size());
                at = begin;
                continue;
            }
            // A part is skipped first, to see whether a repetition follows, and then applied from its
            // start.
            const std::size_t part = at_;
            skip_one();
            if (is_repeat()) {
                const repeat r = read_repeat();
                apply_repeated(part, r, at);
            } else {
                apply_part(part, at);
            }
        }
        at.add(ends, text_.size());
    }
    // Ends when a round adds no place, so an unlimited repetition of something that may be empty
    // terminates; a counted one has at most 1000 rounds, RE2's limit.
    constexpr void apply_repeated(std::size_t part, repeat r, places& at) {
        const std::size_t behind = at_;
        places ends;
        // No repetition at all is a match that consumes nothing.
        if (r.least == 0) ends = at;
        for (int n = 1; r.most < 0 || n <= r.most; ++n) {
            apply_part(part, at);
            if (!at.any(text_.size())) break;
            if (n >= r.least && !ends.add(at, text_.size())) break;
        }
        at = ends;
        at_ = behind;
    }
    // Leaves at_ after the part.
    constexpr void apply_part(std::size_t part, places& at) {
        at_ = part;
        const char c = p_[at_];
        if (c == '(') return apply_group(at);
        // Without the flag m: the start and the end of the text, as the API server compiles patterns.
        if (c == '^' || c == '$') {
            ++at_;
            for (std::size_t i = 0; i <= text_.size(); ++i)
                at.reached[i] = at.reached[i] && i == (c == '^' ? 0 : text_.size());
            return;
        }
        // Positions that depend on neighbors, and quoting: not worth an implementation for defaults.
        if (c == '\\' && at_ + 1 < p_.size() && std::string_view("bBAzQE").find(p_[at_ + 1]) != p_.npos) {
            unknown_ = true;
            at_ += 2;
            return;
        }
        skip_one();
        const std::size_t behind = at_;
        // A character of several bytes in the pattern is compared as a whole.
        const std::string_view letters =  // of a character of more than one byte
            static_cast<unsigned char>(c) < 0x80 ? std::string_view() : p_.substr(part, behind - part);
        places next;
        // The part is read again for every place: it is short, and this needs no compiled form.
        for (std::size_t i = 0; i < text_.size(); ++i) {
            if (!at.reached[i]) continue;
            at_ = part;
            const bool matches =
                letters.empty() ? one_matches(text_[i]) : text_.substr(i).starts_with(letters);
            if (matches) next.reached[next_character(i)] = true;
        }
        at_ = behind;
        at = next;
    }
    // Precondition: i < text_.size().
    constexpr std::size_t next_character(std::size_t i) const {
        do ++i;
        while (!starts_character(i));
        return i;
    }
    // (?:...), (?<name>...) and (?P<name>...) group as (...) does; flags change what follows, so they are
    // not judged.
    constexpr void apply_group(places& at) {
        ++at_;
        if (is('?')) {
            while (more() && !is(':') && !is(')') && !is('>')) ++at_;
            if (is(')')) unknown_ = true;  // flags for the rest
            if (is(':') && p_[at_ - 1] != '?') unknown_ = true;
            if (is(')')) {
                ++at_;
                return;
            }
            ++at_;
        }
        apply_alternatives(at);
        ++at_;
    }
    // Reads one part of the pattern at at_ and moves behind it. Precondition: the part is one character
    // wide.
    constexpr bool one_matches(char c) {
        const char p = p_[at_++];
        if (p == '.') return c != '\n';
        if (p == '[') return class_has(c);
        if (p == '\\') return escape_has(c);
        return p == c;
    }
    // As bytes without sign, so that ranges beyond ASCII have an order.
    static constexpr bool in(char c, char from, char to) {
        return static_cast<unsigned char>(c) >= static_cast<unsigned char>(from) &&
               static_cast<unsigned char>(c) <= static_cast<unsigned char>(to);
    }
    // The classes are ASCII, as in RE2. Other letters (\pL, \x41) are not judged.
    constexpr bool escape_has(char c) {
        const char kind = p_[at_++];
        // \w is [0-9A-Za-z_], and \s has no vertical tab.
        const bool digit = in(c, '0', '9'), word = digit || in(c, 'a', 'z') || in(c, 'A', 'Z') || c == '_';
        const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
        switch (kind) {
            case 'd':
                return digit;
            case 'D':
                return !digit;
            case 'w':
                return word;
            case 'W':
                return !word;
            case 's':
                return space;
            case 'S':
                return !space;
            case 'n':
                return c == '\n';
            case 't':
                return c == '\t';
            case 'r':
                return c == '\r';
            default:
                break;
        }
        // Any other escaped letter has a meaning that is not implemented; an escaped sign is itself.
        const bool letter = in(kind, 'a', 'z') || in(kind, 'A', 'Z') || in(kind, '0', '9');
        unknown_ = unknown_ || letter;
        return kind == c;
    }
    // A ] directly after the opening is literal. Ranges with escapes and characters of several bytes are
    // not judged. at_ is moved to the closing bracket.
    constexpr bool class_has(char c) {
        const bool negated = is('^');
        if (negated) ++at_;
        bool found = false;
        for (bool first = true; more() && (first || !is(']')); first = false) {
            if (p_.substr(at_).starts_with("[:")) {
                unknown_ = true;
                at_ = p_.find(":]", at_) + 2;
                continue;
            }
            const char from = p_[at_++];
            if (from == '\\') {
                const bool plain = !in(p_[at_], 'a', 'z') && !in(p_[at_], 'A', 'Z');
                if (plain && at_ + 1 < p_.size() && p_[at_ + 1] == '-') unknown_ = true;
                found = escape_has(c) || found;
                continue;
            }
            if (static_cast<unsigned char>(from) >= 0x80) unknown_ = true;
            if (is('-') && at_ + 1 < p_.size() && p_[at_ + 1] != ']') {
                ++at_;
                if (is('\\')) unknown_ = true;
                found = in(c, from, p_[at_++]) || found;
            } else {
                found = from == c || found;
            }
        }
        return found != negated;
    }

    std::string_view text_;
    // Once set, the answer is "matches": see `longest`.
    bool unknown_ = false;
};

// Precondition: pattern_problem() returns none.
constexpr bool pattern_matches(std::string_view pattern, std::string_view text) {
    return pattern_matcher(pattern, text).matches();
}

}}}  // namespace setpoint::v0::schema::detail
