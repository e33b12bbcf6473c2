#include "setpoint/api/dynamic_object.hpp"

#include "setpoint/json/decode.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(dynamic_object_test)

namespace {

dynamic_object parsed(std::string_view s) {
    return dynamic_object(boost::json::parse({s.data(), s.size()}).as_object());
}

const char* const route = R"({
    "apiVersion": "route.openshift.io/v1", "kind": "Route",
    "metadata": {"name": "web", "namespace": "default", "uid": "u1", "resourceVersion": "7", "generation": 3,
                 "labels": {"app.kubernetes.io/name": "web"}, "managedFields": [{"manager": "x"}],
                 "creationTimestamp": "2026-01-01T00:00:00Z"},
    "spec": {"to": {"name": "web", "weight": 100}, "wildcard": false,
             "ports": [{"port": 80}, {"port": 443}], "big": 9223372036854775808}})";

std::string text_of(const dynamic_object& o) {
    return boost::json::serialize(o.json());
}

}  // namespace

BOOST_AUTO_TEST_CASE(names_are_read_from_the_json) {
    const dynamic_object o = parsed(route);
    BOOST_TEST(o.gvk() == group_version_kind("route.openshift.io", "v1", "Route"));
    BOOST_TEST(o.key() == object_key("default", "web"));
    BOOST_TEST(o.uid() == "u1");
    BOOST_TEST(o.resource_version() == "7");
    BOOST_TEST(parsed(R"({"apiVersion":"v1","kind":"Pod"})").gvk() == group_version_kind("", "v1", "Pod"));
}

BOOST_AUTO_TEST_CASE(missing_or_malformed_parts_are_empty) {
    for (const char* text :
         {"{}", R"({"metadata":null})", R"({"metadata":[1]})", R"({"metadata":{"name":5},"kind":1})"}) {
        const dynamic_object o = parsed(text);
        BOOST_TEST(o.name() == "");
        BOOST_TEST(o.key().empty());
        BOOST_TEST(o.gvk() == group_version_kind());
        BOOST_TEST(o.meta().name == "");
    }
}

BOOST_AUTO_TEST_CASE(new_object_has_kind_and_name) {
    const dynamic_object o(group_version_kind("apps", "v1", "Deployment"), object_key("default", "web"));
    BOOST_TEST(
        text_of(o) ==
        R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"default"}})");
    const dynamic_object n(group_version_kind("", "v1", "Node"), object_key::cluster("n1"));
    BOOST_TEST(text_of(n) == R"({"apiVersion":"v1","kind":"Node","metadata":{"name":"n1"}})");
}

BOOST_AUTO_TEST_CASE(metadata_is_typed) {
    dynamic_object o = parsed(route);
    BOOST_TEST(o.meta().name == "web");
    BOOST_TEST(o.meta().generation == 3);
    BOOST_TEST(o.meta().labels.at("app.kubernetes.io/name") == "web");
    BOOST_TEST(o.meta().creation_timestamp.to_string() == "2026-01-01T00:00:00Z");
    BOOST_TEST(&o.meta() == &o.meta());
    const dynamic_object copy = o;
    o.set_label("tier", "db");
    o.set_annotation("note", "x");
    BOOST_TEST(o.meta().labels.at("tier") == "db");
    BOOST_TEST(o.meta().annotations.at("note") == "x");
    BOOST_TEST(!copy.meta().labels.contains("tier"));
    o.json()["metadata"].as_object()["name"] = "other";
    BOOST_TEST(o.meta().name == "other");
    const dynamic_object moved = std::move(o);
    BOOST_TEST(moved.meta().name == "other");
}

BOOST_AUTO_TEST_CASE(described_metadata_is_replaced_and_the_rest_kept) {
    dynamic_object o = parsed(route);
    object_meta meta = o.meta();
    meta.labels.clear();
    meta.finalizers.push_back("my.domain/cleanup");
    o.set_meta(meta);
    BOOST_TEST(o.meta().labels.empty());
    BOOST_TEST(o.meta().finalizers.size() == 1U);
    BOOST_TEST(o.uid() == "u1");
    BOOST_TEST(o.get("metadata.managedFields[0].manager")->as_string() == "x");
    BOOST_TEST(o.get("metadata.labels") == nullptr);
}

BOOST_AUTO_TEST_CASE(paths_lead_to_values) {
    const dynamic_object o = parsed(route);
    BOOST_TEST(o.get_int("spec.to.weight").value() == 100);
    BOOST_TEST(o.get_int("spec.ports[1].port").value() == 443);
    BOOST_TEST(o.get_string("metadata.labels['app.kubernetes.io/name']").value() == "web");
    BOOST_TEST(o.get_string("['kind']").value() == "Route");
    BOOST_TEST(o.get_bool("spec.wildcard").value() == false);
    for (const char* path : {"spec.none", "spec.to.name.x", "spec.ports[2]", "spec.ports.port", "spec.to[0]",
                             "", ".spec", "spec.", "spec..to", "spec[x]", "spec.ports[0", "spec.ports[0]port",
                             "[0]", "spec['to", "spec.ports[-1]", "spec.ports[]"}) {
        BOOST_TEST_CONTEXT(path) {
            BOOST_TEST(o.get(path) == nullptr);
        }
    }
    BOOST_TEST(!o.get_string("spec.to.weight"));
    BOOST_TEST(!o.get_int("spec.to.name"));
    BOOST_TEST(!o.get_int("spec.big"));
    BOOST_TEST(!o.get_bool("spec.none"));
}

BOOST_AUTO_TEST_CASE(set_creates_missing_parents) {
    dynamic_object o;
    BOOST_TEST(o.set("spec.to.weight", 7).has_value());
    BOOST_TEST(o.set("spec.ports[0].port", 80).has_value());
    BOOST_TEST(o.set("spec.ports[1]", "x").has_value());
    BOOST_TEST(o.set("metadata.labels['a.b/c']", "d").has_value());
    BOOST_TEST(o.set("spec.to.weight", 8).has_value());
    BOOST_TEST(
        text_of(o) ==
        R"({"spec":{"to":{"weight":8},"ports":[{"port":80},"x"]},"metadata":{"labels":{"a.b/c":"d"}}})");
    BOOST_TEST(o.meta().labels.at("a.b/c") == "d");
}

BOOST_AUTO_TEST_CASE(failed_set_changes_nothing) {
    dynamic_object o = parsed(route);
    const std::string before = text_of(o);
    for (const char* path :
         {"spec.to.name.x", "spec.ports[3].port", "spec.to[0]", "spec.new[1]", "spec.ports.x", "", "a..b"}) {
        const auto r = o.set(path, 1);
        BOOST_REQUIRE(r.has_error());
        BOOST_TEST((r.error().code == errc::bad_data));
        BOOST_TEST(text_of(o) == before);
    }
}

BOOST_AUTO_TEST_CASE(erase_reports_whether_there_was_a_value) {
    dynamic_object o = parsed(route);
    BOOST_TEST(o.meta().labels.size() == 1U);
    BOOST_TEST(o.erase("metadata.labels"));
    BOOST_TEST(o.meta().labels.empty());
    BOOST_TEST(!o.erase("metadata.labels"));
    BOOST_TEST(o.erase("spec.ports[0]"));
    BOOST_TEST(o.get_int("spec.ports[0].port").value() == 443);
    BOOST_TEST(!o.erase("spec.ports[1]"));
    BOOST_TEST(o.erase("spec"));
    BOOST_TEST(o.get("spec") == nullptr);
    BOOST_TEST(!o.erase("a..b"));
}

BOOST_AUTO_TEST_CASE(dynamic_kind_works_like_a_described_one) {
    const kind_info k = dynamic_kind({"route.openshift.io", "v1", "Route"}, "routes");
    BOOST_TEST(k.dynamic);
    BOOST_TEST(k.resource().to_string() == "routes.v1.route.openshift.io");
    BOOST_TEST(k.list_kind == "RouteList");
    std::shared_ptr<void> object = k.make();
    BOOST_REQUIRE(json::decode_into(*k.type, object.get(), route).has_value());
    BOOST_TEST(k.meta(object.get()).name == "web");
    BOOST_TEST(k.full_meta(object.get())->generation == 3);
    const auto& o = *static_cast<const dynamic_object*>(object.get());
    BOOST_TEST(o.get_int("spec.ports[1].port").value() == 443);
    // Sent unchanged: the object contains its kind.
    BOOST_TEST((boost::json::parse(encode_object(k, object.get())) == boost::json::value(o.json())));
    BOOST_TEST((object_to_json(k, object.get()) == o.json()));
    BOOST_TEST((dynamic_kind({"", "v1", "Node"}, "nodes", scope::cluster).scope == scope::cluster));
}

BOOST_AUTO_TEST_SUITE_END()
