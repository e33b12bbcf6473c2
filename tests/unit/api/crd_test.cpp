#include "setpoint/api/crd.hpp"

#include "sample_kinds.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/dynamic_object.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

std::string text_of(const boost::json::value* v) {
    return v ? boost::json::serialize(*v) : "nothing";
}

// Returns the value in the sites' definition at a path, as JSON.
class definition {
public:
    explicit definition(boost::json::object crd) : crd_(std::move(crd)) {}
    std::string at(std::string_view path) const { return text_of(crd_.get(path)); }
    std::string spec(std::string_view path) const {
        return at("spec.versions[0].schema.openAPIV3Schema.properties.spec.properties." + std::string(path));
    }

private:
    dynamic_object crd_;
};

const definition& sites() {
    static const definition d(crd_of<samples::site, samples::old_site>());
    return d;
}

// Pod templates, whose schemas are large.
template <int Count>
struct pods_spec {
    std::optional<pod_template_spec> blue, green;
    static constexpr auto describe() {
        using namespace schema;
        if constexpr (Count == 1) {
            return object("", field(&pods_spec::blue, "blue", "Some pods."));
        } else {
            return object("", field(&pods_spec::blue, "blue", "Some pods."),
                          field(&pods_spec::green, "green", "Others."));
        }
    }
};

template <class Spec>
struct kind_a : custom_resource<Spec> {
    static constexpr auto kind() { return custom_kind("g.io", "v1", "A", ""); }
};
struct nothing_spec {
    std::int32_t n = 0;
    static constexpr auto describe() { return schema::object("", schema::field(&nothing_spec::n, "n", "")); }
};
using a_v1 = kind_a<nothing_spec>;
struct a_v2 : custom_resource<nothing_spec> {
    static constexpr auto kind() { return custom_kind("g.io", "v2", "A", "").not_stored().not_served(); }
};
struct a_v3 : custom_resource<nothing_spec> {
    static constexpr auto kind() { return custom_kind("g.io", "v3", "A", ""); }
};
struct b_v2 : custom_resource<nothing_spec> {
    static constexpr auto kind() { return custom_kind("g.io", "v2", "B", "").not_stored(); }
};
struct a_view : custom_resource<nothing_spec> {
    static constexpr auto kind() { return partial<a_v1>(); }
};
struct global : custom_resource<nothing_spec> {
    static constexpr auto kind() { return custom_kind("g.io", "v1", "Global", "").cluster_scoped(); }
};

template <class... Kinds>
std::string refusal() {
    try {
        (void)crd_of<Kinds...>();
    } catch (const fault& f) {
        BOOST_TEST((f.why().code == errc::invalid));
        return f.why().message;
    }
    return "accepted";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(crd_test)

BOOST_AUTO_TEST_CASE(names_and_scope_come_from_the_kind) {
    BOOST_TEST(sites().at("apiVersion") == R"("apiextensions.k8s.io/v1")");
    BOOST_TEST(sites().at("kind") == R"("CustomResourceDefinition")");
    BOOST_TEST(sites().at("metadata") == R"({"name":"sites.my.domain"})");
    BOOST_TEST(sites().at("spec.group") == R"("my.domain")");
    BOOST_TEST(sites().at("spec.scope") == R"("Namespaced")");
    BOOST_TEST(
        sites().at("spec.names") ==
        R"({"kind":"Site","listKind":"SiteList","plural":"sites","singular":"site","shortNames":["si"],"categories":["all"]})");
    const definition g(crd_of<global>());
    BOOST_TEST(g.at("spec.scope") == R"("Cluster")");
    BOOST_TEST(g.at("spec.names") ==
               R"({"kind":"Global","listKind":"GlobalList","plural":"globals","singular":"global"})");
}

BOOST_AUTO_TEST_CASE(versions_are_in_the_order_given) {
    BOOST_TEST(sites().at("spec.versions[0].name") == R"("v1")");
    BOOST_TEST(sites().at("spec.versions[0].served") == "true");
    BOOST_TEST(sites().at("spec.versions[0].storage") == "true");
    BOOST_TEST(sites().at("spec.versions[0].deprecated") == "nothing");
    BOOST_TEST(sites().at("spec.versions[1].name") == R"("v1alpha1")");
    BOOST_TEST(sites().at("spec.versions[1].storage") == "false");
    BOOST_TEST(sites().at("spec.versions[1].deprecated") == "true");
    BOOST_TEST(sites().at("spec.versions[1].deprecationWarning") ==
               R"("my.domain/v1alpha1 Site goes away; use v1.")");
    BOOST_TEST(sites().at("spec.versions[2]") == "nothing");
    BOOST_TEST(definition(crd_of<a_v1, a_v2>()).at("spec.versions[1].served") == "false");
}

BOOST_AUTO_TEST_CASE(top_of_the_schema_is_what_the_api_server_wants) {
    const std::string top = "spec.versions[0].schema.openAPIV3Schema.";
    BOOST_TEST(sites().at(top + "type") == R"("object")");
    BOOST_TEST(sites().at(top + "description") == R"("A web site.")");
    BOOST_TEST(sites().at(top + "required") == R"(["spec"])");
    BOOST_TEST(sites().at(top + "properties.metadata") == R"({"type":"object"})");
    BOOST_TEST(sites().at(top + "properties.kind.type") == R"("string")");
    BOOST_TEST(sites().at(top + "properties.apiVersion.type") == R"("string")");
    BOOST_TEST(sites().at(top + "properties.spec.description") == R"("What the site should look like.")");
    BOOST_TEST(sites().at(top + "properties.spec.required") == R"(["image"])");
    // No field of the spec is required, so the spec is not either.
    BOOST_TEST(definition(crd_of<a_v1>()).at(top + "required") == "nothing");
}

BOOST_AUTO_TEST_CASE(fields_have_their_types_limits_and_defaults) {
    const definition& d = sites();
    BOOST_TEST(
        d.spec("replicas") ==
        R"({"type":"integer","description":"Number of pods.","default":1,"format":"int32","minimum":0})");
    BOOST_TEST(d.spec("image") ==
               R"({"type":"string","description":"What to run.","minLength":1,"pattern":"^[a-z].*$"})");
    BOOST_TEST(d.spec("policy.enum") == R"(["Rolling","Recreate"])");
    BOOST_TEST(d.spec("policy.default") == R"("Rolling")");
    BOOST_TEST(d.spec("loadLimit") ==
               R"({"type":"number","format":"double","minimum":5E-1,"maximum":1000000})");
    BOOST_TEST(d.spec("enabled.default") == "true");
    BOOST_TEST(d.spec("grace.default") == "nothing");
    BOOST_TEST(d.spec("grace.pattern") != "nothing");
    BOOST_TEST(d.spec("storage.properties.size.default") == R"("1Gi")");
    BOOST_TEST(d.spec("storage.properties.size.x-kubernetes-int-or-string") == "true");
    BOOST_TEST(d.spec("storage.properties.size.pattern") != "nothing");
    BOOST_TEST(d.spec("storage.properties.className.nullable") == "true");
    BOOST_TEST(d.spec("notBefore.format") == R"("date-time")");
    BOOST_TEST(d.spec("notBefore.default") == "nothing");
    BOOST_TEST(d.spec("extra.x-kubernetes-preserve-unknown-fields") == "true");
    BOOST_TEST(d.spec("settings.additionalProperties") == R"({"type":"string"})");
}

BOOST_AUTO_TEST_CASE(lists_declare_how_the_server_merges_them) {
    const definition& d = sites();
    BOOST_TEST(d.spec("ports.x-kubernetes-list-type") == R"("map")");
    BOOST_TEST(d.spec("ports.x-kubernetes-list-map-keys") == R"(["port","protocol"])");
    BOOST_TEST(d.spec("ports.maxItems") == "8");
    BOOST_TEST(d.spec("ports.items.required") == R"(["name","port"])");
    BOOST_TEST(d.spec("ports.items.properties.protocol.default") == R"("TCP")");
    BOOST_TEST(d.spec("ports.items.properties.protocol.enum") == R"(["TCP","UDP"])");
    BOOST_TEST(d.spec("hosts.x-kubernetes-list-type") == R"("set")");
    BOOST_TEST(d.spec("hosts.minItems") == "1");
    BOOST_TEST(d.spec("template.properties.spec.properties.containers.x-kubernetes-list-map-keys") ==
               R"(["name"])");
}

BOOST_AUTO_TEST_CASE(status_has_no_defaults) {
    const std::string status = "spec.versions[0].schema.openAPIV3Schema.properties.status.";
    BOOST_TEST(sites().at(status + "description") == R"("What was last seen of the site.")");
    BOOST_TEST(sites().at(status + "properties.replicas") == R"({"type":"integer","format":"int32"})");
    BOOST_TEST(sites().at(status + "properties.conditions.x-kubernetes-list-map-keys") == R"(["type"])");
    BOOST_TEST(sites().at(status + "properties.conditions.items.required") ==
               R"(["type","status","lastTransitionTime","reason","message"])");
}

BOOST_AUTO_TEST_CASE(subresources_columns_and_selectable_fields_are_those_of_the_version) {
    BOOST_TEST(
        sites().at("spec.versions[0].subresources") ==
        R"({"status":{},"scale":{"specReplicasPath":".spec.replicas","statusReplicasPath":".status.replicas",)"
        R"("labelSelectorPath":".status.selector"}})");
    BOOST_TEST(
        sites().at("spec.versions[0].additionalPrinterColumns") ==
        R"([{"name":"Image","type":"string","jsonPath":".spec.image"},)"
        R"({"name":"Policy","type":"string","jsonPath":".spec.policy","description":"How pods are replaced.","priority":1},)"
        R"({"name":"Age","type":"date","jsonPath":".metadata.creationTimestamp"}])");
    BOOST_TEST(sites().at("spec.versions[0].selectableFields") == R"([{"jsonPath":".spec.image"}])");
    for (const char* part : {"subresources", "additionalPrinterColumns", "selectableFields"}) {
        BOOST_TEST(sites().at("spec.versions[1]." + std::string(part)) == "nothing");
    }
    BOOST_TEST(sites().at("spec.versions[1].schema.openAPIV3Schema.properties.status") == "nothing");
}

BOOST_AUTO_TEST_CASE(equal_descriptions_give_equal_bytes) {
    const auto once = boost::json::serialize(crd_of<samples::site>());
    BOOST_TEST(once == boost::json::serialize(crd_of(kind_of<samples::site>())));
}

BOOST_AUTO_TEST_CASE(large_definitions_lose_their_innermost_descriptions) {
    const definition one(crd_of(kind_of<kind_a<pods_spec<1>>>()));
    BOOST_TEST(one.spec("blue.description") == "\"Some pods.\"");
    const std::string inner = ".properties.spec.properties.containers.items.properties.image.description";
    BOOST_TEST(one.spec("blue" + inner).find("image") != std::string::npos);
    const auto large = crd_of(kind_of<kind_a<pods_spec<2>>>());
    BOOST_TEST(boost::json::serialize(large).size() <= 250'000U);
    const definition two(large);
    BOOST_TEST(two.spec("blue.description") == "\"Some pods.\"");
    BOOST_TEST(two.spec("green.properties.spec.description") != "nothing");
    const std::string innermost =
        "green.properties.spec.properties.volumes.items.properties.projected.properties."
        "sources.items.properties.secret.properties.items.items.properties.key.";
    BOOST_TEST(two.spec(innermost + "description") == "nothing");
    BOOST_TEST(two.spec(innermost + "type") == "\"string\"");
}

BOOST_AUTO_TEST_CASE(inconsistent_versions_are_rejected) {
    BOOST_TEST(refusal<a_v1>() == "accepted");
    BOOST_TEST((refusal<a_v1, a_v2>() == "accepted"));
    BOOST_CHECK_THROW(crd_of(std::span<const kind_info* const>()), fault);
    BOOST_TEST(
        refusal<deployment>() ==
        "CustomResourceDefinition of Deployment.v1.apps: the kind is not described with custom_kind()");
    BOOST_TEST(refusal<a_view>() ==
               "CustomResourceDefinition of A.v1.g.io: a partial type describes only a part of a kind");
    BOOST_TEST((refusal<a_v1, b_v2>() == "CustomResourceDefinition of B.v2.g.io: A.v1.g.io is another kind"));
    BOOST_TEST((refusal<a_v1, a_v1>() == "CustomResourceDefinition of A.v1.g.io: the version occurs twice"));
    BOOST_TEST((refusal<a_v1, a_v3>() == "CustomResourceDefinition of A.v3.g.io: two versions are the "
                                         "storage version; add not_stored() to all others"));
    BOOST_TEST(refusal<a_v2>() == "CustomResourceDefinition of A.v2.g.io: no version is the storage version");
}

BOOST_AUTO_TEST_SUITE_END()
