// Reconcilers that never come to rest are told of at once, with what wakes them; bursts are not.
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/testing/environment.hpp"
#include "testkit/testing/hot_loop_watch.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <chrono>
#include <functional>
#include <set>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(hot_loop_test)

namespace {

struct dial_spec {
    std::string text;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&dial_spec::text, "text", "What it shows."));
    }
};
struct dial_status {
    std::int64_t turns = 0;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&dial_status::turns, "turns", "How often it was turned."));
    }
};
struct dial : custom_resource<dial_spec, dial_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Dial", "A number that moves."); }
};

using body = std::function<awaitable<outcome>(context&, object_key)>;
struct calling {
    body b;
    awaitable<outcome> reconcile(context& ctx, object_key k) { return b(ctx, std::move(k)); }
};

const object_key a{"default", "a"};

dial make(std::string_view name) {
    dial d;
    d.metadata.name = name;
    d.metadata.ns = "default";
    return d;
}

awaitable<outcome> set_turns(client& api, object_key k, std::int64_t turns, std::string field_manager) {
    dial update = make(k.name);
    update.status.turns = turns;
    write_options options;
    options.field_manager = std::move(field_manager);
    const auto written = co_await api.apply_status(update, std::move(options));
    if (!written) co_return written.error();
    co_return outcome::done();
}

awaitable<outcome> apply_deployment(client& api, const dial& owner, std::int32_t replicas) {
    deployment d;
    d.metadata.name = owner.metadata.name;
    d.metadata.ns = owner.metadata.ns;
    d.spec.replicas = replicas;
    d.spec.selector.match_labels["a"] = "b";
    d.spec.pod_template.metadata.labels["a"] = "b";
    container c;
    c.name = c.image = "c";
    d.spec.pod_template.spec.containers.push_back(std::move(c));
    const auto owned = set_controller_reference(d, owner);
    if (!owned) co_return owned.error();
    const auto made = co_await api.apply(d);
    if (!made) co_return made.error();
    co_return outcome::done();
}

// What the test fails with.
std::string told_of(const testing::environment::set_up& declare, testing::environment_options options = {}) {
    testing::environment env(std::move(options));
    env.install<dial>();
    env.start(declare);
    std::string text;
    try {
        env.run([&]() -> awaitable<void> {
            (co_await env.client().create(make("a"))).value();
            co_await env.async_until_idle();
        });
    } catch (const testing::failure& f) {
        text = f.what();
    }
    return text;
}

void check(const std::string& told, std::initializer_list<std::string_view> words) {
    for (const std::string_view w : words)
        BOOST_TEST((told.find(w) != std::string::npos), "no \"" << w << "\" in:\n" << told);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_reconcile_that_asks_to_be_run_again_at_once) {
    check(told_of([](manager& m) {
              m.controller<dial>().reconcile_keys(calling{[](context&, object_key) -> awaitable<outcome> {
                  co_return outcome::requeue_after(duration::zero());
              }});
          }),
          {"hot loop: \"dial default/a\" reconciles for ever: 250 reconciles within 0 s",
           "249 x \"dial default/a\" by requeue_after", "seed 1"});
}

BOOST_AUTO_TEST_CASE(a_timer_that_is_nearly_zero) {
    check(told_of([](manager& m) {
              m.controller<dial>().reconcile_keys(calling{
                  [](context&, object_key) -> awaitable<outcome> { co_return outcome::requeue_after(1us); }});
          }),
          {"hot loop: \"dial default/a\"", "by requeue_after"});
}

BOOST_AUTO_TEST_CASE(a_status_that_differs_each_time_wakes_its_own_reconcile) {
    check(told_of([](manager& m) {
              auto turns = std::make_shared<std::int64_t>(0);
              m.controller<dial>().reconcile_keys(
                  calling{[&api = m.client(), turns](context&, object_key k) -> awaitable<outcome> {
                      return set_turns(api, std::move(k), ++*turns, "");
                  }});
          }),
          {"hot loop: \"dial default/a\"",
           "x \"dial default/a\" by Dial changed: dials.example.com default/a, written by itself"});
}

BOOST_AUTO_TEST_CASE(two_controllers_that_fight_over_a_field) {
    check(
        told_of([](manager& m) {
            for (const std::int64_t value : {1, 2}) {
                const std::string name = fmt::format("set-{}", value);
                m.controller<dial>().named(name).reconcile_keys(
                    calling{[&api = m.client(), value, name](context&, object_key k) -> awaitable<outcome> {
                        const auto self = co_await api.get<dial>(k);
                        if (!self) co_return self.error();
                        if ((*self)->status.turns == value) co_return outcome::done();
                        co_return co_await set_turns(api, std::move(k), value, name);
                    }});
            }
        }),
        {"hot loop: \"set-",
         "x \"set-1 default/a\" by Dial changed: dials.example.com default/a, written by \"set-2 default/a\"",
         "x \"set-2 default/a\" by Dial changed: dials.example.com default/a, written by \"set-1 "
         "default/a\""});
}

BOOST_AUTO_TEST_CASE(a_child_that_is_written_each_time_wakes_its_owner) {
    check(told_of([](manager& m) {
              auto turns = std::make_shared<int>(0);
              m.controller<dial>().owns<config_map>().reconcile_keys(
                  calling{[&api = m.client(), turns](context&, object_key k) -> awaitable<outcome> {
                      const auto self = co_await api.get<dial>(k);
                      if (!self) co_return self.error();
                      config_map child;
                      child.metadata.name = "child";
                      child.metadata.ns = k.ns;
                      child.data["turns"] = std::to_string(++*turns);
                      const auto owned = set_controller_reference(child, **self);
                      if (!owned) co_return owned.error();
                      const auto made = co_await api.apply(child);
                      if (!made) co_return made.error();
                      co_return outcome::done();
                  }});
          }),
          {"by ConfigMap changed: configmaps default/child, written by itself"});
}

// Each is another object, so that none of them changes often.
BOOST_AUTO_TEST_CASE(a_child_that_gets_another_name_each_time) {
    for (const bool generated : {false, true}) {
        check(told_of([generated](manager& m) {
                  auto turns = std::make_shared<int>(0);
                  m.controller<dial>().owns<config_map>().reconcile_keys(calling{
                      [&api = m.client(), turns, generated](context&, object_key k) -> awaitable<outcome> {
                          const auto self = co_await api.get<dial>(k);
                          if (!self) co_return self.error();
                          config_map child;
                          child.metadata.ns = k.ns;
                          if (generated)
                              child.metadata.generate_name = "child-";
                          else
                              child.metadata.name = fmt::format("child-{}", ++*turns);
                          const auto owned = set_controller_reference(child, **self);
                          if (!owned) co_return owned.error();
                          const auto made = co_await api.create(child);
                          if (!made) co_return made.error();
                          co_return outcome::done();
                      }});
              }),
              {"hot loop: \"dial default/a\"", "by ConfigMap changed: configmaps default/child-",
               " others, written by itself"});
    }
}

// A chain through ever new keys.
BOOST_AUTO_TEST_CASE(an_object_whose_reconcile_creates_the_next_one) {
    check(told_of(
              [](manager& m) {
                  m.controller<dial>().reconcile_keys(
                      calling{[&api = m.client()](context&, object_key k) -> awaitable<outcome> {
                          const auto made = co_await api.create(make(k.name + "a"));
                          if (!made) co_return made.error();
                          co_return outcome::done();
                      }});
              },
              {.hot_loop = 50}),
          {"hot loop: \"dial default/aaa", "by Dial changed: dials.example.com default/aaa",
           ", written by \"dial default/aaa", " more causes"});
}

BOOST_AUTO_TEST_CASE(a_channel_that_a_reconciler_posts_to_itself) {
    check(told_of([](manager& m) {
              const channel again;
              m.controller<dial>().source(again).reconcile_keys(
                  calling{[again](context&, object_key k) -> awaitable<outcome> {
                      again.post(std::move(k));
                      co_return outcome::done();
                  }});
          }),
          {"hot loop: \"dial default/a\"", "249 x \"dial default/a\" by channel"});
}

// The Deployment controller writes the status each time, which is an answer and no cause.
BOOST_AUTO_TEST_CASE(a_deployment_that_is_changed_each_time_although_others_write_it_too) {
    check(told_of(
              [](manager& m) {
                  auto turns = std::make_shared<int>(0);
                  m.controller<dial>().owns<deployment>().reconcile_keys(
                      calling{[&api = m.client(), turns](context&, object_key k) -> awaitable<outcome> {
                          const auto self = co_await api.get<dial>(k);
                          if (!self) co_return self.error();
                          co_return co_await apply_deployment(api, **self, ++*turns % 2);
                      }});
              },
              {.hot_loop = 50}),
          {"by Deployment changed: deployments.apps default/a, written by itself"});
}

BOOST_AUTO_TEST_CASE(a_burst_of_many_objects_is_none_and_settles) {
    testing::environment env;
    env.install<dial>();
    // Every object writes its status once, and all of them wake one object whose status counts them.
    std::set<std::string> turned;
    const object_key total{"default", "total"};
    env.start([&](manager& m) {
        m.controller<dial>()
            .watches<dial>([&](const dial&) { return std::vector{total}; })
            .reconcile_keys(calling{[&](context&, object_key k) -> awaitable<outcome> {
                const auto self = co_await m.client().get<dial>(k);
                if (!self) co_return self.error();
                if (k != total) turned.insert(k.name);
                const std::int64_t turns = k == total ? static_cast<std::int64_t>(turned.size()) : 1;
                if ((*self)->status.turns == turns) co_return outcome::done();
                co_return co_await set_turns(m.client(), std::move(k), turns, "");
            }});
    });
    static constexpr std::int64_t many = 2'000;
    env.run([&]() -> awaitable<void> {
        (co_await env.client().create(make(total.name))).value();
        for (std::int64_t i = 0; i < many; ++i)
            (co_await env.client().create(make(fmt::format("d-{}", i)))).value();
        co_await env.async_until<dial>(total, "all are counted",
                                       [](const dial& d) { return d.status.turns == many; });
        co_await env.async_until_idle();
    });
}

// The test posts, no reconcile does.
BOOST_AUTO_TEST_CASE(a_channel_that_is_posted_to_often_is_none) {
    testing::environment env;
    env.install<dial>();
    const channel again;
    std::size_t reconciles = 0;
    env.start([&](manager& m) {
        m.controller<dial>().source(again).reconcile_keys(
            calling{[&](context&, object_key) -> awaitable<outcome> {
                ++reconciles;
                co_return outcome::done();
            }});
    });
    env.run([&]() -> awaitable<void> {
        for (std::size_t i = 1; i <= 1000; ++i) {
            again.post(a);
            co_await env.async_eventually("it is reconciled", [&] { return reconciles == i; });
        }
    });
    BOOST_TEST(reconciles == 1000u);
}

BOOST_AUTO_TEST_CASE(a_write_that_changes_nothing_causes_nothing) {
    const kind_info& kind = kind_of<dial>();
    const http::request write{
        "PATCH", "/apis/example.com/v1/namespaces/default/dials/a/status?force=true", {}, {}};
    for (const bool changes : {true, false}) {
        testing::hot_loop_watch w(10);
        bool hot = false;
        for (int i = 0; i < 100; ++i) {
            // Whoever changes it, the change counts for the last write.
            w.queued("dial", a, "Dial changed", kind, a);
            hot |= w.began("dial", a, "Dial changed", lane::fresh, time_point{});
            const auto sent = w.sent("dial default/a", write);
            if (!changes) w.changed_nothing(sent);
        }
        BOOST_TEST(hot == changes);
        BOOST_TEST(w.found().empty() == !changes);
    }
}

BOOST_AUTO_TEST_CASE(the_limit_can_be_set_and_taken_away) {
    for (const std::size_t limit : {0u, 1000u}) {
        testing::environment env({.hot_loop = limit});
        env.install<dial>();
        std::size_t runs = 0;
        env.start([&](manager& m) {
            m.controller<dial>().reconcile_keys(calling{[&](context&, object_key) -> awaitable<outcome> {
                co_return ++runs < 500 ? outcome::requeue_after(duration::zero()) : outcome::done();
            }});
        });
        env.run([&]() -> awaitable<void> {
            (co_await env.client().create(make("a"))).value();
            co_await env.async_until_idle();
        });
        BOOST_TEST(runs == 500u);
    }
}

BOOST_AUTO_TEST_SUITE_END()
