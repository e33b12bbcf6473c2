// What is measured of certificate files.
#include "framework/manager/tls_files.hpp"

#include "support/test_certs.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

#include <sstream>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(tls_files_test)

BOOST_AUTO_TEST_CASE(the_expiry_is_that_of_the_certificate_in_use) {
    prometheus::Registry registry;
    metrics m(registry);
    const auto maker = measured_pair(m, "metrics");
    const auto expiry = [&] { return m.sum("setpoint_certificate_expiry_seconds", {{"server", "metrics"}}); };
    const auto issued = [](wall_time until) {
        cert_request r;
        r.not_after = until;
        return test_ca().issue(r);
    };
    const auto seconds = [](wall_time t) {
        return std::chrono::duration<double>(t.time_since_epoch()).count();
    };
    const wall_time first = wall_time(std::chrono::sys_days(std::chrono::year(2030) / 5 / 1)),
                    second = first + 24h;
    test_cert pair = issued(first);
    BOOST_REQUIRE(
        maker({setpoint::secret(pair.cert_pem), setpoint::secret(pair.key_pem)}, first).has_value());
    BOOST_TEST(expiry().value_or(0) == seconds(first));
    const test_cert next = issued(second);
    // Not a pair: the old one stays in use.
    BOOST_TEST(!maker({setpoint::secret(next.cert_pem), setpoint::secret(pair.key_pem)}, first).has_value());
    BOOST_TEST(expiry().value_or(0) == seconds(first));
    BOOST_REQUIRE(
        maker({setpoint::secret(next.cert_pem), setpoint::secret(next.key_pem)}, first).has_value());
    BOOST_TEST(expiry().value_or(0) == seconds(second));
}

// As clients do that keep their connections open: nothing but scrapes.
BOOST_AUTO_TEST_CASE(a_scrape_reads_files_that_have_changed) {
    virtual_world w;
    std::ostringstream text;
    text_sink sink(text);
    prometheus::Registry registry;
    metrics m(registry);
    const auto failures = [&] { return m.sum("certwatcher_read_certificate_errors_total", {}).value_or(-1); };
    const test_cert pair = test_ca().issue({});
    std::string key = pair.key_pem;
    http::tls_reload files(
        w.time,
        [&](const std::string& path) -> result<std::string> {
            return path == "d/tls.key" ? key : pair.cert_pem;
        },
        logger(sink, w.time), tls_files_in("d", "--flag"), http::server_pair);
    auto reads = count_reads(files, m);
    BOOST_TEST(failures() == 0);
    BOOST_REQUIRE(files.load().has_value());
    key = "not a key";
    BOOST_TEST(failures() == 0);
    w.time.advance(http::tls_reload::default_period);
    BOOST_TEST(failures() == 1);
    BOOST_TEST(failures() == 1);  // not at each scrape
    reads.reset();
    w.time.advance(http::tls_reload::default_period);
    BOOST_TEST(failures() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
