// A kind converted by a webhook, through both of its versions; the webhook is a function.

#include "api_fixture.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/state/converter.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

constexpr const char *v1 = foos, *v2 = "/apis/example.com/v2/namespaces/default/foos";

struct conversion_fixture : api_fixture {
    conversion_fixture() {
        w->call_webhook = [this](webhook_address_ptr, std::string body, std::chrono::seconds) {
            return convert(*this, std::move(body));
        };
        define_two("v1");
    }
    void define_two(std::string_view stored) {
        const auto version = [&](std::string name, std::string_view fields, std::string_view selected) {
            return R"({"name":")" + name + R"(","served":true,"storage":)" +
                   (name == stored ? "true" : "false") + R"(,"selectableFields":[{"jsonPath":".spec.)" +
                   std::string(selected) +
                   R"("}],"schema":{"openAPIV3Schema":{"type":"object","properties":{"spec":{"type":"object","properties":{)" +
                   std::string(fields) + "}}}}}}";
        };
        const bj::object made = tree(
            "POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
            R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",)"
            R"("metadata":{"name":"foos.example.com"},"spec":{"group":"example.com","scope":"Namespaced",)"
            R"("names":{"plural":"foos","singular":"foo","kind":"Foo","listKind":"FooList"},)"
            R"("conversion":{"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],)"
            R"("clientConfig":{"url":"https://127.0.0.1:1/"}}},"versions":[)" +
                version("v1", R"("hostPort":{"type":"string"})", "hostPort") + "," +
                version("v2", R"("host":{"type":"string"},"port":{"type":"string"})", "host") + "]}}");
        BOOST_REQUIRE_EQUAL(test::text_in(made, {"metadata", "name"}), "foos.example.com");
    }
    // host and port of one version are hostPort of the other.
    static void change(bj::object& o, std::string_view wanted) {
        o["apiVersion"] = wanted;
        bj::object& spec = make_object(o, "spec");
        if (wanted.ends_with("v1") && spec.contains("host")) {
            spec = {
                {"hostPort", std::string(text_at(spec, "host")) + ":" + std::string(text_at(spec, "port"))}};
        } else if (wanted.ends_with("v2") && spec.contains("hostPort")) {
            const std::string both(text_at(spec, "hostPort"));
            const std::size_t colon = both.find(':');
            spec = {{"host", both.substr(0, colon)}, {"port", both.substr(colon + 1)}};
        }
    }
    static awaitable<result<std::string>> convert(conversion_fixture& own, std::string body) {
        ++own.calls;
        if (own.delay > duration::zero()) co_await own.l.sleep(own.delay);
        if (own.meanwhile) std::exchange(own.meanwhile, nullptr)();
        bj::object review = std::move(json_text::parse_own(body).get_object());
        const bj::object request = object_of(review, "request");
        bj::object response{{"uid", text_at(request, "uid")}, {"result", {{"status", own.status}}}};
        bj::array objects = list_of(request, "objects");
        own.objects += objects.size();
        for (bj::value& o : objects) change(o.get_object(), text_at(request, "desiredAPIVersion"));
        response["convertedObjects"] = std::move(objects);
        review["response"] = std::move(response);
        co_return json_text::serialize(review);
    }
    http::response make(std::string_view name, std::string_view host_port) {
        return ask("POST", v1,
                   R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":")" + std::string(name) +
                       R"("},"spec":{"hostPort":")" + std::string(host_port) + "\"}}");
    }
    std::string stored(const char* name) {
        return w->store.find("foos.example.com", {"default", name})->json;
    }

    int calls = 0;
    std::size_t objects = 0;
    duration delay{};
    std::string status = "Success";
    std::function<void()> meanwhile;
};

awaitable<void> into(router& paths, const http::server_request& r, std::optional<http::response>& to) {
    to = co_await paths.handle(r);
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}
std::string named(const char* at, const char* name) {
    return std::string(at) + "/" + name;
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(an_object_is_read_in_the_requested_version, conversion_fixture) {
    BOOST_TEST(make("a", "h:1").status == 201);
    BOOST_TEST(calls == 0);  // it was sent in the storage version
    const http::response got = ask("GET", named(v2, "a"));
    BOOST_TEST(got.status == 200);
    BOOST_TEST(has(got.body, R"("apiVersion":"example.com/v2")"));
    BOOST_TEST(has(got.body, R"("spec":{"host":"h","port":"1"})"));
    BOOST_TEST(ask("GET", named(v2, "a")).body == got.body);
    BOOST_TEST(calls == 1);  // converted once for all readers
}

BOOST_FIXTURE_TEST_CASE(a_write_is_stored_in_one_version_and_answered_in_the_other, conversion_fixture) {
    const http::response made = ask(
        "POST", v2,
        R"({"apiVersion":"example.com/v2","kind":"Foo","metadata":{"generateName":"a-"},"spec":{"host":"h","port":"1"}})");
    BOOST_TEST(made.status == 201);
    BOOST_TEST(has(made.body, R"("spec":{"host":"h","port":"1"})"));
    const std::string name =
        test::text_in(json_text::parse_own(made.body).get_object(), {"metadata", "name"});
    BOOST_TEST(has(stored(name.c_str()), R"("spec":{"hostPort":"h:1"})"));
    BOOST_TEST(calls == 2);  // there and back
    const http::response patched =
        ask("PATCH", named(v2, name.c_str()), R"({"spec":{"port":"2"}})", merge_patch);
    BOOST_TEST(has(patched.body, R"("spec":{"host":"h","port":"2"})"));
    BOOST_TEST(has(stored(name.c_str()), R"("spec":{"hostPort":"h:2"})"));
    BOOST_TEST(has(stored(name.c_str()), R"("apiVersion":"example.com/v1")"));
}

BOOST_FIXTURE_TEST_CASE(a_converted_write_passes_unrelated_webhooks, conversion_fixture) {
    BOOST_TEST(
        ask("POST", "/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations",
            R"({"metadata":{"name":"m"},"webhooks":[{"name":"m.example.com","sideEffects":"None",)"
            R"("admissionReviewVersions":["v1"],"clientConfig":{"url":"https://m"},)"
            R"("rules":[{"operations":["*"],"apiGroups":[""],"apiVersions":["*"],"resources":["pods"]}]}]})")
            .status == 201);
    const http::response made = ask(
        "POST", v2,
        R"({"apiVersion":"example.com/v2","kind":"Foo","metadata":{"name":"a","uid":"sent"},"spec":{"host":"h"}})");
    BOOST_TEST(made.status == 201);
    BOOST_TEST(!has(stored("a"), "sent"));
}

BOOST_FIXTURE_TEST_CASE(a_list_needs_one_call_and_selects_by_fields_of_its_version, conversion_fixture) {
    for (int i = 0; i < 5; ++i) make("n" + std::to_string(i), i < 3 ? "x:1" : "y:1");
    const std::string all = ask_whole(v2).body;
    BOOST_TEST(has(all, R"("host":"y")"));
    BOOST_TEST(!has(all, "hostPort\":\""));
    BOOST_TEST(calls == 1);
    BOOST_TEST(objects == 5U);
    const std::string some = ask_whole(std::string(v2) + "?fieldSelector=spec.host%3Dx").body;
    BOOST_TEST(has(some, R"("name":"n2")"));
    BOOST_TEST(!has(some, R"("name":"n3")"));
    BOOST_TEST(has(ask_whole(std::string(v1) + "?fieldSelector=spec.hostPort%3Dy:1").body, R"("name":"n3")"));
}

BOOST_FIXTURE_TEST_CASE(a_watch_uses_its_version_and_its_field_selector, conversion_fixture) {
    make("a", "x:1");
    const http::response all = ask("GET", std::string(v2) + "?watch=1&resourceVersion=0");
    const http::response some =
        ask("GET", std::string(v2) + "?watch=1&resourceVersion=0&fieldSelector=spec.host%3Dx");
    std::string seen = read(all);
    BOOST_TEST(has(seen, R"({"type":"ADDED","object":{"kind":"Foo","apiVersion":"example.com/v2")"));
    BOOST_TEST(has(seen, R"("spec":{"host":"x","port":"1"})"));
    BOOST_TEST(has(read(some), "ADDED"));
    ask("PATCH", named(v1, "a"), R"({"spec":{"hostPort":"y:2"}})", merge_patch);
    seen = read(all);
    BOOST_TEST(has(seen, "MODIFIED"));
    BOOST_TEST(has(seen, R"("spec":{"host":"y","port":"2"})"));
    seen = read(some);
    BOOST_TEST(has(seen, "DELETED"));
    BOOST_TEST(has(seen, R"("spec":{"host":"x","port":"1"})"));
}

BOOST_FIXTURE_TEST_CASE(webhook_failures_are_returned_and_nothing_is_stored, conversion_fixture) {
    make("a", "x:1");
    const std::uint64_t before = w->store.revision();
    status = "Failure";
    for (const auto& answer :
         {ask("GET", named(v2, "a")), ask("PATCH", named(v2, "a"), R"({"spec":{"port":"2"}})", merge_patch),
          ask("DELETE", v2), ask("GET", v2)}) {
        BOOST_TEST(answer.status == 500);
        BOOST_TEST(has(answer.body,
                       "conversion webhook for example.com/v1, Kind=Foo failed: response.result.status was "
                       "'Failure', not 'Success'"));
    }
    BOOST_TEST(has(read(ask("GET", std::string(v2) + "?watch=1&resourceVersion=0")), R"("type":"ERROR")"));
    BOOST_TEST(w->store.revision() == before);
    BOOST_TEST(ask("GET", named(v1, "a")).status == 200);
}

BOOST_FIXTURE_TEST_CASE(field_managers_stay_as_they_are_if_the_webhook_fails, conversion_fixture) {
    make("a", "x:1");
    ask("PATCH", named(v2, "a") + "?fieldManager=two", R"({"spec":{"port":"2"}})", merge_patch);
    const auto owners = [this] {
        const bj::object o = w->store.find("foos.example.com", {"default", "a"})->parse();
        return bj::serialize(list_of(object_of(o, "metadata"), "managedFields"));
    };
    const std::string before = owners();
    BOOST_TEST(has(before, R"("apiVersion":"example.com/v2")"));
    status = "Failure";
    BOOST_TEST(
        ask("PATCH", named(v1, "a") + "?fieldManager=three", R"({"spec":{"hostPort":"y:1"}})", merge_patch)
            .status == 200);
    BOOST_TEST(has(stored("a"), R"("hostPort":"y:1")"));
    BOOST_TEST(owners() == before);
}

BOOST_FIXTURE_TEST_CASE(a_write_restarts_if_the_object_changed_meanwhile, conversion_fixture) {
    make("a", "x:1");
    meanwhile = [this] {
        bj::object o = w->store.find("foos.example.com", {"default", "a"})->parse();
        o["spec"] = bj::object{{"hostPort", "z:9"}};
        w->store.put(w->store.of("foos.example.com"), {"default", "a"}, std::move(o), w->now());
    };
    const http::response done = ask("PATCH", named(v2, "a"), R"({"spec":{"port":"2"}})", merge_patch);
    BOOST_TEST(done.status == 200);
    BOOST_TEST(has(done.body, R"("spec":{"host":"z","port":"2"})"));
    BOOST_TEST(has(stored("a"), R"("hostPort":"z:2")"));
}

BOOST_FIXTURE_TEST_CASE(calls_and_requests_time_out, conversion_fixture) {
    make("a", "x:1");
    const auto slow = [&](std::string method, std::string body) {
        http::server_request r;
        r.method = std::move(method);
        r.target = named(v2, "a");
        r.headers = {{"Content-Type", merge_patch}};
        r.body = std::move(body);
        std::optional<http::response> out;
        const time_point begin = l.now();
        task_scope scope(l, "slow");
        scope.spawn("slow", into(paths, r, out));
        l.run_until(begin + std::chrono::minutes(2));
        BOOST_REQUIRE(out);
        return out->status;
    };
    delay = std::chrono::seconds(31);
    BOOST_TEST(slow("GET", "") == 500);
    delay = std::chrono::seconds(29);
    BOOST_TEST(slow("PATCH", R"({"spec":{"port":"2"}})") == 504);  // three calls
    BOOST_TEST(slow("GET", "") == 200);
}

BOOST_FIXTURE_TEST_CASE(field_managers_see_changes_in_the_version_they_wrote, conversion_fixture) {
    ask("PATCH", named(v1, "a") + "?fieldManager=one",
        R"({"apiVersion":"example.com/v1","kind":"Foo","metadata":{"name":"a"},"spec":{"hostPort":"x:1"}})",
        apply_patch);
    const bj::object refused =
        tree("PATCH", named(v2, "a") + "?fieldManager=two",
             R"({"apiVersion":"example.com/v2","kind":"Foo","metadata":{"name":"a"},"spec":{"host":"y"}})",
             apply_patch);
    BOOST_TEST(message(refused) == R"(Apply failed with 1 conflict: conflict with "one": .spec.hostPort)");
    const http::response forced =
        ask("PATCH", named(v2, "a") + "?fieldManager=two&force=true",
            R"({"apiVersion":"example.com/v2","kind":"Foo","metadata":{"name":"a"},"spec":{"host":"y"}})",
            apply_patch);
    BOOST_TEST(forced.status == 200);
    BOOST_TEST(has(forced.body, R"("spec":{"host":"y","port":"1"})"));
    BOOST_TEST(!has(forced.body, "f:hostPort"));
    // A write that does not change its fields keeps its owner.
    ask("PATCH", named(v1, "a"), R"({"metadata":{"labels":{"a":"b"}}})", merge_patch);
    BOOST_TEST(has(stored("a"), R"("manager":"two")"));
}
