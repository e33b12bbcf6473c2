// deletecollection, scale and JSON patch: the requests and the handling of responses.
#include "unit/client/api_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

const std::string a_scale =
    R"({"kind":"Scale","apiVersion":"autoscaling/v1","metadata":{"name":"a","namespace":"default","uid":"u-1",)"
    R"("resourceVersion":"7"},"spec":{"replicas":3},"status":{"replicas":2,"selector":"app=a"}})";

boost::json::value body(const api_world& w, std::size_t request = 0) {
    return boost::json::parse(w.net.sent().at(request).body);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(subresource_calls_test)

BOOST_AUTO_TEST_CASE(a_collection_is_removed_by_selectors_and_with_delete_options) {
    api_world w;
    w.net.expect("DELETE", widgets_url + "?labelSelector=app%3Da&fieldSelector=metadata.name%3Db&dryRun=All")
        .json(R"({"kind":"WidgetList","metadata":{"resourceVersion":"9"},"items":[)" + widget_json("b") +
              "]}");
    w.run([&]() -> awaitable<void> {
        list_options which;
        which.ns = "default";
        which.label_selector = "app=a";
        which.field_selector = "metadata.name=b";
        delete_options how;
        how.dry_run = true;
        how.how = propagation::foreground;
        how.grace_period_seconds = 0;
        BOOST_TEST((co_await w.api.remove_all<widget>(which, how)).has_value());
    });
    const boost::json::value expected = {{"kind", "DeleteOptions"},
                                         {"apiVersion", "v1"},
                                         {"propagationPolicy", "Foreground"},
                                         {"gracePeriodSeconds", 0},
                                         {"dryRun", boost::json::array{"All"}}};
    BOOST_TEST((body(w) == expected));
    BOOST_TEST(w.seen.entries.at(0).call == "deletecollection widgets.example.com in default (dry run)");
}

BOOST_AUTO_TEST_CASE(a_deletecollection_may_return_a_status) {
    api_world w;
    w.net.expect("DELETE", widgets_url).json(R"({"kind":"Status","status":"Success","metadata":{}})");
    w.run([&]() -> awaitable<void> {
        list_options which;
        which.ns = "default";
        BOOST_TEST((co_await w.api.remove_all<widget>(which)).has_value());
    });
}

BOOST_AUTO_TEST_CASE(a_collection_without_a_namespace_or_by_a_cache_index_is_rejected_before_it_is_sent) {
    api_world w;
    w.run([&]() -> awaitable<void> {
        const auto everywhere = co_await w.api.remove_all<widget>({});
        BOOST_REQUIRE(!everywhere);
        BOOST_TEST((everywhere.error().code == errc::invalid));
        BOOST_TEST(everywhere.error().message ==
                   "deletecollection widgets.example.com: the namespace is empty");
    });
    BOOST_TEST(w.net.sent().empty());
}

BOOST_AUTO_TEST_CASE(a_deletecollection_that_fails_half_way_has_an_unknown_outcome) {
    api_world w;
    w.net.expect("DELETE", widgets_url).status(500).json(failure_json(500, "InternalError"));
    w.net.expect("DELETE", widgets_url).status(403).json(failure_json(403, "Forbidden"));
    w.run([&]() -> awaitable<void> {
        list_options which;
        which.ns = "default";
        BOOST_TEST(((co_await w.api.remove_all<widget>(which)).error().code == errc::unknown_outcome));
        BOOST_TEST(((co_await w.api.remove_all<widget>(which)).error().code == errc::forbidden));
    });
}

BOOST_AUTO_TEST_CASE(a_scale_is_read_and_written_back) {
    api_world w;
    w.net.expect("GET", widgets_url + "/a/scale").json(a_scale);
    w.net.expect("PUT", widgets_url + "/a/scale?fieldManager=widget-operator").json(a_scale);
    w.run([&]() -> awaitable<void> {
        const auto read = co_await w.api.get_scale<widget>({"default", "a"});
        BOOST_REQUIRE(read);
        BOOST_TEST((*read)->spec.replicas.value() == 3);
        BOOST_TEST((*read)->status->replicas.value() == 2);
        BOOST_TEST((*read)->status->selector == "app=a");
        scale wanted = **read;
        wanted.spec.replicas = 5;
        const auto written = co_await w.api.update_scale<widget>(wanted);
        BOOST_REQUIRE(written);
    });
    const boost::json::value sent = body(w, 1);
    BOOST_TEST(sent.at("kind") == "Scale");
    BOOST_TEST(sent.at("apiVersion") == "autoscaling/v1");
    BOOST_TEST(sent.at("metadata").at("resourceVersion") == "7");
    BOOST_TEST(sent.at("spec").at("replicas").to_number<int>() == 5);
    BOOST_TEST(w.seen.entries.at(0).call == "get widgets.example.com/scale default/a");
}

BOOST_AUTO_TEST_CASE(replicas_are_set_with_a_merge_patch_of_the_scale) {
    api_world w;
    w.net.expect("PATCH", widgets_url + "/a/scale?fieldManager=me&fieldValidation=Strict&dryRun=All")
        .json(a_scale);
    w.net.expect("PATCH", widgets_url + "/a/scale*").status(409).json(failure_json(409, "Conflict"));
    w.run([&]() -> awaitable<void> {
        write_options o;
        o.field_manager = "me";
        o.dry_run = true;
        BOOST_TEST((co_await w.api.set_replicas<widget>({"default", "a"}, 0, o)).has_value());
        write_options at;
        at.resource_version = "6";
        BOOST_TEST(((co_await w.api.set_replicas(kind_of<widget>(), {"default", "a"}, 4, at)).error().code ==
                    errc::conflict));
    });
    BOOST_TEST(w.net.sent()[0].body == R"({"spec":{"replicas":0}})");
    BOOST_TEST(w.header(0, "Content-Type") == "application/merge-patch+json");
    BOOST_TEST(w.net.sent()[1].body == R"({"spec":{"replicas":4},"metadata":{"resourceVersion":"6"}})");
}

BOOST_AUTO_TEST_CASE(a_json_patch_is_sent_as_one_with_its_preconditions_first) {
    api_world w;
    w.net.expect("PATCH", widgets_url + "/a?fieldManager=widget-operator&fieldValidation=Strict")
        .json(widget_json("a"));
    w.net.expect("PATCH", widgets_url + "/a/status*").json(widget_json("a"));
    w.run([&]() -> awaitable<void> {
        write_options o;
        o.uid = "u-1";
        o.resource_version = "7";
        const auto done = co_await w.api.patch<widget>({"default", "a"},
                                                       json_patch().replace({"spec", "color"}, "blue"), o);
        BOOST_REQUIRE(done);
        BOOST_TEST((*done)->spec.color == "red");
        const auto dynamic = co_await w.api.patch(kind_of<widget>(), {"default", "a"},
                                                  json_patch().remove({"status", "ready"}), {}, "status");
        BOOST_TEST(dynamic.has_value());
    });
    BOOST_TEST(w.header(0, "Content-Type") == "application/json-patch+json");
    BOOST_TEST(w.net.sent()[0].body == R"([{"op":"add","path":"/metadata/uid","value":"u-1"},)"
                                       R"({"op":"add","path":"/metadata/resourceVersion","value":"7"},)"
                                       R"({"op":"replace","path":"/spec/color","value":"blue"}])");
    BOOST_TEST(w.net.sent()[1].body == R"([{"op":"remove","path":"/status/ready"}])");
}

BOOST_AUTO_TEST_SUITE_END()
