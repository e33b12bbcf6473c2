#include "apiserver/schema/builtin_schemas.hpp"

#include "apiserver/schema/schema_operations.hpp"
#include "setpoint/api/gvk.hpp"
#include "unit/apiserver/schema/observed.hpp"

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

namespace {

const schema_node* node_of(const builtin_schemas& all, const bj::object& o) {
    const std::string_view api = o.at("apiVersion").as_string();
    const auto slash = api.find('/');
    const auto group = slash == std::string_view::npos ? std::string_view() : api.substr(0, slash);
    const auto version = slash == std::string_view::npos ? api : api.substr(slash + 1);
    return all.find(group, version, std::string_view(o.at("kind").as_string()));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(builtin_schemas_test)

BOOST_AUTO_TEST_CASE(built_in_kinds_are_found_and_others_are_not) {
    const builtin_schemas all;
    for (const auto* kind : {"Namespace", "Node", "Pod", "PodTemplate", "Service", "ConfigMap", "Secret",
                             "Event", "ServiceAccount", "ReplicationController", "Binding", "Status"}) {
        BOOST_TEST(all.find("", "v1", kind), kind);
    }
    for (const auto* kind : {"Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "ControllerRevision"}) {
        BOOST_TEST(all.find("apps", "v1", kind), kind);
    }
    BOOST_TEST(all.find("batch", "v1", "CronJob"));
    BOOST_TEST(all.find("events.k8s.io", "v1", "Event"));
    BOOST_TEST(all.find("coordination.k8s.io", "v1", "Lease"));
    BOOST_TEST(all.find("apiextensions.k8s.io", "v1", "CustomResourceDefinition"));
    BOOST_TEST(all.find("admissionregistration.k8s.io", "v1", "ValidatingWebhookConfiguration"));
    BOOST_TEST(all.find("rbac.authorization.k8s.io", "v1", "ClusterRole"));
    BOOST_TEST(all.find("discovery.k8s.io", "v1", "EndpointSlice"));
    BOOST_TEST(all.find("authentication.k8s.io", "v1", "TokenReview"));
    BOOST_TEST(all.find("authorization.k8s.io", "v1", "SelfSubjectAccessReview"));
    BOOST_TEST(all.find("policy", "v1", "Eviction"));
    BOOST_TEST(all.find("autoscaling", "v1", "Scale"));
    BOOST_TEST(all.find("apiregistration.k8s.io", "v1", "APIService"));
    BOOST_TEST(all.find("apps", "v1", "DeleteOptions"));
    BOOST_TEST(!all.find("", "v1", "Container"));
    BOOST_TEST(!all.find("", "v1", "Deployment"));
    BOOST_TEST(!all.find("apps", "v2", "Deployment"));
    BOOST_TEST(!all.find("", "v1", ""));
    BOOST_TEST(!all.type("io.k8s.api.core.v1.Nothing"));
    BOOST_TEST(!all.type("x"));
}

BOOST_AUTO_TEST_CASE(nodes_have_types_list_types_and_keys) {
    const builtin_schemas all;
    const schema_node* pod = all.find("", "v1", "Pod")->find("spec");
    BOOST_REQUIRE(pod);
    BOOST_TEST(pod->type_name == "io.k8s.api.core.v1.PodSpec");
    const schema_node* containers = pod->find("containers");
    BOOST_TEST((containers->list_type == schema_node::list::map));
    BOOST_TEST((containers->patch_merge && containers->patch_merge_key == "name"));
    const schema_node* ports = containers->items->find("ports");
    BOOST_TEST(ports->map_keys == (std::vector<std::string>{"containerPort", "protocol"}),
               boost::test_tools::per_element());
    BOOST_TEST((*ports->items->find("protocol")->default_value == bj::value("TCP")));
    BOOST_TEST((pod->find("volumes")->patch_retain_keys && pod->find("volumes")->patch_merge));
    BOOST_TEST((pod->find("nodeSelector")->atomic_map));
    BOOST_TEST(pod->find("tolerations")->go_type == "[]v1.Toleration");
    const schema_node* limits = containers->items->find("resources")->find("limits");
    BOOST_TEST((limits->additional->what == schema_node::type::quantity));
    const schema_node* strategy = all.find("apps", "v1", "Deployment")->find("spec")->find("strategy");
    BOOST_TEST(strategy->patch_retain_keys);
    BOOST_TEST((strategy->find("rollingUpdate")->find("maxSurge")->what == schema_node::type::int_or_string));
    const schema_node* meta = all.find("", "v1", "Pod")->find("metadata");
    BOOST_TEST((meta->find("creationTimestamp")->what == schema_node::type::time));
    BOOST_TEST((meta->find("ownerReferences")->list_type == schema_node::list::map));
    const schema_node* props =
        all.type("io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps");
    BOOST_REQUIRE(props);
    BOOST_TEST(props->find("not") == props);
    BOOST_TEST((props->find("default")->what == schema_node::type::any));
}

BOOST_AUTO_TEST_CASE(decode_errors_equal_those_of_kube_apiserver) {
    const builtin_schemas all;
    const bj::value file = observed("decode_errors.json");
    for (const bj::value& row : file.at("rows").as_array()) {
        const bj::object& o = row.at("object").as_object();
        const schema_node* node = node_of(all, o);
        BOOST_REQUIRE_MESSAGE(node, bj::serialize(o));
        BOOST_TEST(decode_error(*node, o) == std::string_view(row.at("error").as_string()), bj::serialize(o));
    }
}

// Responses of kube-apiserver 1.36.3 to strategic merge patches.
BOOST_AUTO_TEST_CASE(conversion_errors_equal_those_of_the_unstructured_converter) {
    const builtin_schemas all;
    const schema_node* const deployment = all.type("io.k8s.api.apps.v1.Deployment");
    BOOST_REQUIRE(deployment);
    const auto wrong = [&](const char* tree) {
        bj::value v = bj::parse(tree);
        return go_convert(*deployment, v);
    };
    for (const auto& [tree, why] : {
             std::pair{R"({"spec":5})", "cannot restore struct from: int64"},
             {R"({"spec":[1]})", "cannot restore struct from: slice"},
             {R"({"spec":{"replicas":"x"}})", "unrecognized type: int32"},
             {R"({"spec":{"replicas":1.5}})", "cannot convert float64 to int32"},
             {R"({"spec":{"paused":1}})", "unrecognized type: bool"},
             {R"({"spec":{"strategy":{"type":5}}})", "cannot convert int64 to v1.DeploymentStrategyType"},
             {R"({"spec":{"strategy":{"type":true}}})", "unrecognized type: string"},
             {R"({"spec":{"strategy":{"rollingUpdate":{"maxSurge":{}}}}})",
              "json: cannot unmarshal object into Go value of type int32"},
             {R"({"metadata":{"labels":5}})", "cannot restore map from int64"},
             {R"({"metadata":{"labels":{"a":5}}})", "cannot convert int64 to string"},
             {R"({"metadata":{"creationTimestamp":5}})",
              "json: cannot unmarshal number into Go value of type string"},
             {R"({"metadata":{"ownerReferences":"x"}})", "cannot restore slice from string"},
             {R"({"metadata":{"ownerReferences":[{"uid":5}]}})", "cannot convert int64 to types.UID"},
         })
        BOOST_TEST(wrong(tree) == why, tree);
    bj::value taken = bj::parse(R"({"spec":{"replicas":2.0,"minReadySeconds":5000000000,"nope":1}})");
    BOOST_TEST(go_convert(*deployment, taken) == "");
    BOOST_TEST(bj::serialize(taken) == R"({"spec":{"replicas":2,"minReadySeconds":705032704,"nope":1}})");
}

BOOST_AUTO_TEST_CASE(strict_decoding_errors_equal_those_of_kube_apiserver) {
    const builtin_schemas all;
    const bj::value file = observed("strict_errors.json");
    for (const bj::value& row : file.at("rows").as_array()) {
        const std::string text(row.at("text").as_string());
        const schema_node* node = node_of(all, json(text).as_object());
        std::string got;
        for (const auto& e : strict_errors(node, text)) got += (got.empty() ? "" : ", ") + e;
        BOOST_TEST(got == std::string_view(row.at("errors").as_string()), text);
    }
}

BOOST_AUTO_TEST_CASE(duplicates_are_found_without_a_schema) {
    const std::vector<std::string> expected{
        R"(duplicate field "metadata.name")", R"(duplicate field "spec.b")",
        R"(duplicate field "spec.deep[0].a.b")", R"(duplicate field "spec")"};
    BOOST_TEST(
        strict_errors(nullptr,
                      R"({"apiVersion":"t.example.com/v1","kind":"Foo","metadata":{"name":"a","name":"b",
        "foo":1},"spec":{"b":true,"b":false,"zz":1,"deep":[{"a":{"b":"1","b":"2"}}]},"spec":{"b":true}})") ==
            expected,
        boost::test_tools::per_element());
    BOOST_TEST(strict_errors(nullptr, "{\"a\":1,\"a\":").empty());
    BOOST_TEST(strict_errors(nullptr, "[1,{\"a\":1,\"a\":1}]") ==
                   std::vector<std::string>{R"(duplicate field "[1].a")"},
               boost::test_tools::per_element());
    BOOST_TEST(strict_errors(nullptr, std::string(100'000, '[')).empty());
}

BOOST_AUTO_TEST_CASE(unknown_fields_of_built_in_kinds_are_pruned) {
    const builtin_schemas all;
    bj::value v =
        json(R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","foo":1,"labels":{"x":"y"}},"spec":{
        "containers":[{"name":"c","bar":{}}]},"zz":1})");
    const std::vector<std::string> expected{"metadata.foo", "spec.containers[0].bar", "zz"};
    BOOST_TEST(prune(*all.find("", "v1", "Pod"), v.as_object(), false) == expected,
               boost::test_tools::per_element());
    BOOST_TEST(bj::serialize(v) ==
               R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"x":"y"}},"spec":)"
               R"({"containers":[{"name":"c"}]}})");
}

BOOST_AUTO_TEST_CASE(openapi_documents_have_the_schemas_of_kube_apiserver) {
    const builtin_schemas all;
    const bj::value file = observed("openapi_schemas.json");
    for (const auto& [group_version, names] : file.as_object()) {
        const std::string_view api = group_version;
        const auto slash = api.find('/');
        const std::string_view text = all.openapi_components(
            slash == std::string_view::npos ? std::string_view() : api.substr(0, slash),
            slash == std::string_view::npos ? api : api.substr(slash + 1));
        bj::parse_options options;
        options.max_depth = 64;
        std::vector<std::string> got;
        const bj::value document = bj::parse(bj::string_view(text.data(), text.size()), {}, options);
        for (const auto& pair : document.as_object()) got.emplace_back(pair.key());
        std::vector<std::string> expected;
        for (const auto& n : names.as_array()) expected.emplace_back(n.as_string());
        BOOST_TEST(lines(got) == lines(expected), std::string(group_version));
        BOOST_TEST((text.find("x-go-") == std::string_view::npos));
    }
    BOOST_TEST(all.openapi_components("nothing", "v1").empty());
    BOOST_TEST((all.openapi_meta().find("meta.v1.ObjectMeta\":") != std::string_view::npos));
}

BOOST_AUTO_TEST_SUITE_END()
