// Deletion of definitions: their objects are deleted first, some in each turn, even if the client
// disconnects.

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char* foo_definition =
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/foos.example.com";
constexpr std::size_t many_objects = 300;

struct definition_fixture : api_fixture {
    definition_fixture() { define(); }
    ~definition_fixture() { l.observe(nullptr); }

    std::string make(const std::string& name, const std::string& more = "") {
        return ask("POST", foos,
                   R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":")" + name + "\"" +
                       more + "},\"spec\":{}}")
            .body;
    }
    void fill(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) make("f" + std::to_string(i));
    }
    std::size_t left() { return w->store.of("foos.example.com").size(); }
    bool is_there() { return ask("GET", foo_definition).status == 200; }

    static awaitable<void> remove(router& paths, http::response& to) {
        http::server_request r;
        r.method = "DELETE";
        r.target = foo_definition;
        r.headers = {{"User-Agent", "test/1"}};
        to = co_await paths.handle(r);
    }
    // Counts how often another task finds fewer objects than before while the deletion runs.
    static awaitable<void> count_shrinking_lists(definition_fixture& d, const http::response& over,
                                                 std::size_t& steps) {
        std::size_t last = d.left();
        while (over.status == 0) {
            if (d.left() < last) ++steps;
            last = d.left();
            co_await d.l.yield();
        }
    }
};

}  // namespace

// A watch that continued would send bookmarks.
BOOST_FIXTURE_TEST_CASE(watches_of_its_objects_end_with_a_definition, definition_fixture) {
    make("a");
    const auto watch = ask("GET", std::string(foos) + "?watch=1&allowWatchBookmarks=true");
    BOOST_TEST(read(watch, std::chrono::minutes(3)).find("BOOKMARK") != std::string::npos);
    BOOST_TEST(ask("DELETE", foo_definition).status == 200);
    const std::string rest = read(watch, std::chrono::minutes(10));
    BOOST_TEST(rest.find("DELETED") != std::string::npos);
    BOOST_TEST(rest.find("BOOKMARK") == std::string::npos);
    BOOST_TEST(ask("GET", std::string(foos) + "?watch=1").status == 404);
}

// Observed on kube-apiserver 1.36.3.
BOOST_FIXTURE_TEST_CASE(watches_of_its_objects_end_when_a_definition_is_changed, definition_fixture) {
    make("a");
    const auto watch = ask("GET", std::string(foos) + "?watch=1&allowWatchBookmarks=true");
    BOOST_TEST(ask("PATCH", foo_definition, R"({"metadata":{"labels":{"a":"b"}}})", merge_patch).status ==
               200);
    BOOST_TEST(read(watch, std::chrono::minutes(3)).find("BOOKMARK") != std::string::npos);
    BOOST_TEST(ask("PATCH", foo_definition,
                   R"([{"op":"add","path":"/spec/versions/0/schema/openAPIV3Schema/properties/more",)"
                   R"("value":{"type":"string"}}])",
                   "application/json-patch+json")
                   .status == 200);
    BOOST_TEST(read(watch, std::chrono::minutes(3)).find("BOOKMARK") == std::string::npos);
    const auto next = ask("GET", std::string(foos) + "?watch=1&allowWatchBookmarks=true");
    BOOST_TEST(read(next, std::chrono::minutes(3)).find("BOOKMARK") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(objects_are_deleted_in_batches_with_their_definition, definition_fixture) {
    fill(many_objects);
    turn_counter counter("the delete");
    l.observe(&counter);
    http::response answer{0, {}, {}, {}};
    std::size_t steps = 0;
    task_scope scope(l, "test");
    scope.spawn("the delete", remove(paths, answer));
    scope.spawn("another", count_shrinking_lists(*this, answer, steps));
    l.run_until(l.now());
    BOOST_TEST(answer.status == 200);
    BOOST_TEST(counter.turns >= many_objects / 64);
    BOOST_TEST(steps > 0U);  // the count depends on the order of the tasks
    BOOST_TEST(left() == 0U);
    BOOST_TEST(!is_there());
    const auto shown = bj::parse(answer.body).as_object();
    const auto& conditions = list_of(object_of(shown, "status"), "conditions");
    BOOST_TEST(test::text_in(conditions.back().get_object(), {"reason"}) == "InstanceDeletionPending");
}

BOOST_FIXTURE_TEST_CASE(a_client_that_gives_up_does_not_stop_the_clean_up, definition_fixture) {
    fill(many_objects);
    http::response answer{0, {}, {}, {}};
    std::size_t steps = 0;
    task_scope scope(l, "test"), other(l, "other");
    const auto give_up = [](definition_fixture& d, task_scope& s) -> awaitable<void> {
        while (d.left() == many_objects) co_await d.l.yield();
        s.request_stop();
    };
    scope.spawn("the delete", remove(paths, answer));
    other.spawn("giving up", give_up(*this, scope));
    other.spawn("another", count_shrinking_lists(*this, answer, steps));
    l.run_until(l.now());
    BOOST_TEST(scope.size() == 0U);
    BOOST_TEST(left() == 0U);
    BOOST_TEST(!is_there());
}

BOOST_FIXTURE_TEST_CASE(watches_see_each_object_deleted_and_then_the_definition, definition_fixture) {
    fill(3);
    const std::string from = "?watch=1&resourceVersion=" + std::to_string(w->store.revision());
    const auto objects = ask("GET", foos + from);
    const auto definitions = ask("GET", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions" + from);
    ask("DELETE", foo_definition);
    const std::string gone = read(objects), seen = read(definitions);
    std::size_t deleted = 0;
    for (std::size_t i = gone.find("\"DELETED\""); i != std::string::npos;
         i = gone.find("\"DELETED\"", i + 1))
        ++deleted;
    BOOST_TEST(deleted == 3U);
    const std::size_t pending = seen.find("InstanceDeletionPending"),
                      under_way = seen.find("InstanceDeletionInProgress"), end = seen.find("\"DELETED\"");
    BOOST_TEST((pending < under_way && under_way < end && end != std::string::npos));
}

BOOST_FIXTURE_TEST_CASE(objects_of_a_definition_that_serves_no_version_are_deleted_too, definition_fixture) {
    fill(2);
    ask("PATCH", foo_definition, R"([{"op":"replace","path":"/spec/versions/0/served","value":false}])",
        "application/json-patch+json");
    BOOST_TEST(ask("GET", foos).status == 404);
    ask("DELETE", foo_definition);
    BOOST_TEST(!is_there());
    BOOST_TEST(left() == 0U);
}

BOOST_FIXTURE_TEST_CASE(names_that_a_definition_frees_go_to_one_that_waits_for_them, definition_fixture) {
    const auto served = [&] { return ask("GET", "/apis/example.com/v1/namespaces/default/bars").status; };
    const auto define_bars = [&] {
        ask("POST", crds,
            R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":)"
            R"({"name":"bars.example.com"},"spec":{"group":"example.com","scope":"Namespaced","names":)"
            R"({"plural":"bars","kind":"Bar","listKind":"BarList","shortNames":["fo"]},"versions":[{)"
            R"("name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
    };
    // The holder gives the name up ...
    ask("PATCH", foo_definition, R"({"spec":{"names":{"shortNames":["fo"]}}})", merge_patch);
    define_bars();
    BOOST_TEST(served() == 404);
    ask("PATCH", foo_definition, R"({"spec":{"names":{"shortNames":["f"]}}})", merge_patch);
    BOOST_TEST(served() == 200);
    // ... or is deleted.
    ask("DELETE", std::string(crds) + "/bars.example.com");
    ask("PATCH", foo_definition, R"({"spec":{"names":{"shortNames":["fo"]}}})", merge_patch);
    define_bars();
    BOOST_TEST(served() == 404);
    ask("DELETE", foo_definition);
    BOOST_TEST(served() == 200);
}

BOOST_FIXTURE_TEST_CASE(a_definition_waits_for_objects_with_finalizers_and_creates_no_new_ones,
                        definition_fixture) {
    make("held", R"(,"finalizers":["example.com/f"])");
    make("free");
    ask("DELETE", foo_definition);
    BOOST_TEST(left() == 1U);
    const auto held = tree("GET", std::string(foos) + "/held");
    BOOST_TEST(object_of(held, "metadata").contains("deletionTimestamp"));
    BOOST_TEST(make("late").find("create not allowed while custom resource definition is terminating") !=
               std::string::npos);
    BOOST_TEST(is_there());
    ask("PATCH", std::string(foos) + "/held", R"({"metadata":{"finalizers":null}})", merge_patch);
    BOOST_TEST(!is_there());
    BOOST_TEST(ask("GET", foos).status == 404);
}

BOOST_FIXTURE_TEST_CASE(a_definition_with_another_finalizer_reports_that_its_objects_are_gone,
                        definition_fixture) {
    fill(2);
    ask("PATCH", foo_definition, R"({"metadata":{"finalizers":["example.com/f"]}})", merge_patch);
    ask("DELETE", foo_definition);
    const auto now = tree("GET", foo_definition);
    BOOST_TEST(bj::serialize(list_of(object_of(now, "metadata"), "finalizers")) == R"(["example.com/f"])");
    const auto& conditions = list_of(object_of(now, "status"), "conditions");
    BOOST_TEST(test::text_in(conditions.back().get_object(), {"reason"}) == "InstanceDeletionCompleted");
    BOOST_TEST(left() == 0U);
}
