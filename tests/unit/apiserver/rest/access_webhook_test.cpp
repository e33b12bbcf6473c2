// A webhook that authorizes requests, also where rights matter after the first filter.
#include "apiserver/admission/chain.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/rest/access_control.hpp"
#include "apiserver/rest/kubeconfig_webhook.hpp"
#include "apiserver/rest/router.hpp"
#include "hook_answers.hpp"
#include "setpoint/core/task_scope.hpp"
#include "support/signing_requests.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <deque>
#include <functional>

BOOST_AUTO_TEST_SUITE(access_webhooks)

using namespace setpoint;
using namespace setpoint::apiserver;
namespace bj = boost::json;

// Reviews as `decide` says; everything is allowed at first.
struct hook_program {
    struct response {
        int status = 200;
        std::string body;
        std::optional<error> failure = std::nullopt;
    };
    static response with_status(std::string_view status) {
        return {200, fmt::format(R"({{"apiVersion":"authorization.k8s.io/v1beta1","kind":)"
                                 R"("SubjectAccessReview","status":{}}})",
                                 status)};
    }
    std::function<response(const bj::object& spec)> decide = [](const bj::object&) {
        return with_status(R"({"allowed":true})");
    };
    std::vector<bj::object> specs;
    std::vector<std::string> targets;
    duration delay{0};
};

struct hook_transport final : http::transport {
    hook_transport(loop& on, hook_program& to) : l(on), program(to) {}
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r, http::timeouts) override {
        co_await l.sleep(program.delay);
        program.targets.push_back(r.target);
        const bj::value review = bj::parse(r.body);
        program.specs.push_back(object_of(review.as_object(), "spec"));
        hook_program::response made = program.decide(program.specs.back());
        if (made.failure) co_return std::move(*made.failure);
        auto out = std::make_unique<apiserver::test::whole_response>();
        out->is.status = made.status;
        out->body = std::move(made.body);
        co_return std::unique_ptr<http::response_stream>(std::move(out));
    }
    loop& l;
    hook_program& program;
};

user_ptr someone(std::string name) {
    return std::make_shared<const user_info>(
        user_info{.name = std::move(name), .groups = {"system:authenticated"}});
}

const std::string maps = "/api/v1/namespaces/default/configmaps";
constexpr const char* merge_type = "application/merge-patch+json";
const std::string rbac_root = "/apis/rbac.authorization.k8s.io/v1";

struct hook_fixture {
    explicit hook_fixture(const access_options& o = options())
        : l(time, random),
          w(std::make_shared<server_state>(l, logger(sink, time), versioned_store::window{})),
          access(*w, o, {}, {},
                 [this](const cluster_config&) { return std::make_unique<hook_transport>(l, hook); }),
          paths(
              w,
              {.documents = {}, .on_request = {}, .metrics = {}, .admission = admission, .access = &access}) {
        add_builtin_resources(w->kinds);
        add_admission(*w, admission);
        ask(administrator(), "POST", "/api/v1/namespaces", R"({"metadata":{"name":"default"}})");
    }
    ~hook_fixture() { w->stop(); }
    static access_options options() {
        access_options o;
        o.authorizers = {"Webhook", "RBAC"};
        o.authorization_webhook.kubeconfig = secret(apiserver::test::hook_kubeconfig);
        return o;
    }

    http::response ask(user_ptr as, std::string method, std::string target, std::string body = {},
                       std::string type = "application/json", std::vector<http::header> more = {}) {
        http::server_request r;
        r.method = std::move(method);
        r.target = std::move(target);
        r.headers = std::move(more);
        r.headers.push_back({"Content-Type", std::move(type)});
        r.headers.push_back({"User-Agent", "test/1"});
        r.body = std::move(body);
        std::optional<http::response> out;
        task_scope scope(l, "request");
        scope.spawn("request", answer_into(paths, r, std::move(as), out));
        l.run_until(l.now() + std::chrono::minutes(5));
        return out ? std::move(*out) : http::response{0, {}, "no answer", {}};
    }
    static std::string message(const http::response& r) {
        const bj::value body = bj::parse(r.body);
        return std::string(text_at(body.as_object(), "message"));
    }
    static awaitable<void> answer_into(router& to, const http::server_request& r, user_ptr as,
                                       std::optional<http::response>& out) {
        out = co_await to.handle(r, std::move(as));
    }
    // The webhook has no opinion on these verbs, and denies what `denied` names.
    void decide_by_verb(std::vector<std::string> unknown, std::string denied = "none") {
        hook.decide = [unknown = std::move(unknown), denied = std::move(denied)](const bj::object& spec) {
            const std::string_view verb = text_at(spec, {"resourceAttributes", "verb"});
            if (verb == denied) return hook_program::with_status(R"({"denied":true,"reason":"told so"})");
            const bool is_unknown = std::ranges::find(unknown, verb) != unknown.end();
            return hook_program::with_status(is_unknown ? "{}" : R"({"allowed":true})");
        };
    }
    std::size_t calls() const { return hook.specs.size(); }
    std::vector<std::string> asked_verbs() const {
        std::vector<std::string> out;
        for (const bj::object& spec : hook.specs)
            out.emplace_back(text_at(spec, {"resourceAttributes", "verb"}));
        return out;
    }

    struct quiet final : log_sink {
        void write(const log_record&) override {}
    };
    virtual_clock time;
    random_source random{1};
    quiet sink;
    hook_program hook;
    loop l;
    server_state_ptr w;
    std::shared_ptr<admission_settings> admission = std::make_shared<admission_settings>();
    access_control access;
    router paths;
};

BOOST_FIXTURE_TEST_CASE(allowed_request_is_asked_about_once, hook_fixture) {
    BOOST_TEST(ask(someone("jane"), "GET", maps + "?labelSelector=a%3Db").status == 200);
    BOOST_TEST_REQUIRE(calls() == 1u);
    BOOST_TEST(hook.targets[0] == "/authorize?timeout=30s");
    BOOST_TEST(
        json_text::serialize(hook.specs[0]) ==
        R"({"resourceAttributes":{"namespace":"default","verb":"list","version":"v1","resource":)"
        R"("configmaps","labelSelector":{"requirements":[{"key":"a","operator":"In","values":["b"]}]}},)"
        R"("user":"jane","group":["system:authenticated"]})");
}

BOOST_FIXTURE_TEST_CASE(administrators_need_no_webhook, hook_fixture) {
    BOOST_TEST(ask(administrator(), "GET", maps).status == 200);
    BOOST_TEST(calls() == 0u);
}

BOOST_FIXTURE_TEST_CASE(denial_ends_the_chain_with_its_reason, hook_fixture) {
    decide_by_verb({}, "list");
    const http::response r = ask(someone("jane"), "GET", maps);
    BOOST_TEST(r.status == 403);
    BOOST_TEST(message(r) ==
               R"(configmaps is forbidden: User "jane" cannot list resource "configmaps" in API )"
               R"(group "" in the namespace "default": told so)");
}

BOOST_FIXTURE_TEST_CASE(without_opinion_the_next_authorizer_decides, hook_fixture) {
    decide_by_verb({"list"});
    BOOST_TEST(ask(someone("jane"), "GET", maps).status == 403);
    ask(administrator(), "POST", rbac_root + "/clusterroles",
        R"({"metadata":{"name":"r"},"rules":[{"verbs":["list"],"apiGroups":[""],"resources":["configmaps"]}]})");
    ask(administrator(), "POST", rbac_root + "/clusterrolebindings",
        R"({"metadata":{"name":"b"},"roleRef":{"apiGroup":"rbac.authorization.k8s.io","kind":"ClusterRole",)"
        R"("name":"r"},"subjects":[{"kind":"User","apiGroup":"rbac.authorization.k8s.io","name":"jane"}]})");
    BOOST_TEST(ask(someone("jane"), "GET", maps).status == 200);
}

BOOST_FIXTURE_TEST_CASE(failure_is_a_plain_internal_error, hook_fixture) {
    hook.decide = [](const bj::object&) {
        return hook_program::response{0, {}, error(errc::unreachable, "connection <refused>")};
    };
    const http::response r = ask(someone("jane"), "GET", maps + "?limit=1");
    BOOST_TEST(r.status == 500);
    BOOST_TEST(r.body ==
               "Internal Server Error: \"/api/v1/namespaces/default/configmaps?limit=1\": Post "
               "\"http://hook.example:80/authorize?timeout=30s\": connection &lt;refused&gt;\n");
    BOOST_TEST(calls() == 1u);
    BOOST_TEST(ask(administrator(), "GET", maps).status == 200);
}

BOOST_FIXTURE_TEST_CASE(failures_that_may_pass_are_tried_again, hook_fixture) {
    int left = 3;
    hook.decide = [&](const bj::object&) {
        const bool fails = left-- > 0;
        return fails ? hook_program::response{500, "busy"} : hook_program::with_status(R"({"allowed":true})");
    };
    BOOST_TEST(ask(someone("jane"), "GET", maps).status == 200);
    BOOST_TEST(calls() == 4u);
    left = 100;
    const http::response r = ask(someone("joe"), "GET", maps);
    BOOST_TEST(r.status == 500);
    BOOST_TEST(calls() == 9u);
    BOOST_TEST(r.body.find("an error on the server (\"busy\") has prevented the request from succeeding") !=
               std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(silent_webhook_times_out, hook_fixture) {
    hook.delay = std::chrono::minutes(1);
    const http::response r = ask(someone("jane"), "GET", maps);
    BOOST_TEST(r.status == 500);
    BOOST_TEST(calls() == 0u);
}

BOOST_FIXTURE_TEST_CASE(other_answers_are_failures, hook_fixture) {
    for (const char* body : {"", "no", "[]", R"({"kind":"Pod"})", R"({"status":{"allowed":1}})"}) {
        hook.decide = [&](const bj::object&) { return hook_program::response{200, body}; };
        BOOST_TEST(ask(someone("jane"), "GET", maps).status == 500, body);
    }
    for (const auto& [status, text] : {std::pair(302, "status code 302 but did not return more information"),
                                       {401, "asked for the client to provide credentials"},
                                       {503, "is currently unable to handle the request"}}) {
        hook.decide = [&](const bj::object&) { return hook_program::response{status, "body"}; };
        const http::response r = ask(someone("jane"), "GET", maps);
        BOOST_TEST(r.status == 500);
        BOOST_TEST(r.body.find(text) != std::string::npos, r.body);
    }
}

BOOST_FIXTURE_TEST_CASE(impersonation_asks_one_right_at_a_time, hook_fixture) {
    decide_by_verb({"impersonate:user-info", "impersonate-on:user-info:list"});
    const http::response r =
        ask(someone("jane"), "GET", maps, {}, "application/json", {{"Impersonate-User", "joe"}});
    BOOST_TEST(r.status == 200);
    BOOST_TEST(
        asked_verbs() == (std::vector<std::string>{"impersonate-on:user-info:list", "impersonate", "list"}),
        boost::test_tools::per_element());
    BOOST_TEST(text_at(hook.specs.back(), "user") == "joe");
}

BOOST_FIXTURE_TEST_CASE(escalation_is_asked_about, hook_fixture) {
    const std::string role =
        R"({"metadata":{"name":"r"},"rules":[{"verbs":["get"],"apiGroups":[""],"resources":["secrets"]}]})";
    decide_by_verb({"escalate"});
    BOOST_TEST(ask(someone("jane"), "POST", rbac_root + "/clusterroles", role).status == 403);
    BOOST_TEST(asked_verbs() == (std::vector<std::string>{"create", "escalate"}),
               boost::test_tools::per_element());
    decide_by_verb({});
    BOOST_TEST(ask(someone("joe"), "POST", rbac_root + "/clusterroles", role).status == 201);
}

BOOST_FIXTURE_TEST_CASE(create_by_update_is_asked_about, hook_fixture) {
    const auto apply = [&](const char* who) {
        return ask(someone(who), "PATCH", maps + "/a?fieldManager=m",
                   R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}})",
                   "application/apply-patch+yaml");
    };
    decide_by_verb({"create"});
    BOOST_TEST(apply("jane").status == 403);
    BOOST_TEST(w->store.find("configmaps", {"default", "a"}) == nullptr);
    decide_by_verb({});
    BOOST_TEST(apply("joe").status == 201);
    BOOST_TEST(asked_verbs() == (std::vector<std::string>{"patch", "create", "patch", "create"}),
               boost::test_tools::per_element());
}

BOOST_FIXTURE_TEST_CASE(reviews_are_asked_about, hook_fixture) {
    decide_by_verb({}, "delete");
    const http::response r =
        ask(someone("jane"), "POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
            R"({"spec":{"resourceAttributes":{"namespace":"default","resource":"pods","verb":"delete"}}})");
    BOOST_TEST(r.status == 201);
    const bj::value answer = bj::parse(r.body);
    BOOST_TEST(json_text::serialize(answer.at("status")) ==
               R"({"allowed":false,"denied":true,"reason":"told so"})");
    const http::response rules =
        ask(someone("jane"), "POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews",
            R"({"spec":{"namespace":"default"}})");
    const bj::value listed = bj::parse(rules.body);
    BOOST_TEST(json_text::serialize(listed.at("status")).find("\"incomplete\":true") != std::string::npos);
}

// A preliminary answer must not decide: the policy refuses those who may do what it names.
BOOST_FIXTURE_TEST_CASE(policies_wait_for_the_webhook, hook_fixture) {
    follow_policies(*w, admission);
    const std::string group = "/apis/admissionregistration.k8s.io/v1";
    const std::string policy =
        R"({"metadata":{"name":"p"},"spec":{"matchConstraints":{"resourceRules":[{"apiGroups":[""],)"
        R"("apiVersions":["v1"],"operations":["CREATE"],"resources":["configmaps"]}]},"validations":[)"
        R"json({"expression":"!authorizer.group('').resource('secrets').check('list').allowed()"}]}})json";
    BOOST_TEST_REQUIRE(ask(administrator(), "POST", group + "/validatingadmissionpolicies", policy).status ==
                       201);
    BOOST_TEST_REQUIRE(
        ask(administrator(), "POST", group + "/validatingadmissionpolicybindings",
            R"({"metadata":{"name":"b"},"spec":{"policyName":"p","validationActions":["Deny"]}})")
            .status == 201);
    const std::string map = R"({"metadata":{"name":"a"}})";
    BOOST_TEST(ask(someone("jane"), "POST", maps, map).status == 422);
    BOOST_TEST(w->store.find("configmaps", {"default", "a"}) == nullptr);
    decide_by_verb({"list"});
    BOOST_TEST(ask(someone("joe"), "POST", maps, map).status == 201);
}

BOOST_FIXTURE_TEST_CASE(kubeconfig_is_checked_at_start, hook_fixture) {
    access_options o = options();
    o.authorization_webhook.name = "/etc/hook.yaml";
    for (const char* text : {"[", "{}", "clusters: 1"}) {
        o.authorization_webhook.kubeconfig = secret(text);
        BOOST_CHECK_EXCEPTION(access_control(*w, o, {}), fault, [](const fault& f) {
            return std::string_view(f.what()).find("/etc/hook.yaml") != std::string_view::npos;
        });
    }
}

BOOST_AUTO_TEST_CASE(pauses_grow_and_end) {
    random_source random{1};
    webhook_retries retries;
    duration last{0};
    int pauses = 0;
    for (; !retries.is_over(); ++pauses) {
        const duration next = retries.next(random);
        BOOST_TEST((next > last));
        last = next;
    }
    BOOST_TEST(pauses == 4);
    BOOST_TEST((last < std::chrono::seconds(3)));
    BOOST_TEST(webhook_retries::may_pass(429, errc::server_error, false));
    BOOST_TEST(webhook_retries::may_pass(503, errc::server_error, true));
    BOOST_TEST(!webhook_retries::may_pass(503, errc::server_error, false));
    BOOST_TEST(!webhook_retries::may_pass(401, errc::server_error, false));
    BOOST_TEST(webhook_retries::may_pass(0, errc::connection_lost, false));
    BOOST_TEST(!webhook_retries::may_pass(0, errc::timeout, false));
}

BOOST_FIXTURE_TEST_CASE(admission_plugins_await_the_webhook, hook_fixture) {
    const std::string requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
    const std::string request = fmt::format(
        R"({{"metadata":{{"name":"r"}},"spec":{{"signerName":"example.com/a","usages":["client auth"],"request":"{}"}}}})",
        setpoint::test::jane_request);
    const std::string approval =
        R"({"status":{"conditions":[{"type":"Approved","status":"True","reason":"r","message":"m"}]}})";
    BOOST_TEST(ask(someone("jane"), "POST", requests, request).status == 201);
    decide_by_verb({"approve"});
    const http::response refused =
        ask(someone("jane"), "PATCH", requests + "/r/approval", approval, merge_type);
    BOOST_TEST(refused.status == 403);
    BOOST_TEST(message(refused).ends_with(
        "user not permitted to approve requests with signerName \"example.com/a\""));
    decide_by_verb({});
    BOOST_TEST(ask(someone("joe"), "PATCH", requests + "/r/approval", approval, merge_type).status == 200);
    BOOST_TEST(asked_verbs().back() == "approve");
}

BOOST_FIXTURE_TEST_CASE(rights_to_parameters_await_the_webhook, hook_fixture) {
    const std::string policies = "/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies";
    const auto policy = [](const std::string& name) {
        return R"({"metadata":{"name":")" + name +
               R"("},"spec":{"paramKind":{"apiVersion":"v1","kind":"ConfigMap"},"matchConstraints":{"resourceRules":[)"
               R"({"apiGroups":[""],"apiVersions":["v1"],"operations":["CREATE"],"resources":["pods"]}]},)"
               R"("validations":[{"expression":"true"}]}})";
    };
    decide_by_verb({"get"});
    const http::response refused = ask(someone("jane"), "POST", policies, policy("p"));
    BOOST_TEST(refused.status == 422);
    BOOST_TEST(message(refused).find(
                   "spec.paramKind: Forbidden: user &{jane  [system:authenticated] map[]} must have "
                   "\"get\" permission on all objects of the referenced paramKind") != std::string::npos);
    decide_by_verb({});
    BOOST_TEST(ask(someone("joe"), "POST", policies, policy("p")).status == 201);
    BOOST_TEST(asked_verbs().back() == "get");
}

BOOST_AUTO_TEST_SUITE_END()
