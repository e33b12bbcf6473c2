#include "setpoint/api/apps_v1.hpp"
#include "setpoint/sim/preview.hpp"
#include "unit/sim/note_operators.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>

BOOST_AUTO_TEST_SUITE(preview_in_process_test)

using namespace sim_test;

namespace {

apiserver::cluster_snapshot live_objects(std::initializer_list<std::string_view> texts) {
    apiserver::cluster_snapshot out;
    for (const std::string_view text : texts) {
        const auto read = apiserver::read_snapshot(text, "live.yaml", out);
        if (!read) throw fault(read.error());
    }
    return out;
}

constexpr std::string_view a_note = R"(apiVersion: example.com/v1
kind: Note
metadata:
  name: memo
  namespace: default
  uid: 11111111-0000-0000-0000-000000000000
spec: {text: two, copies: 1}
)",
                           a_secret = R"(apiVersion: v1
kind: Secret
metadata: {name: s, namespace: default}
data: {password: Y29ycmVjdC1ob3JzZQ==}
)",
                           a_deployment = R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: memo, namespace: default, generation: 1}
spec:
  replicas: 2
  selector: {matchLabels: {app: memo}}
  template:
    metadata: {labels: {app: memo}}
    spec: {containers: [{name: c, image: 'old:1'}]}
status: {observedGeneration: 1, replicas: 2, readyReplicas: 2, updatedReplicas: 2, availableReplicas: 2}
)";

// Waits for the rollout, and reports it.
awaitable<outcome> change_image(context& ctx, snapshot<note> self) {
    auto live = co_await ctx.client().get<deployment>({"default", "memo"});
    if (!live) co_return live.error();
    const auto& containers = (*live)->spec.pod_template.spec.containers;
    if (containers.front().image != "new:2") {
        boost::json::object patch =
            boost::json::parse(
                R"({"spec":{"template":{"spec":{"containers":[{"name":"c","image":"new:2"}]}}}})")
                .as_object();
        const auto done =
            co_await ctx.client().merge_patch<deployment>({"default", "memo"}, std::move(patch));
        if (!done) co_return done.error();
        co_return outcome::requeue_after(std::chrono::seconds(10));
    }
    if ((*live)->status.observed_generation < (*live)->metadata.generation)
        co_return outcome::requeue_after(std::chrono::seconds(10));
    note_status next = self->status;
    next.written = "rolled out";
    co_return co_await ctx.report(*self, next);
}
void add_image_controller(manager& m) {
    m.controller<note>()
        .uses<deployment>({verb::get, verb::list, verb::watch, verb::patch})
        .reconcile(change_image);
}

// Waits until what it has created is ready, and reports whether the orphan is there.
awaitable<outcome> make_deployment(context& ctx, snapshot<note> self) {
    auto made = child_of<deployment>(*self);
    made.spec.selector.match_labels["app"] = "new";
    made.spec.pod_template.metadata.labels["app"] = "new";
    container c;
    c.name = "c";
    c.image = "new:1";
    made.spec.pod_template.spec.containers.push_back(std::move(c));
    const auto child = co_await ctx.ensure(*self, made);
    if (!child) co_return child.error();
    if (!child->exists() || child->object->status.ready_replicas.value_or(0) == 0) co_return outcome::done();
    const auto orphan = co_await ctx.client().get<config_map>({"default", "orphan"});
    note_status next = self->status;
    next.written = orphan ? "the orphan is there" : "the orphan is gone";
    co_return co_await ctx.report(*self, next);
}
void add_deployment_controller(manager& m) {
    m.controller<note>()
        .owns<deployment>()
        .uses<config_map>({verb::get, verb::list, verb::watch})
        .reconcile(make_deployment);
}

awaitable<outcome> write_again(context& ctx, snapshot<note> self) {
    note_status next = self->status;
    ++next.copies;
    if (const auto done = co_await ctx.report(*self, next); !done) co_return done.error();
    co_return outcome::requeue_after(std::chrono::minutes(1));
}
void add_restless_controller(manager& m) {
    m.controller<note>().reconcile(write_again);
}

}  // namespace

BOOST_AUTO_TEST_CASE(writes_are_shown_before_they_happen) {
    const auto seen = sim::preview({.live = live_objects({a_note}), .operators = {add_note_controller}});
    BOOST_TEST(seen.incomplete == "");
    BOOST_REQUIRE(seen.changes.size() == 2u);
    BOOST_TEST(seen.changes[0].name() == "ConfigMap default/memo");
    BOOST_TEST(!seen.changes[0].before);
    BOOST_TEST(seen.changes[0].after->at("data").at("text").as_string() == "two");
    BOOST_TEST(seen.changes[1].name() == "Note default/memo");
    BOOST_TEST(seen.changes[1].after->at("status").at("written").as_string() == "two");
    BOOST_TEST(!seen.disrupts(), seen.text());
}

BOOST_AUTO_TEST_CASE(a_rollout_is_complete_for_an_operator_that_waits) {
    const auto seen =
        sim::preview({.live = live_objects({a_note, a_deployment}), .operators = {add_image_controller}});
    BOOST_TEST(seen.incomplete == "");
    BOOST_TEST(seen.disrupts());
    BOOST_TEST(
        seen.text() ==
        "restarts 2 pods of Deployment default/memo (spec.containers[c].image: \"old:1\" -> \"new:2\")\n");
    const auto note_change =
        std::ranges::find(seen.changes, std::string("Note default/memo"), &sim::object_change::name);
    BOOST_REQUIRE((note_change != seen.changes.end()));
    BOOST_TEST(note_change->after->at("status").at("written").as_string() == "rolled out");
}

BOOST_AUTO_TEST_CASE(controllers_act_on_what_is_new_only) {
    constexpr std::string_view orphan = R"(apiVersion: v1
kind: ConfigMap
metadata:
  name: orphan
  namespace: default
  ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: gone, uid: 22222222-0000-0000-0000-000000000000}]
)";
    const auto seen =
        sim::preview({.live = live_objects({a_note, orphan}), .operators = {add_deployment_controller}});
    BOOST_TEST(seen.incomplete == "");
    BOOST_TEST(!seen.disrupts(), seen.text());
    BOOST_REQUIRE(seen.changes.size() == 2u);
    BOOST_TEST(seen.changes[0].name() == "Deployment default/memo");
    BOOST_TEST(!seen.changes[0].after->contains("status"));
    BOOST_TEST(seen.changes[1].after->at("status").at("written").as_string() == "the orphan is there");
}

BOOST_AUTO_TEST_CASE(an_operator_that_never_rests_is_incomplete) {
    const auto seen = sim::preview({.live = live_objects({a_note}), .operators = {add_restless_controller}});
    BOOST_TEST(seen.incomplete.starts_with(
                   "the operators are not at rest after 3600 s; their last writes: apply Note"),
               seen.incomplete);
}

BOOST_AUTO_TEST_CASE(an_object_that_cannot_be_loaded_is_named) {
    constexpr std::string_view wrong = R"(apiVersion: example.com/v1
kind: Note
metadata: {name: memo, namespace: default}
spec: {text: two, copies: many}
)";
    BOOST_CHECK_EXCEPTION(
        (void)sim::preview({.live = live_objects({wrong}), .operators = {add_note_controller}}), fault,
        [](const fault& e) {
            const std::string_view text = e.what();
            return text.find("Note default/memo") != std::string_view::npos &&
                   text.find("spec.copies") != std::string_view::npos;
        });
}

BOOST_AUTO_TEST_CASE(operators_get_no_values_of_secrets) {
    static std::string read;
    struct reader {
        static awaitable<outcome> reconcile(context& ctx, snapshot<note>) {
            const auto one = co_await ctx.client().get<core_v1::secret>({"default", "s"});
            if (!one) co_return one.error();
            for (const auto& [key, value] : (*one)->data) read = value.reveal();
            co_return outcome::done();
        }
        static void add(manager& m) {
            m.controller<note>()
                .uses<core_v1::secret>({verb::get, verb::list, verb::watch})
                .reconcile(&reconcile);
        }
    };
    (void)sim::preview({.live = live_objects({a_note, a_secret}), .operators = {reader::add}});
    BOOST_TEST(read != "");
    BOOST_TEST(read.find("correct-horse") == std::string::npos);
    (void)sim::preview(
        {.live = live_objects({a_note, a_secret}), .operators = {reader::add}, .keeps_secrets = true});
    BOOST_TEST(read.find("correct-horse") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
