#include "framework/webhook/admission_endpoints.hpp"

#include "framework/core/base64.hpp"
#include "gizmo.hpp"
#include "patch_applier.hpp"
#include "support/fake_client.hpp"
#include "support/virtual_world.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <prometheus/registry.h>

#include <sstream>

using namespace setpoint;
using namespace setpoint::test;
using namespace std::chrono_literals;
namespace bj = boost::json;

namespace {

struct endpoint_world : virtual_world {
    fake_client api{l};
    std::ostringstream lines;
    text_sink sink{lines};
    prometheus::Registry registry;
    metrics m{registry};
    admission_endpoints endpoints{l, api, logger(sink, time), m};
    std::list<webhook_declaration> declared;

    webhook_builder<gizmo> webhook() { return webhook_builder<gizmo>(declared.emplace_back()); }
    void serve() {
        for (const webhook_declaration& d : declared) endpoints.add(d);
    }
    http::response post(std::string path, std::string body, std::string type = "application/json") {
        const http::server_request r{
            "POST", std::move(path), {{"Content-Type", std::move(type)}}, std::move(body)};
        http::response answered;
        run([&]() -> awaitable<void> { answered = co_await endpoints.serve(r); });
        return answered;
    }
    // The response of a review.
    bj::object review(std::string path, std::string body) {
        const http::response r = post(std::move(path), std::move(body));
        BOOST_TEST(r.status == 200, r.body);
        const bj::object answer = bj::parse(r.body).as_object();
        BOOST_TEST(answer.at("kind") == "AdmissionReview");
        return answer.at("response").as_object();
    }
    double count(std::string_view code) {
        return m.sum("controller_runtime_webhook_requests_total", {{"code", std::string(code)}}).value_or(0);
    }
};

constexpr std::string_view gizmo_a =
    R"({"apiVersion":"shop.example.com/v1","kind":"Gizmo","metadata":{"name":"a"},"spec":{"unknown":[1]}})";

constexpr std::string_view misfit = R"({"metadata":{"name":"a"},"spec":{"replicas":"three"}})";

std::string question(std::string_view operation, std::string_view object, std::string_view old = "null",
                     std::string_view version = "v1", std::string_view kind = "Gizmo") {
    return fmt::format(
        R"({{"apiVersion":"admission.k8s.io/{}","kind":"AdmissionReview","request":{{"uid":"u1","kind":)"
        R"({{"group":"shop.example.com","version":"v1","kind":"{}"}},"name":"a","namespace":"default",)"
        R"("operation":"{}","userInfo":{{"username":"ann"}},"object":{},"oldObject":{}}}}})",
        version, kind, operation, object, old);
}

const std::string mutate = "/mutate-shop-example-com-v1-gizmo", check = "/validate-shop-example-com-v1-gizmo";

}  // namespace

BOOST_AUTO_TEST_SUITE(admission_endpoints_test)

BOOST_AUTO_TEST_CASE(paths_are_those_of_controller_runtime) {
    endpoint_world w;
    w.webhook().defaults([](gizmo&) {}).validates([](const gizmo&, verdict&) {});
    w.serve();
    BOOST_TEST(w.endpoints.paths() == (std::vector<std::string>{mutate, check}),
               boost::test_tools::per_element());
    BOOST_TEST(validating_path({"", "v1", "Pod"}) == "/validate--v1-pod");
}

BOOST_AUTO_TEST_CASE(a_defaulter_answers_with_a_patch_of_what_it_changed) {
    endpoint_world w;
    w.webhook().defaults([](gizmo& g) { g.spec.schedule = "@daily"; });
    w.serve();
    const bj::object r = w.review(mutate + "?timeout=10s", question("CREATE", gizmo_a));
    BOOST_TEST(r.at("uid") == "u1");
    BOOST_TEST(r.at("allowed").as_bool());
    BOOST_TEST(r.at("patchType") == "JSONPatch");
    const std::string steps = base64_decode(r.at("patch").as_string()).value();
    BOOST_TEST((applied(bj::parse(gizmo_a), bj::parse(steps).as_array()).at("spec") ==
                bj::parse(R"({"unknown":[1],"schedule":"@daily"})")));
}

// Deeper than Boost.JSON reads unless it is told to.
BOOST_AUTO_TEST_CASE(a_defaulter_changes_an_object_that_is_nested_deeply_where_it_is_not_described) {
    constexpr std::size_t levels = 500;
    endpoint_world w;
    w.webhook().defaults([](gizmo& g) { g.spec.schedule = "@daily"; });
    w.serve();
    const std::string object = fmt::format(
        R"({{"apiVersion":"shop.example.com/v1","kind":"Gizmo","metadata":{{"name":"a"}},"spec":{{"unknown":{}1{}}}}})",
        std::string(levels, '['), std::string(levels, ']'));
    const bj::object r = w.review(mutate, question("CREATE", object));
    BOOST_REQUIRE(r.contains("patch"));
    BOOST_TEST(base64_decode(std::string_view(r.at("patch").as_string())).value() ==
               R"([{"op":"add","path":"/spec/schedule","value":"@daily"}])");
}

BOOST_AUTO_TEST_CASE(a_defaulter_that_changes_nothing_sends_no_patch_and_deletions_have_none) {
    endpoint_world w;
    w.webhook().defaults([](gizmo& g) { g.spec.replicas = 1; });
    w.serve();
    BOOST_TEST(!w.review(mutate, question("UPDATE", gizmo_a, gizmo_a)).contains("patch"));
    BOOST_TEST(!w.review(mutate, question("DELETE", "null", gizmo_a)).contains("patch"));
}

BOOST_AUTO_TEST_CASE(a_validator_gets_the_new_and_the_old_object_and_who_asks) {
    endpoint_world w;
    w.webhook().validates(
        [](const admission<gizmo>& a, verdict& v) {
            if (a.old_object && a.object && a.object->spec.replicas < a.old_object->spec.replicas)
                v.forbidden("spec.replicas", a.request.user.username + " may not shrink it");
            if (a.operation == admission_operation::remove && a.old_object) v.deny("it is needed");
        },
        {admission_operation::update, admission_operation::remove});
    w.serve();
    const auto sized = [](int n) {
        return fmt::format(R"({{"metadata":{{"name":"a"}},"spec":{{"replicas":{}}}}})", n);
    };
    BOOST_TEST(w.review(check, question("UPDATE", sized(3), sized(2))).at("allowed").as_bool());
    const bj::object r = w.review(check, question("UPDATE", sized(1), sized(2)));
    BOOST_TEST(!r.at("allowed").as_bool());
    BOOST_TEST(r.at("status").at("message") ==
               "Gizmo.shop.example.com \"a\" is invalid: spec.replicas: Forbidden: ann may not shrink it");
    BOOST_TEST(w.review(check, question("DELETE", "null", sized(2))).at("status").at("code") == 403);
    // Not among its operations.
    BOOST_TEST(w.review(check, question("CREATE", sized(0))).at("allowed").as_bool());
    for (const char* result : {"allowed", "refused"})
        BOOST_TEST(
            w.m.sum("setpoint_webhook_reviews_total", {{"webhook", check}, {"result", result}}).value_or(0) ==
            2);
    BOOST_TEST(w.count("200") == 4);
}

BOOST_AUTO_TEST_CASE(functions_may_be_coroutines_that_read_and_may_return_an_error) {
    endpoint_world w;
    w.api.on_get = [](const kind_info& kind, const object_key& key) -> result<object_ptr> {
        auto found = kind.make();
        static_cast<gizmo*>(found.get())->spec.replicas = key.name == "big" ? 9 : 1;
        return object_ptr(found);
    };
    w.webhook().validates([](const admission<gizmo>& a, verdict& v) -> awaitable<result<>> {
        const auto other = co_await a.client.get<gizmo>({"default", "big"});
        if (!other) co_return other.error();
        if ((*other)->spec.replicas > 5) v.deny("another is big", 409);
        error missing(errc::not_found, "no quota");
        missing.http_status = 404;
        if (a.object->spec.schedule) co_return missing;
        co_return result<>();
    });
    w.serve();
    BOOST_TEST(w.review(check, question("CREATE", gizmo_a)).at("status").at("reason") == "Conflict");
    const bj::object r =
        w.review(check, question("CREATE", R"({"metadata":{"name":"a"},"spec":{"schedule":"x"}})"));
    BOOST_TEST(r.at("status").at("code") == 404);
    BOOST_TEST(r.at("status").at("message") == "no quota");
}

BOOST_AUTO_TEST_CASE(the_old_version_of_reviews_is_answered_in_kind) {
    endpoint_world w;
    w.webhook().validates([](const gizmo&, verdict&) {});
    w.serve();
    const http::response r = w.post(check, question("CREATE", gizmo_a, "null", "v1beta1"));
    BOOST_TEST(bj::parse(r.body).at("apiVersion") == "admission.k8s.io/v1beta1");
}

BOOST_AUTO_TEST_CASE(an_exception_is_500_and_counted) {
    endpoint_world w;
    w.webhook().validates([](const gizmo&, verdict&) { throw std::runtime_error("oops"); });
    w.serve();
    const http::response r = w.post(check, question("CREATE", gizmo_a));
    BOOST_TEST(r.status == 500);
    BOOST_TEST(r.body.find("oops") == std::string::npos);  // it is in the log
    BOOST_TEST(w.m.sum("controller_runtime_webhook_panics_total").value_or(0) == 1);
    BOOST_TEST(w.count("500") == 1);
}

BOOST_AUTO_TEST_CASE(a_webhook_that_takes_longer_than_the_api_server_waits_is_ended) {
    endpoint_world w;
    w.webhook().validates([&](const gizmo&, verdict&) -> awaitable<void> { co_await w.l.sleep(1h); });
    w.serve();
    const time_point begin = w.l.now();
    BOOST_TEST(w.post(check + "?timeout=3s", question("CREATE", gizmo_a)).status == 500);
    BOOST_TEST((w.l.now() - begin == 3s));
    BOOST_TEST(w.post(check + "?timeout=1h", question("CREATE", gizmo_a)).status == 500);
    BOOST_TEST((w.l.now() - begin == 13s));
}

BOOST_AUTO_TEST_CASE(what_is_no_review_is_refused_with_the_place) {
    endpoint_world w;
    w.webhook().validates([](const gizmo&, verdict&) { BOOST_ERROR("called"); });
    w.serve();
    const auto body_of = [&](std::string body) {
        const http::response r = w.post(check, std::move(body));
        BOOST_TEST(r.status == 400);
        return r.body;
    };
    BOOST_TEST(body_of("").starts_with("AdmissionReview: "));
    BOOST_TEST(body_of("[]").starts_with("AdmissionReview: "));
    BOOST_TEST(body_of("{}").find("found kind \"\"") != std::string::npos);
    BOOST_TEST(
        body_of(R"({"apiVersion":"admission.k8s.io/v2","kind":"AdmissionReview","request":{"uid":"1"}})")
            .find("admission.k8s.io/v2") != std::string::npos);
    BOOST_TEST(body_of(R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview"})") ==
               "AdmissionReview: request: missing\n");
    BOOST_TEST(body_of(R"({"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"1",)"
                       R"("operation":"PATCH"}})")
                   .find("\"PATCH\"") != std::string::npos);
    const std::string whole = question("CREATE", gizmo_a);
    for (std::size_t n = 0; n < whole.size(); n += 7) body_of(whole.substr(0, n));
    BOOST_TEST(w.post(check, whole, "text/plain").status == 415);
    BOOST_TEST(w.post("/validate-other", whole).status == 404);
    http::response get;
    w.run([&]() -> awaitable<void> { get = co_await w.endpoints.serve({"GET", check, {}, {}}); });
    BOOST_TEST(get.status == 405);
}

BOOST_AUTO_TEST_CASE(objects_that_cannot_be_read_are_rejected_and_never_let_through) {
    endpoint_world w;
    w.webhook().defaults([](gizmo&) {}).validates([](const gizmo&, verdict&) { BOOST_ERROR("called"); });
    w.serve();
    const auto refusal = [&](const std::string& path, const std::string& body) {
        const bj::object r = w.review(path, body);
        BOOST_TEST(!r.at("allowed").as_bool());
        BOOST_TEST(r.at("uid") == "u1");
        BOOST_TEST(r.at("status").at("code") == 400);
        return std::string(r.at("status").at("message").as_string());
    };
    for (const std::string& path : {mutate, check}) {
        BOOST_TEST(refusal(path, question("CREATE", misfit)) ==
                   "request.object: spec.replicas: expected an integer, found a string");
        BOOST_TEST(refusal(path, question("UPDATE", misfit, gizmo_a)).starts_with("request.object: "));
        BOOST_TEST(refusal(path, question("UPDATE", misfit, misfit)).starts_with("request.object: "));
        BOOST_TEST(refusal(path, question("CREATE", "null")) == "request.object: missing");
        BOOST_TEST(refusal(path, question("CREATE", gizmo_a, "null", "v1", "Scale")) ==
                   path + " is the webhook of shop.example.com/v1 Gizmo, not of shop.example.com/v1 Scale");
    }
}

// For instance because a value of an enumeration was removed.
BOOST_AUTO_TEST_CASE(a_stored_object_that_does_not_fit_the_type_can_be_repaired) {
    endpoint_world w;
    w.webhook()
        .defaults([](gizmo& g, const admission<gizmo>& a) {
            BOOST_TEST(!a.old_object);
            g.spec.schedule = "@daily";
        })
        .validates([](const admission<gizmo>& a, verdict& v) {
            BOOST_TEST(!a.old_object);
            BOOST_TEST((a.operation == admission_operation::update));
            if (a.changes_spec() && a.object->spec.replicas < 0) v.forbidden("spec.replicas", "too few");
        });
    w.serve();
    const auto sized = [](int n) {
        return fmt::format(R"({{"metadata":{{"name":"a"}},"spec":{{"replicas":{}}}}})", n);
    };
    BOOST_TEST(w.review(mutate, question("UPDATE", sized(3), misfit)).contains("patch"));
    BOOST_TEST(w.review(check, question("UPDATE", sized(3), misfit)).at("allowed").as_bool());
    // The new object is validated as a whole.
    BOOST_TEST(w.review(check, question("UPDATE", sized(-1), misfit)).at("status").at("code") == 422);
    BOOST_TEST(w.lines.str().find("object=default/a error=\"request.oldObject: spec.replicas: expected") !=
                   std::string::npos,
               w.lines.str());
}

BOOST_AUTO_TEST_CASE(finalizers_of_an_object_that_does_not_fit_the_type_can_be_removed) {
    endpoint_world w;
    w.webhook().defaults([](gizmo&) { BOOST_ERROR("called"); }).validates([](const gizmo&, verdict&) {
        BOOST_ERROR("called");
    });
    w.serve();
    const std::string ending =
        R"({"metadata":{"name":"a","deletionTimestamp":"2026-01-01T00:00:00Z"},"spec":{"replicas":"three"}})";
    for (const std::string& path : {mutate, check}) {
        const bj::object r = w.review(path, question("UPDATE", ending, ending));
        BOOST_TEST(r.at("allowed").as_bool());
        BOOST_TEST(!r.contains("patch"));
        // What is stored counts, not what is sent.
        BOOST_TEST(!w.review(path, question("UPDATE", ending, misfit)).at("allowed").as_bool());
        BOOST_TEST(!w.review(path, question("UPDATE", ending, gizmo_a)).at("allowed").as_bool());
    }
}

BOOST_AUTO_TEST_CASE(a_validator_of_deletions_needs_the_stored_object) {
    endpoint_world w;
    w.webhook().validates([](const gizmo&, verdict&) { BOOST_ERROR("called"); },
                          {admission_operation::remove});
    w.serve();
    BOOST_TEST(w.review(check, question("DELETE", "null", misfit)).at("status").at("code") == 400);
}

BOOST_AUTO_TEST_CASE(a_kind_has_one_defaulter_and_one_validator) {
    endpoint_world w;
    w.webhook().validates([](const gizmo&, verdict&) {});
    w.webhook().validates([](const gizmo&, verdict&) {});
    BOOST_CHECK_THROW(w.serve(), fault);
}

BOOST_AUTO_TEST_CASE(a_connection_has_options_and_no_object) {
    endpoint_world w;
    std::string seen;
    w.webhook().validates(
        [&](const admission<gizmo>& a, verdict& v) {
            BOOST_TEST(!a.object);
            seen = std::string(a.connect_options);
            v.deny("no shells here");
        },
        {admission_operation::connect});
    w.serve();
    const bj::object r = w.review(check, question("CONNECT", R"({"kind":"PodExecOptions","command":["sh"]})",
                                                  "null", "v1", "PodExecOptions"));
    BOOST_TEST(!r.at("allowed").as_bool());
    BOOST_TEST(seen == R"({"kind":"PodExecOptions","command":["sh"]})");
}

BOOST_AUTO_TEST_SUITE_END()
