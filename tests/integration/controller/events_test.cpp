// The event recorder against a real API server, whose validation of events is strict.
#include "integration/client/live.hpp"
#include "setpoint/api/events_v1.hpp"
#include "setpoint/controller/event_recorder.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/counter.h>
#include <prometheus/registry.h>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(events_live, *boost::unit_test::precondition(needs_cluster()))

namespace {

struct world : live {
    prometheus::Registry registry;
    metrics measured{registry};

    double counted(const char* result) {
        return measured.counter("setpoint_events_recorded_total", {{"result", result}}).Value();
    }
    awaitable<std::vector<snapshot<events_v1::event>>> events_in(std::string of_namespace) {
        list_options here;
        here.ns = std::move(of_namespace);
        const auto all = co_await api().list<events_v1::event>(here);
        if (!all) throw fault(all.error());
        co_return *all;
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(events_are_accepted_and_repeats_become_a_series) {
    world w;
    w.run([&]() -> awaitable<void> {
        const std::string ns = co_await w.fresh_namespace();
        const auto object = co_await w.api().create(w.make_map("a"));
        BOOST_REQUIRE(object);
        event_recorder recorder(w.l, w.api(), w.log, w.measured, "setpoint.test/operator", "pod-1");
        task_scope tasks(w.l, "recorder");
        tasks.spawn("events", recorder.run());
        const auto record = [&](std::string note) {
            recorder.record(kind_of<config_map>(), object->get(), event_type::warning, "Tested",
                            std::move(note));
        };
        record("first");
        BOOST_REQUIRE(co_await w.eventually([&] { return w.counted("sent") == 1.0; }));
        auto found = co_await w.events_in(ns);
        BOOST_REQUIRE(found.size() == 1u);
        BOOST_TEST(found[0]->regarding.uid == (*object)->metadata.uid);
        BOOST_TEST(found[0]->note == "first");
        BOOST_TEST(found[0]->type == "Warning");
        BOOST_TEST(!found[0]->series.has_value());

        record("first");
        BOOST_REQUIRE(co_await w.eventually([&] { return w.counted("sent") == 2.0; }));
        record("first");
        record(std::string(3000, 'x'));
        BOOST_REQUIRE(co_await w.eventually([&] { return w.counted("sent") == 3.0; }));
        tasks.request_stop();
        co_await tasks.join();
        BOOST_TEST(co_await recorder.drain(5s));
        BOOST_TEST(w.counted("failed") == 0.0);
        found = co_await w.events_in(ns);
        BOOST_REQUIRE(found.size() == 2u);
        const auto& series = found[0]->note == "first" ? found[0] : found[1];
        BOOST_REQUIRE(series->series.has_value());
        BOOST_TEST(series->series->count.value() == 3);
    });
}

BOOST_AUTO_TEST_CASE(events_about_cluster_scoped_objects_are_accepted_in_default) {
    world w;
    w.run([&]() -> awaitable<void> {
        const std::string ns = co_await w.fresh_namespace();
        const auto object = co_await w.api().get<core_v1::namespace_>(object_key::cluster(ns));
        BOOST_REQUIRE(object);
        event_recorder recorder(w.l, w.api(), w.log, w.measured, "operator", "pod-1");
        recorder.record(kind_of<core_v1::namespace_>(), object->get(), event_type::normal, "Tested",
                        "a note");
        BOOST_TEST(co_await recorder.drain(5s));
        BOOST_TEST(w.counted("sent") == 1.0);
        bool found = false;
        for (const auto& e : co_await w.events_in("default"))
            found = found || e->regarding.uid == (*object)->metadata.uid;
        BOOST_TEST(found);
    });
}

BOOST_AUTO_TEST_CASE(an_event_in_a_namespace_that_is_gone_is_refused_and_said_once) {
    world w;
    w.run([&]() -> awaitable<void> {
        config_map object = w.make_map("a");
        object.metadata.ns = "no-such-namespace";
        event_recorder recorder(w.l, w.api(), w.log, w.measured, "operator", "pod-1");
        for (const char* note : {"one", "two"})
            recorder.record(kind_of<config_map>(), &object, event_type::normal, "Tested", note);
        BOOST_TEST(co_await recorder.drain(5s));
        BOOST_TEST(w.counted("failed") == 2.0);
        const std::string log = w.log_text.str();
        const auto first = log.find("Kubernetes events cannot be written");
        BOOST_REQUIRE(first != std::string::npos);
        BOOST_CHECK(log.find("Kubernetes events cannot be written", first + 1) == std::string::npos);
    });
}

BOOST_AUTO_TEST_SUITE_END()
