// Pages of other sites do not read /debug.
#include "framework/manager/debug_access.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(debug_access_test)

namespace {

http::server_request request(std::vector<http::header> headers, std::string_view from = "127.0.0.1") {
    http::server_request r;
    r.method = "GET";
    r.headers = std::move(headers);
    r.from = from;
    return r;
}

}  // namespace

BOOST_AUTO_TEST_CASE(names_that_another_site_cannot_have_are_accepted) {
    for (const char* const host :
         {"", "localhost", "localhost:8081", "LOCALHOST:8081", "a.localhost:1", "127.0.0.1:8081", "10.1.2.3",
          "[::1]:8081", "[fd00::1]", "site-operator:8081", "site.operators.svc", "site.operators.svc:8081",
          "site.operators.svc.cluster.local:8081"})
        BOOST_TEST(is_own_host(host), host);
    for (const char* const host :
         {"evil.example", "evil.example:8081", "127.0.0.1.evil.example:8081", "localhost.evil.example",
          "xsvc.example", "evil.svc.example", "evillocalhost.x", "1.2.3.4.5", "localhost."})
        BOOST_TEST(!is_own_host(host), host);
}

BOOST_AUTO_TEST_CASE(other_names_are_refused_but_for_the_proxy_of_the_api_server) {
    const http::header evil{"Host", "evil.example:8081"},
        by_proxy{"X-Forwarded-Uri", "/api/v1/x/proxy/debug"};
    BOOST_TEST(!refuse_other_host(request({{"Host", "localhost:8081"}})).has_value());
    const auto refused = refuse_other_host(request({evil}));
    BOOST_REQUIRE(refused.has_value());
    BOOST_TEST(refused->status == 403);
    BOOST_TEST(!refuse_other_host(request({evil, by_proxy}, "10.0.0.1")).has_value());
    for (const char* const from : {"127.0.0.1", "::1", "::ffff:127.0.0.1", ""})
        BOOST_TEST(refuse_other_host(request({evil, by_proxy}, from)).has_value(), from);
    BOOST_TEST(refuse_other_host(request({evil}, "10.0.0.1")).has_value());
}

BOOST_AUTO_TEST_CASE(clients_of_this_host_alone_are_accepted) {
    for (const char* const from : {"127.0.0.1", "::1", "::ffff:127.0.0.1"})
        BOOST_TEST(!refuse_other_client(request({}, from)).has_value(), from);
    for (const char* const from : {"10.0.0.1", "fd00::1", "::ffff:10.0.0.1", ""})
        BOOST_TEST(refuse_other_client(request({}, from)).has_value(), from);
    BOOST_TEST(refuse_other_client(request({{"X-Forwarded-For", "10.0.0.1"}})).has_value());
}

BOOST_AUTO_TEST_CASE(an_origin_must_be_that_of_the_host) {
    const http::header host{"Host", "localhost:8081"};
    BOOST_TEST(is_same_origin(request({host})));
    BOOST_TEST(is_same_origin(request({host, {"Origin", "http://localhost:8081"}})));
    for (const char* const origin :
         {"http://localhost:8082", "https://localhost:8081", "null", "http://evil.example"})
        BOOST_TEST(!is_same_origin(request({host, {"Origin", origin}})), origin);
    for (const char* const site : {"cross-site", "same-site"})
        BOOST_TEST(!is_same_origin(request({host, {"Sec-Fetch-Site", site}})), site);
    for (const char* const site : {"same-origin", "none"})
        BOOST_TEST(is_same_origin(request({host, {"Sec-Fetch-Site", site}})), site);
}

BOOST_AUTO_TEST_SUITE_END()
