#pragma once
// Whether the API server accepts a pattern (RE2's syntax), at compile time. Finds common mistakes,
// not everything that RE2 rejects: names of Unicode classes and flags are not checked.
//
// Why at compile time: a definition with an invalid pattern is refused as a whole, at installation, in a
// cluster. Constructs that are not known here count as valid. The exception is quoting: special characters
// between \Q and \E are read as such, so a pattern like \Q(\E is refused, although RE2 accepts it.

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace schema::detail {

// One for each sentence in report_problem(). The names are those of the mistakes that people make when
// they bring a pattern from another engine.
enum class pattern_fault : std::uint8_t {
    none,
    // (?=a) (?!a) (?<=a) (?<!a)
    lookaround,
    // (a)\1
    back_reference,
    // *a, a|+b, a**
    nothing_to_repeat,
    // (a, a), [a, \x{41
    unbalanced,
    // \y, or a backslash at the end
    bad_escape,
    // a{5,3}, a{1001}
    bad_repeat,
    // [z-a]
    bad_class
};

// Reads a pattern part by part.
// A recursive descent without a tree: each skip function reads one construct from at_ and leaves at_
// behind it. After a failure more() is false, so all loops end. Base of pattern_matcher, which reads the
// same grammar and so cannot disagree about where a part ends.
class pattern_reader {
public:
    constexpr explicit pattern_reader(std::string_view p) : p_(p) {}

    // Reads all of it, without a text.
    // The first fault; none if RE2 probably accepts the pattern. Call it once. What remains after the
    // alternatives is a closing bracket without an opening one.
    constexpr pattern_fault problem() {
        skip_alternatives();
        if (fault_ == pattern_fault::none && at_ < p_.size()) fault_ = pattern_fault::unbalanced;
        return fault_;
    }

protected:
    // Inclusive bounds.
    struct repeat {
        int least = 1, most = 1;  // most: -1 if unlimited
    };

    // Whether there is something to read and no fault so far.
    constexpr bool more() const { return fault_ == pattern_fault::none && at_ < p_.size(); }
    constexpr bool is(char c) const { return at_ < p_.size() && p_[at_] == c; }
    // Keeps the first fault.
    constexpr void fail(pattern_fault f) {
        if (fault_ == pattern_fault::none) fault_ = f;
    }

    // A repetition needs a part before it, and a repetition cannot be repeated: RE2 refuses a** as well.
    constexpr void skip_alternatives() {
        bool repeatable = false;
        while (more() && !is(')')) {
            if (is('|')) {
                ++at_;
                repeatable = false;
            } else if (is_repeat()) {
                if (!repeatable) return fail(pattern_fault::nothing_to_repeat);
                read_repeat();
                repeatable = false;
            } else {
                // Anchors and groups may be repeated, as in RE2.
                repeatable = true;
                skip_one();
            }
        }
    }
    // One character of any length in UTF-8, a group, a class, or an escape. Precondition: at_ < p_.size().
    constexpr void skip_one() {
        const char c = p_[at_++];
        if (c == '(') return skip_group();
        if (c == '[') return skip_class();
        if (c == '\\') return skip_escape();
        // The rest of a character in UTF-8.
        if (static_cast<unsigned char>(c) < 0x80) return;
        while (at_ < p_.size() && (static_cast<unsigned char>(p_[at_]) & 0xc0) == 0x80) ++at_;
    }
    // Precondition: the opening bracket was read. Lookaround is (?=, (?!, (?<= and (?<!; named groups
    // begin with (?< or (?P<, flags with letters.
    constexpr void skip_group() {
        if (is('?')) {
            ++at_;
            // What follows (? decides; the end of the pattern reads as a zero byte.
            const char kind = at_ < p_.size() ? p_[at_] : '\0',
                       then = at_ + 1 < p_.size() ? p_[at_ + 1] : '\0';
            if (kind == '=' || kind == '!' || (kind == '<' && (then == '=' || then == '!')))
                return fail(pattern_fault::lookaround);
            while (more() && !is(':') && !is(')') && !is('>')) ++at_;
            if (is(')')) {
                ++at_;
                return;
            }
            if (more()) ++at_;
        }
        skip_alternatives();
        if (!is(')')) return fail(pattern_fault::unbalanced);
        ++at_;
    }
    // Precondition: the backslash was read. Digits above 0 would be back references, which a linear-time
    // engine cannot have. \p, \P and \x may be followed by braces.
    constexpr void skip_escape() {
        if (at_ >= p_.size()) return fail(pattern_fault::bad_escape);
        const char c = p_[at_++];
        if (c >= '1' && c <= '9') return fail(pattern_fault::back_reference);
        if (c == 'p' || c == 'P' || c == 'x') return skip_braces();
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (letter && std::string_view("dDsSwWbBAzaftnrvQEC").find(c) == std::string_view::npos)
            fail(pattern_fault::bad_escape);
    }
    // {...} or a single character: \pL, \p{Greek}, \x41, \x{10FFFF}. The names are not checked.
    constexpr void skip_braces() {
        if (!is('{')) {
            at_ = at_ < p_.size() ? at_ + 1 : at_;
            return;
        }
        while (more() && !is('}')) ++at_;
        if (!more()) return fail(pattern_fault::unbalanced);
        ++at_;
    }
    // Precondition: the opening bracket was read. A first ] is literal; [: ... :] is a class inside, whose
    // name is not checked.
    constexpr void skip_class() {
        if (is('^')) ++at_;
        for (bool first = true; first || !is(']'); first = false) {
            if (!more()) return fail(pattern_fault::unbalanced);
            if (p_.substr(at_).starts_with("[:")) {
                at_ = p_.find(":]", at_);
                if (at_ == p_.npos) return at_ = p_.size(), fail(pattern_fault::unbalanced);
                at_ += 2;
                continue;
            }
            // Bounds of ranges are compared as bytes, which is the order of code points in UTF-8 for
            // single bytes; escapes as bounds are not compared.
            const char from = p_[at_++];
            if (from == '\\') skip_escape();
            if (!is('-') || at_ + 1 >= p_.size() || p_[at_ + 1] == ']') continue;
            ++at_;
            const char to = p_[at_++];
            if (to == '\\') {
                skip_escape();
            } else if (from != '\\' && static_cast<unsigned char>(to) < static_cast<unsigned char>(from)) {
                return fail(pattern_fault::bad_class);
            }
        }
        ++at_;
    }
    // {2}, {2,} and {2,5}; other braces are literal.
    // Without moving at_: "{" may also be a literal, as in RE2.
    constexpr bool is_count() const {
        if (!is('{')) return false;
        std::size_t i = at_ + 1;
        const auto digits = [&] {
            const std::size_t begin = i;
            while (i < p_.size() && p_[i] >= '0' && p_[i] <= '9') ++i;
            return i > begin;
        };
        if (!digits()) return false;
        if (i < p_.size() && p_[i] == ',') {
            ++i;
            digits();
        }
        return i < p_.size() && p_[i] == '}';
    }
    constexpr bool is_repeat() const { return is('*') || is('+') || is('?') || is_count(); }
    // Saturates at RE2's limit for repetitions, so that it never overflows.
    constexpr int read_number() {
        constexpr int most = 1000;
        int n = 0;
        for (; at_ < p_.size() && p_[at_] >= '0' && p_[at_] <= '9'; ++at_) {
            n = n * 10 + (p_[at_] - '0');
            if (n > most) fail(pattern_fault::bad_repeat), n = most;
        }
        return n;
    }
    // Precondition: is_repeat().
    constexpr repeat read_repeat() {
        repeat r;
        const char c = p_[at_++];
        if (c == '{') {
            r.least = r.most = read_number();
            if (is(',')) {
                ++at_;
                // An open upper bound.
                r.most = is('}') ? -1 : read_number();
            }
            if (r.most >= 0 && r.most < r.least) fail(pattern_fault::bad_repeat);
            ++at_;
        } else {
            r = {c == '+' ? 1 : 0, c == '?' ? 1 : -1};
        }
        if (is('?')) ++at_;  // lazy
        return r;
    }

    std::string_view p_;
    std::size_t at_ = 0;
    pattern_fault fault_ = pattern_fault::none;
};

// Linear in the size of the pattern; usable at run time too, as default_check.cpp does.
constexpr pattern_fault pattern_problem(std::string_view pattern) {
    return pattern_reader(pattern).problem();
}

}}}  // namespace setpoint::v0::schema::detail
