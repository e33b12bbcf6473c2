// The spans of a reconcile, and that they cost nothing without a trace.
#include "framework/tracing/tracer.hpp"

#include "setpoint/core/race.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(tracer_test)

namespace {

constexpr std::string_view sampled_parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                           unsampled_parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00";

struct tracer_world : virtual_world {
    explicit tracer_world(double ratio = 1)
        : made(l, {ratio, "a"}, [this](span s) { ended.push_back(std::move(s)); }) {}
    std::string text(const span& s, std::string_view key) const {
        for (const span_attribute& a : s.attributes)
            if (const auto* const t = std::get_if<std::string>(&a.value); t && a.key == key) return *t;
        return {};
    }
    std::vector<span> ended;
    tracer made;
};

awaitable<void> note_trace(loop& l, const reconcile_trace*& seen) {
    seen = running_trace(l);
    co_return;
}

}  // namespace

BOOST_AUTO_TEST_CASE(steps_are_children_of_the_root) {
    tracer_world w;
    w.run([&]() -> awaitable<void> {
        co_await w.l.sleep(3s);
        reconcile_trace trace(w.made, "", "reconcile gadget", w.l.now() - 2s);
        trace.add_step("queue wait", w.l.now() - 2s, w.l.now());
        BOOST_TEST(running_trace(w.l) == &trace);
        call_span call(trace, "get gadgets", span_kind::client);
        co_await w.l.sleep(1s);
        w.time.shift_wall(1h);  // does not change lengths
        call.end(result<>(error(errc::forbidden, "no")));
    });
    BOOST_REQUIRE(w.ended.size() == 3u);
    const span &wait = w.ended[0], &call = w.ended[1], &root = w.ended[2];
    BOOST_TEST(wait.name == "queue wait");
    BOOST_CHECK(wait.end - wait.begin == 2s);
    BOOST_CHECK(call.begin - wait.end == 0s);
    BOOST_CHECK(call.end - call.begin == 1s);
    BOOST_TEST(call.failed);
    BOOST_TEST(w.text(call, "error.type") == "forbidden");
    BOOST_CHECK(root.end - root.begin == 3s);
    BOOST_TEST(root.parent == 0u);
    BOOST_TEST(!root.failed);
    for (const span* s : {&wait, &call}) {
        BOOST_TEST(s->parent == root.id);
        BOOST_CHECK(s->trace == root.trace);
        BOOST_TEST(s->id != root.id);
    }
}

BOOST_AUTO_TEST_CASE(a_given_parent_decides_about_sampling) {
    for (const double ratio : {0.0, 1.0}) {
        tracer_world w(ratio);
        w.run([&]() -> awaitable<void> {
            {
                const reconcile_trace trace(w.made, sampled_parent, "a", w.l.now());
                BOOST_TEST(trace.traceparent().starts_with("00-0af7651916cd43dd8448eb211c80319c-"));
                BOOST_TEST(trace.traceparent().ends_with("-01"));
            }
            reconcile_trace trace(w.made, unsampled_parent, "b", w.l.now());
            BOOST_TEST(!call_span(trace, "get", span_kind::client));
            BOOST_TEST(trace.traceparent().ends_with("-00"));
            co_return;
        });
        BOOST_REQUIRE(w.ended.size() == 1u);
        BOOST_TEST(w.ended[0].name == "a");
        BOOST_TEST(span_id_text(w.ended[0].parent) == "b7ad6b7169203331");
    }
}

BOOST_AUTO_TEST_CASE(an_invalid_parent_begins_a_new_trace) {
    for (const double ratio : {0.0, 1.0}) {
        tracer_world w(ratio);
        w.run([&]() -> awaitable<void> {
            const reconcile_trace trace(w.made, "not a parent", "a", w.l.now());
            co_return;
        });
        BOOST_TEST(w.ended.size() == static_cast<std::size_t>(ratio));
    }
}

BOOST_AUTO_TEST_CASE(a_span_that_is_left_open_was_cancelled) {
    tracer_world w;
    w.run([&]() -> awaitable<void> {
        reconcile_trace trace(w.made, "", "a", w.l.now());
        {
            const call_span call(trace, "get", span_kind::client);
        }
        call_span absent(trace, "get", span_kind::client);
        absent.end(result<>(error(errc::not_found, "not there")));
        co_return;
    });
    BOOST_REQUIRE(w.ended.size() == 3u);
    BOOST_TEST(w.text(w.ended[0], "error.type") == "cancelled");
    BOOST_TEST(!w.ended[1].failed);
}

BOOST_AUTO_TEST_CASE(steps_beyond_the_limit_are_counted) {
    tracer_world w;
    w.run([&]() -> awaitable<void> {
        reconcile_trace trace(w.made, "", "a", w.l.now());
        for (std::size_t i = 0; i < reconcile_trace::max_children + 2; ++i)
            trace.add_step("step", w.l.now(), w.l.now());
        co_return;
    });
    BOOST_REQUIRE(w.ended.size() == reconcile_trace::max_children + 1);
    const span& root = w.ended.back();
    BOOST_REQUIRE(root.attributes.size() == 1u);
    BOOST_TEST(root.attributes[0].key == "setpoint.steps_left_out");
    BOOST_TEST(std::get<std::int64_t>(root.attributes[0].value) == 2);
}

BOOST_AUTO_TEST_CASE(racing_tasks_belong_to_the_trace_of_their_caller) {
    tracer_world w;
    w.run([&]() -> awaitable<void> {
        const reconcile_trace *a = nullptr, *b = nullptr;
        {
            const reconcile_trace trace(w.made, "", "a", w.l.now());
            co_await first_of(w.l, "race", note_trace(w.l, a), note_trace(w.l, b));
            BOOST_TEST(a == &trace);
        }
        BOOST_TEST(running_trace(w.l) == nullptr);
    });
}

BOOST_AUTO_TEST_CASE(without_a_trace_nothing_is_recorded) {
    tracer_world w;
    // It is on the frame of each request.
    static_assert(sizeof(call_span) == sizeof(void*));
    w.run([&]() -> awaitable<void> {
        BOOST_TEST(running_trace(w.l) == nullptr);
        call_span none;
        none.add("key", true);
        none.end(result<>());
        co_return;
    });
    BOOST_TEST(running_trace(w.l) == nullptr);
    BOOST_TEST(w.ended.empty());
}

BOOST_AUTO_TEST_SUITE_END()
