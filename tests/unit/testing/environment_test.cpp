// The environment itself, with an operator that is as small as one can be.
#include "setpoint/testing/environment.hpp"

#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(environment_test)

namespace {

struct note_spec {
    std::string text;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&note_spec::text, "text", "What it says.", max_length(10)));
    }
};
struct note : custom_resource<note_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Note", "A text."); }
};

// Copies the text of a Note into a ConfigMap of its name.
struct note_reconciler {
    client& api;
    awaitable<outcome> reconcile(context&, object_key k) {
        auto self = co_await api.get<note>(k);
        if (!self) co_return self.error().code == errc::not_found ? outcome::done() : outcome(self.error());
        config_map m;
        m.metadata.name = k.name;
        m.metadata.ns = k.ns;
        m.data["text"] = (*self)->spec.text;
        const auto set = set_controller_reference(m, **self);
        if (!set) co_return set.error();
        auto made = co_await api.apply(m);
        if (!made) co_return made.error();
        co_return outcome::done();
    }
};
void add_note_controller(manager& m) {
    m.controller<note>().owns<config_map>().reconcile_keys(note_reconciler{m.client()});
}

note make(std::string_view name, std::string text) {
    note n;
    n.metadata.name = name;
    n.metadata.ns = "default";
    n.spec.text = std::move(text);
    return n;
}
auto says(std::string text) {
    return [text](const config_map& m) { return m.data.at("text") == text; };
}
const object_key a{"default", "a"};

// What `body` fails with.
template <class F>
std::string failure_of(F body) {
    try {
        body();
    } catch (const testing::failure& f) {
        return f.what();
    }
    return "";
}
bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_api_is_there_and_no_time_has_to_pass) {
    testing::environment env;
    const auto ns = env.run(env.client().get<core_v1::namespace_>(object_key::cluster("default")));
    BOOST_TEST(ns.has_value());
    BOOST_TEST((env.event_loop().now().time_since_epoch() < 10s));
}

BOOST_AUTO_TEST_CASE(a_reconciler_does_its_work_and_goes_on_doing_it) {
    testing::environment env;
    env.install<note>();
    env.start(add_note_controller);
    env.run([&]() -> awaitable<void> {
        (co_await env.client().create(make("a", "one"))).value();
        co_await env.async_until<config_map>(a, "a copy", says("one"));
        (co_await env.client().merge_patch<note>(a, {{"spec", {{"text", "two"}}}})).value();
        co_await env.async_until<config_map>(a, "another copy", says("two"));
        (co_await env.client().remove<note>(a)).value();
        co_await env.async_until_gone<config_map>(a);
    });
}

BOOST_AUTO_TEST_CASE(the_schema_of_an_installed_type_is_enforced) {
    testing::environment env;
    env.install<note>();
    const auto made = env.run(env.client().create(make("a", "far too long a text")));
    BOOST_REQUIRE(made.has_error());
    BOOST_CHECK(made.error().code == errc::invalid);
}

BOOST_AUTO_TEST_CASE(a_condition_that_does_not_come_true_tells_what_lives_and_what_is_waited_for) {
    testing::environment env;
    env.install<note>();
    env.start(add_note_controller);
    env.request_faults().fail_each(verb::patch, error(errc::forbidden, "not today"), "configmaps");
    env.request_faults().fail_nth(verb::remove, 1, error(errc::conflict, "made up"));
    const std::string said = failure_of([&] {
        env.run([&]() -> awaitable<void> {
            (co_await env.client().create(make("a", "one"))).value();
            co_await env.async_until<config_map>(a, "a copy", says("one"), 5min);
        });
    });
    for (const char* part : {"a copy: not within 300 s", "last seen: ", "404 NotFound", "live objects:",
                             "notes.example.com default/a: generation 1", "Reconcile failed", "not today",
                             "waiting:", "seed 1", "a planned fault did not occur: delete of any kind"})
        BOOST_TEST(has(said, part), part << " is missing in: " << said);
    BOOST_TEST((env.event_loop().now().time_since_epoch() >= 5min));
}

BOOST_AUTO_TEST_CASE(what_should_never_be_is_noticed) {
    testing::environment env;
    env.install<note>();
    env.start(add_note_controller);
    const auto exists = [&]() -> awaitable<bool> {
        const auto m = co_await env.client().get<config_map>(a);
        co_return m.has_value();
    };
    env.run([&]() -> awaitable<void> { co_await env.async_never("a copy", exists, 1h); });
    const std::string said = failure_of([&] {
        env.run([&]() -> awaitable<void> {
            (co_await env.client().create(make("a", "one"))).value();
            co_await env.async_never("a copy", exists, 1h);
        });
    });
    BOOST_TEST(has(said, "a copy: should never be true, but was"), said);
    bool flag = false;
    BOOST_TEST(has(failure_of([&] {
                       env.run([&]() -> awaitable<void> {
                           flag = true;
                           co_await env.async_never("a flag", [&] { return flag; });
                       });
                   }),
                   "a flag: should never be"));
}

BOOST_AUTO_TEST_CASE(calls_of_managers_fail_as_planned_and_those_of_the_test_do_not) {
    testing::environment env;
    env.install<note>();
    env.start(add_note_controller);
    env.request_faults().fail_nth(verb::patch, 1, error(errc::server_error, "made up"));
    env.run([&]() -> awaitable<void> {
        config_map other;
        other.metadata.name = "other";
        other.metadata.ns = "default";
        (co_await env.client().apply(other)).value();
        (co_await env.client().create(make("a", "one"))).value();
        co_await env.async_until<config_map>(a, "a copy all the same", says("one"));
    });
    BOOST_TEST(env.request_faults().pending().empty());
    BOOST_TEST(has(env.log(), "made up"));
}

BOOST_AUTO_TEST_CASE(requests_are_recorded_and_compared_with_the_role) {
    testing::environment env;
    env.install<note>();
    manager& m = env.start(add_note_controller);
    env.run([&]() -> awaitable<void> {
        (co_await env.client().create(make("a", "one"))).value();
        co_await env.async_until<config_map>(a, "a copy", says("one"));
    });
    BOOST_TEST(env.requests().count(verb::list, "notes") == 1u);
    BOOST_TEST(env.requests().count(verb::create) == 0u);
    const auto d = env.requests().compare(m.roles({}));
    BOOST_TEST(d.not_granted.empty(), d.text());
    BOOST_TEST(env.not_granted() == "");
    // It creates the copy by an apply, and nothing wants the owner's deletion blocked.
    BOOST_TEST(has(env.not_used(), "granted and not used: update notes.example.com/finalizers\n"),
               env.not_used());
    BOOST_TEST(!has(env.not_used(), "patch configmaps"), env.not_used());
}

BOOST_AUTO_TEST_CASE(an_object_without_a_namespace_that_does_not_go_is_named_as_it_is) {
    testing::environment env;
    const std::string said = failure_of([&] { env.until_gone<core_v1::namespace_>("default", 1s); });
    BOOST_TEST(has(said, "Namespace default is gone"), said);
}

BOOST_AUTO_TEST_CASE(the_trace_tells_requests_and_events_with_their_times) {
    testing::environment env;
    env.install<note>();
    manager& m = env.start(add_note_controller);
    env.run([&]() -> awaitable<void> {
        co_await env.async_eventually("the manager is ready", [&] { return m.ready(); });
        (co_await env.client().create(make("a", "one"))).value();
        co_await env.async_until<config_map>(a, "a copy", says("one"));
    });
    for (const char* part : {"test POST /apis/example.com/v1/namespaces/default/notes", " 201\n",
                             "operator EVENT /apis/example.com/v1/notes ADDED default/a ",
                             "operator PATCH /api/v1/namespaces/default/configmaps/a"})
        BOOST_TEST(has(env.trace(), part), part << " is missing in: " << env.trace());
}

BOOST_AUTO_TEST_CASE(one_seed_gives_one_trace_and_another_seed_another) {
    const auto story = [](std::uint64_t seed) {
        testing::environment_options o;
        o.seed = seed;
        testing::environment env(o);
        env.install<note>();
        env.start(add_note_controller);
        env.run([&]() -> awaitable<void> {
            for (const char* name : {"a", "b", "c", "d", "e"})
                (co_await env.client().create(make(name, "one"))).value();
            co_await env.async_until_idle(10min);
        });
        return env.trace();
    };
    const std::string first = story(1);
    BOOST_TEST(first == story(1));
    BOOST_TEST((first != story(2) || first != story(3)));
}

BOOST_AUTO_TEST_CASE(the_clock_of_the_machine_can_be_used) {
    testing::environment_options o;
    o.real_time = true;
    testing::environment env(o);
    env.install<note>();
    env.start(add_note_controller);
    env.run([&]() -> awaitable<void> {
        (co_await env.client().create(make("a", "one"))).value();
        co_await env.async_until<config_map>(a, "a copy", says("one"));
    });
    BOOST_TEST(has(failure_of([&] {
                       env.run([&]() -> awaitable<void> {
                           co_await env.async_eventually("nothing", [] { return false; }, 20ms);
                       });
                   }),
                   "nothing: not within 0.02 s"));
}

BOOST_AUTO_TEST_CASE(a_condition_that_blocks_is_told_what_to_use) {
    testing::environment env;
    env.install<note>();
    BOOST_TEST(
        has(failure_of([&] { env.eventually("a note", [&] { return env.find<note>("a") != nullptr; }); }),
            "was called in a coroutine or in the condition of a wait"));
    env.create(make("a", "one"));  // it goes on
    env.eventually("a note", [&]() -> awaitable<bool> {
        const auto found = co_await env.client().get<note>({"default", "a"});
        co_return found.has_value();
    });
    BOOST_TEST(env.list<note>().size() == 1u);
    BOOST_TEST(env.find<note>("a")->spec.text == "one");
    BOOST_TEST(env.find<note>(env.find<note>("a")->metadata.name)->spec.text == "one");
}

// What a reconciler needs and its declaration lacks is an error that names the missing call.
BOOST_AUTO_TEST_CASE(a_finalizer_that_is_not_declared_is_not_added) {
    testing::environment env([](manager& m) {
        m.controller<note>().reconcile([](context& ctx, snapshot<note> self) -> awaitable<outcome> {
            const auto added = co_await ctx.add_finalizer(*self, "example.com/clean-up");
            co_return added ? outcome::done() : outcome(added.error());
        });
    });
    env.create(make("a", "one"));
    env.eventually("it is logged", [&] { return has(env.log(), "declare uses_finalizer()"); });
    BOOST_TEST(env.find<note>("a")->metadata.finalizers.empty());
}
BOOST_AUTO_TEST_CASE(children_of_a_kind_that_is_not_watched_are_an_error) {
    testing::environment env([](manager& m) {
        m.controller<note>().reconcile([](context& ctx, snapshot<note> self) -> awaitable<outcome> {
            const auto found = co_await ctx.children<config_map>(*self);
            co_return found ? outcome::done() : outcome(found.error());
        });
    });
    env.create(make("a", "one"));
    env.eventually("it is logged", [&] { return has(env.log(), "declare owns<T>() for ConfigMap"); });
}

BOOST_AUTO_TEST_CASE(a_manager_that_fails_ends_the_test_with_its_reason) {
    testing::environment env;
    env.start([](manager& m) {
        m.add_runnable("broken", [&m]() -> awaitable<void> {
            co_await m.event_loop().yield();
            throw std::runtime_error("made up");
        });
    });
    const std::string said = failure_of([&] { env.run(env.event_loop().sleep(1h)); });
    BOOST_TEST(has(said, "the manager \"operator\" failed: made up"), said);
    BOOST_TEST(has(failure_of([&] { env.advance(1s); }), "made up"));
}

BOOST_AUTO_TEST_CASE(a_test_that_waits_for_ever_ends_at_its_limit) {
    testing::environment_options o;
    o.limit = 1h;
    testing::environment env(o);
    const std::string said = failure_of([&] { env.run(env.event_loop().sleep_until(never)); });
    BOOST_TEST(has(said, "the test did not end within 3600 s"), said);
}

BOOST_AUTO_TEST_CASE(what_the_test_throws_is_thrown) {
    testing::environment env;
    const auto broken = [&]() -> awaitable<int> {
        co_await env.event_loop().sleep(1s);
        throw std::out_of_range("mine");
    };
    BOOST_CHECK_THROW(env.run(broken), std::out_of_range);
    const auto good = [&]() -> awaitable<int> {
        co_await env.event_loop().sleep(1s);
        co_return 7;
    };
    BOOST_TEST(env.run(good) == 7);
    BOOST_TEST(env.run(good()) == 7);
}

BOOST_AUTO_TEST_CASE(several_managers_work_side_by_side) {
    testing::environment env;
    env.install<note>();
    for (const char* name : {"one", "two"}) {
        manager_options o = testing::environment::default_options();
        o.name = name;
        env.start(add_note_controller, o);
    }
    env.run([&]() -> awaitable<void> {
        (co_await env.client().create(make("a", "one"))).value();
        co_await env.async_until<config_map>(a, "a copy", says("one"));
        co_await env.async_until_idle();
    });
    for (const char* who : {" one PATCH ", " two PATCH "}) BOOST_TEST(has(env.trace(), who));
}

BOOST_AUTO_TEST_CASE(time_passes_when_asked_and_otherwise_only_as_needed) {
    testing::environment env;
    const time_point begin = env.event_loop().now();
    env.advance(90min);
    BOOST_TEST((env.event_loop().now() - begin == 90min));
    env.run([&]() -> awaitable<void> {
        const bool held = false;
        const time_point before = env.event_loop().now();
        co_await env.async_never("held", [&] { return held; }, 10min);
        BOOST_TEST((env.event_loop().now() - before == 10min));
    });
}

BOOST_AUTO_TEST_CASE(an_object_without_a_namespace_is_created_in_the_default_one) {
    testing::environment env(add_note_controller);
    note n = make("a", "one");
    n.metadata.ns = {};
    BOOST_TEST(env.create(n)->metadata.ns == "default");
    n.spec.text = "two";
    BOOST_TEST(env.apply(n)->metadata.ns == "default");
    BOOST_TEST(env.find<note>("a")->spec.text == "two");
    core_v1::namespace_ other;
    other.metadata.name = "other";
    BOOST_TEST(env.create(other)->metadata.ns == "");
}

BOOST_AUTO_TEST_SUITE_END()
