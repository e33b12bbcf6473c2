// The trace of a reconcile: its steps, its parent, its lines in the log.
#include "controller_world.hpp"
#include "framework/tracing/tracer.hpp"

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(controller_trace_test)

namespace {

const std::string parent_text = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-";

std::string with_parent(std::string_view flags) {
    return fmt::format(R"("annotations":{{"setpoint.dev/traceparent":"{}{}"}})", parent_text, flags);
}

struct traced_world : controller_world {
    void start(reconciler f) {
        run_at_once = false;
        controller_world::start(std::move(f));
        this->made->trace(&traces);
        controllers.spawn("controller", this->made->run(grace));
    }
    std::string names() const {
        std::string all;
        for (const span& s : ended) all += s.name + ";";
        return all;
    }
    std::string text(const span& s, std::string_view key) const {
        for (const span_attribute& a : s.attributes)
            if (const auto* const t = std::get_if<std::string>(&a.value); t && a.key == key) return *t;
        return {};
    }
    std::vector<span> ended;
    tracer traces{l, {}, [this](span s) { ended.push_back(std::move(s)); }};
};

}  // namespace

BOOST_AUTO_TEST_CASE(queue_wait_and_reads_are_steps_of_a_reconcile) {
    traced_world w;
    w.put("a");
    w.start([&](context& ctx, object_key key) -> awaitable<outcome> {
        BOOST_TEST(!!(co_await ctx.client().get<test::gadget>(key)));
        BOOST_TEST(!(co_await ctx.client().get<test::gadget>({"default", "b"})));
        BOOST_TEST(!!(co_await ctx.client().list<test::part>()));
        BOOST_TEST(ctx.traceparent().starts_with("00-"));
        ctx.log().info("Working");
        co_return outcome::done();
    });
    w.settle(1s);
    BOOST_TEST(w.names() ==
               "queue wait;cache get gadgets.test.domain;cache get gadgets.test.domain;"
               "cache list parts.test.domain;reconcile gadget;");
    BOOST_REQUIRE(w.ended.size() == 5u);
    const span& root = w.ended[4];
    BOOST_TEST(root.parent == 0u);
    BOOST_TEST(w.text(root, "setpoint.controller") == "gadget");
    BOOST_TEST(w.text(root, "setpoint.object.kind") == "Gadget");
    BOOST_TEST(w.text(root, "k8s.namespace.name") == "default");
    BOOST_TEST(w.text(root, "setpoint.object.name") == "a");
    BOOST_TEST(w.text(root, "setpoint.reason") == "Gadget changed");
    BOOST_TEST(w.text(root, "setpoint.outcome") == "done");
    for (std::size_t i = 0; i < 4; ++i) {
        BOOST_TEST(w.ended[i].parent == root.id);
        BOOST_TEST(!w.ended[i].failed);
    }
    BOOST_CHECK(w.ended[0].begin == root.begin);
    BOOST_TEST(w.log.count(fmt::format("trace_id={} span_id={}", to_string(root.trace),
                                       span_id_text(root.id))) >= 1u);
}

BOOST_AUTO_TEST_CASE(the_parent_comes_from_the_annotation) {
    traced_world w;
    w.put("a", with_parent("01"));
    w.put("b", with_parent("00"));
    std::vector<std::string> seen;
    w.start([&](context& ctx, object_key) -> awaitable<outcome> {
        seen.push_back(ctx.traceparent());
        co_return outcome::done();
    });
    w.settle(1s);
    BOOST_REQUIRE(seen.size() == 2u);
    for (const std::string& s : seen) BOOST_TEST(s.starts_with("00-0af7651916cd43dd8448eb211c80319c-"), s);
    BOOST_TEST(w.names() == "queue wait;reconcile gadget;");
    BOOST_TEST(span_id_text(w.ended.at(1).parent) == "b7ad6b7169203331");
    BOOST_TEST(w.text(w.ended.at(1), "setpoint.object.name") == "a");
}

BOOST_AUTO_TEST_CASE(a_failure_is_shown_without_its_text) {
    traced_world w;
    w.put("a");
    int runs = 0;
    w.start([&](context& ctx, object_key) -> awaitable<outcome> {
        if (++runs == 1) co_return error(errc::conflict, "hidden text");
        co_await ctx.sleep(1h);
        co_return outcome::done();
    });
    w.settle(1s);
    w.stop();
    BOOST_REQUIRE(w.ended.size() == 4u);
    BOOST_TEST(w.ended[1].failed);
    BOOST_TEST(w.text(w.ended[1], "error.type") == "conflict");
    BOOST_TEST(w.text(w.ended[1], "setpoint.outcome") == "retry");
    BOOST_TEST(w.text(w.ended[3], "setpoint.reason") == "retry");
    BOOST_TEST(w.text(w.ended[3], "error.type") == "cancelled");
    for (const span& s : w.ended)
        for (const span_attribute& a : s.attributes)
            if (const auto* const text = std::get_if<std::string>(&a.value))
                BOOST_TEST(text->find("hidden") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(without_a_tracer_there_is_no_trace) {
    controller_world w;
    w.put("a");
    int runs = 0;
    w.start([&](context& ctx, object_key) -> awaitable<outcome> {
        ++runs;
        BOOST_TEST(ctx.traceparent() == "");
        BOOST_TEST(running_trace(w.l) == nullptr);
        co_return outcome::done();
    });
    w.settle(1s);
    BOOST_TEST(runs == 1);
    BOOST_TEST(w.log.count("trace_id") == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
