#include "setpoint/client/call.hpp"

#include <boost/test/unit_test.hpp>

#include <functional>

using namespace setpoint;

namespace {

call deployment(verb op) {
    call c;
    c.op = op;
    c.resource = {"apps", "v1", "deployments"};
    c.key = {"default", "web"};
    return c;
}

call pods(verb op, std::string ns = {}) {
    call c;
    c.op = op;
    c.resource = {"", "v1", "pods"};
    c.key.ns = std::move(ns);
    return c;
}

call changed(call c, const std::function<void(call&)>& change) {
    change(c);
    return c;
}

std::string line(const call& c) {
    const http::request r = to_request(c);
    return r.method + " " + r.target;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(call_test)

BOOST_AUTO_TEST_CASE(method_and_path_when_verb_and_resource_vary) {
    struct row {
        call c;
        std::string_view expected;
    };
    const row rows[] = {
        {deployment(verb::get), "GET /apis/apps/v1/namespaces/default/deployments/web"},
        {deployment(verb::update), "PUT /apis/apps/v1/namespaces/default/deployments/web"},
        {deployment(verb::patch), "PATCH /apis/apps/v1/namespaces/default/deployments/web"},
        {deployment(verb::remove), "DELETE /apis/apps/v1/namespaces/default/deployments/web"},
        // The name of a new object is in its body; here it is for messages only.
        {deployment(verb::create), "POST /apis/apps/v1/namespaces/default/deployments"},
        {pods(verb::list), "GET /api/v1/pods"},
        {pods(verb::list, "kube-system"), "GET /api/v1/namespaces/kube-system/pods"},
        {pods(verb::watch), "GET /api/v1/pods?watch=true"},
        {pods(verb::remove_collection, "a"), "DELETE /api/v1/namespaces/a/pods"},
        {changed(deployment(verb::patch), [](call& c) { c.subresource = "status"; }),
         "PATCH /apis/apps/v1/namespaces/default/deployments/web/status"},
        {changed(deployment(verb::create),
                 [](call& c) {
                     c.resource = {"", "v1", "pods"};
                     c.subresource = "eviction";
                 }),
         "POST /api/v1/namespaces/default/pods/web/eviction"},
        // A namespace in a cluster-scoped key does not appear in the URL.
        {changed(deployment(verb::get),
                 [](call& c) {
                     c.resource = {"", "v1", "nodes"};
                     c.where = scope::cluster;
                 }),
         "GET /api/v1/nodes/web"},
    };
    for (const row& r : rows) BOOST_TEST(line(r.c) == r.expected);
}

BOOST_AUTO_TEST_CASE(every_part_is_escaped) {
    call c = deployment(verb::get);
    c.key = {"a b", "system:node?x#y&z"};
    BOOST_TEST(line(c) == "GET /apis/apps/v1/namespaces/a%20b/deployments/system:node%3Fx%23y&z");
    c.key = {"default", "gr\xc3\xbc\xc3\x9f"};
    BOOST_TEST(line(c) == "GET /apis/apps/v1/namespaces/default/deployments/gr%C3%BC%C3%9F");

    call l = pods(verb::list);
    l.query().label_selector = "app in (a, b),tier!=x&limit=1";
    l.query().field_selector = "metadata.name=web";
    BOOST_TEST(line(l) ==
               "GET /api/v1/pods?labelSelector=app%20in%20%28a%2C%20b%29%2Ctier%21%3Dx%26limit%3D1"
               "&fieldSelector=metadata.name%3Dweb");
}

BOOST_AUTO_TEST_CASE(query_parameters_have_a_fixed_order) {
    call w = pods(verb::watch);
    w.query().bookmarks = true;
    w.query().send_initial_events = true;
    w.query().resource_version = "0";
    w.query().resource_version_match = "NotOlderThan";
    w.query().timeout_seconds = 300;
    w.query().label_selector = "a=b";
    BOOST_TEST(
        line(w) ==
        "GET /api/v1/pods?watch=true&allowWatchBookmarks=true&sendInitialEvents=true&labelSelector=a%3Db"
        "&resourceVersion=0&resourceVersionMatch=NotOlderThan&timeoutSeconds=300");

    call l = pods(verb::list);
    l.query().limit = 500;
    l.query().continue_token = "eyJ2Ijoi+/==";
    l.query().bookmarks = true;  // has no meaning for a list
    BOOST_TEST(line(l) == "GET /api/v1/pods?limit=500&continue=eyJ2Ijoi%2B%2F%3D%3D");

    call p = deployment(verb::patch);
    p.field_manager = "web server";
    p.field_validation = "Strict";
    p.force = true;
    p.dry_run = "All";
    BOOST_TEST(line(p) ==
               "PATCH /apis/apps/v1/namespaces/default/deployments/"
               "web?fieldManager=web%20server&fieldValidation=Strict&force=true&dryRun=All");

    call s = pods(verb::watch);
    s.query().send_initial_events = false;
    BOOST_TEST(line(s) == "GET /api/v1/pods?watch=true&sendInitialEvents=false");
}

BOOST_AUTO_TEST_CASE(content_type_follows_the_kind_of_patch) {
    const std::pair<patch_type, std::string_view> rows[] = {
        {patch_type::none, "application/json"},
        {patch_type::apply, "application/apply-patch+yaml"},
        {patch_type::merge, "application/merge-patch+json"},
        {patch_type::json, "application/json-patch+json"},
    };
    for (const auto& [patch, expected] : rows) {
        call c = deployment(verb::patch);
        c.patch = patch;
        c.body = "{}";
        const http::request r = to_request(c);
        BOOST_TEST(http::find_header(r.headers, "Content-Type") == expected);
        BOOST_TEST(http::find_header(r.headers, "Accept") == "application/json");
        BOOST_TEST(r.body == "{}");
    }
    BOOST_TEST(http::find_header(to_request(deployment(verb::get)).headers, "Content-Type") == "");
}

BOOST_AUTO_TEST_CASE(accept_asks_for_metadata_when_only_that_is_wanted) {
    const std::string one = "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json";
    const std::string many =
        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
    for (const verb v : {verb::get, verb::watch, verb::patch, verb::list}) {
        call c = deployment(v);
        c.metadata_only = true;
        BOOST_TEST(http::find_header(to_request(c).headers, "Accept") == (v == verb::list ? many : one));
    }
}

BOOST_AUTO_TEST_CASE(verbs_are_those_of_rbac) {
    BOOST_TEST(to_string(verb::remove) == "delete");
    BOOST_TEST(to_string(verb::remove_collection) == "deletecollection");
    BOOST_TEST(to_string(verb::watch) == "watch");
}

BOOST_AUTO_TEST_CASE(only_calls_that_change_something_are_writes) {
    for (const verb v : {verb::get, verb::list, verb::watch}) BOOST_TEST(!deployment(v).writes());
    for (const verb v : {verb::create, verb::update, verb::patch, verb::remove, verb::remove_collection})
        BOOST_TEST(deployment(v).writes());
    BOOST_TEST(!changed(deployment(verb::create), [](call& c) { c.dry_run = "All"; }).writes());
}

BOOST_AUTO_TEST_CASE(description_names_verb_resource_and_object) {
    call apply = deployment(verb::patch);
    apply.patch = patch_type::apply;
    apply.body = R"({"password":"x"})";
    BOOST_TEST(apply.describe() == "apply deployments.apps default/web");
    apply.subresource = "status";
    apply.dry_run = "All";
    BOOST_TEST(apply.describe() == "apply deployments.apps/status default/web (dry run)");
    BOOST_TEST(deployment(verb::patch).describe() == "patch deployments.apps default/web");
    BOOST_TEST(pods(verb::watch).describe() == "watch pods");
    BOOST_TEST(pods(verb::list, "a").describe() == "list pods in a");
}

BOOST_AUTO_TEST_CASE(calls_that_would_mean_another_one_are_rejected) {
    BOOST_TEST(!!validate(deployment(verb::remove)));
    BOOST_TEST(!!validate(pods(verb::list)));
    BOOST_TEST(!!validate(pods(verb::create, "a")));

    struct row {
        std::function<void(call&)> change;
        std::string_view why;
    };
    const row rows[] = {
        {[](call& c) { c.key.name.clear(); }, "the object's name is empty"},
        {[](call& c) { c.key.ns.clear(); }, "the namespace is empty"},
        {[](call& c) { c.key.name = ".."; }, "cannot be"},
        {[](call& c) { c.key.ns = "."; }, "cannot be"},
        {[](call& c) { c.key.name = "a/b"; }, "cannot be"},
        {[](call& c) { c.key.name = "a%2fb"; }, "cannot be"},
        {[](call& c) { c.resource.resource.clear(); }, "the resource has no name"},
    };
    for (const row& r : rows) {
        const auto refused = validate(changed(deployment(verb::remove), r.change));
        BOOST_REQUIRE(!refused);
        BOOST_TEST((refused.error().code == errc::invalid));
        BOOST_TEST(refused.error().message.find(r.why) != std::string::npos, refused.error().message);
    }
    BOOST_TEST(!validate(pods(verb::create)));
    BOOST_TEST(!validate(pods(verb::remove_collection)));
}

BOOST_AUTO_TEST_SUITE_END()
