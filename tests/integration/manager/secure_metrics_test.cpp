// Who may read metrics, as a real API server says it.
#include "serving_world.hpp"
#include "setpoint/client/api_connection.hpp"
#include "support/control_plane.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

control_plane& plane() {
    static control_plane shared("metrics");
    return shared;
}

api_client_options named() {
    api_client_options o;
    o.name = "metrics-test";
    return o;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(secure_metrics_test, *boost::unit_test::precondition(needs_real_cluster()))

BOOST_AUTO_TEST_CASE(a_service_account_may_read_metrics_once_a_role_says_so) {
    plane().kubectl({"create", "serviceaccount", "scraper"});
    plane().kubectl({"create", "serviceaccount", "stranger"});
    plane().kubectl({"create", "clusterrole", "metrics-reader", "--verb=get", "--non-resource-url=/metrics"});
    plane().kubectl({"create", "clusterrolebinding", "scrapers", "--clusterrole=metrics-reader",
                     "--serviceaccount=default:scraper"});
    const std::string scraper = plane().kubectl({"create", "token", "scraper"});
    const std::string stranger = plane().kubectl({"create", "token", "stranger"});
    serving_world w;
    w.options.metrics_secure = true;
    w.sink.level = log_level::trace;
    auto config = load_config({plane().kubeconfig(), {}}, system_sources(), w.time.wall_now());
    BOOST_REQUIRE(config.has_value());
    api_connection to_api(w.l, std::move(*config), system_sources(), w.log, named());
    w.with_manager(to_api.api(), [&](manager& m) -> awaitable<void> {
        const std::uint16_t port = m.metrics_port();
        BOOST_TEST((co_await w.get(port, "/metrics", "any")).status == 401);
        BOOST_TEST((co_await w.get(port, "/metrics", "any", "made.up.token")).status == 401);
        BOOST_TEST((co_await w.get(port, "/metrics", "any", stranger)).status == 403);
        // The authorizer of the API server learns of a new role by a watch of its own.
        int status = 0;
        for (const time_point due = w.l.now() + 50s; status != 200 && w.l.now() < due;) {
            status = (co_await w.get(port, "/metrics", "any", scraper)).status;
            if (status != 200) co_await w.l.sleep(1s);
        }
        BOOST_TEST(status == 200);
    });
    const std::string logged = w.log_text.str();
    for (const std::string& token : {scraper, stranger, std::string("made.up.token")})
        BOOST_TEST(logged.find(token) == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
