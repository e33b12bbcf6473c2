// An operator's own metrics: names, labels, limits, and the exported text.
#include "setpoint/core/metric_registry.hpp"

#include "setpoint/core/clock.hpp"
#include "setpoint/core/error.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/registry.h>

#include <cmath>
#include <limits>
#include <sstream>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(metric_registry_test)

namespace {

struct metrics_world {
    std::ostringstream log_text;
    virtual_clock time;
    text_sink sink{log_text};
    prometheus::Registry registry;
    metrics all{registry};
    metric_registry own{all, logger(sink, time)};
};

bool has_line(const metrics_world& w, const std::string& line) {
    const std::string text = "\n" + w.all.text();
    const bool has = text.find("\n" + line + "\n") != std::string::npos;
    BOOST_TEST(has, "no line " << line << " in" << text);
    return has;
}

// The exception of a declaration; "": none.
template <class F>
std::string why(F declare) {
    try {
        declare();
    } catch (const fault& f) {
        return f.what();
    }
    return "";
}

}  // namespace

BOOST_AUTO_TEST_CASE(metrics_without_labels_are_exported_immediately) {
    metrics_world w;
    const counter c = w.own.counter("site_rollouts_total", "Rollouts that began.");
    const gauge g = w.own.gauge("site_backlog", "Sites that wait.");
    has_line(w, "# HELP site_rollouts_total Rollouts that began.");
    has_line(w, "# TYPE site_rollouts_total counter");
    has_line(w, "site_rollouts_total 0");
    has_line(w, "# TYPE site_backlog gauge");
    c.increment();
    c.increment(2.5);
    g.set(7);
    g.increment();
    g.decrement(0.5);
    has_line(w, "site_rollouts_total 3.5");
    has_line(w, "site_backlog 7.5");
    BOOST_TEST(c.value() == 3.5);
    BOOST_TEST(g.value() == 7.5);
}

BOOST_AUTO_TEST_CASE(a_counter_only_goes_up) {
    metrics_world w;
    const counter c = w.own.counter("x_total", "X.");
    for (const double by : {-1.0, std::numeric_limits<double>::quiet_NaN()})
        BOOST_CHECK_THROW(c.increment(by), std::invalid_argument);
    BOOST_TEST(c.value() == 0);
}

BOOST_AUTO_TEST_CASE(label_values_are_series_of_their_own_sorted) {
    metrics_world w;
    const auto f = w.own.counter("x_total", "X.", {"namespace", "result"});
    BOOST_TEST(w.all.text() == "");
    const counter kept = f.with("b", "done");
    kept.increment();
    f.with(std::string("a"), std::string_view("failed")).increment(2);
    f.with("b", "done").increment();
    BOOST_TEST(kept.value() == 2);
    BOOST_TEST(w.all.text() ==
               "# HELP x_total X.\n# TYPE x_total counter\n"
               "x_total{namespace=\"a\",result=\"failed\"} 2\nx_total{namespace=\"b\",result=\"done\"} 2\n");
}

BOOST_AUTO_TEST_CASE(values_that_join_to_the_same_text_are_not_the_same) {
    metrics_world w;
    const auto f = w.own.counter("x_total", "X.", {"a", "b"});
    f.with("1", "23").increment();
    f.with("12", "3").increment();
    BOOST_TEST(w.all.sum("x_total", {{"a", "1"}}).value() == 1);
    BOOST_TEST(w.all.sum("x_total").value() == 2);
}

BOOST_AUTO_TEST_CASE(a_histogram_counts_up_to_and_with_its_limits) {
    metrics_world w;
    const histogram h = w.own.histogram("x_seconds", "X.", {0.5, 1.0});
    for (const double v : {0.25, 0.5, 0.75, 4.0}) h.observe(v);
    h.observe(std::chrono::milliseconds(500));
    has_line(w, "x_seconds_bucket{le=\"0.5\"} 3");
    has_line(w, "x_seconds_bucket{le=\"1\"} 4");
    has_line(w, "x_seconds_bucket{le=\"+Inf\"} 5");
    has_line(w, "x_seconds_count 5");
    has_line(w, "x_seconds_sum 6");
    BOOST_TEST(h.count() == 5u);
    BOOST_TEST(w.all.sum("x_seconds_bucket", {{"le", "1"}}).value() == 4);
    BOOST_TEST(w.all.sum("x_seconds_sum").value() == 6);
    BOOST_TEST(!w.all.sum("x_seconds").has_value());
    const auto labelled =
        w.own.histogram("y_seconds", "Y.", {"a", "b"}, bucket_limits::exponential(1, 10, 3));
    labelled.with("1", "2").observe(50);
    has_line(w, "y_seconds_bucket{a=\"1\",b=\"2\",le=\"100\"} 1");
    has_line(w, "y_seconds_bucket{a=\"1\",b=\"2\",le=\"10\"} 0");
}

BOOST_AUTO_TEST_CASE(the_same_declaration_is_the_same_metric) {
    metrics_world w;
    w.own.counter("x_total", "X.", {"a"}).with("1").increment();
    w.own.counter("x_total", "X.", {"a"}).with("1").increment();
    BOOST_TEST(w.all.sum("x_total").value() == 2);
}

BOOST_AUTO_TEST_CASE(a_conflicting_declaration_is_rejected_and_both_are_named) {
    metrics_world w;
    w.own.counter("x_total", "X.", {"a"});
    w.own.histogram("h", "H.", {1.0});
    w.own.counter("v_count", "V.");
    const std::string before = "and before as counter \"x_total\" (help \"X.\", labels a)";
    for (const std::string& message : {why([&] { w.own.gauge("x_total", "X.", {"a"}); }),
                                       why([&] { w.own.counter("x_total", "Y.", {"a"}); }),
                                       why([&] { w.own.counter("x_total", "X.", {"a", "b"}); }),
                                       why([&] { w.own.counter("x_total", "X."); })})
        BOOST_TEST((message.find("metric \"x_total\": declared as ") != std::string::npos &&
                    message.find(before) != std::string::npos),
                   message);
    BOOST_TEST(why([&] { w.own.gauge("x_total", "X.", {"a"}); }).find("declared as gauge \"x_total\"") !=
               std::string::npos);
    BOOST_TEST(why([&] { w.own.histogram("h", "H.", {2.0}); }).find("buckets 2), and before as") !=
               std::string::npos);
    // A histogram is exported under three names.
    BOOST_TEST(why([&] { w.own.counter("h_count", "C."); }).find("before as histogram \"h\"") !=
               std::string::npos);
    BOOST_TEST(why([&] { w.own.histogram("v", "V."); }).find("before as counter \"v_count\"") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(names_that_are_invalid_or_reserved_are_rejected) {
    metrics_world w;
    const auto declared = [&](std::string name) {
        return why([&] { w.own.counter(std::move(name), "X."); });
    };
    for (const char* name : {"", "1x", "a-b", "a b", "a:b", "__x", "\xc3\xa4"})
        BOOST_TEST(declared(name).find("a name is letters, digits and _") != std::string::npos, name);
    for (const char* name : {"x", "_x", "X_1_total"}) BOOST_TEST(declared(name) == "", name);
    for (const char* name : {"controller_runtime_x", "workqueue_x", "rest_client_x", "leader_election_x",
                             "setpoint_x", "process_cpu_seconds_total"})
        BOOST_TEST(declared(name).find("are reserved for the framework") != std::string::npos, name);
    BOOST_TEST(why([&] { w.own.counter("y", ""); }).find("no help text") != std::string::npos);
    BOOST_TEST(why([&] { w.own.counter("y", "\xff"); }).find("not UTF-8") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(every_name_of_the_framework_is_reserved) {
    metrics_world w;
    w.all.counter("workqueue_adds_total", {});
    w.all.gauge("leader_election_master_status", {});
    w.all.gauge("process_open_fds", {});
    for (const std::string& name : w.all.names()) BOOST_TEST(metrics::reserved_prefix(name) != "", name);
    BOOST_TEST(metrics::reserved_prefix("site_rollouts_total") == "");
}

BOOST_AUTO_TEST_CASE(invalid_labels_and_buckets_are_rejected) {
    metrics_world w;
    using sample = std::pair<std::string, std::string_view>;
    for (const auto& [got, wanted] :
         {sample{why([&] { w.own.counter("x", "X.", {"__a"}); }), "label \"__a\": names that begin with __"},
          sample{why([&] { w.own.counter("x", "X.", {"a-b"}); }), "label \"a-b\": a name is"},
          sample{why([&] { w.own.counter("x", "X.", {""}); }), "label \"\": a name is"},
          sample{why([&] { w.own.counter("x", "X.", {"a", "a"}); }), "label \"a\" is named twice"},
          sample{why([&] { w.own.histogram("x", "X.", {"le"}); }), "label \"le\": a histogram has it"},
          sample{why([&] { w.own.histogram("x", "X.", {2.0, 1.0}); }), "bucket 1 comes after 2"},
          sample{why([&] { w.own.histogram("x", "X.", {1.0, 1.0}); }), "bucket 1 comes after 1"},
          sample{why([&] { w.own.histogram("x", "X.", {1.0, HUGE_VAL}); }), "bucket inf: limits are finite"},
          sample{why([&] { w.own.histogram("x", "X.", bucket_limits::exponential(1, 2, 0)); }), "no buckets"},
          sample{why([&] { w.own.histogram("x", "X.", bucket_limits::exponential(1, 1.01, 200)); }),
                 "more than 128 buckets"}})
        BOOST_TEST((got.find(wanted) != std::string::npos), got);
    BOOST_TEST(why([&] { w.own.counter("x", "X.", {"le"}); }) == "");
}

BOOST_AUTO_TEST_CASE(beyond_the_limit_counters_are_merged_and_gauges_are_not_exported) {
    metrics_world w;
    const auto c = w.own.counter("x_total", "X.", {"a"}).at_most(3);
    const auto g = w.own.gauge("x", "X.", {"a"}).at_most(3);
    for (int i = 0; i < 10; ++i) {
        c.with(std::to_string(i)).increment();
        g.with(std::to_string(i)).set(i);
    }
    c.with("1").increment();
    has_line(w, "x_total{a=\"1\"} 2");
    has_line(w, "x_total{a=\"_other\"} 7");
    BOOST_TEST(w.all.sum("x_total").value() == 11);
    BOOST_TEST(w.all.sum("x").value() == 0 + 1 + 2);
    // A removed series makes room.
    BOOST_TEST(g.remove("0"));
    BOOST_TEST(!g.remove("0"));
    g.with("9").set(9);
    BOOST_TEST(w.all.sum("x").value() == 1 + 2 + 9);
    std::size_t reported = 0;
    const std::string log = w.log_text.str();
    for (std::size_t at = 0; (at = log.find("too many series", at)) != std::string::npos; ++at) ++reported;
    BOOST_TEST(reported == 2u, log);
}

BOOST_AUTO_TEST_CASE(a_handle_outlives_its_series_and_the_registry) {
    counter left;
    left.increment();
    BOOST_TEST(left.value() == 0);
    metric_family<counter, 1> nowhere;
    nowhere.with("a").increment();
    BOOST_TEST(!nowhere.remove("a"));
    {
        metrics_world w;
        const auto f = w.own.counter("x_total", "X.", {"a"});
        left = f.with("1");
        left.increment();
        f.remove("1");
        BOOST_TEST(w.all.sum("x_total").value() == 0);
    }
    left.increment();
    BOOST_TEST(left.value() == 2);
    prometheus::Registry registry;
    metrics all(registry);
    histogram h;
    {
        virtual_clock time;
        null_sink sink;
        metric_registry own(all, logger(sink, time));
        h = own.histogram("x_seconds", "X.", {1.0});
        own.on_scrape([] { BOOST_ERROR("called after its registry is gone"); });
    }
    h.observe(0.5);
    BOOST_TEST(h.count() == 1u);
    BOOST_TEST(all.text() == "");
}

BOOST_AUTO_TEST_CASE(gauges_may_be_read_at_the_scrape) {
    metrics_world w;
    double now = 1;
    w.own.gauge("x", "X.", [&] { return now; });
    const auto by_name = w.own.gauge("y", "Y.", {"name"});
    w.own.on_scrape([&] { by_name.with("a").set(now * 10); });
    has_line(w, "x 1");
    now = 2;
    has_line(w, "x 2");
    has_line(w, "y{name=\"a\"} 20");
    w.own.on_scrape([]() { throw std::runtime_error("it broke"); });
    has_line(w, "x 2");
    BOOST_TEST(w.log_text.str().find("it broke") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(texts_are_escaped_for_the_format) {
    metrics_world w;
    const auto f = w.own.counter("x_total", "Two\nlines, one \\.", {"a"});
    f.with("q\"b\\n\n").increment();
    f.with("\xff").increment();
    f.with("\xfe").increment();  // the same, once it is valid
    f.with(std::string(300, 'a')).increment();
    f.with(std::string(400, 'a')).increment();
    f.with(std::string(255, 'b') + "\xc3\xa4").increment();
    has_line(w, "# HELP x_total Two\\nlines, one \\\\.");
    has_line(w, "x_total{a=\"q\\\"b\\\\n\\n\"} 1");
    has_line(w, "x_total{a=\"\xef\xbf\xbd\"} 2");
    has_line(w, "x_total{a=\"" + std::string(256, 'a') + "\"} 2");
    has_line(w, "x_total{a=\"" + std::string(255, 'b') + "\"} 1");
    BOOST_TEST(f.remove(std::string(500, 'a')));
    BOOST_TEST(w.all.sum("x_total").value() == 4);
}

BOOST_AUTO_TEST_CASE(sums_are_over_the_series_with_these_labels) {
    metrics_world w;
    w.all.counter("workqueue_adds_total", {{"name", "a"}, {"controller", "a"}}).Increment(3);
    BOOST_TEST(w.all.sum("workqueue_adds_total", {{"name", "a"}}).value() == 3);
    BOOST_TEST(w.all.sum("workqueue_adds_total", {{"name", "b"}}).value() == 0);
    BOOST_TEST(!w.all.sum("workqueue_add", {}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
