// Perturbations whose effect shows in the run itself.

#include "setpoint/webhook/admission.hpp"
#include "unit/sim/note_operators.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(perturbations_test)

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using namespace sim_test;

namespace {

// A pod that reports itself as written when it exists, whether or not it is ready.
awaitable<outcome> claim_ready(context& ctx, snapshot<note> self) {
    auto p = child_of<pod>(*self);
    container& c = p.spec.containers.emplace_back();
    c.name = "main";
    c.image = "busybox:1";
    const auto made = co_await ctx.ensure(*self, p);
    if (!made) co_return made.error();
    note_status next = self->status;
    next.written = "pod";
    co_return co_await ctx.report(*self, next);
}
void add_claimer(manager& m) {
    m.controller<note>().owns<pod>().reconcile(claim_ready);
}

// A ConfigMap without an owner.
awaitable<outcome> leave_behind(context& ctx, snapshot<note> self) {
    if (!self->status.written.empty()) co_return outcome::done();
    config_map text;
    text.metadata.name = "left";
    text.metadata.ns = self->metadata.ns;
    write_options as;
    as.field_manager = ctx.field_manager();
    const auto made = co_await ctx.client().apply(text, as);
    if (!made) co_return made.error();
    note_status next = self->status;
    next.written = "left";
    co_return co_await ctx.report(*self, next);
}
void add_leaver(manager& m) {
    m.controller<note>().uses<config_map>({verb::get, verb::create, verb::patch}).reconcile(leave_behind);
}

void write_two_notes(testing::environment& env) {
    env.create(make_note("a", "one"));
    env.create(make_note("b", "two"));
    for (const char* name : {"a", "b"})
        env.until<note>(name, [](const note& n) { return !n.status.written.empty(); });
}
void write_one_note(testing::environment& env) {
    env.create(make_note("a", "one"));
    env.until<note>("a", [](const note& n) { return !n.status.written.empty(); });
}

// With a webhook, which is down when the operator is.
void add_validated(manager& m) {
    add_note_controller(m);
    m.webhook<note>().validates([](const admission<note>& a, verdict& v) {
        if (a.object->spec.text.empty()) v.invalid("spec.text", a.object->spec.text, "must not be empty");
    });
}

sim::findings explore_only(void (*add)(manager&), void (*story)(testing::environment&),
                           std::vector<std::string> only) {
    return sim::explore({.operators = {add}, .story = story, .only = std::move(only)});
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_new_perturbation_is_survived_by_an_operator_that_compares) {
    for (const char* name : {"P4.late", "P14", "P14.pieces", "P14.event", "P14.crumbs", "P9.unseen", "P17",
                             "P17.definition", "P18", "P20"}) {
        const auto found = explore_only(add_note_controller, write_two_notes, {name});
        BOOST_TEST(found.empty(), found.text());
        BOOST_TEST(found.run != 0u, name);
    }
}

BOOST_AUTO_TEST_CASE(an_application_that_fails_for_a_while_is_survived) {
    for (const char* name : {"P25.slow", "P25.unready", "P25.flap", "P25.exit", "P25.image"}) {
        const auto found = explore_only(add_claimer, write_one_note, {name});
        BOOST_TEST(found.empty(), found.text());
        BOOST_TEST(found.run != 0u, name);
    }
}

BOOST_AUTO_TEST_CASE(ten_calls_of_a_webhook_at_once_change_nothing) {
    const auto found = explore_only(add_validated, write_two_notes, {"P23.ten"});
    BOOST_TEST(found.empty(), found.text());
    BOOST_TEST(found.run >= 2u);
}

// Whoever writes while the webhook is down tries again, as a user does: otherwise P22.back's change would not
// be taken back.
BOOST_AUTO_TEST_CASE(writes_of_others_outlast_an_operator_that_is_down) {
    for (const char* first : {"P22", "P22.back"}) {
        const auto single = explore_only(add_validated, write_two_notes, {first});
        const auto found = sim::explore(
            {.operators = {add_validated}, .story = write_two_notes, .only = {first}, .pairs = true});
        BOOST_TEST(found.empty(), found.text());
        BOOST_TEST(found.run > single.run, first << ": " << found.run << " plans, alone " << single.run);
    }
}

// Sieve's "view of X frozen at a change until Y is written, then a restart against it".
BOOST_AUTO_TEST_CASE(a_view_is_frozen_between_any_two_points) {
    const auto found = sim::explore(
        {.operators = {add_note_controller},
         .story = write_two_notes,
         .replay = "P7.mark@event notes ADDED default/a#1 + P7.marked@create configmaps default/b#1"});
    BOOST_TEST(found.empty(), found.text());
    BOOST_TEST(found.run == 1u);
}

BOOST_AUTO_TEST_CASE(what_is_left_after_the_story_is_found) {
    const auto found = explore_only(add_leaver, write_one_note, {"P1"});
    BOOST_REQUIRE(!found.empty());
    BOOST_TEST(found.all.front().plan == "none");
    BOOST_TEST(found.all.front().oracle == "nothing left");
    BOOST_TEST(found.all.front().detail.find("configmaps default/left") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
