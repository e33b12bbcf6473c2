#include "framework/manager/auth_cache.hpp"

#include <boost/test/data/monomorphic.hpp>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

struct header_case {
    std::string_view header, token;
    friend std::ostream& operator<<(std::ostream& out, const header_case& c) { return out << c.header; }
};
const header_case headers[] = {
    {"Bearer abc", "abc"}, {"bearer abc", "abc"}, {"BEARER   abc  ", "abc"}, {"", ""},
    {"Bearer", ""},        {"Bearer ", ""},       {"Bearer    ", ""},        {"Bearer a b", ""},
    {"Basic YTpi", ""},    {"Bearerabc", ""},     {" Bearer abc", ""}};

token_digest numbered(std::size_t n) {
    return digest_of("token " + std::to_string(n));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(auth_cache_test)

BOOST_DATA_TEST_CASE(the_token_of_a_header_is_found_or_there_is_none, headers, c) {
    BOOST_TEST(bearer_token(c.header) == c.token);
}

BOOST_AUTO_TEST_CASE(a_digest_is_sha_256_and_not_the_token) {
    const token_digest d = digest_of("abc");
    // FIPS 180-2, appendix B.1.
    const unsigned char first[] = {0xba, 0x78, 0x16, 0xbf};
    BOOST_TEST(std::equal(std::begin(first), std::end(first), d.begin()));
    BOOST_CHECK(d != digest_of("abd"));
}

BOOST_AUTO_TEST_CASE(a_verdict_is_kept_for_its_time_and_no_longer) {
    const time_point begin{100s};
    auth_cache v;
    v.keep(numbered(1), auth_decision::allowed, begin);
    v.keep(numbered(2), auth_decision::unauthenticated, begin);
    v.keep(numbered(3), auth_decision::forbidden, begin);
    BOOST_CHECK(v.find(numbered(1), begin) == auth_decision::allowed);
    BOOST_CHECK(v.find(numbered(4), begin) == std::nullopt);
    BOOST_CHECK(v.find(numbered(3), begin + 30s - 1ns) == auth_decision::forbidden);
    BOOST_CHECK(v.find(numbered(3), begin + 30s) == std::nullopt);
    BOOST_CHECK(v.find(numbered(1), begin + 60s - 1ns) == auth_decision::allowed);
    BOOST_CHECK(v.find(numbered(2), begin + 60s - 1ns) == auth_decision::unauthenticated);
    BOOST_CHECK(v.find(numbered(1), begin + 60s) == std::nullopt);
    BOOST_CHECK(v.find(numbered(2), begin + 60s) == std::nullopt);
    BOOST_TEST(v.size() == 1u);
    BOOST_TEST(v.was_allowed(numbered(1)));
    BOOST_TEST(!v.was_allowed(numbered(2)));
    v.keep(numbered(1), auth_decision::unauthenticated, begin + 60s);
    BOOST_TEST(!v.was_allowed(numbered(1)));
}

BOOST_AUTO_TEST_CASE(a_new_verdict_replaces_the_old_one_and_its_time) {
    const time_point begin{100s};
    auth_cache v;
    v.keep(numbered(1), auth_decision::forbidden, begin);
    v.keep(numbered(1), auth_decision::allowed, begin + 10s);
    BOOST_TEST(v.size() == 1u);
    BOOST_CHECK(v.find(numbered(1), begin + 69s) == auth_decision::allowed);
}

BOOST_AUTO_TEST_CASE(more_tokens_than_it_holds_drive_out_the_oldest) {
    const time_point begin{100s};
    auth_cache v;
    for (std::size_t i = 0; i < 10 * auth_cache::capacity; ++i) {
        v.keep(numbered(i), auth_decision::unauthenticated, begin);
        BOOST_TEST_REQUIRE(v.size() <= auth_cache::capacity);
    }
    const std::size_t last = 10 * auth_cache::capacity;
    BOOST_CHECK(v.find(numbered(last - 1), begin).has_value());
    BOOST_CHECK(v.find(numbered(last - auth_cache::capacity), begin).has_value());
    BOOST_CHECK(!v.find(numbered(last - auth_cache::capacity - 1), begin).has_value());
}

BOOST_AUTO_TEST_CASE(refusals_drive_out_no_permission_and_permissions_are_bounded_too) {
    const time_point begin{100s};
    auth_cache v;
    v.keep(numbered(0), auth_decision::allowed, begin);
    for (std::size_t i = 1; i < 3 * auth_cache::capacity; ++i)
        v.keep(numbered(i), auth_decision::unauthenticated, begin);
    BOOST_CHECK(v.find(numbered(0), begin) == auth_decision::allowed);
    for (std::size_t i = 1; i < 3 * auth_cache::capacity; ++i)
        v.keep(numbered(i), auth_decision::allowed, begin);
    BOOST_TEST(!v.was_allowed(numbered(0)));
    BOOST_TEST(v.size() == auth_cache::capacity);
}

BOOST_AUTO_TEST_SUITE_END()
