// The requests of a traced reconcile: their header and their spans.
#include "framework/tracing/tracer.hpp"
#include "unit/client/api_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(api_client_trace_test)

namespace {

struct traced_client_world : api_world {
    explicit traced_client_world(credential_settings s = {}) : api_world(std::move(s)) {}
    std::string header_of(std::size_t request) const { return std::string(header(request, "traceparent")); }
    std::int64_t number(const span& s, std::string_view key) const {
        for (const span_attribute& a : s.attributes)
            if (const auto* const n = std::get_if<std::int64_t>(&a.value); n && a.key == key) return *n;
        return -1;
    }
    std::vector<span> ended;
    tracer made{l, {}, [this](span s) { ended.push_back(std::move(s)); }};
};

}  // namespace

BOOST_AUTO_TEST_CASE(each_attempt_has_a_span_and_its_header) {
    traced_client_world w;
    w.net.expect("GET", widgets_url + "/a")
        .status(503)
        .header("Retry-After", "1")
        .json(failure_json(503, "ServiceUnavailable"));
    w.net.expect("GET", widgets_url + "/a").json(widget_json("a"));
    w.run([&]() -> awaitable<void> {
        const reconcile_trace trace(w.made, "", "reconcile widget", w.l.now());
        BOOST_TEST(!!(co_await w.get()));
    });
    BOOST_REQUIRE(w.ended.size() == 3u);
    const span &first = w.ended[0], &second = w.ended[1], &root = w.ended[2];
    BOOST_TEST(first.name == "get widgets.example.com");
    BOOST_CHECK(first.kind == span_kind::client);
    BOOST_TEST(first.failed);
    BOOST_TEST(w.number(first, "http.response.status_code") == 503);
    BOOST_TEST(w.number(first, "http.request.resend_count") == -1);
    BOOST_TEST(!second.failed);
    BOOST_TEST(w.number(second, "http.response.status_code") == 200);
    BOOST_TEST(w.number(second, "http.request.resend_count") == 1);
    BOOST_TEST(w.header_of(0) == to_traceparent({root.trace, first.id, true}));
    BOOST_TEST(w.header_of(1) == to_traceparent({root.trace, second.id, true}));
}

BOOST_AUTO_TEST_CASE(an_unsampled_reconcile_sends_its_header_only) {
    traced_client_world w;
    w.net.expect("PATCH", widgets_url + "/a*").json(widget_json("a"));
    w.run([&]() -> awaitable<void> {
        const reconcile_trace trace(w.made, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00",
                                    "reconcile widget", w.l.now());
        BOOST_TEST(!!(co_await w.apply()));
        BOOST_TEST(w.header_of(0) == trace.traceparent());
    });
    BOOST_TEST(w.ended.empty());
}

BOOST_AUTO_TEST_CASE(other_requests_have_no_header) {
    traced_client_world w;
    w.net.expect("GET", widgets_url + "/a").json(widget_json("a"));
    w.run([&]() -> awaitable<void> { BOOST_TEST(!!(co_await w.get())); });
    BOOST_TEST(w.header_of(0) == "");
    BOOST_TEST(w.ended.empty());
}

BOOST_AUTO_TEST_CASE(secrets_are_in_no_attribute) {
    credential_settings with_token;
    with_token.token = secret("hidden-token");
    traced_client_world w(std::move(with_token));
    w.net.expect("PATCH", widgets_url + "/a*").status(422).json(failure_json(422, "Invalid"));
    w.run([&]() -> awaitable<void> {
        const reconcile_trace trace(w.made, "", "reconcile widget", w.l.now());
        (void)co_await w.api.apply(make_widget("default", "a", "hidden-color"));
    });
    BOOST_REQUIRE(w.ended.size() == 2u);
    for (const span& s : w.ended)
        for (const span_attribute& a : s.attributes)
            if (const auto* const text = std::get_if<std::string>(&a.value))
                for (const char* never_shown : {"hidden", "because"})
                    BOOST_TEST(text->find(never_shown) == std::string::npos, *text);
}

BOOST_AUTO_TEST_SUITE_END()
