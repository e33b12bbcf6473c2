// Paused objects: by their annotation, and all by an option.
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/api/events_v1.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(pause_test)

namespace {

struct lamp_spec {
    std::int32_t size = 1;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&lamp_spec::size, "size", "How bright it is."));
    }
};
struct lamp_status {
    std::int64_t observed_generation = 0;
    std::int32_t size = 0;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&lamp_status::observed_generation, "observedGeneration", "Of the spec."),
                      field(&lamp_status::size, "size", "How bright it is."),
                      field(&lamp_status::conditions, "conditions", "What is true of it.", list_map("type")));
    }
};
struct lamp : custom_resource<lamp_spec, lamp_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Lamp", "A light."); }
};

constexpr const char* annotation = "example.com/paused";
constexpr const char* finalizer = "example.com/lamp";

lamp make(std::string_view name = "a") {
    lamp d;
    d.metadata.name = name;
    d.metadata.ns = "default";
    return d;
}
boost::json::object annotated(const std::string& value) {
    return {{"metadata", {{"annotations", {{annotation, value}}}}}};
}
boost::json::object not_annotated() {
    return {{"metadata", {{"annotations", {{annotation, nullptr}}}}}};
}
boost::json::object sized(int size) {
    return {{"spec", {{"size", size}}}};
}
std::string said(const lamp& d) {
    const condition* const c = find_condition(d.status.conditions, "Paused");
    return c ? fmt::format("{} {} {}", to_string(c->status), c->reason, c->message) : "";
}
const auto is_said = [](const lamp& d) { return !said(d).empty(); };
const auto is_not_said = [](const lamp& d) { return said(d).empty(); };
auto has_size(int size) {
    return [size](const lamp& d) { return d.status.size == size; };
}

// Counts its reconciles, makes a child and reports the size.
struct counting {
    std::shared_ptr<int> runs = std::make_shared<int>(0);
    bool finalizes = false;
    awaitable<outcome> reconcile(context& ctx, snapshot<lamp> self) {
        ++*runs;
        if (is_deleting(self->metadata)) {
            const auto removed = co_await ctx.remove_finalizer(*self, finalizer);
            if (!removed) co_return removed.error();
            co_return outcome::done();
        }
        if (finalizes) {
            const auto added = co_await ctx.add_finalizer(*self, finalizer);
            if (!added) co_return added.error();
        }
        config_map child;
        child.metadata.name = self->metadata.name;
        child.metadata.ns = self->metadata.ns;
        child.data["size"] = std::to_string(self->spec.size);
        const auto made = co_await ctx.ensure(*self, child);
        if (!made) co_return made.error();
        lamp_status next;  // a reconciler that lists its own conditions only
        next.size = self->spec.size;
        ctx.conditions(*self, next).set("Ready", condition_true("Lit"));
        co_return co_await ctx.report(*self, next);
    }
};

struct world {
    explicit world(manager_options options = testing::environment::default_options(),
                   bool pauses_deletion = false)
        : env(declare(pauses_deletion), {}, std::move(options)) {}

    testing::environment::set_up declare(bool pauses_deletion) {
        return [this, pauses_deletion](manager& m) {
            auto c = m.controller<lamp>();
            c.owns<config_map>().uses_finalizer().when(predicates::generation_changed());
            if (pauses_deletion) c.pauses_deletion();
            c.reconcile(code);
        };
    }
    void light(std::string_view name = "a") {
        env.create(make(name));
        env.until<lamp>(std::string(name), has_size(1));
        env.until_idle();
    }
    std::size_t events(std::string_view reason) {
        std::size_t n = 0;
        for (const auto& e : env.list<events_v1::event>()) n += e->reason == reason ? 1 : 0;
        return n;
    }
    double paused() { return env.metric("setpoint_paused_objects"); }

    counting code{.finalizes = true};
    testing::environment env;
};

manager_options all_paused() {
    manager_options o = testing::environment::default_options();
    o.pause_all = true;
    return o;
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_paused_object_is_not_reconciled_and_says_so, world) {
    light();
    env.patch<lamp>("a", annotated("moving the disks"));
    const auto paused_one = env.until<lamp>("a", is_said);
    BOOST_TEST(said(*paused_one) == "True PausedByAnnotation Not reconciled: moving the disks");
    BOOST_TEST(find_condition(paused_one->status.conditions, "Ready"));
    BOOST_TEST(find_condition(paused_one->status.conditions, "Paused")->observed_generation == 1);
    env.until_idle();
    BOOST_TEST(events("Paused") == 1u);
    const int before = *code.runs;
    // Neither a change of the object nor one of a child, and nothing is written.
    env.patch<lamp>("a", sized(2));
    env.patch<config_map>("a", {{"data", {{"size", "broken"}}}});
    BOOST_TEST(env.calls_during(1h) == 0u);
    BOOST_TEST(*code.runs == before);
    const auto still = env.find<lamp>("a");
    BOOST_TEST(still->status.observed_generation == 1);
    BOOST_TEST(paused() == 1.0);
}

BOOST_FIXTURE_TEST_CASE(it_is_reconciled_at_once_when_the_annotation_goes, world) {
    light();
    env.patch<lamp>("a", annotated("true"));
    env.until<lamp>("a", is_said);
    env.patch<lamp>("a", sized(2));
    env.until_idle();
    env.patch<lamp>("a", not_annotated());
    env.until<lamp>("a", has_size(2), 1s);
    const auto resumed = env.until<lamp>("a", is_not_said, 1s);
    BOOST_TEST(resumed->status.observed_generation == 2);
    env.until_idle();
    BOOST_TEST(events("Resumed") == 1u);
    // The condition of the pause leaves no trace: nothing differs from what the reconciler reports.
    env.patch<config_map>("a", {{"data", {{"other", "x"}}}});
    BOOST_TEST(env.calls_during(1h) == 0u);
    BOOST_TEST(paused() == 0.0);
}

BOOST_FIXTURE_TEST_CASE(a_pause_ends_at_its_time_without_polling, world) {
    light();
    const timestamp end = timestamp::from(env.event_loop().wall_now() + 1h);
    env.patch<lamp>("a", annotated("moving until " + end.to_string()));
    env.until<lamp>("a", is_said);
    env.patch<lamp>("a", sized(2));
    BOOST_TEST(env.calls_during(58min) == 0u);
    BOOST_TEST(env.find<lamp>("a")->status.size == 1);
    env.until<lamp>("a", has_size(2), 2min);
    env.until<lamp>("a", is_not_said, 1s);
    BOOST_CHECK(env.event_loop().wall_now() - end.to_wall_time() < 1s);
    BOOST_CHECK(env.event_loop().wall_now() >= end.to_wall_time());
}

BOOST_FIXTURE_TEST_CASE(a_changed_reason_is_said_and_false_resumes, world) {
    light();
    env.patch<lamp>("a", annotated("one"));
    env.until<lamp>("a", is_said);
    env.patch<lamp>("a", annotated("two"));
    env.until<lamp>("a", [](const lamp& d) { return said(d).ends_with("two"); });
    env.patch<lamp>("a", annotated("false"));
    env.until<lamp>("a", is_not_said);
}

BOOST_FIXTURE_TEST_CASE(an_object_that_is_paused_from_the_start, world) {
    lamp d = make();
    d.metadata.annotations[annotation] = "true";
    env.create(d);
    env.until<lamp>("a", is_said);
    env.until_idle();
    BOOST_TEST(*code.runs == 0);
    BOOST_TEST(!env.find<config_map>("a"));
    light("b");  // others are not affected
    env.patch<lamp>("a", not_annotated());
    env.until<lamp>("a", has_size(1));
}

BOOST_FIXTURE_TEST_CASE(the_deletion_of_a_paused_object_is_handled, world) {
    light();
    env.patch<lamp>("a", annotated("true"));
    env.until<lamp>("a", is_said);
    env.remove<lamp>("a");
    env.until_gone<lamp>("a");
    env.until_idle();
    BOOST_TEST(paused() == 0.0);
}

BOOST_AUTO_TEST_CASE(a_controller_may_pause_deletions_too) {
    world w(testing::environment::default_options(), true);
    w.light();
    w.env.patch<lamp>("a", annotated("true"));
    w.env.until<lamp>("a", is_said);
    w.env.remove<lamp>("a");
    w.env.advance(1h);
    BOOST_TEST_REQUIRE(w.env.find<lamp>("a"));
    w.env.patch<lamp>("a", not_annotated());
    w.env.until_gone<lamp>("a");
}

BOOST_FIXTURE_TEST_CASE(a_restart_says_nothing_again_and_removes_what_is_over, world) {
    light("a");
    light("b");
    for (const char* const name : {"a", "b"}) {
        env.patch<lamp>(name, annotated("true"));
        env.until<lamp>(name, is_said);
    }
    env.until_idle();
    env.stop(env.operator_manager());
    env.patch<lamp>("b", not_annotated());
    const std::string version = env.find<lamp>("a")->metadata.resource_version.str();
    env.start(declare(false));
    env.until<lamp>("b", is_not_said);
    env.until_idle();
    BOOST_TEST(env.find<lamp>("a")->metadata.resource_version == version);
    BOOST_TEST(events("Paused") == 2u);
}

BOOST_AUTO_TEST_CASE(all_objects_are_paused_by_an_option) {
    world w(all_paused());
    w.env.create(make("a"));
    lamp with_finalizer = make("b");
    with_finalizer.metadata.finalizers.emplace_back(finalizer);
    w.env.create(with_finalizer);
    BOOST_TEST(w.env.calls_during(1h) == 0u);
    BOOST_TEST(*w.code.runs == 0);
    BOOST_TEST(w.paused() == 2.0);
    BOOST_TEST(said(*w.env.find<lamp>("a")).empty());  // nothing is written
    BOOST_TEST(w.env.log().find("All objects are paused") != std::string::npos);
    w.env.remove<lamp>("b");
    w.env.until_gone<lamp>("b");
    BOOST_TEST(*w.code.runs == 1);
}

// Neither conditions nor a status: an event, a log line and the metric.
BOOST_AUTO_TEST_CASE(a_kind_without_conditions_is_paused_too) {
    auto runs = std::make_shared<int>(0);
    testing::environment env([runs](manager& m) {
        m.controller<config_map>().reconcile(
            [runs](context&, snapshot<config_map> self) -> awaitable<outcome> {
                if (self->metadata.name == "a") ++*runs;
                co_return outcome::done();
            });
    });
    config_map c;
    c.metadata.name = "a";
    const std::string paused_by = testing::environment::default_options().name + "/paused";
    c.metadata.annotations[paused_by] = "true";
    env.create(c);
    env.until_idle();
    BOOST_TEST(*runs == 0);
    BOOST_TEST(env.metric("setpoint_paused_objects") == 1.0);
    BOOST_TEST(env.log().find("Paused") != std::string::npos);
    env.patch<config_map>("a", {{"metadata", {{"annotations", {{paused_by, nullptr}}}}}});
    env.until_idle();
    BOOST_TEST(*runs == 1);
    BOOST_TEST(env.metric("setpoint_paused_objects") == 0.0);
}

BOOST_AUTO_TEST_SUITE_END()
