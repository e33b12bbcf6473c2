// The embedded server behind a port: which certificates and CAs it can start with.

#include "cli/api_host.hpp"

#include "setpoint/core/log.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

// As controller-runtime starts kube-apiserver in a test of its own.
BOOST_AUTO_TEST_CASE(access_control_needs_no_ca_of_clients) {
    virtual_clock time;
    random_source random(1);
    loop l(time, random);
    null_sink sink;
    cli::api_host_options o;
    o.certificate = cli::make_host_certificates("127.0.0.1", time.wall_now(), random).server;
    o.api.access.authorizers = {"RBAC"};
    cli::api_host host(l, logger(sink, time), o);
    BOOST_TEST(host.api().objects() > 0U);  // the initial roles
}
