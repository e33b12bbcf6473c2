// The object graph over the store.
#include "apiserver/controllers/garbage/store_graph.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;

namespace {

struct graph_fixture {
    graph_fixture() {
        auto pods = std::make_shared<resource>();
        pods->gvr = {"", "v1", "pods"};
        pods->kind = "Pod";
        pods->storage = "pods";
        pods->verbs = {"create", "delete", "get", "list"};
        kinds.add(pods);
        store.on_change = [this](collection& c, const setpoint::apiserver::change&) { graph.changed(c); };
    }
    void put(std::string_view name, std::string_view json) {
        store.put(store.of("pods"), {"default", std::string(name)}, boost::json::parse(json).as_object(), {});
    }
    void listen() {
        graph.subscribe([this](const graph_event& e) {
            seen.push_back(e.key.name + (e.gone ? " gone" : "") + (e.waiting ? " waiting" : "") +
                           (e.owners.empty() ? "" : " of " + e.owners.front()));
        });
    }
    versioned_store store{{}};
    registry kinds;
    store_graph graph{store, kinds};
    std::vector<std::string> seen;
};

constexpr const char* plain = R"({"metadata":{"name":"a","namespace":"default","uid":"1"}})";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(store_graph_test, graph_fixture)

BOOST_AUTO_TEST_CASE(existing_objects_are_reported_first_and_changes_follow) {
    put("a", plain);
    listen();
    put("b", R"({"metadata":{"name":"b","namespace":"default","uid":"2","ownerReferences":[{"uid":"1"}]}})");
    put("a",
        R"({"metadata":{"name":"a","namespace":"default","uid":"1","deletionTimestamp":"2026-01-01T00:00:00Z",
                 "finalizers":["orphan"]}})");
    store.erase(store.of("pods"), {"default", "b"}, {});
    BOOST_TEST(seen == (std::vector<std::string>{"a", "b of 1", "a waiting", "b gone of 1"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(only_the_visible_state_is_seen) {
    std::uint64_t visible = 0;
    graph.visible = [&] { return visible; };
    put("a", plain);
    visible = store.revision();
    put("c", R"({"metadata":{"name":"c","namespace":"default","uid":"3"}})");
    listen();
    store.erase(store.of("pods"), {"default", "a"}, {});
    put("c", R"({"metadata":{"name":"c","namespace":"default","uid":"3","labels":{"x":"y"}}})");
    BOOST_TEST(seen == std::vector<std::string>{"a"}, boost::test_tools::per_element());
    const graph_resource pods = graph.find_kind("v1", "Pod").value();
    BOOST_TEST(graph.get(pods, {"default", "a"}).has_value());
    BOOST_TEST(!graph.get(pods, {"default", "c"}).has_value());
    BOOST_TEST((graph.keys(pods, "") == std::vector<object_key>{{"default", "a"}}));
    BOOST_TEST(graph.namespaces_of({"1", "3"}).size() == 1u);
    visible = store.revision();
    graph.changed(store.of("pods"));
    BOOST_TEST(seen == (std::vector<std::string>{"a", "c", "a gone", "c"}), boost::test_tools::per_element());
    BOOST_TEST((graph.keys(pods, "") == std::vector<object_key>{{"default", "c"}}));
}

BOOST_AUTO_TEST_CASE(objects_and_kinds_are_found) {
    put("a", R"({"metadata":{"name":"a","namespace":"default","uid":"1","finalizers":["x/y"]},
                 "spec":{"terminationGracePeriodSeconds":7},"status":{"phase":"Running"}})");
    const auto pods = graph.find_kind("v1", "Pod");
    BOOST_REQUIRE(pods.has_value());
    BOOST_TEST(pods->deletable);
    BOOST_TEST(!graph.find_kind("v1", "Nothing").has_value());
    BOOST_TEST(!graph.find_kind("v1beta1", "Pod").has_value());  // a version that is not served
    BOOST_TEST(!graph.find_kind("a/b/c", "Pod").has_value());
    const auto a = graph.get(*pods, {"default", "a"});
    BOOST_REQUIRE(a.has_value());
    BOOST_TEST(a->meta.uid == "1");
    BOOST_TEST(a->grace.value() == 7);
    BOOST_TEST(a->phase == "Running");
    BOOST_TEST(graph.keys(*pods, "default").size() == 1u);
    BOOST_TEST(graph.keys(*pods, "other").empty());
    BOOST_TEST(graph.namespaces_of({"0", "1", "2"}) ==
               (std::map<std::string, std::string>{{"1", "default"}}));
    BOOST_TEST(graph.resources().size() == 1u);
}

BOOST_AUTO_TEST_CASE(resources_are_found_in_their_preferred_version) {
    const auto add = [&](std::string version, std::string plural, std::vector<std::string> verbs) {
        auto r = std::make_shared<resource>();
        r->gvr = {"example.com", std::move(version), std::move(plural)};
        r->storage_version = "example.com/v1";
        r->storage = r->gvr.group_resource();
        r->verbs = std::move(verbs);
        kinds.add(r);
    };
    add("v1", "cups", {"list", "patch", "update"});
    add("v2", "cups", {"list", "patch", "update"});
    add("v1", "reviews", {"create"});
    const auto cups = graph.find_resource("example.com", "cups");
    BOOST_REQUIRE(cups.has_value());
    BOOST_TEST(cups->gvr.version == "v2");
    BOOST_TEST(cups->migratable);
    const auto reviews = graph.find_resource("example.com", "reviews");
    BOOST_REQUIRE(reviews.has_value());
    BOOST_TEST(!reviews->migratable);
    BOOST_TEST(!graph.find_resource("", "pods")->migratable);
    BOOST_TEST(!graph.find_resource("", "cups").has_value());
    BOOST_TEST(!graph.find_resource("example.com", "cup").has_value());
}

BOOST_AUTO_TEST_SUITE_END()
