// `setpoint snapshot` without its command line: what it reads from an API, and what of it a server gets back.
#include "cli/snapshot/snapshot_command.hpp"

#include "cli/snapshot/cluster_reader.hpp"
#include "setpoint/api/kubernetes_version.hpp"
#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>

BOOST_AUTO_TEST_SUITE(snapshot_command_test)

using namespace setpoint;
using namespace setpoint::cli;

namespace {

struct saved_cluster {
    std::string error;
    apiserver::snapshot_origin origin;
    std::vector<bj::object> objects;
    std::size_t pages = 0;
};

struct cluster_world {
    explicit cluster_world(bool runs) : api(l, logger(sink, time), options()) {
        if (runs) tasks.spawn("controllers", api.run());
        let_pass(std::chrono::seconds(5));
    }
    ~cluster_world() {
        tasks.request_stop();
        let_pass(std::chrono::seconds(1));
    }
    static apiserver::server_options options() {
        apiserver::server_options o;
        o.bootstrap_objects = true;
        o.access.authorizers = {"RBAC"};
        o.access.tokens = secret("t,admin,1,system:masters\n");
        return o;
    }
    void let_pass(duration d) { l.run_until(l.now() + d); }

    static awaitable<result<std::string>> ask(apiserver::server& to, std::vector<std::string>& requests,
                                              http::server_request r) {
        r.headers.push_back({"Authorization", "Bearer t"});
        requests.push_back(r.method + " " + r.target);
        http::response got = co_await to.handle(r);
        std::string body = std::move(got.body);
        while (got.stream) {
            const auto piece = co_await got.stream->read();
            if (!piece || piece->empty()) break;
            body += *piece;
        }
        if (got.status >= 300) co_return error(errc::failed, fmt::format("{} {}", got.status, body));
        co_return body;
    }
    static awaitable<result<std::string>> answered(result<std::string> with) { co_return with; }
    static awaitable<void> keep(awaitable<result<std::string>> body, result<std::string>& to) {
        to = co_await std::move(body);
    }
    void post(std::string target, std::string body) {
        http::server_request r{
            "POST", std::move(target), {{"Content-Type", "application/json"}}, std::move(body)};
        result<std::string> done = error(errc::failed, "no answer");
        task_scope scope(l, "request");
        scope.spawn("request", keep(ask(api, requests, std::move(r)), done));
        let_pass(std::chrono::seconds(1));
        BOOST_REQUIRE_MESSAGE(done.has_value(), done.error().message);
    }
    static awaitable<void> read(cluster_reader& from, saved_cluster& to) {
        const auto origin = co_await from.read([&](bj::object o) { to.objects.push_back(std::move(o)); });
        if (origin)
            to.origin = *origin;
        else
            to.error = origin.error().message;
    }
    saved_cluster save(read_settings s = {}) {
        saved_cluster out;
        const auto get = [this](std::string target) {
            return ask(api, requests, {"GET", std::move(target), {}, {}});
        };
        cluster_reader reader(l, get, std::move(s), [&out](const read_progress&) { ++out.pages; });
        task_scope scope(l, "save");
        scope.spawn("save", read(reader, out));
        let_pass(std::chrono::milliseconds(1));
        return out;
    }
    void load(const saved_cluster& from) {
        std::string text = apiserver::snapshot_begin(from.origin);
        for (const bj::object& o : from.objects) text += apiserver::snapshot_line(o);
        text += apiserver::snapshot_end(from.objects.size());
        apiserver::cluster_snapshot content;
        BOOST_REQUIRE(apiserver::read_snapshot(text, "f", content).has_value());
        const auto done = apiserver::load_snapshot(api, std::move(content));
        BOOST_REQUIRE_MESSAGE(done.has_value(), done.error().message);
        BOOST_TEST(done->warnings.empty());
    }

    struct no_log final : log_sink {
        void write(const log_record&) override {}
    };
    virtual_clock time{wall_time(std::chrono::hours(24 * 365 * 50))};
    random_source random{1};
    no_log sink;
    loop l{time, random};
    std::vector<std::string> requests;
    apiserver::server api;
    task_scope tasks{l, "cluster"};
};

constexpr const char* definition =
    R"({"kind":"CustomResourceDefinition","apiVersion":"apiextensions.k8s.io/v1",
 "metadata":{"name":"sites.example.com"},"spec":{"group":"example.com","scope":"Namespaced",
 "names":{"plural":"sites","singular":"site","kind":"Site","listKind":"SiteList"},"versions":[
 {"name":"v2","served":true,"storage":false,"schema":{"openAPIV3Schema":{"type":"object",
  "x-kubernetes-preserve-unknown-fields":true}}},
 {"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",
  "x-kubernetes-preserve-unknown-fields":true}}}]}})";

void fill(cluster_world& w) {
    w.post("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", definition);
    w.post("/api/v1/namespaces", R"({"metadata":{"name":"shop"}})");
    w.post(
        "/apis/example.com/v2/namespaces/shop/sites",
        R"({"kind":"Site","apiVersion":"example.com/v2","metadata":{"name":"s","finalizers":["a.b/c"]},"size":0.1})");
    w.post("/api/v1/namespaces/shop/secrets", R"({"metadata":{"name":"s"},"data":{"p":"c3dvcmRmaXNo"}})");
    w.post("/api/v1/namespaces/shop/services",
           R"({"metadata":{"name":"web"},"spec":{"selector":{"a":"b"},"ports":[{"port":80}]}})");
    w.post("/api/v1/namespaces/shop/resourcequotas",
           R"({"metadata":{"name":"q"},"spec":{"hard":{"pods":"9"}}})");
    w.post("/apis/apps/v1/namespaces/shop/deployments",
           R"({"metadata":{"name":"web"},"spec":{"replicas":2,"selector":{"matchLabels":{"a":"b"}},"template":
              {"metadata":{"labels":{"a":"b"}},"spec":{"containers":[{"name":"c","image":"i"}]}}}})");
    w.let_pass(std::chrono::seconds(30));
}

// Without its resourceVersion, by kind and key.
std::map<std::string, std::string> texts_of(const saved_cluster& all) {
    std::map<std::string, std::string> out;
    for (bj::object o : all.objects) {
        bj::object& meta = o["metadata"].as_object();
        const std::string key =
            fmt::format("{} {}/{}", text_in(o, "kind"), text_in(meta, "namespace"), text_in(meta, "name"));
        meta["resourceVersion"] = "";
        BOOST_TEST(out.emplace(key, apiserver::snapshot_line(o)).second, key << " is there twice");
    }
    return out;
}

std::set<std::string> kinds_of(const saved_cluster& all) {
    std::set<std::string> out;
    for (const bj::object& o : all.objects) out.emplace(text_in(o, "kind"));
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_loaded_cluster_is_saved_as_it_was) {
    cluster_world from(true);
    fill(from);
    const saved_cluster before = from.save();
    BOOST_TEST_REQUIRE(before.error == "");
    BOOST_TEST(before.origin.server_version == fmt::format("v{}+setpoint", setpoint::kubernetes_release));
    BOOST_TEST(before.origin.revision == std::to_string(from.api.revision()));
    const std::set<std::string> kinds = kinds_of(before);
    for (const char* kind :
         {"Pod", "ReplicaSet", "Deployment", "Site", "ClusterRole", "IPAddress", "Node", "Lease"})
        BOOST_TEST(kinds.contains(kind), kind);
    BOOST_TEST(!kinds.contains("Event"));

    cluster_world to(false);
    to.load(before);
    const saved_cluster after = to.save();
    BOOST_TEST_REQUIRE(after.error == "");
    const auto wanted = texts_of(before), got = texts_of(after);
    for (const auto& [key, text] : wanted) {
        const auto at = got.find(key);
        BOOST_TEST((at != got.end()), key << " is missing");
        if (at != got.end()) BOOST_TEST(at->second == text);
    }
    for (const auto& [key, text] : got) BOOST_TEST(wanted.contains(key), key << " was not in the snapshot");
}

BOOST_AUTO_TEST_CASE(controllers_continue_with_loaded_objects) {
    cluster_world from(true);
    fill(from);
    const saved_cluster before = from.save();
    cluster_world to(true);
    to.load(before);
    to.let_pass(std::chrono::seconds(30));
    // What they would write is there already.
    std::map<std::string, std::string> was = texts_of(before), is = texts_of(to.save());
    for (const auto& [key, text] : was) {
        if (key.starts_with("Lease ") || key.starts_with("Node ")) continue;
        BOOST_TEST(is[key] == text);
    }
}

BOOST_AUTO_TEST_CASE(owners_of_a_snapshot_are_collected_with) {
    cluster_world from(true);
    fill(from);
    saved_cluster before = from.save();
    std::erase_if(before.objects, [](const bj::object& o) { return text_in(o, "kind") == "Deployment"; });
    cluster_world to(true);
    to.load(before);
    BOOST_TEST(kinds_of(to.save()).contains("Pod"));
    to.let_pass(std::chrono::seconds(60));
    const std::set<std::string> kinds = kinds_of(to.save());
    BOOST_TEST(!kinds.contains("ReplicaSet"));
    BOOST_TEST(!kinds.contains("Pod"));
    BOOST_TEST(kinds.contains("Service"));
}

BOOST_AUTO_TEST_CASE(reads_only_and_at_one_revision) {
    cluster_world w(false);
    fill(w);
    w.requests.clear();
    BOOST_TEST(w.save().error == "");
    const std::string revision = std::to_string(w.api.revision());
    std::size_t lists = 0;
    for (const std::string& r : w.requests) {
        BOOST_TEST(r.starts_with("GET "), r);
        if (r.find("?limit=500&resourceVersion=" + revision + "&resourceVersionMatch=Exact") !=
            std::string::npos)
            ++lists;
    }
    BOOST_TEST(lists > 50U);
}

BOOST_AUTO_TEST_CASE(kinds_with_many_objects_take_pages) {
    cluster_world w(false);
    constexpr int many = 501;
    for (int i = 0; i < many; ++i)
        w.post("/api/v1/namespaces/default/configmaps", fmt::format(R"({{"metadata":{{"name":"m{}"}}}})", i));
    const saved_cluster all = w.save({.namespaces = {"default"}, .without = {"secrets"}, .events = false});
    BOOST_TEST(all.error == "");
    std::size_t maps = 0;
    for (const bj::object& o : all.objects) maps += text_in(o, "kind") == "ConfigMap" ? 1 : 0;
    BOOST_TEST(maps == static_cast<std::size_t>(many));
}

BOOST_AUTO_TEST_CASE(a_namespace_is_saved_with_the_definitions) {
    cluster_world w(false);
    fill(w);
    const saved_cluster all = w.save({.namespaces = {"shop"}, .without = {"secrets"}, .events = false});
    BOOST_TEST(all.error == "");
    BOOST_TEST(kinds_of(all) == (std::set<std::string>{"CustomResourceDefinition", "Deployment", "Namespace",
                                                       "ResourceQuota", "Service", "Site"}),
               boost::test_tools::per_element());
    for (const bj::object& o : all.objects)
        if (text_in(o, "kind") == "Site") BOOST_TEST(text_in(o, "apiVersion") == "example.com/v1");
    BOOST_TEST(w.save({.namespaces = {"nope"}, .without = {}, .events = false}).error ==
               "the cluster has no namespace \"nope\"");
    BOOST_TEST(w.save({.namespaces = {}, .without = {"secretz"}, .events = false}).error ==
               "--without: the server has no resource \"secretz\" to list");
}

BOOST_AUTO_TEST_CASE(answers_that_a_cluster_may_give) {
    virtual_clock time;
    random_source random(1);
    loop l(time, random);
    constexpr std::string_view kinds =
        R"({"resources":[{"name":"configmaps","kind":"ConfigMap","namespaced":true,"verbs":["list"]},)"
        R"({"name":"secrets","kind":"Secret","namespaced":true,"verbs":["list"]},)"
        R"({"name":"bindings","kind":"Binding","namespaced":true,"verbs":["create"]}]})";
    const std::map<std::string, std::string> good{
        {"/version", R"({"gitVersion":"v1"})"},
        {"/api/v1", std::string(kinds)},
        // Another server answers for the first group, and nobody for the second.
        {"/apis", R"({"groups":[{"name":"metrics.k8s.io","versions":[{"version":"v1"}]},)"
                  R"({"name":"x.io","versions":[{"version":"v1"}]}]})"},
        {"/apis/apiregistration.k8s.io/v1/apiservices",
         R"({"items":[{"spec":{"group":"metrics.k8s.io","service":{"name":"m"}}}]})"},
        {"/api/v1/configmaps",
         R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":null})"}};
    int busy = 0;
    const auto answer = [&](const std::string& target) -> result<std::string> {
        const auto at = good.find(target.substr(0, target.find('?')));
        if (at == good.end())
            return error(target.starts_with("/api/v1/secrets") ? errc::forbidden : errc::unsupported,
                         "refused");
        if (at->first == "/api/v1/configmaps" && ++busy <= 3) return error(errc::connection_lost, "lost");
        return at->second;
    };
    const auto read_with = [&](std::vector<std::string> without) {
        saved_cluster out;
        const auto get = [&](std::string target) -> awaitable<result<std::string>> {
            return cluster_world::answered(answer(target));
        };
        cluster_reader reader(l, get, {.namespaces = {}, .without = std::move(without), .events = false}, {});
        task_scope scope(l, "read");
        scope.spawn("read", cluster_world::read(reader, out));
        l.run_until(l.now() + std::chrono::seconds(10));
        return out;
    };
    BOOST_TEST(read_with({}).error == "refused; leave them out with --without secrets");
    busy = 0;
    const saved_cluster all = read_with({"secrets"});
    BOOST_TEST(all.error == "");
    BOOST_TEST(all.origin.revision == "5");
    BOOST_TEST(busy > 3);
}

BOOST_AUTO_TEST_CASE(a_table_counts_kinds_and_namespaces) {
    apiserver::cluster_snapshot all;
    const std::string text =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: shop}\n---\n"
        "apiVersion: v1\nkind: Node\nmetadata: {name: n}\n";
    BOOST_REQUIRE(apiserver::read_snapshot(text, "f", all).has_value());
    BOOST_TEST(
        snapshot_table(all) ==
        "Not written by setpoint snapshot save\n"
        "Objects   2, 136 bytes\n"
        "\nKIND      OBJECTS       BYTES\nv1 Node         1          60\nv1 Pod          1          76\n"
        "\nNAMESPACE        OBJECTS       BYTES\n(no namespace)         1          60\n"
        "shop                   1          76\n");
}

BOOST_AUTO_TEST_SUITE_END()
