// Images of a server's objects, and how it returns to them while controllers run.
#include "setpoint/apiserver/cluster_image.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/server/server_access.hpp"
#include "setpoint/apiserver/install_definitions.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <map>
#include <optional>

BOOST_AUTO_TEST_SUITE(cluster_image_test)

using namespace setpoint;
using namespace setpoint::apiserver;

namespace {

awaitable<void> answer_to(server& from, const http::server_request& r, std::optional<http::response>& to) {
    to = co_await from.handle(r);
}
awaitable<void> restore_to(server& of, cluster_image& image, std::optional<result<restore_counts>>& to) {
    to = co_await restore(of, image);
}
awaitable<void> restore_text(server& of, cluster_snapshot content, std::vector<std::string>& warnings,
                             std::optional<result<restore_counts>>& to) {
    to = co_await restore(of, std::move(content), warnings);
}
awaitable<void> install_to(server& of, std::vector<snapshot_object> all,
                           std::optional<result<std::vector<std::string>>>& to) {
    to = co_await install_definitions(of, std::move(all));
}

using objects_by_name = std::map<std::string, bj::object>;

struct image_world {
    explicit image_world(bool runs = false, std::uint64_t seed = 1)
        : random(seed), api(l, logger(sink, time), options(runs)) {
        if (runs) tasks.spawn("controllers", api.run());
        let_pass(std::chrono::seconds(runs ? 5 : 0));
    }
    ~image_world() {
        tasks.request_stop();
        let_pass(std::chrono::seconds(1));
    }
    static server_options options(bool runs) {
        server_options o;
        if (runs) return o;
        for (const std::string_view name : background_controllers::names)
            if (name != "addresses") o.run.disable(name);
        return o;
    }
    void let_pass(duration d) { l.run_until(l.now() + d); }
    template <class T, class F>
    T finished(F start) {
        std::optional<T> out;
        task_scope scope(l, "call");
        scope.spawn("call", start(out));
        for (int i = 0; i < 2000 && !out; ++i) let_pass(std::chrono::milliseconds(1));
        BOOST_REQUIRE(out.has_value());
        return std::move(*out);
    }
    http::response ask(std::string method, std::string target, std::string body = {},
                       std::string type = "application/json") {
        const http::server_request r{
            std::move(method), std::move(target), {{"Content-Type", std::move(type)}}, std::move(body)};
        return finished<http::response>([&](auto& out) { return answer_to(api, r, out); });
    }
    void post(std::string target, std::string body) {
        const http::response r = ask("POST", std::move(target), std::move(body));
        BOOST_REQUIRE_MESSAGE(r.status == 201, r.body);
    }
    void remove(std::string target) {
        const http::response r = ask("DELETE", std::move(target));
        BOOST_REQUIRE_MESSAGE(r.status < 300, r.body);
    }
    restore_counts back_to(cluster_image& image) {
        return finished<result<restore_counts>>([&](auto& out) { return restore_to(api, image, out); })
            .value();
    }
    result<restore_counts> back_to(std::string_view text) {
        cluster_snapshot content;
        BOOST_REQUIRE(read_snapshot(text, "f", content).has_value());
        return finished<result<restore_counts>>(
            [&](auto& out) { return restore_text(api, std::move(content), warnings, out); });
    }
    result<std::vector<std::string>> install(std::initializer_list<std::string_view> all) {
        std::vector<snapshot_object> definitions;
        for (const std::string_view text : all)
            definitions.push_back({json_text::parse_own(text).get_object(), "here"});
        return finished<result<std::vector<std::string>>>(
            [&](auto& out) { return install_to(api, std::move(definitions), out); });
    }
    // Without resourceVersions, and without what changes by itself.
    objects_by_name everything() {
        objects_by_name out;
        for (const collection* const c : state().store.collections()) {
            if (c->name() == "events" || c->name() == "leases.coordination.k8s.io") continue;
            for (const record_ptr& o : c->list("", 0, std::nullopt, 0, nullptr).items) {
                bj::object content = o->parse();
                make_object(content, "metadata").erase("resourceVersion");
                out.emplace(fmt::format("{} {}", c->name(), o->key.to_string()), std::move(content));
            }
        }
        return out;
    }
    void check_is(const objects_by_name& wanted) {
        const objects_by_name is = everything();
        for (const auto& [name, o] : wanted) {
            const auto at = is.find(name);
            BOOST_TEST_CONTEXT(name) {
                BOOST_REQUIRE(at != is.end());
                BOOST_TEST(json_text::serialize(at->second) == json_text::serialize(o));
            }
        }
        for (const auto& [name, o] : is) BOOST_TEST(wanted.contains(name), name << " is too much");
    }
    server_state& state() { return server_access::state(api); }

    virtual_clock time{wall_time(std::chrono::hours(24 * 365 * 50))};
    random_source random;
    null_sink sink;
    loop l{time, random};
    server api;
    std::vector<std::string> warnings;
    task_scope tasks{l, "cluster"};
};

constexpr const char* maps = "/api/v1/namespaces/default/configmaps";
constexpr const char* sites = "/apis/example.com/v1/namespaces/default/sites";
constexpr const char* definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
constexpr const char* deployments = "/apis/apps/v1/namespaces/default/deployments";
constexpr const char* merge_patch = "application/merge-patch+json";

std::string map_named(std::string_view name, std::string_view value = "1") {
    return fmt::format(R"({{"metadata":{{"name":"{}"}},"data":{{"a":"{}"}}}})", name, value);
}
std::string site_named(std::string_view name, std::string_view meta = "") {
    return fmt::format(R"({{"apiVersion":"example.com/v1","kind":"Site","metadata":{{"name":"{}"{}}}}})",
                       name, meta);
}
std::string definition_with(std::string_view properties) {
    return fmt::format(
        R"({{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition",
        "metadata":{{"name":"sites.example.com"}},"spec":{{"group":"example.com","scope":"Namespaced",
        "names":{{"plural":"sites","kind":"Site"}},"versions":[{{"name":"v1","served":true,"storage":true,
        "schema":{{"openAPIV3Schema":{{"type":"object","properties":{{{}}}}}}}}}]}}}})",
        properties);
}
std::string deployment_named(std::string_view name, int replicas) {
    return fmt::format(
        R"({{"metadata":{{"name":"{0}"}},"spec":{{"replicas":{1},"selector":{{"matchLabels":{{"a":"{0}"}}}},
        "template":{{"metadata":{{"labels":{{"a":"{0}"}}}},"spec":{{"containers":[{{"name":"c","image":"i"}}]}}}}}}}})",
        name, replicas);
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(changes_are_undone_and_counted, image_world) {
    for (const char* name : {"same", "changed", "deleted", "again"}) post(maps, map_named(name));
    cluster_image image(api);
    const objects_by_name before = everything();
    BOOST_TEST(image.objects() == before.size());
    post(maps, map_named("extra"));
    BOOST_TEST(ask("PATCH", std::string(maps) + "/changed", R"({"data":{"a":"2"}})", merge_patch).status ==
               200);
    remove(std::string(maps) + "/deleted");
    remove(std::string(maps) + "/again");
    post(maps, map_named("again"));  // with another UID
    const restore_counts done = back_to(image);
    check_is(before);
    BOOST_TEST(done.created == 2U);
    BOOST_TEST(done.replaced == 1U);
    BOOST_TEST(done.removed == 2U);
}

BOOST_FIXTURE_TEST_CASE(what_is_equal_is_not_written, image_world) {
    post(maps, map_named("a"));
    cluster_image image(api);
    const std::uint64_t revision = api.revision();
    BOOST_TEST(back_to(image).all() == 0U);
    BOOST_TEST(api.revision() == revision);
    for (const char* value : {"2", "1"})
        BOOST_TEST(ask("PATCH", std::string(maps) + "/a", fmt::format(R"({{"data":{{"a":"{}"}}}})", value),
                       merge_patch)
                       .status == 200);
    const std::uint64_t changed = api.revision();
    (void)back_to(image);
    const std::uint64_t restored = api.revision();
    BOOST_TEST(restored - changed <= 1U);  // the time in managedFields may differ
    BOOST_TEST(back_to(image).all() == 0U);
    BOOST_TEST(api.revision() == restored);
}

BOOST_FIXTURE_TEST_CASE(services_keep_their_addresses, image_world) {
    post("/api/v1/namespaces/default/services",
         R"({"metadata":{"name":"web"},"spec":{"ports":[{"port":80}]}})");
    cluster_image image(api);
    const objects_by_name before = everything();
    remove("/api/v1/namespaces/default/services/web");
    post("/api/v1/namespaces/default/services",
         R"({"metadata":{"name":"other"},"spec":{"ports":[{"port":80}]}})");
    (void)back_to(image);
    check_is(before);
    (void)back_to(image);
    check_is(before);
}

BOOST_FIXTURE_TEST_CASE(quotas_have_the_usage_of_the_image, image_world) {
    post("/api/v1/namespaces/default/resourcequotas",
         R"({"metadata":{"name":"q"},"spec":{"hard":{"configmaps":"9"}}})");
    post(maps, map_named("a"));
    cluster_image image(api);
    const objects_by_name before = everything();
    post(maps, map_named("b"));
    remove(std::string(maps) + "/a");
    (void)back_to(image);
    check_is(before);
}

BOOST_FIXTURE_TEST_CASE(definitions_come_and_go_with_objects, image_world) {
    cluster_image empty(api);
    const objects_by_name nothing = everything();
    BOOST_TEST(install({definition_with("")}).value().front() == "sites.example.com");
    post(sites, site_named("a", R"(,"finalizers":["example.com/wait"])"));
    cluster_image full(api);
    const objects_by_name all = everything();
    (void)back_to(empty);
    check_is(nothing);
    BOOST_TEST(ask("GET", sites).status == 404);
    (void)back_to(full);
    check_is(all);
    BOOST_TEST(ask("GET", std::string(sites) + "/a").status == 200);
}

BOOST_FIXTURE_TEST_CASE(deletion_of_definitions_is_undone, image_world) {
    (void)install({definition_with("")});
    post(sites, site_named("a", R"(,"finalizers":["example.com/wait"])"));
    for (int i = 0; i < 3000; ++i) post(sites, site_named(fmt::format("b{}", i)));
    cluster_image image(api);
    const objects_by_name before = everything();
    std::optional<http::response> deleted;
    const http::server_request r{"DELETE", std::string(definitions) + "/sites.example.com", {}, {}};
    // The objects are deleted in batches: the restoration comes between two of them.
    tasks.spawn("delete", answer_to(api, r, deleted));
    (void)back_to(image);
    let_pass(std::chrono::seconds(5));
    check_is(before);
}

BOOST_FIXTURE_TEST_CASE(deletion_in_the_image_continues, image_world) {
    (void)install({definition_with("")});
    post(sites, site_named("a", R"(,"finalizers":["example.com/wait"])"));
    remove(std::string(definitions) + "/sites.example.com");
    cluster_image image(api);
    const std::string patch = R"({"metadata":{"finalizers":null}})";
    BOOST_TEST(ask("PATCH", std::string(sites) + "/a", patch, merge_patch).status == 200);
    BOOST_TEST(ask("GET", std::string(definitions) + "/sites.example.com").status == 404);
    (void)back_to(image);
    const http::response site = ask("GET", std::string(sites) + "/a");
    BOOST_TEST(site.body.find("deletionTimestamp") != std::string::npos);
    BOOST_TEST(ask("PATCH", std::string(sites) + "/a", patch, merge_patch).status == 200);
    BOOST_TEST(ask("GET", std::string(definitions) + "/sites.example.com").status == 404);
}

BOOST_FIXTURE_TEST_CASE(objects_keep_defaults_they_were_read_with, image_world) {
    (void)install({definition_with(R"("spec":{"type":"object","properties":{"n":{"type":"integer"}}})")});
    post(sites, R"({"apiVersion":"example.com/v1","kind":"Site","metadata":{"name":"a"},"spec":{}})");
    (void)install(
        {definition_with(R"("spec":{"type":"object","properties":{"n":{"type":"integer","default":7}}})")});
    cluster_image image(api);
    remove(std::string(sites) + "/a");
    (void)back_to(image);
    BOOST_TEST(ask("GET", std::string(sites) + "/a").body.find("\"n\":7") != std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(texts_restore_like_images, image_world) {
    (void)install({definition_with("")});
    post(sites, site_named("a"));
    post("/api/v1/namespaces", R"({"metadata":{"name":"shop"}})");
    post("/api/v1/namespaces/shop/configmaps", map_named("stock"));
    const std::string text = cluster_image(api).text(api);
    const objects_by_name before = everything();
    remove(std::string(definitions) + "/sites.example.com");
    remove("/api/v1/namespaces/shop/configmaps/stock");
    post(maps, map_named("extra"));
    BOOST_REQUIRE(back_to(text).has_value());
    check_is(before);
    BOOST_TEST(back_to(text).value().all() == 0U);
    image_world other;
    BOOST_REQUIRE(other.back_to(text).has_value());
    other.check_is(before);
}

BOOST_FIXTURE_TEST_CASE(texts_of_namespaces_change_only_these, image_world) {
    const std::string own =
        R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"namespace":"default","name":"own"}})";
    snapshot_origin from;
    from.server_version = "v1.36.3";
    from.namespaces = {"default"};
    post(maps, map_named("extra"));
    post("/api/v1/namespaces/kube-system/configmaps", map_named("other"));
    BOOST_REQUIRE(back_to(snapshot_begin(from) + own + "\n" + snapshot_end(1)).has_value());
    BOOST_TEST(ask("GET", std::string(maps) + "/own").status == 200);
    BOOST_TEST(ask("GET", std::string(maps) + "/extra").status == 404);
    BOOST_TEST(ask("GET", "/api/v1/namespaces/kube-system/configmaps/other").status == 200);
}

BOOST_FIXTURE_TEST_CASE(incomplete_texts_change_nothing, image_world) {
    const objects_by_name before = everything();
    const auto listed =
        back_to(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"namespace":"default","name":"a"}})");
    BOOST_REQUIRE(!listed.has_value());
    BOOST_TEST(listed.error().message ==
               "not a file of `setpoint snapshot save`: what it lacks would be removed");
    snapshot_origin from;
    from.server_version = "v1.36.3";
    const auto unknown = back_to(snapshot_begin(from) + site_named("a") + "\n" + snapshot_end(1));
    BOOST_REQUIRE(!unknown.has_value());
    check_is(before);
}

BOOST_FIXTURE_TEST_CASE(installed_definitions_are_updated, image_world) {
    (void)install({definition_with("")});
    BOOST_TEST(install({definition_with(R"("spec":{"type":"object"})")}).has_value());
    const auto broken = install({R"({"apiVersion":"v1","kind":"ConfigMap"})"});
    BOOST_REQUIRE(!broken.has_value());
    BOOST_TEST(broken.error().message == "here: not a CustomResourceDefinition");
}

// The namespace controller deletes what the image has, workloads roll, and the garbage collector is in the
// middle.
BOOST_AUTO_TEST_CASE(controllers_do_not_fight_restored_states) {
    for (std::uint64_t seed = 1; seed <= 16; ++seed) {
        image_world w(true, seed);
        w.post("/api/v1/namespaces", R"({"metadata":{"name":"shop"}})");
        w.post("/api/v1/namespaces/shop/configmaps", map_named("stock"));
        w.post(deployments, deployment_named("kept", 2));
        w.let_pass(std::chrono::seconds(20));
        cluster_image image(w.api);
        const objects_by_name before = w.everything();
        w.remove("/api/v1/namespaces/shop");
        w.remove(std::string(deployments) + "/kept");
        w.post(deployments, deployment_named("extra", 3));
        w.let_pass(std::chrono::milliseconds(seed * 20));
        (void)w.back_to(image);
        BOOST_TEST_CONTEXT("seed " << seed) {
            w.check_is(before);
            w.let_pass(std::chrono::seconds(30));
            w.check_is(before);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
