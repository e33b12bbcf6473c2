#include "operators/web_server/types.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

struct settings_spec {
    std::string color;
    static constexpr auto describe() {
        return schema::object("", schema::field(&settings_spec::color, "color", ""));
    }
};
struct settings : custom_resource<settings_spec> {
    static constexpr auto kind() { return custom_kind("my.domain", "v1", "Policy", "").cluster_scoped(); }
};

// A view with the least metadata: where pods run.
struct pod_place {
    basic_meta metadata;
    struct place_spec {
        interned_string node_name;
        static constexpr auto describe() {
            return schema::object("", schema::field(&place_spec::node_name, "nodeName", ""));
        }
    } spec;

    static constexpr auto kind() { return partial<pod>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = pod_place;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""));
    }
};

struct labelled_meta : basic_meta {
    string_map labels;
    static constexpr auto describe() {
        using namespace schema;
        return object("", fields_of<basic_meta>, field(&labelled_meta::labels, "labels", ""));
    }
};
struct labelled_pod {
    labelled_meta metadata;
    static constexpr auto kind() { return partial<pod>(); }
    static constexpr auto describe() {
        return schema::object("", schema::field(&labelled_pod::metadata, "metadata", ""));
    }
};

static_assert(api_object<pod> && api_object<pod_place> && api_object<web_server::web_server>);
static_assert(!api_object<pod_spec> && !api_object<object_meta> && !api_object<int>);

}  // namespace

BOOST_AUTO_TEST_SUITE(kind_info_test)

BOOST_AUTO_TEST_CASE(custom_kind_has_its_names_and_status) {
    const kind_info& k = kind_of<web_server::web_server>();
    BOOST_TEST(k.gvk == group_version_kind("my.domain", "v1", "WebServer"));
    BOOST_TEST(k.plural == "webservers");
    BOOST_TEST(k.singular == "webserver");
    BOOST_TEST(k.list_kind == "WebServerList");
    BOOST_TEST(k.resource().to_string() == "webservers.v1.my.domain");
    BOOST_TEST((k.scope == scope::namespaced));
    BOOST_TEST(k.custom);
    BOOST_TEST(k.has_status);
    BOOST_TEST(!k.is_partial);
    BOOST_TEST(!k.dynamic);
    BOOST_TEST(k.description.column_count == 5U);
    BOOST_TEST(&kind_of<web_server::web_server>() == &k);
}

BOOST_AUTO_TEST_CASE(kind_without_a_status_has_none) {
    const kind_info& k = kind_of<settings>();
    BOOST_TEST(!k.has_status);
    BOOST_TEST((k.scope == scope::cluster));
    BOOST_TEST(k.plural == "policies");
    BOOST_TEST(k.type->find("status") == nullptr);
    BOOST_TEST(encode_object(settings{}) == R"({"apiVersion":"my.domain/v1","kind":"Policy"})");
}

BOOST_AUTO_TEST_CASE(plurals_follow_english) {
    struct row {
        const char *name, *plural;
    };
    for (const row& r :
         {row{"webserver", "webservers"}, row{"policy", "policies"}, row{"gateway", "gateways"},
          row{"ingress", "ingresses"}, row{"box", "boxes"}, row{"batch", "batches"}, row{"mesh", "meshes"},
          row{"quiz", "quizes"}, row{"y", "ys"}, row{"", "s"}}) {
        BOOST_TEST(default_plural(r.name) == r.plural);
    }
}

BOOST_AUTO_TEST_CASE(built_in_kind_is_not_custom) {
    const kind_info& k = kind_of<deployment>();
    BOOST_TEST(!k.custom);
    BOOST_TEST(k.resource().url_prefix() == "/apis/apps/v1");
    BOOST_TEST(k.has_status);
    BOOST_TEST(!kind_of<config_map>().has_status);
    BOOST_TEST((kind_of<core_v1::namespace_>().scope == scope::cluster));
    BOOST_TEST((kind_of<node>().scope == scope::cluster));
}

BOOST_AUTO_TEST_CASE(metadata_is_reached_without_knowing_the_type) {
    const kind_info& k = kind_of<deployment>();
    std::shared_ptr<void> object = k.make();
    BOOST_REQUIRE(object);
    static_cast<deployment*>(object.get())->metadata.name = "web";
    BOOST_TEST(k.meta(object.get()).name == "web");
    BOOST_REQUIRE(k.full_meta(object.get()) != nullptr);
    BOOST_TEST(k.full_meta(object.get())->name == "web");
}

BOOST_AUTO_TEST_CASE(new_object_can_be_decoded_into) {
    const kind_info& k = kind_of<web_server::web_server>();
    std::shared_ptr<void> object = k.make();
    const auto r = json::decode_into(
        *k.type, object.get(),
        R"({"apiVersion":"my.domain/v1","kind":"WebServer","metadata":{"name":"a","namespace":"b",)"
        R"("managedFields":[{"manager":"x"}]},"spec":{"image":"nginx"}})");
    BOOST_REQUIRE(r.has_value());
    const auto& read = *static_cast<const web_server::web_server*>(object.get());
    BOOST_TEST(key_of(read) == object_key("b", "a"));
    BOOST_TEST(read.spec.image == "nginx");
    BOOST_TEST(read.spec.replicas == 1);
}

BOOST_AUTO_TEST_CASE(view_reads_its_part_only) {
    const kind_info& k = kind_of<pod_place>();
    BOOST_TEST(k.is_partial);
    BOOST_TEST(k.gvk == kind_of<pod>().gvk);
    BOOST_TEST(k.plural == "pods");
    BOOST_TEST(!k.has_status);
    pod_place p;
    BOOST_TEST(k.full_meta(&p) == nullptr);
    BOOST_TEST(&k.meta(&p) == &p.metadata);
    const auto read = json::decode<pod_place>(
        R"({"kind":"Pod","metadata":{"name":"p","labels":{"a":"b"}},"spec":{"nodeName":"n1","containers":[{"name":"c"}]}})");
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(read->metadata.name == "p");
    BOOST_TEST(read->spec.node_name == "n1");
}

BOOST_AUTO_TEST_CASE(view_may_declare_more_metadata) {
    const auto read = json::decode<labelled_pod>(R"({"metadata":{"name":"p","labels":{"a":"b"}}})");
    BOOST_REQUIRE(read.has_value());
    BOOST_TEST(read->metadata.labels.at("a") == "b");
    BOOST_TEST(kind_of<labelled_pod>().meta(&*read).name == "p");
    BOOST_TEST(kind_of<labelled_pod>().full_meta(&*read) == nullptr);
}

BOOST_AUTO_TEST_CASE(metadata_only_is_a_view_of_the_kind) {
    const kind_info& k = kind_of<metadata_only<deployment>>();
    BOOST_TEST(k.metadata_only);
    BOOST_TEST(k.is_partial);
    BOOST_TEST(k.resource() == kind_of<deployment>().resource());
    BOOST_TEST(!k.has_status);
    metadata_only<deployment> d;
    BOOST_TEST(k.full_meta(&d) == &d.metadata);
    BOOST_TEST(!kind_of<deployment>().metadata_only);
}

BOOST_AUTO_TEST_CASE(object_is_sent_with_its_kind_first) {
    web_server::web_server w;
    w.metadata.name = "web";
    w.metadata.ns = "default";
    w.spec.image = "nginx";
    BOOST_TEST(
        encode_object(w) ==
        R"({"apiVersion":"my.domain/v1","kind":"WebServer","metadata":{"name":"web","namespace":"default"},)"
        R"("spec":{"replicas":1,"image":"nginx"},)"
        R"("status":{"observedGeneration":0,"replicas":0,"readyReplicas":0}})");
    BOOST_TEST(boost::json::serialize(object_to_json(w)) == encode_object(w));
    BOOST_TEST(encode_object(pod{}) == R"({"apiVersion":"v1","kind":"Pod"})");
}

BOOST_AUTO_TEST_CASE(controller_reference_takes_the_kind_from_the_type) {
    web_server::web_server owner;
    owner.metadata.name = "web";
    owner.metadata.ns = "default";
    owner.metadata.uid = "u1";
    deployment child;
    child.metadata.name = "web";
    child.metadata.ns = "default";
    BOOST_REQUIRE(set_controller_reference(child, owner).has_value());
    BOOST_TEST(
        encode_object(child) ==
        R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","namespace":"default",)"
        R"("ownerReferences":[{"apiVersion":"my.domain/v1","kind":"WebServer","name":"web","uid":"u1",)"
        R"("controller":true,"blockOwnerDeletion":true}]}})");
}

BOOST_AUTO_TEST_SUITE_END()
