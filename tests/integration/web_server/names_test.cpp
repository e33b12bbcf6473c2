// WebServers whose names a Service or a label cannot take over: on a control plane, real or embedded.
#include "fixture.hpp"

using namespace web_server_test;

BOOST_AUTO_TEST_SUITE(web_server_names,
                      *boost::unit_test::precondition(needs_cluster({"kcm", "scheduler", "kwok"})))

BOOST_AUTO_TEST_CASE(a_web_server_of_any_name_gets_its_children_and_becomes_available) {
    operator_world w(shared_plane());
    w.with_operator([&]() -> awaitable<void> {
        // The last one would be cut between a dot and what follows it by the Deployment controller.
        const std::vector<std::string> names = {"my.site", "9lives", std::string(60, 'w'),
                                                std::string(253, 'w'),
                                                std::string(241, 'w') + '.' + std::string(11, 'w')};
        for (const std::string& name : names) (co_await w.api.create(w.make(name, 1))).value();
        for (const std::string& name : names) {
            const auto live = co_await w.until<web_server::web_server>(
                w.key(name), name + " is available", [](const auto& x) {
                    const condition* c = find_condition(x.status.conditions, "Progressing");
                    return c && c->reason == "RolledOut" && is_true(x.status.conditions, "Available");
                });
            BOOST_CHECK(w.condition_of(*live, "Degraded")->status == condition_status::false_);
            const auto s = co_await w.api.get<service>(w.key(web_server::service_name(*live)));
            BOOST_TEST(s.value()->spec.selector == web_server::desired_service(*live).spec.selector);
        }
    });
}

BOOST_AUTO_TEST_SUITE_END()
