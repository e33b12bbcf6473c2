// The counters of requests. Names and labels were observed on kube-apiserver 1.36.3.

#include "apiserver/rest/request_metrics.hpp"

#include "api_fixture.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/metric_family.h>

BOOST_AUTO_TEST_SUITE(metrics_of_requests)

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;

using label_map = std::map<std::string, std::string>;

struct metrics_fixture : api_fixture {
    // The sum over the series that have these labels.
    double sum(const std::string& name, const label_map& wanted) const {
        double out = 0;
        for (const prometheus::MetricFamily& f : requests->Collect()) {
            if (f.name != name) continue;
            for (const prometheus::ClientMetric& m : f.metric) {
                std::size_t found = 0;
                for (const auto& l : m.label) {
                    const auto at = wanted.find(l.name);
                    found += at != wanted.end() && at->second == l.value;
                }
                if (found != wanted.size()) continue;
                out += f.type == prometheus::MetricType::Counter ? m.counter.value
                       : f.type == prometheus::MetricType::Histogram
                           ? static_cast<double>(m.histogram.sample_count)
                           : m.gauge.value;
            }
        }
        return out;
    }
    double total(label_map wanted) const {
        wanted.emplace("component", "apiserver");
        return sum("apiserver_request_total", wanted);
    }
};

BOOST_FIXTURE_TEST_CASE(responses_are_counted_by_their_labels, metrics_fixture) {
    const std::string map = std::string(maps) + "/a";
    ask("POST", maps, R"({"metadata":{"name":"a"}})");
    ask("POST", std::string(maps) + "?dryRun=All", R"({"metadata":{"name":"b"}})");
    ask("GET", map);
    ask("GET", std::string(maps) + "/missing");
    ask("GET", maps);
    ask("GET", "/api/v1/configmaps");
    ask("PATCH", map, R"({"data":{"x":"y"}})", merge_patch);
    ask("PATCH", map + "?fieldManager=m", R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a"}})",
        apply_patch);
    ask("DELETE", map);
    ask("DELETE", maps);
    const label_map of_maps{
        {"group", ""}, {"version", "v1"}, {"resource", "configmaps"}, {"subresource", ""}};
    const auto count = [&](const char* verb, const char* scope, const char* code, const char* dry_run = "") {
        label_map all = of_maps;
        all.insert({{"verb", verb}, {"scope", scope}, {"code", code}, {"dry_run", dry_run}});
        return total(all);
    };
    BOOST_TEST(count("POST", "resource", "201") == 1);
    BOOST_TEST(count("POST", "resource", "201", "All") == 1);
    BOOST_TEST(count("GET", "resource", "200") == 1);
    BOOST_TEST(count("GET", "resource", "404") == 1);
    BOOST_TEST(count("LIST", "namespace", "200") == 1);
    BOOST_TEST(count("LIST", "cluster", "200") == 1);
    BOOST_TEST(count("PATCH", "resource", "200") == 1);
    BOOST_TEST(count("APPLY", "resource", "200") == 1);
    BOOST_TEST(count("DELETE", "resource", "200") == 1);
    BOOST_TEST(count("DELETE", "namespace", "200") == 1);
    BOOST_TEST(total(of_maps) == 10);
    BOOST_TEST(sum("apiserver_request_duration_seconds", of_maps) == 10);
    BOOST_TEST(sum("apiserver_current_inflight_requests", {}) == 0);
}

BOOST_FIXTURE_TEST_CASE(a_watch_is_long_running_until_it_ends, metrics_fixture) {
    const label_map watch{{"verb", "WATCH"}, {"resource", "configmaps"}, {"scope", "namespace"}};
    {
        const setpoint::http::response open = ask("GET", std::string(maps) + "?watch=true");
        BOOST_TEST(sum("apiserver_longrunning_requests", watch) == 1);
        BOOST_TEST(total(watch) == 0);
    }
    BOOST_TEST(sum("apiserver_longrunning_requests", watch) == 0);
    BOOST_TEST(total(watch) == 1);
    BOOST_TEST(sum("apiserver_request_duration_seconds", watch) == 1);
}

BOOST_FIXTURE_TEST_CASE(what_clients_invent_makes_no_series, metrics_fixture) {
    ask("GET", "/apis/nope.example.com/v1/things");
    ask("POST", std::string(maps) + "?dryRun=nonsense", R"({"metadata":{"name":"a"}})");
    BOOST_TEST(total({{"group", "nope.example.com"}}) == 0);
    BOOST_TEST(total({{"dry_run", "invalid"}}) == 1);
    BOOST_TEST(total({{"dry_run", "nonsense"}}) == 0);
}

BOOST_FIXTURE_TEST_CASE(watches_that_differ_in_the_dry_run_alone_are_one_series, metrics_fixture) {
    const setpoint::http::response plain = ask("GET", std::string(maps) + "?watch=true"),
                                   dry = ask("GET", std::string(maps) + "?watch=true&dryRun=All");
    for (const prometheus::MetricFamily& f : requests->Collect())
        if (f.name == "apiserver_longrunning_requests") {
            BOOST_TEST_REQUIRE(f.metric.size() == 1U);
            BOOST_TEST(f.metric[0].gauge.value == 2);
        }
}

BOOST_AUTO_TEST_CASE(series_are_bounded) {
    const auto all = std::make_shared<request_metrics>();
    const auto count = [&](const std::string& resource) {
        request_metrics::running one(all, {"GET", "example.com", "v1", resource, "", "resource", ""}, false,
                                     {});
        one.answered(200, {});
    };
    for (std::size_t i = 0; i < request_metrics::most_series; ++i) count("r" + std::to_string(i));
    BOOST_TEST(all->size() == request_metrics::most_series);
    count("one");
    count("two");
    count("r0");
    BOOST_TEST(all->size() == request_metrics::most_series + 1);
    for (const prometheus::MetricFamily& f : all->Collect())
        for (const prometheus::ClientMetric& m : f.metric)
            for (const auto& l : m.label)
                if (f.name == "apiserver_request_total" && l.name == "resource" && l.value == "other")
                    BOOST_TEST(m.counter.value == 2);
}

BOOST_AUTO_TEST_SUITE_END()
