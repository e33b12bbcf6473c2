#include "framework/manager/webhook_manifests.hpp"

#include "framework/webhook/certificate_plan.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

namespace {

std::vector<std::string> names_at(std::string url) {
    webhook_address at;
    at.url = std::move(url);
    return webhook_host_names(at);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(webhook_manifests_test)

BOOST_AUTO_TEST_CASE(the_host_of_a_url_is_the_name_of_the_certificate) {
    BOOST_TEST(names_at("https://laptop.example.com:9443/").at(0) == "laptop.example.com");
    BOOST_TEST(names_at("https://192.0.2.1:9443").at(0) == "192.0.2.1");
    BOOST_TEST(names_at("https://[2001:DB8:0::1]:9443").at(0) == "2001:db8::1");
}

// A certificate has the address, not how it was written.
BOOST_AUTO_TEST_CASE(certificates_for_an_address_are_made_once_however_it_is_written) {
    random_source random{1};
    const wall_time now(std::chrono::sys_days(std::chrono::year(2026) / 1 / 1));
    for (const char* url : {"https://[2001:DB8::1]:9443", "https://[2001:db8:0:0::1]", "https://192.0.2.1"}) {
        const std::vector<std::string> names = names_at(url);
        const auto first = plan_certificates(std::nullopt, names, now, random).value();
        BOOST_REQUIRE(first.write);
        const auto second = plan_certificates(first.write, names, now, random).value();
        BOOST_TEST(!second.write, url << ": " << second.why);
    }
}

BOOST_AUTO_TEST_SUITE_END()
