// Which watches see a change, and which changes a watch has lost.

#include "apiserver/state/watch_scopes.hpp"

#include "setpoint/core/random.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;

struct scopes_fixture {
    virtual_clock time;
    random_source random{1};
    loop l{time, random};
    versioned_store store{versioned_store::window{.count = 3}};
    collection& c = store.of("things");
    watch_scopes scopes{l, c};
    std::shared_ptr<watch_scope> of(std::string_view ns, std::string_view name) {
        return scopes.find(ns, name, store.revision());
    }
    std::uint64_t put(const std::string& ns, const std::string& name) {
        bj::object o;
        o["metadata"] = bj::object{{"name", name}, {"namespace", ns}};
        store.put(c, {ns, name}, std::move(o), wall_time{});
        const change& made = *c.next(store.revision() - 1);
        scopes.add(made, false);
        return made.revision;
    }
    static awaitable<void> note(std::shared_ptr<watch_scope> s, std::string& woken, char letter) {
        if (co_await s->changed.wait()) woken += letter;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(only_watches_of_the_object_wake, scopes_fixture) {
    std::string woken;
    const auto wakes_of = [&](const object_key& key) {
        woken.clear();
        task_scope tasks(l, "waiters");
        tasks.spawn("all", note(of("", ""), woken, 'a'));
        tasks.spawn("namespace", note(of("n", ""), woken, 'n'));
        tasks.spawn("name", note(of("", "x"), woken, 'x'));
        tasks.spawn("object", note(of("n", "x"), woken, 'o'));
        l.run_until(l.now());
        scopes.notify(key);
        l.run_until(l.now());
        tasks.request_stop();
        l.run_until(l.now());
        std::ranges::sort(woken);
        return woken;
    };
    BOOST_TEST(wakes_of({"n", "x"}) == "anox");
    BOOST_TEST(wakes_of({"n", "y"}) == "an");
    BOOST_TEST(wakes_of({"m", "x"}) == "ax");
    BOOST_TEST(wakes_of(object_key::cluster("y")) == "a");
}

BOOST_FIXTURE_TEST_CASE(a_scope_skips_the_changes_of_others, scopes_fixture) {
    const auto n = of("n", "");
    const std::uint64_t before = store.revision();
    put("m", "x");
    BOOST_TEST(n->next(before) == nullptr);
    const std::uint64_t own = put("n", "x");
    put("m", "y");
    BOOST_REQUIRE(n->next(before));
    BOOST_TEST(n->next(before)->revision == own);
    BOOST_TEST(n->next(own) == nullptr);
}

BOOST_FIXTURE_TEST_CASE(a_scope_does_not_skip_what_preceded_it, scopes_fixture) {
    const std::uint64_t before = store.revision(), own = put("n", "x");
    BOOST_REQUIRE(of("n", "")->next(before));
    BOOST_TEST(of("n", "")->next(before)->revision == own);
}

BOOST_FIXTURE_TEST_CASE(only_dropped_changes_of_the_scope_are_lost, scopes_fixture) {
    const auto n = of("n", ""), all = of("", "");
    const std::uint64_t before = store.revision();
    for (int i = 0; i < 5; ++i) put("m", "x");
    BOOST_TEST(all->has_lost(before));
    BOOST_TEST(!n->has_lost(before));
    const std::uint64_t own = put("n", "x");
    BOOST_TEST(!n->has_lost(before));
    for (int i = 0; i < 5; ++i) put("m", "x");
    BOOST_TEST(n->has_lost(before));
    BOOST_TEST(!n->has_lost(own));
    put("n", "x");  // drops the old one from the scope, too
    BOOST_TEST(n->has_lost(before));
    BOOST_TEST(!n->has_lost(own));
}

BOOST_FIXTURE_TEST_CASE(a_scope_knows_changes_that_are_not_visible_yet, scopes_fixture) {
    const std::uint64_t visible = store.revision();
    put("m", "x");
    const std::uint64_t own = put("n", "x");
    const auto n = scopes.find("n", "", visible);
    BOOST_REQUIRE(n->next(visible));
    BOOST_TEST(n->next(visible)->revision == own);
    BOOST_TEST(n->next(own) == nullptr);
}

BOOST_FIXTURE_TEST_CASE(an_idle_scope_loses_no_change_of_others, scopes_fixture) {
    const std::uint64_t visible = store.revision();
    put("m", "x");
    const auto n = scopes.find("n", "", visible);
    for (int i = 0; i < 5; ++i) put("m", "x");
    BOOST_TEST(!n->has_lost(visible));
}

BOOST_FIXTURE_TEST_CASE(a_change_that_is_undone_is_skipped, scopes_fixture) {
    const auto n = of("n", "");
    const std::uint64_t before = store.revision();
    put("n", "x");
    const change made = *c.next(before);
    scopes.undo(made);
    store.undo(c, made);
    store.undone_to(before);
    const std::uint64_t later = put("n", "y");
    BOOST_REQUIRE(n->next(before));
    BOOST_TEST(n->next(before)->revision == later);
}

BOOST_FIXTURE_TEST_CASE(a_scope_ends_with_its_last_watch, scopes_fixture) {
    auto one = of("n", ""), other = of("n", "");
    BOOST_TEST(one == other);
    BOOST_TEST(scopes.size() == 1U);
    one.reset();
    other.reset();
    BOOST_TEST(scopes.size() == 0U);
}
