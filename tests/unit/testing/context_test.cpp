// What a reconciler gets from its context, with a whole cluster around it.
#include "framework/core/base64.hpp"
#include "setpoint/operator.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(context_test)

namespace {

struct page_spec {
    std::string text;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&page_spec::text, "text", "Its text."));
    }
};
struct page_status {
    std::int64_t observed_generation = 0;
    std::int32_t copies = 0;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&page_status::observed_generation, "observedGeneration", "Of the spec seen."),
                      field(&page_status::copies, "copies", "Number of ConfigMaps."),
                      field(&page_status::conditions, "conditions", "Degraded.", list_map("type")));
    }
};
struct page : custom_resource<page_spec, page_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Page", "A page."); }
};

page make(std::string_view name, std::string text = "one") {
    page p;
    p.metadata.name = name;
    p.metadata.ns = "default";
    p.spec.text = std::move(text);
    return p;
}

config_map copy_of(const page& self) {
    config_map m = child_of<config_map>(self, "-copy");
    m.data["text"] = self.spec.text;
    return m;
}

// Keeps a copy of each Page and reports it.
struct world {
    explicit world(ensure_options o = {}) : how(o), env([this](manager& m) { declare(m); }) {}

    void declare(manager& m) {
        m.controller<page>()
            .owns<config_map>()
            .owns<core_v1::secret>()
            .claims_name<config_map>("-copy")
            .reconcile([this](context& ctx, snapshot<page> self) { return reconcile(ctx, std::move(self)); });
    }
    awaitable<outcome> reconcile(context& ctx, snapshot<page> self) {
        ++reconciles;
        if (!password.empty()) {
            core_v1::secret login = child_of<core_v1::secret>(*self, "-login");
            login.data["password"] = setpoint::secret(password);
            const auto made = co_await ctx.ensure(*self, std::move(login));
            if (!made) co_return made.error();
        }
        config_map desired = copy_of(*self);
        desired.data.insert(more.begin(), more.end());
        if (nameless) desired.metadata.name = {};
        const auto copy = co_await ctx.ensure(*self, std::move(desired), how);
        if (!copy) co_return copy.error();
        last = copy->what;
        const auto all = co_await ctx.children<config_map>(*self);
        if (!all) co_return all.error();
        page_status next = self->status;
        next.copies = static_cast<std::int32_t>(all->size());
        ctx.conditions(*self, next).set("Degraded", explain(*copy));
        co_return co_await ctx.report(*self, std::move(next));
    }
    std::string events() { return env.run(env.async_ask("GET", "/apis/events.k8s.io/v1/events")).body; }

    ensure_options how;
    std::string password;                     // of a Secret, which is only ensured with one
    std::map<std::string, std::string> more;  // data of the copy
    bool nameless = false;
    int reconciles = 0;
    ensured last = ensured::unchanged;
    testing::environment env;
};

const auto has_copy = [](const page& p) { return p.status.copies == 1; };
const auto reads_two = [](const config_map& m) { return m.data.at("text") == "two"; };

}  // namespace

BOOST_AUTO_TEST_CASE(a_child_is_created_reported_and_not_reconciled_again_for_its_echo) {
    world w;
    w.env.create(make("a"));
    const auto p = w.env.until<page>("a", has_copy);
    BOOST_TEST(p->status.observed_generation == 1);
    BOOST_TEST(find_condition(p->status.conditions, "Degraded")->reason == "AsExpected");
    BOOST_TEST(w.env.calls_during(1h) == 0u);
    BOOST_TEST(w.reconciles == 1);
    BOOST_TEST(w.env.log().find("Created ConfigMap") != std::string::npos);
    BOOST_TEST(w.env.requests().count(verb::create, "events") == 1u);
    BOOST_TEST(w.env.requests().count(verb::create, "configmaps") == 1u);
    BOOST_TEST(w.env.not_granted() == "");
}

BOOST_AUTO_TEST_CASE(a_field_that_is_dropped_later_goes_although_the_child_was_created_by_post) {
    world w;
    w.env.create(make("a"));
    w.env.until<page>("a", has_copy);
    w.env.patch<page>("a", {{"spec", {{"text", "two"}}}});
    w.env.until<config_map>("a-copy", reads_two);
    BOOST_CHECK(w.last == ensured::updated);
    const auto copy = w.env.run(w.env.async_ask("GET", "/api/v1/namespaces/default/configmaps/a-copy"));
    const auto tree = boost::json::parse(copy.body);
    const auto& fields = tree.at("metadata").at("managedFields").as_array();
    BOOST_REQUIRE(fields.size() == 1u);
    BOOST_TEST(fields[0].at("operation").as_string() == "Apply");
    BOOST_TEST(w.env.not_granted() == "");
}

BOOST_AUTO_TEST_CASE(a_child_of_another_is_a_problem_until_its_name_is_free) {
    world w;
    config_map theirs;
    theirs.metadata.name = "a-copy";
    theirs.metadata.ns = "default";
    w.env.create(theirs);
    w.env.create(make("a"));
    const auto p = w.env.until<page>("a", testing::has_condition("Degraded"));
    BOOST_TEST(p->status.copies == 0);
    BOOST_TEST(find_condition(p->status.conditions, "Degraded")->message ==
               "ConfigMap \"a-copy\" exists and has no controller; it is not taken over");
    const int before = w.reconciles;
    w.env.advance(1min + 1s);
    BOOST_TEST(w.reconciles == before + 2);  // every 30 s
    BOOST_TEST(w.env.log().find("Page has a problem") == w.env.log().rfind("Page has a problem"));
    w.env.remove<config_map>("a-copy");
    w.env.until<page>("a", has_copy, 1s);
}

BOOST_AUTO_TEST_CASE(a_refused_child_is_a_problem_and_an_unreachable_server_an_error) {
    world w;
    w.env.request_faults().fail_each(verb::create, error(errc::forbidden, "no room"), "configmaps");
    w.env.create(make("a"));
    const auto p = w.env.until<page>("a", testing::has_condition("Degraded"));
    BOOST_TEST(find_condition(p->status.conditions, "Degraded")->reason == "Forbidden");
    BOOST_CHECK(w.last == ensured::refused);
    w.env.request_faults().clear();
    w.env.request_faults().fail_nth(verb::create, 1, error(errc::unreachable, "gone"), "configmaps");
    w.env.until<page>("a", has_copy);
    BOOST_TEST(w.env.log().find("Reconcile failed") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(changes_of_one_child_are_one_event) {
    world w;
    w.env.create(make("a"));
    w.env.until<page>("a", has_copy);
    for (int i = 0; i < 20; ++i) w.more["k" + std::to_string(i)] = "new";
    w.env.patch<page>("a", {{"spec", {{"text", "two"}}}});
    w.env.until<config_map>("a-copy", reads_two);
    w.env.until_idle();
    BOOST_TEST(w.env.requests().count(verb::create, "events") == 2u);  // Created, Updated
    const auto events = w.events();
    BOOST_TEST(events.find("ConfigMap a-copy: data[k0] set to") != std::string::npos, events);
    BOOST_TEST(events.find("; and 18 more") != std::string::npos, events);
}

BOOST_AUTO_TEST_CASE(a_secret_that_was_changed_is_repaired_and_neither_logged_nor_recorded) {
    world w;
    w.password = "correct horse";
    w.env.create(make("a"));
    w.env.until<core_v1::secret>("a-login", [](const core_v1::secret&) { return true; });
    w.env.until_idle();
    w.env.patch<core_v1::secret>("a-login", {{"data", {{"password", base64_encode("battery staple")}}}});
    w.env.until<core_v1::secret>("a-login", [](const core_v1::secret& s) {
        return find_value(s, "password")->reveal() == "correct horse";
    });
    w.env.until_idle();
    const std::string seen = w.env.log() + w.events();
    BOOST_TEST(seen.find("Secret a-login: data[password] from (secret) to (secret)") != std::string::npos,
               seen);
    for (const char* hidden : {"correct horse", "battery staple"}) {
        BOOST_TEST(seen.find(hidden) == std::string::npos, hidden);
        BOOST_TEST(seen.find(base64_encode(hidden)) == std::string::npos, hidden);
    }
}

BOOST_AUTO_TEST_CASE(a_child_without_a_name_is_a_mistake_of_the_program_and_no_condition) {
    world w;
    w.nameless = true;
    w.env.create(make("a"));
    w.env.until_idle();
    BOOST_TEST(w.env.log().find("the desired object has no name or no namespace") != std::string::npos);
    BOOST_TEST(w.env.find<page>("a")->status.conditions.empty());
}

BOOST_AUTO_TEST_CASE(a_namespace_that_is_gone_is_a_conflict_of_its_owner) {
    world w;
    error gone(errc::not_found, "create configmaps default/a-copy: not found");
    gone.http_status = 404;
    gone.server_text = "namespaces \"default\" not found";
    w.env.request_faults().fail_nth(verb::create, 1, gone, "configmaps");
    w.env.create(make("a"));
    w.env.until<page>("a", has_copy);
    BOOST_TEST(w.env.log().find("the namespace of Page default/a is gone, and the watch is behind") !=
               std::string::npos);
    BOOST_TEST(w.env.log().find("Reconcile failed") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_object_that_is_being_deleted_or_gone_is_not_reconciled) {
    world w;
    page kept = make("a");
    kept.metadata.finalizers.emplace_back("example.com/hold");
    w.env.create(kept);
    w.env.until<page>("a", has_copy);
    const int before = w.reconciles;
    w.env.remove<page>("a");
    w.env.advance(1min);
    BOOST_TEST(w.reconciles == before);
    w.env.patch<page>("a", {{"metadata", {{"finalizers", nullptr}}}});
    w.env.until_gone<config_map>("a-copy");
    BOOST_TEST(w.reconciles == before);
}

BOOST_AUTO_TEST_CASE(a_child_that_is_created_once_is_left_as_others_change_it) {
    world w({.mode = ensure_mode::create_once});
    w.env.create(make("a"));
    w.env.until<page>("a", has_copy);
    w.env.patch<config_map>("a-copy", {{"data", {{"text", "theirs"}}}});
    w.env.patch<page>("a", {{"spec", {{"text", "two"}}}});
    w.env.until_idle();
    BOOST_TEST(w.env.find<config_map>("a-copy")->data.at("text") == "theirs");
}

BOOST_AUTO_TEST_CASE(an_outcome_is_made_of_a_result) {
    BOOST_CHECK(outcome(result<>()).what() == outcome::kind::done);
    const outcome failed = result<>(error(errc::conflict, "changed"));
    BOOST_CHECK(failed.what() == outcome::kind::retry);
    BOOST_TEST(failed.why().message == "changed");
}

namespace {

// Keeps as many ConfigMaps as the text says, and removes all others and what the test adds to `also`.
struct keeper {
    awaitable<outcome> reconcile(context& ctx, snapshot<page> self) {
        const int wanted = std::stoi(self->spec.text);
        for (int i = 0; i < wanted; ++i) {
            const auto made =
                co_await ctx.ensure(*self, child_of<config_map>(*self, "-" + std::to_string(i)));
            if (!made) co_return made.error();
        }
        auto all = co_await ctx.children<config_map>(*self);
        if (!all) co_return all.error();
        const std::string first = "a-" + std::to_string(wanted);
        std::erase_if(*all, [&](const auto& child) { return child->metadata.name < first; });
        const auto removed = co_await ctx.remove(*self, *all);
        if (!removed) co_return removed.error();
        for (const auto& one : std::exchange(also, {})) answers.push_back(co_await ctx.remove(*self, *one));
        co_return outcome::done();
    }
    std::vector<snapshot<config_map>> also;
    std::vector<result<>> answers;
};

struct keeper_world {
    void declare(manager& m) {
        m.controller<page>()
            .owns<config_map>()
            .uses<config_map>({verb::remove})
            .reconcile(
                [this](context& ctx, snapshot<page> self) { return k.reconcile(ctx, std::move(self)); });
    }
    std::size_t removals() const { return env.requests().count(verb::remove, "configmaps"); }
    std::size_t deletion_events() {
        const auto list =
            boost::json::parse(env.run(env.async_ask("GET", "/apis/events.k8s.io/v1/events")).body);
        std::size_t n = 0;
        for (const auto& e : list.at("items").as_array())
            if (e.at("reason").as_string() == "Deleted") ++n;
        return n;
    }
    // Reconciles with a further thing to remove; returns the answer.
    result<> answer_to_removing(snapshot<config_map> one) {
        k.also.push_back(std::move(one));
        env.patch<page>("a", {{"spec", {{"text", env.find<page>("a")->spec.text + " "}}}});
        env.eventually("an answer", [&] { return !k.answers.empty(); });
        return k.answers.back();
    }

    keeper k;
    mutable testing::environment env{[this](manager& m) { declare(m); }};
};

}  // namespace

BOOST_AUTO_TEST_CASE(children_that_are_not_needed_are_removed_with_events_and_log_lines) {
    keeper_world w;
    w.env.create(make("a", "3"));
    w.env.until<config_map>("a-2", [](const config_map&) { return true; });
    w.env.patch<page>("a", {{"spec", {{"text", "1"}}}});
    w.env.until_gone<config_map>("a-2");
    BOOST_TEST(w.env.log().find("Deleted ConfigMap") != std::string::npos);
    w.env.until_idle();
    BOOST_TEST(w.deletion_events() == 2u);  // before the server drops events, after an hour
    BOOST_TEST(w.env.calls_during(1h) == 0u);
    BOOST_TEST(w.removals() == 2u);
    BOOST_TEST((w.env.find<config_map>("a-0") != nullptr));
    BOOST_TEST(w.env.not_granted() == "");
}

namespace {

// Removes the Secrets of `theirs` as children of its ConfigMap.
struct grandchild_remover {
    void declare(manager& m) {
        m.controller<page>()
            .owns<config_map>()
            .uses<core_v1::secret>({verb::remove})
            .reconcile([this](context& ctx, snapshot<page> self) { return reconcile(ctx, std::move(self)); });
    }
    awaitable<outcome> reconcile(context& ctx, snapshot<page> self) {
        const auto child = co_await ctx.ensure(*self, copy_of(*self));
        if (!child) co_return child.error();
        for (const auto& one : std::exchange(theirs, {}))
            answers.push_back(co_await ctx.remove(*self, *child->object, *one));
        co_return outcome::done();
    }
    core_v1::secret controlled_by(const object_meta& m, std::string_view name) const {
        core_v1::secret s;
        s.metadata.name = name;
        s.metadata.ns = "default";
        s.metadata.owner_references = {
            {.api_version = "v1", .kind = "ConfigMap", .name = m.name, .uid = m.uid, .controller = true}};
        return s;
    }

    std::vector<snapshot<core_v1::secret>> theirs;
    std::vector<result<>> answers;
    testing::environment env{[this](manager& m) { declare(m); }};
};

}  // namespace

BOOST_AUTO_TEST_CASE(only_children_of_a_child_are_removed) {
    grandchild_remover w;
    w.env.create(make("a"));
    const auto copy = w.env.until<config_map>("a-copy", [](const config_map&) { return true; });
    config_map foreign;
    foreign.metadata.name = "foreign";
    const auto other = w.env.create(foreign);
    w.theirs.push_back(w.env.create(w.controlled_by(copy->metadata, "inner")));
    w.theirs.push_back(w.env.create(w.controlled_by(other->metadata, "elsewhere")));
    w.env.patch<page>("a", {{"spec", {{"text", "two"}}}});
    w.env.until_gone<core_v1::secret>("inner");
    w.env.until_idle();
    BOOST_REQUIRE(w.answers.size() == 2u);
    BOOST_TEST(w.answers[0].has_value());
    BOOST_REQUIRE(!w.answers[1]);
    BOOST_CHECK(w.answers[1].error().code == errc::invalid);
    BOOST_TEST((w.env.find<core_v1::secret>("elsewhere") != nullptr));
    BOOST_TEST(w.env.requests().count(verb::remove, "secrets") == 1u);
    BOOST_TEST(w.env.not_granted() == "");
}

BOOST_AUTO_TEST_CASE(the_successor_of_a_removed_child_stays) {
    keeper_world w;
    w.env.create(make("a", "1"));
    const auto first = w.env.until<config_map>("a-0", [](const config_map&) { return true; });
    w.env.remove<config_map>("a-0");
    const auto second = w.env.until<config_map>(
        "a-0", [&](const config_map& m) { return m.metadata.uid != first->metadata.uid; });
    const result<> answer = w.answer_to_removing(first);
    BOOST_REQUIRE(!answer);
    BOOST_CHECK(answer.error().code == errc::conflict);
    w.env.until_idle();
    BOOST_TEST((w.env.find<config_map>("a-0")->metadata.uid == second->metadata.uid));
    BOOST_TEST(w.deletion_events() == 0u);
}

BOOST_AUTO_TEST_CASE(removing_a_child_that_is_gone_succeeds_without_an_event) {
    keeper_world w;
    w.env.create(make("a", "2"));
    const auto second = w.env.until<config_map>("a-1", [](const config_map&) { return true; });
    w.env.patch<page>("a", {{"spec", {{"text", "1"}}}});
    w.env.until_gone<config_map>("a-1");
    BOOST_TEST(w.answer_to_removing(second).has_value());
    w.env.until_idle();
    BOOST_TEST(w.removals() == 2u);
    BOOST_TEST(w.deletion_events() == 1u);
}

BOOST_AUTO_TEST_CASE(what_somebody_else_controls_is_not_removed) {
    keeper_world w;
    w.env.create(make("a", "1"));
    config_map theirs;
    theirs.metadata.name = "theirs";
    theirs.metadata.ns = "default";
    const result<> answer = w.answer_to_removing(w.env.create(theirs));
    BOOST_REQUIRE(!answer);
    BOOST_CHECK(answer.error().code == errc::invalid);
    BOOST_TEST(answer.error().message == "deleting ConfigMap \"theirs\": it is not a child of Page \"a\"");
    BOOST_TEST(w.removals() == 0u);
}

BOOST_AUTO_TEST_CASE(a_child_that_is_being_deleted_is_not_deleted_again) {
    keeper_world w;
    w.env.create(make("a", "2"));
    w.env.until<config_map>("a-1", [](const config_map&) { return true; });
    w.env.patch<config_map>("a-1", {{"metadata", {{"finalizers", {"example.com/slow"}}}}});
    w.env.patch<page>("a", {{"spec", {{"text", "1"}}}});
    w.env.until<config_map>("a-1", [](const config_map& m) { return is_deleting(m.metadata); });
    w.env.until_idle();
    BOOST_TEST(w.answer_to_removing(w.env.find<config_map>("a-1")).has_value());
    w.env.until_idle();
    BOOST_TEST(w.removals() == 1u);
    BOOST_TEST(w.deletion_events() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()
