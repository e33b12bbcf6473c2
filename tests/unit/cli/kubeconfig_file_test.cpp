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

BOOST_AUTO_TEST_SUITE_END()
