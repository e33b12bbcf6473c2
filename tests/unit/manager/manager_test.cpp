// The manager under virtual time, without listeners: declarations, start, failures, and the order of the
// stop.
#include "setpoint/manager/manager.hpp"

#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "support/fake_client.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

#include <sstream>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

struct gadget_spec {
    std::int32_t size = 1;
    static constexpr auto describe() {
        using namespace schema;
        return object("A gadget.", field(&gadget_spec::size, "size", "How big.", minimum(0)));
    }
};
struct gadget_status {
    std::int32_t seen = 0;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&gadget_status::seen, "seen", ""));
    }
};
struct gadget : custom_resource<gadget_spec, gadget_status> {
    static constexpr auto kind() { return custom_kind("test.example", "v1", "Gadget", "A gadget."); }
};

struct idle_reconciler {
    awaitable<outcome> reconcile(context&, object_key) { co_return outcome::done(); }
};

struct manager_world : virtual_world {
    manager_world()
        : sink(text),
          log(sink, time),
          measured(registry),
          api(l),
          m(l, api, log, measured, without_listeners()) {}
    manager_options without_listeners() {
        manager_options o;
        o.shutdown_timeout = 20s;
        o.when_overdue = [this] { ++overdue; };
        o.name = "test-operator";
        o.metrics_address = "0";
        o.health_address = "0";
        return o;
    }
    // What run() throws, "" when it ends well; stops it after `when`.
    std::string run_for(duration when) {
        std::string what;
        run([&]() -> awaitable<void> {
            std::exception_ptr failure;
            task_scope scope(l, "manager", [&](std::string_view, std::exception_ptr e) { failure = e; });
            scope.spawn("manager", m.run());
            co_await l.sleep(when);
            m.request_stop();
            co_await scope.join();
            if (!failure) co_return;
            try {
                std::rethrow_exception(failure);
            } catch (const std::exception& e) {
                what = e.what();
            }
        });
        return what;
    }
    int overdue = 0;
    std::ostringstream text;
    text_sink sink;
    logger log;
    prometheus::Registry registry;
    metrics measured;
    fake_client api;
    manager m;
};

bool grants(const boost::json::object& role, std::string_view group, std::string_view resource,
            std::string_view verb) {
    const auto has = [](const boost::json::value& list, std::string_view what) {
        for (const auto& v : list.as_array())
            if (v.as_string() == what) return true;
        return false;
    };
    for (const auto& rule : role.at("rules").as_array())
        if (has(rule.at("apiGroups"), group) && has(rule.at("resources"), resource) &&
            has(rule.at("verbs"), verb))
            return true;
    return false;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(manager_test)

BOOST_AUTO_TEST_CASE(declarations_give_the_definition_and_the_role) {
    manager_world w;
    w.m.controller<gadget>()
        .owns<deployment>()
        .uses<core_v1::secret>({verb::get})
        .reconcile_keys(idle_reconciler{});
    const auto crds = w.m.crds();
    BOOST_REQUIRE(crds.size() == 1u);
    BOOST_TEST(crds[0].at("metadata").at("name").as_string() == "gadgets.test.example");
    const auto role = w.m.roles({}).at(0);
    BOOST_TEST(role.at("kind").as_string() == "ClusterRole");
    for (const char* v : {"get", "list", "watch"}) BOOST_TEST(grants(role, "test.example", "gadgets", v));
    BOOST_TEST(grants(role, "test.example", "gadgets/status", "patch"));
    for (const char* v : {"get", "list", "watch", "create", "patch"})
        BOOST_TEST(grants(role, "apps", "deployments", v));
    BOOST_TEST(grants(role, "", "secrets", "get"));
    BOOST_TEST(!grants(role, "", "secrets", "list"));
    BOOST_TEST(!grants(role, "apps", "deployments", "delete"));
    const auto roles = w.m.roles({"a", "b"});
    BOOST_REQUIRE(roles.size() == 2u);
    BOOST_TEST(roles[1].at("kind").as_string() == "Role");
    BOOST_TEST(roles[1].at("metadata").at("namespace").as_string() == "b");
}

BOOST_AUTO_TEST_CASE(a_controller_without_a_reconciler_or_with_a_name_twice_is_a_fault) {
    manager_world incomplete;
    incomplete.m.controller<gadget>();
    BOOST_TEST(incomplete.run_for(1s).find("reconcile()") != std::string::npos);
    manager_world twice;
    twice.m.controller<gadget>().reconcile_keys(idle_reconciler{});
    twice.m.controller<gadget>().reconcile_keys(idle_reconciler{});
    BOOST_TEST(twice.run_for(1s).find("named \"gadget\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(it_is_not_ready_while_an_informer_is_not_live_and_says_which) {
    manager_world w;
    w.m.controller<gadget>().reconcile_keys(idle_reconciler{});
    bool ready = true;
    w.m.add_runnable("look", [&]() -> awaitable<void> {
        co_await w.l.sleep(30s);
        ready = w.m.ready();
    });
    BOOST_TEST(w.run_for(60s) == "");
    BOOST_TEST(!ready);
    BOOST_TEST(w.text.str().find("Waiting for an informer") != std::string::npos);
    BOOST_TEST(w.text.str().find("gadgets.test.example") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_runnable_that_fails_stops_the_manager_and_its_failure_is_rethrown) {
    manager_world w;
    w.m.add_runnable("broken", [&]() -> awaitable<void> {
        co_await w.l.sleep(5s);
        throw std::runtime_error("no more paper");
    });
    bool cancelled_seen = false;
    w.m.add_runnable("other", [&]() -> awaitable<void> {
        try {
            co_await w.l.sleep(24h);
        } catch (const cancelled&) {
            cancelled_seen = true;
            throw;
        }
    });
    BOOST_TEST(w.run_for(10s) == "no more paper");
    BOOST_TEST(cancelled_seen);
    BOOST_TEST(w.l.waiting() == 0u);
}

BOOST_AUTO_TEST_CASE(an_orderly_stop_leaves_no_task_behind_and_ends_well) {
    manager_world w;
    w.m.controller<gadget>().owns<deployment>().reconcile_keys(idle_reconciler{});
    bool tidied = false;
    w.m.add_runnable("tidy", [&]() -> awaitable<void> {
        bool stop = false;
        try {
            co_await w.l.sleep(24h);
        } catch (const cancelled&) {
            stop = true;
        }
        if (stop) (void)co_await shielded(w.l, 5s, "tidying", w.l.sleep(2s));
        tidied = true;
    });
    BOOST_TEST(w.run_for(3s) == "");
    BOOST_TEST(tidied);
    BOOST_TEST(w.l.waiting() == 0u);
    BOOST_CHECK(w.l.now() >= time_point(5s));
    BOOST_CHECK(w.l.now() < time_point(6s));
}

// Nothing is awaited for that: it may be what hangs.
BOOST_AUTO_TEST_CASE(a_part_that_does_not_end_is_named_when_the_budget_is_spent_and_the_process_ends) {
    manager_world w;
    w.m.controller<gadget>().owns<deployment>().reconcile_keys(idle_reconciler{});
    time_point spent{};
    w.m.add_runnable("deaf", [&]() -> awaitable<void> {
        cancel_scope shield(w.l, never, true);
        while (w.overdue == 0) co_await w.l.sleep(1s);
        spent = w.l.now();
    });
    BOOST_TEST(w.run_for(3s) == "");
    BOOST_TEST(w.overdue == 1);
    BOOST_CHECK(spent >= time_point(23s));
    BOOST_CHECK(spent <= time_point(24s));
    BOOST_TEST(w.text.str().find("Did not end in time task=deaf") != std::string::npos, w.text.str());
    // Those that were not asked yet are not blamed.
    BOOST_TEST(w.text.str().find("task=\"gadgets") == std::string::npos, w.text.str());
    BOOST_TEST(w.text.str().find("ending at once") != std::string::npos);
    BOOST_TEST(w.l.waiting() == 0u);
}

BOOST_AUTO_TEST_CASE(a_runnable_that_throws_before_it_waits_fails_like_any_other) {
    manager_world w;
    w.m.add_runnable("hasty", []() -> awaitable<void> { throw std::runtime_error("no task was made"); });
    BOOST_TEST(w.run_for(3s) == "no task was made");
    BOOST_TEST(w.l.waiting() == 0u);
}

BOOST_AUTO_TEST_CASE(a_runnable_that_is_added_while_it_runs_starts_at_once) {
    manager_world w;
    std::vector<int> ended;
    const auto body = [&](int number) {
        return [&w, &ended, number]() -> awaitable<void> {
            co_await w.l.sleep(1s);
            ended.push_back(number);
        };
    };
    w.m.add_runnable("first", [&, body]() -> awaitable<void> {
        for (int i = 0; i < 20; ++i) w.m.add_runnable("later", body(i));
        w.m.add_leader_runnable("leads", body(20));
        co_await w.l.sleep(2s);
        ended.push_back(100);
    });
    BOOST_TEST(w.run_for(5s) == "");
    BOOST_TEST(ended.size() == 22u);
    w.m.add_runnable("too late", body(21));
    BOOST_TEST(w.l.waiting() == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
