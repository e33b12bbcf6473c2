// The loop breaker in a cluster: the two published patterns are found, reported and slowed, and bursts are
// not.
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/api/events_v1.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(cycle_test)

namespace {

struct wheel_spec {
    std::int32_t size = 1;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&wheel_spec::size, "size", "How many parts it has."));
    }
};
struct wheel_status {
    std::string turned;
    std::int32_t parts = 0;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "", field(&wheel_status::turned, "turned", "When it was turned."),
            field(&wheel_status::parts, "parts", "How many parts there are."),
            field(&wheel_status::conditions, "conditions", "What is true of it.", list_map("type")));
    }
};
struct wheel : custom_resource<wheel_spec, wheel_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Wheel", "It turns."); }
};

wheel make(std::string_view name = "a", int size = 1) {
    wheel w;
    w.metadata.name = name;
    w.metadata.ns = "default";
    w.spec.size = size;
    return w;
}

using body = std::function<awaitable<outcome>(context&, snapshot<wheel>)>;
struct calling {
    body b;
    awaitable<outcome> reconcile(context& ctx, snapshot<wheel> self) { return b(ctx, std::move(self)); }
};

// crossplane#7221: the status is written each time.
awaitable<outcome> turn(context& ctx, const wheel& self, int n) {
    boost::json::object patch{{"status", {{"turned", fmt::format("time {}", n)}}}};
    if (const auto p = ctx.loop_problem()) ctx.log().info("told", {{"reason", p->reason}});
    const auto done = co_await ctx.client().merge_patch<wheel>(key_of(self), std::move(patch), {}, "status");
    if (!done) co_return done.error();
    co_return outcome::done();
}

config_map child_of(const wheel& self, std::string name) {
    config_map c;
    c.metadata.name = std::move(name);
    c.metadata.ns = self.metadata.ns;
    return c;
}

// crossplane#6751: the child has what we want, and another client wants another value.
awaitable<outcome> keep(context& ctx, const wheel& self) {
    config_map c = child_of(self, "shared");
    c.data["text"] = "ours";
    const auto made = co_await ctx.ensure(self, c);
    if (!made) co_return made.error();
    wheel_status next = self.status;
    ctx.conditions(self, next).set("Degraded", explain(first_problem(made->problem, ctx.loop_problem())));
    co_return co_await ctx.report(self, next);
}
int taken_back = 0;
awaitable<outcome> take_back(context& ctx, snapshot<config_map> self) {
    const auto at = self->data.find("text");
    if (at == self->data.end() || at->second == "theirs") co_return outcome::done();
    ++taken_back;
    write_options as_other;
    as_other.field_manager = "rival";
    const auto done = co_await ctx.client().merge_patch<config_map>(
        key_of(*self), {{"data", {{"text", "theirs"}}}}, as_other);
    if (!done) co_return done.error();
    co_return outcome::done();
}

testing::environment_options unlimited() {
    testing::environment_options o;
    o.hot_loop = 0;
    return o;
}
double cycles(testing::environment& env, const char* pattern) {
    return env.metric("setpoint_reconcile_cycles_total", {{"pattern", pattern}});
}
bool logged(testing::environment& env, std::string_view text) {
    return env.log().find(text) != std::string::npos;
}
std::size_t events(testing::environment& env, std::string_view reason) {
    std::size_t n = 0;
    for (const auto& e : env.list<events_v1::event>()) n += e->reason == reason ? 1 : 0;
    return n;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_status_that_is_written_each_time_is_a_loop) {
    auto runs = std::make_shared<std::map<std::string, int>>();
    testing::environment env(
        [runs](manager& m) {
            m.controller<wheel>()
                .uses<wheel>({verb::patch}, "status")
                .reconcile(calling{[runs](context& ctx, snapshot<wheel> self) -> awaitable<outcome> {
                    const int n = ++(*runs)[self->metadata.name.str()];
                    if (self->metadata.name == "calm") co_return outcome::done();
                    co_return co_await turn(ctx, *self, n);
                }});
        },
        unlimited());
    env.create(make("a"));
    env.create(make("calm"));
    env.advance(1s);
    BOOST_TEST(cycles(env, "loop") == 1.0);
    BOOST_TEST(cycles(env, "fight") == 0.0);
    BOOST_TEST(env.metric("setpoint_slowed_keys") == 1.0);
    BOOST_TEST((*runs)["a"] <= 10);
    BOOST_TEST(logged(env, "The reconciles of this key cause each other: it is slowed"));
    BOOST_TEST(logged(env, "status.turned of Wheel default/a was written 5 times in 1 s"));
    env.advance(2s);
    BOOST_TEST(events(env, "ReconcileLoop") == 1u);
    env.advance(1h);
    BOOST_TEST((*runs)["a"] <= 35);  // 1 s, 2 s, ... 5 min
    BOOST_TEST((*runs)["a"] >= 20);
    BOOST_TEST(logged(env, "reason=ReconcileLoop"));
    BOOST_TEST(cycles(env, "loop") == 1.0);
    // Other keys, and other changes, are not slowed.
    const int before = (*runs)["calm"];
    env.patch<wheel>("calm", {{"spec", {{"size", 2}}}});
    env.patch<wheel>("a", {{"spec", {{"size", 2}}}});
    const int of_a = (*runs)["a"];
    env.advance(100ms);
    BOOST_TEST((*runs)["calm"] == before + 1);
    BOOST_TEST((*runs)["a"] >= of_a + 1);
}

BOOST_AUTO_TEST_CASE(two_controllers_that_change_a_field_back_are_a_fight) {
    testing::environment env(
        [](manager& m) {
            m.controller<wheel>().owns<config_map>().reconcile(
                calling{[](context& ctx, snapshot<wheel> self) { return keep(ctx, *self); }});
        },
        unlimited());
    manager_options rival = testing::environment::default_options();
    rival.name = "rival";
    manager& other = env.start(
        [](manager& m) { m.controller<config_map>().uses<config_map>({verb::patch}).reconcile(take_back); },
        rival);
    env.create(make());
    env.advance(2s);
    BOOST_TEST(cycles(env, "fight") >= 1.0);
    BOOST_TEST(cycles(env, "loop") == 0.0);
    BOOST_TEST(logged(env, "Another client keeps changing what this key writes: it is slowed"));
    BOOST_TEST(logged(env, "field=data[text]"));
    BOOST_TEST(logged(
        env, "\\\"rival\\\" take turns to set data[text] of ConfigMap default/shared: 5 times in 1 s"));
    const auto degraded = env.until<wheel>("a", [](const wheel& w) {
        const condition* const c = find_condition(w.status.conditions, "Degraded");
        return c && c->status == condition_status::true_;
    });
    BOOST_TEST(find_condition(degraded->status.conditions, "Degraded")->reason == "FieldFight");
    BOOST_TEST(events(env, "FieldFight") >= 1u);
    taken_back = 0;
    env.advance(1h);
    BOOST_TEST(taken_back < 60);
    BOOST_TEST(taken_back > 0);
    // It ends when the other one does, and is no problem any more.
    env.stop(other);
    env.advance(30min);
    BOOST_TEST(env.metric("setpoint_slowed_keys") == 0.0);
    env.patch<config_map>("shared", {{"data", {{"text", "by hand"}}}});
    env.advance(1s);
    BOOST_TEST(env.find<config_map>("shared")->data.at("text") == "ours");
}

BOOST_AUTO_TEST_CASE(children_that_are_made_one_after_the_other_are_no_loop) {
    static constexpr int many = 200;
    for (const bool acknowledged : {true, false}) {
        testing::environment env([acknowledged](manager& m) {
            m.controller<wheel>()
                .owns<config_map>()
                .uses<wheel>({verb::patch}, "status")
                .reconcile(calling{[acknowledged](context& ctx, snapshot<wheel> self) -> awaitable<outcome> {
                    const auto parts = co_await ctx.children<config_map>(*self);
                    if (!parts) co_return parts.error();
                    const int n = static_cast<int>(parts->size());
                    if (n == self->spec.size) co_return outcome::done();
                    config_map next = child_of(*self, fmt::format("part-{}", n));
                    if (acknowledged) {
                        const auto made = co_await ctx.ensure(*self, next);
                        if (!made) co_return made.error();
                    } else {
                        const auto owned = set_controller_reference(next, *self);
                        if (!owned) co_return owned.error();
                        const auto made = co_await ctx.client().create(next);
                        if (!made) co_return made.error();
                    }
                    const auto done = co_await ctx.client().merge_patch<wheel>(
                        key_of(*self), {{"status", {{"parts", n + 1}}}}, {}, "status");
                    if (!done) co_return done.error();
                    co_return outcome::done();
                }});
        });
        env.create(make("a", many));
        env.until<wheel>("a", [](const wheel& w) { return w.status.parts == many; }, 10min);
        env.until_idle();
        BOOST_TEST(cycles(env, "loop") == 0.0);
        BOOST_TEST(cycles(env, "fight") == 0.0);
    }
}

BOOST_AUTO_TEST_CASE(it_is_off_by_an_option) {
    manager_options options = testing::environment::default_options();
    options.loop_breaker = false;
    auto runs = std::make_shared<int>(0);
    testing::environment env(
        [runs](manager& m) {
            m.controller<wheel>()
                .uses<wheel>({verb::patch}, "status")
                .reconcile(calling{[runs](context& ctx, snapshot<wheel> self) -> awaitable<outcome> {
                    if (++*runs > 100) co_return outcome::done();
                    co_return co_await turn(ctx, *self, *runs);
                }});
        },
        unlimited(), options);
    env.create(make());
    env.advance(1s);
    BOOST_TEST(*runs == 101);
    BOOST_TEST(cycles(env, "loop") == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
