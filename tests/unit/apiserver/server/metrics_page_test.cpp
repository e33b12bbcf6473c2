// /metrics after requests of all sorts, read by the rules of the text format 0.0.4.
#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/test/unit_test.hpp>

#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <vector>

BOOST_AUTO_TEST_SUITE(metrics_page)

using namespace setpoint;

using label_set = std::map<std::string, std::string>;

struct sample {
    std::string name;
    label_set labels;
    double value = 0;
};

// Fails the test at whatever Prometheus would refuse.
class strict_parser {
public:
    explicit strict_parser(std::string_view page) {
        BOOST_REQUIRE(page.ends_with('\n'));
        while (!page.empty()) {
            const std::size_t end = page.find('\n');
            line(page.substr(0, end));
            page.remove_prefix(end + 1);
        }
        for (const auto& [name, type] : types_)
            if (type == "histogram") check_histogram(name);
    }
    std::vector<sample> all;

private:
    static bool is_name(std::string_view s) {
        return !s.empty() &&
               s.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:") ==
                   std::string_view::npos &&
               (s[0] < '0' || s[0] > '9');
    }
    void line(std::string_view s) {
        BOOST_TEST_CONTEXT("line " << s) {
            if (s.starts_with("# ")) return comment(s.substr(2));
            sample one = read_sample(s);
            const std::string family = family_of(one.name);
            BOOST_TEST_REQUIRE(types_.contains(family), "no TYPE before the samples");
            BOOST_TEST((family == current_ || !done_.contains(family)), "the family is in two places");
            done_.insert(family);
            current_ = family;
            BOOST_TEST(series_.insert({one.name, one.labels}).second, "the series is there twice");
            all.push_back(std::move(one));
        }
    }
    void comment(std::string_view s) {
        const bool help = s.starts_with("HELP ");
        BOOST_TEST_REQUIRE((help || s.starts_with("TYPE ")));
        const std::string_view rest = s.substr(5);
        const std::string name(rest.substr(0, rest.find(' ')));
        const std::string text(rest.substr(std::min(name.size() + 1, rest.size())));
        BOOST_TEST(is_name(name));
        BOOST_TEST(!done_.contains(name), "described after its samples");
        if (help) {
            BOOST_TEST(helps_.insert(name).second, "two HELP lines");
            return;
        }
        BOOST_TEST(types_.emplace(name, text).second, "two TYPE lines");
        BOOST_TEST((text == "counter" || text == "gauge" || text == "histogram" || text == "summary"));
    }
    std::string family_of(const std::string& name) const {
        for (const char* suffix : {"_bucket", "_sum", "_count"})
            if (name.ends_with(suffix)) {
                const std::string base = name.substr(0, name.size() - std::string_view(suffix).size());
                const auto found = types_.find(base);
                if (found != types_.end() && found->second == "histogram") return base;
            }
        return name;
    }
    static sample read_sample(std::string_view s) {
        sample out;
        const std::size_t end = s.find_first_of("{ ");
        BOOST_REQUIRE(end != std::string_view::npos);
        out.name = s.substr(0, end);
        BOOST_TEST(is_name(out.name));
        s.remove_prefix(end);
        if (s.starts_with('{')) {
            s.remove_prefix(1);
            while (!s.starts_with('}')) read_label(s, out.labels);
            s.remove_prefix(1);
        }
        BOOST_REQUIRE(s.starts_with(' '));
        const std::string number(s.substr(1));
        char* stop = nullptr;
        out.value = std::strtod(number.c_str(), &stop);
        BOOST_TEST((!number.empty() && *stop == '\0'), "the value is no number");
        return out;
    }
    static void read_label(std::string_view& s, label_set& to) {
        const std::size_t equals = s.find("=\"");
        BOOST_REQUIRE(equals != std::string_view::npos);
        const std::string name(s.substr(0, equals));
        BOOST_TEST((is_name(name) && name.find(':') == std::string::npos));
        s.remove_prefix(equals + 2);
        std::string value;
        for (; !s.empty() && s.front() != '"'; s.remove_prefix(1)) {
            if (s.front() == '\\') {
                s.remove_prefix(1);
                BOOST_REQUIRE(
                    (!s.empty() && std::string_view("\\\"n").find(s.front()) != std::string_view::npos));
            }
            value += s.front();
        }
        BOOST_REQUIRE(s.starts_with('"'));
        s.remove_prefix(1);
        if (s.starts_with(',')) s.remove_prefix(1);
        BOOST_TEST(to.emplace(name, value).second, "the label is there twice");
    }
    void check_histogram(const std::string& name) const {
        std::map<label_set, std::pair<double, double>> last;  // the limit and the count
        for (const sample& one : all) {
            if (one.name != name + "_bucket") continue;
            label_set of = one.labels;
            const double limit = std::strtod(of.at("le").c_str(), nullptr);
            of.erase("le");
            const auto [at, fresh] = last.try_emplace(of, limit, one.value);
            if (fresh) continue;
            BOOST_TEST(limit > at->second.first);
            BOOST_TEST(one.value >= at->second.second);
            at->second = {limit, one.value};
        }
        for (const sample& one : all)
            if (one.name == name + "_count") {
                BOOST_TEST_REQUIRE(last.contains(one.labels));
                BOOST_TEST(std::isinf(last[one.labels].first));
                BOOST_TEST(last[one.labels].second == one.value);
            }
    }

    std::map<std::string, std::string> types_;
    std::set<std::string> helps_, done_;
    std::set<std::pair<std::string, label_set>> series_;
    std::string current_;
};

struct page_fixture {
    http::response ask(std::string method, std::string target, std::string body = {},
                       std::string type = "application/json") {
        const http::server_request r{
            std::move(method), std::move(target), {{"Content-Type", std::move(type)}}, std::move(body)};
        std::optional<http::response> out;
        task_scope scope(l, "request");
        scope.spawn("request", into(cluster, r, out));
        l.run_until(l.now());
        BOOST_REQUIRE(out.has_value());
        return std::move(*out);
    }
    static awaitable<void> into(apiserver::server& s, const http::server_request& r,
                                std::optional<http::response>& to) {
        to = co_await s.handle(r);
    }

    virtual_clock time;
    random_source random{1};
    null_sink sink;
    loop l{time, random};
    apiserver::server cluster{l, logger(sink, time)};
};

BOOST_FIXTURE_TEST_CASE(it_is_well_formed_after_any_load, page_fixture) {
    const std::string maps = "/api/v1/namespaces/default/configmaps";
    ask("POST", "/apis/apiextensions.k8s.io/v1/customresourcedefinitions",
        R"({"metadata":{"name":"foos.example.com"},"spec":{"group":"example.com","scope":"Namespaced","names":)"
        R"({"plural":"foos","kind":"Foo"},"versions":[{"name":"v1","served":true,"storage":true,"schema":)"
        R"({"openAPIV3Schema":{"type":"object"}}}]}})");
    ask("POST", maps, R"({"metadata":{"name":"a"}})");
    std::vector<http::response> open;
    for (const char* dry_run : {"", "&dryRun=All", "&dryRun=x%22%0Ay", "&dryRun=%5C"})
        open.push_back(ask("GET", maps + "?watch=true" + dry_run));
    for (const char* method : {"GET", "HEAD", "PUT", "POST", "PATCH", "DELETE", "OPTIONS", "BREW", "a\"b"})
        for (const std::string& path :
             {maps, maps + "/a", maps + "/a/nope",
              std::string("/apis/example.com/v1/namespaces/default/foos/x"),
              std::string("/apis/example.com/v1/foos"), std::string("/apis/example.com/v9/foos"),
              std::string("/api/v1/na%22me%0As"),
              std::string("/api/v1/namespaces/default/pods/p/proxy/x%0Ay"), std::string("/healthz"),
              std::string("/nope\"\\")})
            ask(method, path + "?dryRun=All", "{}");
    const std::string page = ask("GET", "/metrics").body;
    const strict_parser read(page);
    std::set<std::string> verbs;
    double watches = 0;
    for (const sample& one : read.all) {
        if (one.name == "apiserver_request_total") verbs.insert(one.labels.at("verb"));
        if (one.name == "apiserver_longrunning_requests") watches += one.value;
    }
    const std::set<std::string> known{"APPLY", "CONNECT", "DELETE", "GET",   "LIST",
                                      "PATCH", "POST",    "PUT",    "WATCH", "other"};
    for (const std::string& verb : verbs) BOOST_TEST(known.contains(verb), verb);
    BOOST_TEST(verbs.contains("LIST"));
    BOOST_TEST(watches == 4);
}

BOOST_AUTO_TEST_SUITE_END()
