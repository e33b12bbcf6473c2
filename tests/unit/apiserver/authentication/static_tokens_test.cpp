// The file of --token-auth-file (apiserver, pkg/authentication/token/tokenfile; Go's encoding/csv).

#include "apiserver/authentication/static_tokens.hpp"

#include "apiserver/authentication/csv.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver::authentication;

// Records in brackets, fields separated by bars; or the error after those before it.
std::string records(std::string_view text) {
    csv_reader reader(text);
    std::string out;
    for (;;) {
        const auto next = reader.next();
        if (!next) return out + next.error().message;
        if (!*next) return out;
        out += fmt::format("[{}]", fmt::join(**next, "|"));
    }
}

result<static_tokens> parsed(std::string_view text, std::string_view path,
                             std::vector<std::string> audiences) {
    return static_tokens::parse(text, path, std::move(audiences));
}

verdict ask(const static_tokens& t, std::string_view token,
            const std::vector<std::string>* audiences = nullptr) {
    return t.authenticate({.token = token, .audiences = audiences});
}

std::string why(std::string_view text) {
    const auto made = parsed(text, "/tokens.csv", {});
    return made ? "" : made.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(static_token_files)

BOOST_AUTO_TEST_CASE(csv_is_read_as_in_go) {
    BOOST_TEST(records("") == "");
    BOOST_TEST(records("a,b,c\n") == "[a|b|c]");
    BOOST_TEST(records("a,b\nc") == "[a|b][c]");
    BOOST_TEST(records("a,b\r\nc\r") == "[a|b][c]");
    BOOST_TEST(records("\n\r\n a , b \n\n") == "[ a | b ]");
    BOOST_TEST(records(",\n") == "[|]");
    BOOST_TEST(records("\"a,b\",\"c\"\"d\"\n") == "[a,b|c\"d]");
    BOOST_TEST(records("\"a\nb\",c\n") == "[a\nb|c]");
    BOOST_TEST(records("\"a\r\nb\"\r\nc") == "[a\nb][c]");
    BOOST_TEST(records("\"\"") == "[]");
    BOOST_TEST(records("a\rb\n") == "[a\rb]");
    BOOST_TEST(records("\r") == "");
    BOOST_TEST(records("\"a\",") == "[a|]");
}

BOOST_AUTO_TEST_CASE(csv_errors_name_line_and_column) {
    BOOST_TEST(records("a,b\"c\n") == "parse error on line 1, column 4: bare \" in non-quoted-field");
    BOOST_TEST(records("x\n\na,b\"c\n") == "[x]parse error on line 3, column 4: bare \" in non-quoted-field");
    BOOST_TEST(records("\"a\"b\n") ==
               "parse error on line 1, column 3: extraneous or missing \" in quoted-field");
    BOOST_TEST(records("\"a") == "parse error on line 1, column 3: extraneous or missing \" in quoted-field");
    BOOST_TEST(records("\"a\n") ==
               "parse error on line 1, column 4: extraneous or missing \" in quoted-field");
    BOOST_TEST(records("\"a\n\n") ==
               "record on line 1; parse error on line 2, column 2: extraneous or missing \" in quoted-field");
    BOOST_TEST(records("\"a,b\",\"c\n\nd") ==
               "record on line 1; parse error on line 3, column 2: extraneous or missing \" in quoted-field");
    BOOST_TEST(records("\"a\nb\"c\n") ==
               "record on line 1; parse error on line 2, column 2: extraneous or missing \" in quoted-field");
    BOOST_TEST(records("\"a\nb\",c\"\n") ==
               "record on line 1; parse error on line 2, column 5: bare \" in non-quoted-field");
}

BOOST_AUTO_TEST_CASE(token_gives_user_with_groups) {
    const auto t = parsed("t1,jane,u1,\"g1,g2\"\nt2,joe,u2\nt3,jim,u3,\n", "f", {"api"});
    BOOST_REQUIRE(t.has_value());
    BOOST_TEST(t->size() == 3u);
    const verdict jane = ask(*t, "t1");
    BOOST_REQUIRE(jane.is_authenticated());
    BOOST_TEST(jane.user->name == "jane");
    BOOST_TEST(jane.user->uid == "u1");
    BOOST_TEST(jane.user->groups == (std::vector<std::string>{"g1", "g2"}), boost::test_tools::per_element());
    BOOST_TEST(ask(*t, "t2").user->groups.empty());
    // strings.Split gives one empty group.
    BOOST_TEST(ask(*t, "t3").user->groups == std::vector<std::string>{""}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(unknown_token_is_not_concerned) {
    const auto t = parsed("t1,jane,u1\n", "f", {"api"});
    for (const char* other : {"t", "t11", "T1", "jane", " t1"}) {
        BOOST_TEST(!ask(*t, other).is_authenticated());
        BOOST_TEST(!ask(*t, other).is_refused());
    }
}

BOOST_AUTO_TEST_CASE(last_of_repeated_tokens_counts) {
    const auto t = parsed("t,jane,1\n,joe,2\nt,jim,3\n", "/f", {});
    BOOST_TEST(ask(*t, "t").user->name == "jim");
    BOOST_TEST(t->size() == 1u);
    BOOST_TEST(t->warnings() == (std::vector<std::string>{
                                    "empty token has been found in token file '/f', record number '2'",
                                    "duplicate token has been found in token file '/f', record number '3'"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(malformed_files_are_refused_without_their_tokens) {
    BOOST_TEST(why("secret1,jane\n") ==
               "token file '/tokens.csv' must have at least 3 columns (token, user name, user uid), found 2");
    BOOST_TEST(why("a,b,c\nsecret1\n") ==
               "token file '/tokens.csv' must have at least 3 columns (token, user name, user uid), found 1");
    BOOST_TEST(why("sec\"ret1,jane,u\n") == "parse error on line 1, column 4: bare \" in non-quoted-field");
    BOOST_TEST(why("") == "");
}

BOOST_AUTO_TEST_CASE(audiences_must_include_an_own_one) {
    const auto t = parsed("t,jane,1\n", "f", {"api", "api2"});
    const std::vector<std::string> some{"x", "api2"}, foreign{"x"}, none;
    BOOST_TEST(ask(*t, "t", &some).audiences == std::vector<std::string>{"api2"},
               boost::test_tools::per_element());
    BOOST_TEST(!ask(*t, "t", &foreign).is_authenticated());
    BOOST_TEST(!ask(*t, "t", &none).is_authenticated());
    BOOST_TEST(ask(*t, "t").audiences.empty());
}

BOOST_AUTO_TEST_SUITE_END()
