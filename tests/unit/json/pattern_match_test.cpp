#include "setpoint/json/detail/pattern_match.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace schema::detail {

BOOST_AUTO_TEST_SUITE(pattern_match_test)

// The expected values are those of Go's regexp, which the API server uses for patterns.
BOOST_AUTO_TEST_CASE(text_matches_as_go_matches_it) {
    struct row {
        std::string_view pattern, text;
        bool matches;
    };
    static constexpr row rows[] = {
        {"^[a-z]+$", "abc", true},
        {"^[a-z]+$", "Abc", false},
        {"[a-z]+", "Abc", true},
        {"^(a|bc)*$", "abcbca", true},
        {"^(a|bc)*$", "abb", false},
        {"^a{2,3}$", "a", false},
        {"^a{2,3}$", "aaa", true},
        {"^a{2,3}$", "aaaa", false},
        {"^a{2,}$", "aaaaa", true},
        {"^a{,3}$", "a{,3}", true},
        {R"(^\d+\.\d+$)", "1.25", true},
        {R"(^\d+\.\d+$)", "1x25", false},
        {"^[^a-c]$", "b", false},
        {"^[^a-c]$", "d", true},
        {"^[]a]+$", "]a]", true},
        {R"(^[a\-z]+$)", "a-z", true},
        {"^[a-]+$", "a-", true},
        {"^$", "", true},
        {"^$", "x", false},
        {"^(?:ab)?c$", "abc", true},
        {"^(?P<n>ab)+c$", "ababc", true},
        {"^(?<n>ab)+c$", "abc", true},
        {"a|b|", "zzz", true},
        {"^.$", "ä", true},
        {"^..$", "ä", false},
        {"^ä+$", "ää", true},
        {"^[[:alpha:]]+$", "ab", true},
        {R"(^\w+@\w+$)", "me@home", true},
        {"x*", "", true},
        {"^(a*)*$", "aaa", true},
        {"^(|a)+$", "aaa", true},
        {"^(a|ab)(c|bcd)$", "abcd", true},
        {"^a+?b$", "aab", true},
        {R"(^\x41$)", "A", true},
        {R"(^[\d.]+$)", "1.2", true},
        {R"(^[0-9]+((\.[0-9]+)?)(Ki|Mi|Gi)$)", "1.5Gi", true},
        {R"(^[0-9]+((\.[0-9]+)?)(Ki|Mi|Gi)$)", "1.5G", false},
        {R"(^([0-9]+(\.[0-9]+)?(ns|us|ms|s|m|h))+$)", "1h30m", true},
        {R"(^([0-9]+(\.[0-9]+)?(ns|us|ms|s|m|h))+$)", "1h30", false},
        {"(?i)^ABC$", "abc", true},
        {R"(^a\z)", "a", true},
        {"a]", "a]", true},
        {"a{1000}", "a", false},
        {R"(\pL)", "a", true},
        {R"(\-\/)", "-/", true},
        {"^-?[0-9]+$", "-5", true},
        {"()", "", true},
        {"^*", "a", true},
        {"(^)*a", "a", true},
        {"$+", "a", true},
        {R"(\b+a)", "a", true},
        {"a{2}?", "aa", true},
        {"{", "{", true},
        {"}", "}", true},
        {"a{", "a{", true},
        {"a{2", "a{2", true},
        {"a{2,b}", "a{2,b}", true},
        {R"([\d-z])", "1", true},
        {"[--a]", ".", true},
        {"[a-b-c]", "-", true},
    };
    for (const row& r : rows) {
        BOOST_TEST_CONTEXT(r.pattern << " on " << r.text) {
            BOOST_TEST((pattern_problem(r.pattern) == pattern_fault::none));
            BOOST_TEST(pattern_matches(r.pattern, r.text) == r.matches);
        }
    }
}

BOOST_AUTO_TEST_CASE(pattern_that_go_rejects_has_a_fault) {
    using enum pattern_fault;
    struct row {
        std::string_view pattern;
        pattern_fault fault;
    };
    static constexpr row rows[] = {
        {R"(^(a)\1$)", back_reference},
        {"(?=a)", lookaround},
        {"(?!a)", lookaround},
        {"(?<=a)b", lookaround},
        {"*a", nothing_to_repeat},
        {"a**", nothing_to_repeat},
        {"+", nothing_to_repeat},
        {"a|*", nothing_to_repeat},
        {"(a", unbalanced},
        {"a)", unbalanced},
        {"[a", unbalanced},
        {"[]", unbalanced},
        {"[z-a]", bad_class},
        {"a{3,2}", bad_repeat},
        {"a{1001}", bad_repeat},
        {R"(\y)", bad_escape},
        {R"(\)", bad_escape},
        {R"(a\)", bad_escape},
        {"(?P<n", unbalanced},
        {R"(\p{Greek)", unbalanced},
        {"[[:alpha:]", unbalanced},
        {"x{2}{3}", nothing_to_repeat},
        {"(?:", unbalanced},
        {R"(\8)", back_reference},
        {"{2}", nothing_to_repeat},
    };
    for (const row& r : rows) BOOST_TEST_CONTEXT(r.pattern) {
            BOOST_TEST((pattern_problem(r.pattern) == r.fault));
        }
}

// Unsupported syntax is left to the server.
BOOST_AUTO_TEST_CASE(text_counts_as_matching_if_the_pattern_is_not_supported) {
    for (const std::string_view p : {R"(\p{Greek})", R"((?s).)", R"([[:digit:]])", R"(\bx)", R"(\x41)"})
        BOOST_TEST_CONTEXT(p) {
            BOOST_TEST(pattern_matches(p, "a"));
        }
    BOOST_TEST(pattern_matches("^a$", std::string(256, 'b')));
}

BOOST_AUTO_TEST_SUITE_END()

}}}  // namespace setpoint::v0::schema::detail
