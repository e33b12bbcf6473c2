#include "setpoint/testing/request_fault_plan.hpp"

#include "setpoint/api/core_v1/config_map.hpp"
#include "support/virtual_world.hpp"

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(request_fault_plan_test)

namespace {

// Answers everything well and counts.
class willing_client final : public client {
public:
    int made = 0;
    awaitable<result<object_ptr>> get_object(const kind_info& k, object_key) override {
        ++made;
        co_return std::shared_ptr<const void>(k.make());
    }
    awaitable<result<std::vector<object_ptr>>> list_objects(const kind_info&, list_options) override {
        ++made;
        co_return std::vector<object_ptr>();
    }
    awaitable<result<object_ptr>> write(const kind_info& k, call) override {
        ++made;
        co_return std::shared_ptr<const void>(k.make());
    }
    awaitable<result<>> remove_object(const kind_info&, object_key, delete_options) override {
        ++made;
        co_return result<>();
    }
    awaitable<result<std::unique_ptr<http::response_stream>>> open(call) override {
        ++made;
        co_return nullptr;
    }
    std::string_view default_field_manager() const override { return "test"; }
};

struct plan_world : virtual_world {
    willing_client inner;
    interceptor c{inner};
    testing::request_fault_plan plan{l};
    plan_world() { plan.attach(c); }

    awaitable<std::string> get() {
        auto r = co_await c.get<config_map>({"a", "b"});
        co_return r ? "ok" : std::string(to_string(r.error().code));
    }
    awaitable<std::string> apply() {
        config_map m;
        m.metadata.name = "b";
        m.metadata.ns = "a";
        auto r = co_await c.apply(m);
        co_return r ? "ok" : std::string(to_string(r.error().code));
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(the_nth_call_fails_and_no_other) {
    plan_world w;
    w.plan.fail_nth(verb::get, 2, error(errc::server_error, "made up"));
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await w.get()) == "ok");
        BOOST_TEST((co_await w.apply()) == "ok");
        BOOST_TEST(w.plan.pending().size() == 1u);
        BOOST_TEST((co_await w.get()) == "server_error");
        BOOST_TEST(w.inner.made == 2);
        BOOST_TEST(w.plan.pending().empty());
        BOOST_TEST((co_await w.get()) == "ok");
    });
}

BOOST_AUTO_TEST_CASE(calls_are_counted_from_one) {
    plan_world w;
    BOOST_CHECK_THROW(w.plan.fail_nth(verb::get, 0, error(errc::conflict, "made up")), std::logic_error);
    BOOST_CHECK_THROW(w.plan.delay_nth(verb::get, -1, std::chrono::seconds(1)), std::logic_error);
    BOOST_CHECK_THROW(w.plan.lose_answer_of_nth(verb::get, 0), std::logic_error);
    BOOST_TEST(w.plan.pending().empty());
}

BOOST_AUTO_TEST_CASE(a_rule_for_a_resource_leaves_others_alone) {
    plan_world w;
    w.plan.fail_nth(verb::get, 1, error(errc::conflict, "made up"), "pods");
    w.run([&]() -> awaitable<void> { BOOST_TEST((co_await w.get()) == "ok"); });
    BOOST_TEST(w.plan.pending().at(0) == "get pods: 1 more to come");
}

BOOST_AUTO_TEST_CASE(a_delayed_call_is_made_after_its_time) {
    plan_world w;
    w.plan.delay_nth(verb::patch, 1, 5s, "configmaps");
    w.run([&]() -> awaitable<void> {
        const auto begin = w.l.now();
        BOOST_TEST((co_await w.apply()) == "ok");
        BOOST_TEST((w.l.now() - begin == 5s));
    });
}

BOOST_AUTO_TEST_CASE(a_call_whose_answer_is_lost_is_made) {
    plan_world w;
    w.plan.lose_answer_of_nth(verb::patch, 1);
    w.plan.lose_answer_of_nth(verb::get, 1);
    w.run([&]() -> awaitable<void> {
        BOOST_TEST((co_await w.apply()) == "unknown_outcome");
        BOOST_TEST((co_await w.get()) == "connection_lost");
        BOOST_TEST(w.inner.made == 2);
    });
}

BOOST_AUTO_TEST_CASE(each_call_fails_until_the_rule_is_cleared) {
    plan_world w;
    w.plan.fail_each(verb::remove, error(errc::forbidden, "made up"));
    w.run([&]() -> awaitable<void> {
        for (int i = 0; i < 3; ++i) BOOST_TEST((co_await w.c.remove<config_map>({"a", "b"})).has_error());
        w.plan.clear();
        BOOST_TEST((co_await w.c.remove<config_map>({"a", "b"})).has_value());
        BOOST_TEST((co_await w.c.list<config_map>()).has_value());
        BOOST_TEST(w.inner.made == 2);
    });
}

BOOST_AUTO_TEST_SUITE_END()
