// The kubeconfig that `setpoint apiserver` writes.
#include "cli/kubeconfig_file.hpp"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(cli_kubeconfig_file)

BOOST_AUTO_TEST_CASE(skips_verification_only_over_plain_http) {
    const std::string line = "\n    insecure-skip-tls-verify: true\n";
    const std::string http = cli::kubeconfig_text("http://127.0.0.1:1", "", {});
    BOOST_TEST(http.find(line) != std::string::npos, http);
    const std::string https = cli::kubeconfig_text("https://127.0.0.1:1", "CA", {});
    BOOST_TEST(https.find(line) == std::string::npos, https);
    BOOST_TEST(https.find("certificate-authority-data: Q0E=\n") != std::string::npos, https);
}

BOOST_AUTO_TEST_CASE(where_it_could_not_be_written_later_it_says_what_to_do) {
    const result<> cleared = cli::clear_kubeconfig("/proc/absent/kubeconfig");
    BOOST_REQUIRE(!cleared);
    BOOST_TEST((cleared.error().code == errc::bad_config));
    BOOST_TEST(
        cleared.error().message ==
        "--write-kubeconfig: cannot write /proc/absent/kubeconfig: No such file or directory; name a file "
        "in a folder that exists and can be written");
}

BOOST_AUTO_TEST_SUITE_END()
