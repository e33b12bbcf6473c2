// Authentication and authorization of requests (apiserver, pkg/endpoints/filters).

#include "apiserver/rest/access_control.hpp"

#include "apiserver/admission/chain.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/rest/router.hpp"
#include "apiserver/write/definition_status.hpp"
#include "setpoint/core/task_scope.hpp"
#include "support/pod_certificates.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
namespace bj = boost::json;

user_ptr someone(std::string name, std::vector<std::string> groups = {"system:authenticated"}) {
    return std::make_shared<const user_info>(
        user_info{.name = std::move(name), .uid = {}, .groups = std::move(groups)});
}

access_options rbac() {
    access_options o;
    o.authorizers = {"RBAC"};
    return o;
}

const std::string config_maps = "/api/v1/namespaces/default/configmaps";
const std::string rbac_root = "/apis/rbac.authorization.k8s.io/v1";

struct control_fixture {
    explicit control_fixture(const access_options& o = rbac())
        : l(time, random),
          w(std::make_shared<server_state>(l, logger(sink, time), versioned_store::window{})),
          access(*w, o, {}),
          paths(
              w,
              {.documents = {}, .on_request = {}, .metrics = {}, .admission = admission, .access = &access}) {
        add_builtin_resources(w->kinds);
        add_admission(*w, admission);
        ask(administrator(), "POST", "/api/v1/namespaces", R"({"metadata":{"name":"default"}})");
    }
    ~control_fixture() { w->stop(); }

    http::response ask(user_ptr as, std::string method, std::string target, std::string body = {},
                       std::string type = "application/json") {
        http::server_request r;
        r.method = std::move(method);
        r.target = std::move(target);
        r.headers = {{"Content-Type", std::move(type)}, {"User-Agent", "test/1"}};
        r.body = std::move(body);
        std::optional<http::response> out;
        task_scope scope(l, "request");
        scope.spawn("request", answer_into(paths, r, std::move(as), out));
        l.run_until(l.now());
        return out ? std::move(*out) : http::response{0, {}, "no answer", {}};
    }
    static std::string message(const http::response& r) {
        return std::string(text_at(bj::parse(r.body).as_object(), "message"));
    }
    void admin(const std::string& path, const std::string& body) {
        BOOST_REQUIRE_EQUAL(ask(administrator(), "POST", path, body).status, 201);
    }
    // A role with one rule in the namespace default, bound to the user jane.
    void grant(const std::string& name, const std::string& rule) {
        const std::string in = rbac_root + "/namespaces/default";
        admin(in + "/roles", R"({"metadata":{"name":")" + name + R"("},"rules":[)" + rule + "]}");
        admin(in + "/rolebindings",
              R"({"metadata":{"name":")" + name +
                  R"("},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"Role","name":")" + name +
                  R"("},"subjects":[{"kind":"User","apiGroup":"rbac.authorization.k8s.io","name":"jane"}]})");
    }
    void grant_maps(const std::string& verbs) {
        grant("maps", R"({"verbs":[)" + verbs + R"(],"apiGroups":[""],"resources":["configmaps"]})");
    }

    struct quiet final : log_sink {
        void write(const log_record&) override {}
    };
    virtual_clock time;
    random_source random{1};
    quiet sink;
    loop l;
    server_state_ptr w;
    std::shared_ptr<admission_settings> admission = std::make_shared<admission_settings>();
    access_control access;
    router paths;

private:
    static awaitable<void> answer_into(router& paths, const http::server_request& r, user_ptr as,
                                       std::optional<http::response>& to) {
        to = co_await paths.handle(r, std::move(as));
    }
};

struct without_anonymous : control_fixture {
    without_anonymous() : control_fixture(options()) {}
    static access_options options() {
        access_options o = rbac();
        o.anonymous = false;
        return o;
    }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(access_controls, control_fixture)

BOOST_AUTO_TEST_CASE(anonymous_request_is_refused_with_reason) {
    const http::response r = ask(nullptr, "GET", config_maps);
    BOOST_TEST(r.status == 403);
    BOOST_TEST(message(r) ==
               R"(configmaps is forbidden: User "system:anonymous" cannot list resource "configmaps" in API )"
               R"(group "" in the namespace "default")");
}

BOOST_FIXTURE_TEST_CASE(request_without_credentials_is_unauthorized, without_anonymous) {
    const http::response r = ask(nullptr, "GET", config_maps);
    BOOST_TEST(r.status == 401);
    BOOST_TEST(message(r) == "Unauthorized");
    BOOST_TEST(ask(administrator(), "GET", config_maps).status == 200);
}

BOOST_AUTO_TEST_CASE(rights_are_checked_before_paths) {
    BOOST_TEST(ask(someone("jane"), "GET", "/api/v1/nothing").status == 403);
    BOOST_TEST(ask(someone("jane"), "GET", "/nothing").status == 403);
    BOOST_TEST(ask(administrator(), "GET", "/api/v1/nothing").status == 404);
}

BOOST_AUTO_TEST_CASE(binding_grants_and_its_removal_withdraws) {
    grant_maps(R"("list")");
    BOOST_TEST(ask(someone("jane"), "GET", config_maps).status == 200);
    BOOST_TEST(ask(someone("joe"), "GET", config_maps).status == 403);
    BOOST_TEST(ask(someone("jane"), "POST", config_maps, R"({"metadata":{"name":"a"}})").status == 403);
    BOOST_TEST(ask(someone("jane"), "GET", "/api/v1/configmaps").status == 403);
    ask(administrator(), "DELETE", rbac_root + "/namespaces/default/rolebindings/maps");
    BOOST_TEST(ask(someone("jane"), "GET", config_maps).status == 403);
}

BOOST_AUTO_TEST_CASE(update_that_creates_needs_both_rights) {
    grant_maps(R"("patch")");
    const std::string map = R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}})";
    const auto apply = [&] {
        return ask(someone("jane"), "PATCH", config_maps + "/a?fieldManager=m", map,
                   "application/apply-patch+yaml");
    };
    const http::response refused = apply();
    BOOST_TEST(refused.status == 403);
    BOOST_TEST(message(refused).find("cannot create resource \"configmaps\"") != std::string::npos);
    admin(config_maps, R"({"metadata":{"name":"a"}})");
    BOOST_TEST(apply().status == 200);
}

BOOST_AUTO_TEST_CASE(nobody_grants_rights_not_held) {
    grant("roles", R"({"verbs":["create"],"apiGroups":["rbac.authorization.k8s.io"],"resources":["roles"]})");
    grant_maps(R"("get")");
    const auto create = [&](const std::string& name, const std::string& verb) {
        return ask(someone("jane"), "POST", rbac_root + "/namespaces/default/roles",
                   R"({"metadata":{"name":")" + name + R"("},"rules":[{"verbs":[")" + verb +
                       R"("],"apiGroups":[""],"resources":["configmaps"]}]})");
    };
    BOOST_TEST(create("a", "get").status == 201);
    const http::response refused = create("b", "delete");
    BOOST_TEST(refused.status == 403);
    BOOST_TEST(message(refused).find("is attempting to grant RBAC permissions not currently held") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(reviews_tell_the_rights_of_the_user) {
    grant_maps(R"("list")");
    const auto may = [&](const std::string& verb) {
        const http::response r =
            ask(administrator(), "POST", "/apis/authorization.k8s.io/v1/subjectaccessreviews",
                R"({"spec":{"user":"jane","resourceAttributes":{"namespace":"default","resource":)"
                R"("configmaps","verb":")" +
                    verb + R"("}}})");
        const bj::value answer = bj::parse(r.body);
        const bj::value* allowed = value_at(object_of(answer.as_object(), "status"), "allowed");
        BOOST_REQUIRE(allowed);
        return allowed->as_bool();
    };
    BOOST_TEST(may("list"));
    BOOST_TEST(!may("delete"));
}

BOOST_AUTO_TEST_CASE(unknown_or_repeated_mode_is_bad_configuration) {
    access_options o;
    o.authorizers = {"ABAC"};
    BOOST_CHECK_THROW(access_control(*w, o, {}), fault);
    o.authorizers = {"RBAC", "RBAC"};
    BOOST_CHECK_THROW(access_control(*w, o, {}), fault);
}

struct all_allowed : control_fixture {
    all_allowed() : control_fixture(options()) {}
    static access_options options() {
        access_options o;
        o.authorizers = {"AlwaysAllow"};
        return o;
    }
};

BOOST_FIXTURE_TEST_CASE(nobody_is_anonymous_where_all_is_allowed, all_allowed) {
    BOOST_TEST(ask(nullptr, "GET", config_maps).status == 401);
    BOOST_TEST(ask(someone("jane"), "GET", config_maps).status == 200);
}

struct all_allowed_by_file : control_fixture {
    all_allowed_by_file() : control_fixture(options()) {}
    static access_options options() {
        access_options o;
        o.authorization_config = R"({"apiVersion":"apiserver.config.k8s.io/v1","kind":)"
                                 R"("AuthorizationConfiguration","authorizers":[{"type":"AlwaysAllow",)"
                                 R"("name":"alwaysallow"}]})";
        return o;
    }
};

BOOST_FIXTURE_TEST_CASE(nobody_is_anonymous_where_a_file_allows_all, all_allowed_by_file) {
    BOOST_TEST(ask(nullptr, "GET", config_maps).status == 401);
    BOOST_TEST(ask(someone("jane"), "GET", config_maps).status == 200);
}

struct all_allowed_anonymously : control_fixture {
    all_allowed_anonymously() : control_fixture(options()) {}
    static access_options options() {
        access_options o;
        o.authorizers = {"AlwaysAllow"};
        o.authentication_config = R"({"apiVersion":"apiserver.config.k8s.io/v1","kind":)"
                                  R"("AuthenticationConfiguration","anonymous":{"enabled":true}})";
        return o;
    }
};

BOOST_FIXTURE_TEST_CASE(no_file_makes_everybody_an_administrator, all_allowed_anonymously) {
    BOOST_TEST(ask(nullptr, "GET", config_maps).status == 401);
    BOOST_TEST(ask(someone("jane"), "GET", config_maps).status == 200);
}

// Roles of another group grant nothing, so writing them needs no further right.
BOOST_AUTO_TEST_CASE(third_party_roles_are_not_checked) {
    serve_definitions(*w);
    admin(
        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        R"({"metadata":{"name":"rolebindings.example.com"},"spec":{"group":"example.com","scope":"Namespaced",)"
        R"("names":{"plural":"rolebindings","singular":"rolebinding","kind":"RoleBinding","listKind":)"
        R"("RoleBindingList"},"versions":[{"name":"v1","served":true,"storage":true,"schema":{)"
        R"("openAPIV3Schema":{"type":"object","x-kubernetes-preserve-unknown-fields":true}}}]}})");
    grant("third", R"({"verbs":["create"],"apiGroups":["example.com"],"resources":["rolebindings"]})");
    const http::response r =
        ask(someone("jane"), "POST", "/apis/example.com/v1/namespaces/default/rolebindings",
            R"({"apiVersion":"example.com/v1","kind":"RoleBinding","metadata":{"name":"a"}})");
    BOOST_TEST(r.status == 201);
}

// The path is about the subresource of a namespace, and authorized as such: a right to that must not give
// objects of a resource with that name.
BOOST_AUTO_TEST_CASE(resource_named_status_is_not_reached_as_subresource) {
    serve_definitions(*w);
    admin("/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
          R"({"metadata":{"name":"status.example.com"},"spec":{"group":"example.com","scope":"Namespaced",)"
          R"("names":{"plural":"status","singular":"stat","kind":"Stat","listKind":"StatList"},"versions":[{)"
          R"("name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",)"
          R"("x-kubernetes-preserve-unknown-fields":true}}}]}})");
    grant("third",
          R"({"verbs":["list","get"],"apiGroups":["example.com"],"resources":["namespaces/status"]})");
    const std::string root = "/apis/example.com/v1";
    for (const std::string& path :
         {root + "/namespaces/default/status", root + "/namespaces/default/status/a"})
        BOOST_TEST(ask(someone("jane"), "GET", path).status == 404, path);
    BOOST_TEST(ask(administrator(), "GET", root + "/status").status == 200);
    BOOST_TEST(ask(someone("jane"), "GET", root + "/status").status == 403);
}

BOOST_AUTO_TEST_CASE(signing_for_pods_needs_a_right_to_the_signer) {
    const std::string requests = "/apis/certificates.k8s.io/v1/namespaces/default/podcertificaterequests";
    admin(requests,
          R"({"metadata":{"name":"r"},"spec":{"signerName":"example.com/s","podName":"p","podUID":"1",)"
          R"("serviceAccountName":"a","serviceAccountUID":"2","nodeName":"n","nodeUID":"3",)"
          R"("stubPKCS10Request":")" +
              std::string(setpoint::test::pod_request) + R"("}})");
    grant("status", R"({"verbs":["patch"],"apiGroups":["certificates.k8s.io"],)"
                    R"("resources":["podcertificaterequests/status"]})");
    const auto write = [&](const std::string& status) {
        return ask(someone("jane"), "PATCH", requests + "/r/status", R"({"status":)" + status + "}",
                   "application/merge-patch+json");
    };
    const std::string denied =
        R"({"conditions":[{"type":"Denied","status":"True","reason":"R","message":"m",)"
        R"("lastTransitionTime":"2026-01-01T00:00:00Z"}]})";
    BOOST_TEST(write("{}").status == 200);
    const http::response refused = write(denied);
    BOOST_TEST(refused.status == 422);
    BOOST_TEST(message(refused) ==
               "PodCertificateRequest.certificates.k8s.io \"r\" is invalid: spec.signerName: Forbidden: User "
               "\"jane\" is not permitted to \"sign\" for signer \"example.com/s\"");
    admin(rbac_root + "/clusterroles",
          R"({"metadata":{"name":"sign"},"rules":[{"verbs":["sign"],"apiGroups":["certificates.k8s.io"],)"
          R"("resources":["signers"],"resourceNames":["example.com/*"]}]})");
    admin(rbac_root + "/clusterrolebindings",
          R"({"metadata":{"name":"sign"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io",)"
          R"("kind":"ClusterRole","name":"sign"},"subjects":[{"kind":"User",)"
          R"("apiGroup":"rbac.authorization.k8s.io","name":"jane"}]})");
    BOOST_TEST(write(denied).status == 200);
}

BOOST_AUTO_TEST_CASE(incomplete_path_fails_before_authentication) {
    const http::response r = ask(nullptr, "GET", "/api/v1/watch?a=<b>");
    BOOST_TEST(r.status == 500);
    BOOST_TEST(r.body ==
               "Internal Server Error: \"/api/v1/watch?a=&lt;b&gt;\": failed to create RequestInfo: "
               "unable to determine kind and namespace from url, /api/v1/watch?a=&lt;b&gt;\n");
    BOOST_TEST(ask(administrator(), "GET", "/api/v1/proxy/pods").status == 404);
}

BOOST_AUTO_TEST_CASE(blanks_before_token_are_warned_about) {
    http::server_request r;
    r.method = "GET";
    r.target = config_maps;
    r.headers = {{"Authorization", "Bearer  x"}};
    std::vector<std::string> warnings;
    BOOST_TEST(access.admit(r, nullptr, warnings).error().code == 403);  // anonymous
    BOOST_TEST(!warnings.empty());
}

BOOST_AUTO_TEST_SUITE_END()
