// `setpoint snapshot save` on a control plane, and what of it `setpoint apiserver --snapshot` serves.
#include "setpoint/api/core_v1.hpp"
#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "support/finished_command.hpp"
#include "support/live_operator.hpp"

#include <map>
#include <set>
#include <sys/stat.h>

using namespace setpoint;
namespace bj = boost::json;

BOOST_AUTO_TEST_SUITE(snapshot_test, *boost::unit_test::precondition(needs_cluster({"kcm"})))

namespace {

struct snapshot_plane : real_world {
    snapshot_plane() : plane("snapshot", {"--kcm"}) {}

    finished_command save(const std::string& file, std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"snapshot", "save", file, "--kubeconfig", plane.kubeconfig()});
        return run_setpoint(more);
    }
    void create(const group_version_kind& gvk, std::string plural, bj::object content,
                bool namespaced = true) {
        run([&]() -> awaitable<void> {
            api_connection c(l, config_of(plane, time.wall_now()), system_sources(), log, named_test());
            const kind_info kind =
                dynamic_kind(gvk, std::move(plural), namespaced ? scope::namespaced : scope::cluster);
            content["apiVersion"] = gvk.api_version();
            content["kind"] = gvk.kind;
            (co_await c.api().create(dynamic_object(std::move(content)), kind)).value();
        });
    }
    void fill() {
        create({"", "v1", "Namespace"}, "namespaces", {{"metadata", {{"name", "shop"}}}}, false);
        const bj::object meta{{"name", "web"}, {"namespace", "shop"}};
        create({"", "v1", "Secret"}, "secrets",
               {{"metadata", meta}, {"data", {{"password", "c3dvcmRmaXNo"}, {"again", "c3dvcmRmaXNo"}}}});
        create({"", "v1", "Service"}, "services",
               {{"metadata", meta}, {"spec", {{"ports", bj::array{bj::object{{"port", 80}}}}}}});
        const bj::object labels{{"app", "web"}};
        const bj::object container{{"name", "c"}, {"image", "i"}};
        create({"apps", "v1", "Deployment"}, "deployments",
               {{"metadata", meta},
                {"spec",
                 {{"replicas", 2},
                  {"selector", {{"matchLabels", labels}}},
                  {"template",
                   {{"metadata", {{"labels", labels}}},
                    {"spec",
                     {{"automountServiceAccountToken", false}, {"containers", bj::array{container}}}}}}}}});
    }
    // A kind in two versions, of which the preferred one is not the stored one.
    void fill_sites() {
        const bj::object schema{{"type", "object"}, {"x-kubernetes-preserve-unknown-fields", true}};
        bj::array versions;
        for (const char* name : {"v2", "v1"})
            versions.push_back(bj::object{{"name", name},
                                          {"served", true},
                                          {"storage", std::string_view(name) == "v1"},
                                          {"schema", {{"openAPIV3Schema", schema}}}});
        const bj::object names{{"plural", "sites"}, {"kind", "Site"}};
        create(
            {"apiextensions.k8s.io", "v1", "CustomResourceDefinition"}, "customresourcedefinitions",
            {{"metadata", {{"name", "sites.example.com"}}},
             {"spec",
              {{"group", "example.com"}, {"scope", "Namespaced"}, {"names", names}, {"versions", versions}}}},
            false);
        const bj::object meta{{"name", "s"}, {"namespace", "shop"}, {"finalizers", bj::array{"a.b/c"}}};
        run([&]() -> awaitable<void> {
            // Until the definition is established.
            api_connection c(l, config_of(plane, time.wall_now()), system_sources(), log, named_test());
            const kind_info kind = dynamic_kind({"example.com", "v2", "Site"}, "sites");
            bj::object site{
                {"apiVersion", "example.com/v2"}, {"kind", "Site"}, {"metadata", meta}, {"size", 0.1}};
            for (;;) {
                const auto made = co_await c.api().create(dynamic_object(site), kind);
                if (made) break;
                co_await l.sleep(std::chrono::milliseconds(100));
            }
        });
    }
    control_plane plane;
};

apiserver::cluster_snapshot content_of(const std::string& file) {
    apiserver::cluster_snapshot all;
    apiserver::read_snapshot(text_of_file(file), file, all).value();
    return all;
}

std::string shown(const bj::object& o) {
    const dynamic_object d(o);
    return fmt::format("{} {}", d.gvk().kind, d.key());
}

// Without resourceVersions, and without what changes by itself.
std::map<std::string, std::string> comparable(const apiserver::cluster_snapshot& all) {
    std::map<std::string, std::string> out;
    for (const apiserver::snapshot_object& each : all.objects) {
        bj::object o = each.content;
        o["metadata"].as_object()["resourceVersion"] = "";
        out.emplace(shown(o), apiserver::snapshot_line(o));
    }
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_saved_control_plane_is_served_as_it_was) {
    snapshot_plane w;
    w.fill();
    w.fill_sites();
    const test_directory files;
    const finished_command saved = w.save(files.at("a.jsonl"));
    BOOST_REQUIRE_MESSAGE(saved.code == 0, saved.error);
    BOOST_TEST(saved.error.find("; --redact replaces their values") != std::string::npos, saved.error);
    struct stat of{};
    BOOST_REQUIRE(::stat(files.at("a.jsonl").c_str(), &of) == 0);
    BOOST_TEST((of.st_mode & 0777U) == 0600U);

    const apiserver_process copy({"--snapshot", files.at("a.jsonl"), "--without",
                                  "garbage-collection,namespaces,workloads,addresses,endpoints,nodes"});
    const finished_command again =
        run_setpoint({"snapshot", "save", files.at("b.jsonl"), "--kubeconfig", copy.kubeconfig()});
    BOOST_REQUIRE_MESSAGE(again.code == 0, again.error);
    const auto before = comparable(content_of(files.at("a.jsonl"))),
               after = comparable(content_of(files.at("b.jsonl")));
    BOOST_TEST(before.size() > 100U);
    BOOST_TEST(before.contains("Deployment shop/web"));
    BOOST_TEST(before.at("Site shop/s").find("\"apiVersion\":\"example.com/v1\"") != std::string::npos);
    for (const auto& [name, text] : before) {
        const auto at = after.find(name);
        BOOST_TEST((at != after.end()), name << " is missing");
        if (at != after.end()) BOOST_TEST(at->second == text);
    }
}

BOOST_AUTO_TEST_CASE(redacted_snapshots_contain_no_secret_value) {
    snapshot_plane w;
    w.fill();
    const test_directory files;
    const finished_command saved = w.save(files.at("a.jsonl"), {"--redact", "-n", "shop"});
    BOOST_REQUIRE_MESSAGE(saved.code == 0, saved.error);
    const std::string text = text_of_file(files.at("a.jsonl"));
    BOOST_TEST(text.find("c3dvcmRmaXNo") == std::string::npos);
    const apiserver::cluster_snapshot all = content_of(files.at("a.jsonl"));
    BOOST_TEST(all.origin.redacted);
    std::set<std::string> values;
    for (const apiserver::snapshot_object& o : all.objects)
        if (shown(o.content) == "Secret shop/web")
            for (const auto& [key, value] : o.content.at("data").as_object())
                values.emplace(value.as_string().c_str());
    BOOST_TEST(values.size() == 1U);
    // It can be loaded.
    const apiserver_process copy({"--snapshot", files.at("a.jsonl")});
}

BOOST_AUTO_TEST_CASE(a_running_server_gets_the_objects_of_a_folder) {
    const test_directory files;
    (void)files.write("f/a.yaml",
                      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: shop, uid: u-1}\n");
    (void)files.write("f/b.json", R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"}})");
    const apiserver_process server;
    const auto restore = [&](const std::string& file, const std::string& kubeconfig) {
        return run_setpoint({"snapshot", "restore", file, "--kubeconfig", kubeconfig});
    };
    const finished_command done = restore(files.at("f"), server.kubeconfig());
    BOOST_TEST(done.code == 0, done.error);
    BOOST_TEST(done.out == "restored 2 objects\n");
    const std::string bad =
        files.write("bad.yaml", "apiVersion: x.io/v1\nkind: Thing\nmetadata: {name: z}\n");
    const finished_command refused = restore(bad, server.kubeconfig());
    BOOST_TEST(refused.code == 2);
    BOOST_TEST(refused.error.find("Thing z: this server has no kind \"Thing\" in version \"x.io/v1\"") !=
                   std::string::npos,
               refused.error);
    const finished_command shown_counts = run_setpoint({"snapshot", "show", files.at("f")});
    BOOST_TEST(shown_counts.out.find("v1 ConfigMap") != std::string::npos, shown_counts.out);
    if (embedded()) return;
    const control_plane real("restore");
    const finished_command other = restore(files.at("f"), real.kubeconfig());
    BOOST_TEST(other.code == 2);
    BOOST_TEST(other.error.find("the cluster is not a setpoint apiserver") != std::string::npos, other.error);
}

BOOST_AUTO_TEST_SUITE_END()
