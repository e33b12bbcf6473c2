// The end of a value found block by block must be the end found byte by byte.
#include "framework/json/value_skip.hpp"

#include "setpoint/core/random.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace setpoint;

namespace {

// The length of the object or list at the beginning of s; s.size() if it does not end.
std::size_t length_of_value(std::string_view s) {
    std::size_t depth = 0;
    bool in_string = false, escaped = false;
    for (std::size_t i = 0; i < s.size(); ++i) {
        const char c = s[i];
        if (in_string) {
            if (escaped)
                escaped = false;
            else if (c == '\\')
                escaped = true;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            ++depth;
        } else if ((c == '}' || c == ']') && --depth == 0) {
            return i + 1;
        }
    }
    return s.size();
}

std::string random_text(random_source& random, std::string_view alphabet) {
    std::string s(1, random.below(2) == 0 ? '{' : '[');
    for (std::uint64_t n = random.below(400); n > 0; --n) {
        // Runs, so that some values are long.
        const char c = alphabet[random.below(alphabet.size())];
        s.append(random.below(8) == 0 ? random.below(70) : 1, c);
    }
    return s;
}

std::size_t taken(std::string_view s, random_source* cuts) {
    json::value_skip skip;
    skip.start(0);
    std::size_t n = 0;
    while (skip.active() && n < s.size()) {
        const std::size_t piece = cuts ? 1 + cuts->below(150) : s.size();
        n += skip.take(s.substr(n, piece));
    }
    return n;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(value_skip_test)

BOOST_AUTO_TEST_CASE(a_value_ends_where_its_brackets_do_whatever_the_pieces) {
    random_source random(21);
    // Mostly opening, balanced, mostly closing; with many quotes and backslashes, also where JSON
    // has none.
    for (const std::string_view alphabet : {"{[{[]}abc:,\"\"\\\\", "{}[]ab\"\"\"\\", "{}[]]}a\"\\\\\\",
                                            "{}{}{}{}{}ab:,\"\"", "ab {}", "\"\\a{}"}) {
        for (int i = 0; i < 2000; ++i) {
            const std::string s = random_text(random, alphabet);
            const std::size_t expected = length_of_value(s);
            BOOST_TEST_REQUIRE(taken(s, nullptr) == expected, s);
            BOOST_TEST_REQUIRE(taken(s, &random) == expected, s);
        }
    }
}

BOOST_AUTO_TEST_CASE(it_continues_inside_open_objects) {
    json::value_skip skip;
    skip.start(3);
    const std::string rest = std::string(100, ' ') + "\"]}\\\"}\"" + std::string(80, 'x') + "}]";
    BOOST_TEST(skip.take(rest) == rest.size());
    BOOST_TEST(skip.active());
    BOOST_TEST(skip.take(",1}, more") == 3u);
    BOOST_TEST(!skip.active());
}

BOOST_AUTO_TEST_SUITE_END()
