// `operator manifests`: what it writes, and what it refuses.
#include "framework/manager/manifest_command.hpp"

#include "setpoint/api/custom_resource.hpp"
#include "setpoint/json/yaml.hpp"
#include "setpoint/manager/program.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <sstream>

using namespace setpoint;

namespace {

struct kettle_spec {
    std::int32_t litres = 1;
    static constexpr auto describe() {
        using namespace schema;
        return object("A kettle.", field(&kettle_spec::litres, "litres", "{{ this }}, for \"example\"."));
    }
};
struct kettle : custom_resource<kettle_spec> {
    static constexpr auto kind() { return custom_kind("tea.example", "v1", "Kettle", "A kettle."); }
};

struct other_kettle : custom_resource<kettle_spec> {
    static constexpr auto kind() { return custom_kind("steam.example", "v1", "Kettle", "A boiler."); }
};

struct folder {
    folder() {
        std::string name = (std::filesystem::temp_directory_path() / "manifests-XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~folder() { std::filesystem::remove_all(path); }
    std::string read(const std::string& name) const {
        std::ifstream in(path + "/" + name);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    std::string path;
};

class redirected {
public:
    explicit redirected(std::ostream& s) : stream_(s), before_(s.rdbuf(out_.rdbuf())) {}
    ~redirected() { stream_.rdbuf(before_); }
    std::string text() const { return out_.str(); }

private:
    std::ostringstream out_;
    std::ostream& stream_;
    std::streambuf* before_;
};

struct run_result {
    int code;
    std::string out, err;
};

run_result run_kettle(std::vector<std::string> arguments, bool webhooks = false, bool two_groups = false) {
    arguments.insert(arguments.begin(), "kettle-operator");
    std::vector<char*> argv;
    for (std::string& a : arguments) argv.push_back(a.data());
    redirected out(std::cout), err(std::cerr);
    kettle sample;
    sample.metadata.name = "blue";
    program p("kettle-operator", "Boils water.");
    p.sample(sample);
    const int code = p.run(static_cast<int>(argv.size()), argv.data(), [&](manager& m) {
        m.controller<kettle>().reconcile(
            [](context&, snapshot<kettle>) -> awaitable<outcome> { co_return outcome::done(); });
        if (two_groups) m.defines<other_kettle>();
        if (webhooks) m.webhook<kettle>().validates([](const kettle&, verdict&) {});
    });
    return {code, out.text(), err.text()};
}

std::vector<boost::json::object> parsed(const std::string& text) {
    std::vector<boost::json::object> all;
    const auto values = json::parse_manifests(text, "printed").value();
    for (const auto& v : values) all.push_back(v.as_object());
    return all;
}

const boost::json::object& of_kind(const std::vector<boost::json::object>& all, std::string_view kind) {
    for (const auto& o : all)
        if (o.at("kind").as_string() == kind) return o;
    throw std::runtime_error("no " + std::string(kind));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(manifest_command_test)

BOOST_AUTO_TEST_CASE(one_file_has_everything) {
    const run_result r = run_kettle({"--log-format", "json", "--streaming-lists=false", "manifests",
                                     "--image", "registry.example.com/kettle:1.0"});
    BOOST_TEST(r.code == 0, r.err);
    const auto all = parsed(r.out);
    std::multiset<std::string> kinds;
    for (const auto& o : all) kinds.insert(std::string(o.at("kind").as_string()));
    for (const char* kind :
         {"Namespace", "CustomResourceDefinition", "ServiceAccount", "ClusterRole", "ClusterRoleBinding",
          "Role", "RoleBinding", "Deployment", "PodDisruptionBudget", "Service"})
        BOOST_TEST(kinds.count(kind) >= 1u, kind);
    BOOST_TEST(kinds.count("ValidatingWebhookConfiguration") == 0u);
    const auto& pod = of_kind(all, "Deployment").at("spec").at("template").at("spec");
    const auto& c = pod.at("containers").at(0);
    BOOST_TEST(c.at("image") == "registry.example.com/kettle:1.0");
    BOOST_TEST(boost::json::serialize(c.at("args")) ==
               R"(["--leader-elect","--health-probe-bind-address=:8081","--metrics-bind-address=:8443",)"
               R"("--metrics-secure","--streaming-lists=false","--log-format=json"])");
    BOOST_TEST(c.at("securityContext").at("readOnlyRootFilesystem").as_bool());
    BOOST_TEST(pod.at("terminationGracePeriodSeconds") == 30);
    // Every binding is of a role that is there.
    std::set<std::string> roles;
    for (const auto& o : all)
        if (o.at("kind") == "ClusterRole" || o.at("kind") == "Role")
            roles.insert(std::string(o.at("kind").as_string()) + "/" +
                         std::string(o.at("metadata").at("name").as_string()));
    for (const auto& o : all)
        if (const auto* ref = o.if_contains("roleRef")) {
            const std::string to =
                std::string(ref->at("kind").as_string()) + "/" + std::string(ref->at("name").as_string());
            BOOST_TEST(roles.contains(to), to);
            BOOST_TEST(o.at("subjects").at(0).at("namespace") == "kettle-operator-system");
        }
}

BOOST_AUTO_TEST_CASE(roles_of_two_groups_have_different_names) {
    const run_result r = run_kettle({"manifests", "--image", "kettle:1.0"}, false, true);
    BOOST_TEST(r.code == 0, r.err);
    std::multiset<std::string> names;
    for (const auto& o : parsed(r.out))
        if (o.at("kind") == "ClusterRole") names.emplace(o.at("metadata").at("name").as_string());
    for (const char* who : {"admin", "editor", "viewer"}) {
        BOOST_TEST(names.count(std::string("kettle-operator-kettle.tea.example-") + who) == 1u, who);
        BOOST_TEST(names.count(std::string("kettle-operator-kettle.steam.example-") + who) == 1u, who);
    }
}

BOOST_AUTO_TEST_CASE(namespaces_are_of_roles_and_of_arguments) {
    const run_result r = run_kettle(
        {"manifests", "--image", "a", "--namespaced", "one,two", "--namespace", "ops", "--replicas", "1"});
    BOOST_TEST(r.code == 0, r.err);
    const auto all = parsed(r.out);
    BOOST_TEST(boost::json::serialize(of_kind(all, "Deployment")
                                          .at("spec")
                                          .at("template")
                                          .at("spec")
                                          .at("containers")
                                          .at(0)
                                          .at("args")) ==
               R"(["--leader-elect","--health-probe-bind-address=:8081","--metrics-bind-address=:8443",)"
               R"("--metrics-secure","--namespace=one","--namespace=two"])");
    for (const auto& o : all) BOOST_TEST(o.at("kind") != "PodDisruptionBudget");
    std::set<std::string> where;
    for (const auto& o : all)
        if (o.at("kind") == "Role") where.insert(std::string(o.at("metadata").at("namespace").as_string()));
    BOOST_TEST(where == (std::set<std::string>{"one", "ops", "two"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(webhooks_bring_their_service) {
    const auto all = parsed(run_kettle({"manifests", "--image", "a"}, true).out);
    const auto& hook = of_kind(all, "ValidatingWebhookConfiguration").at("webhooks").at(0);
    const auto& service = hook.at("clientConfig").at("service");
    BOOST_TEST(service.at("namespace") == "kettle-operator-system");
    bool found = false;
    for (const auto& o : all)
        if (o.at("kind") == "Service" && o.at("metadata").at("name") == service.at("name")) {
            found = true;
            BOOST_TEST(o.at("spec").at("ports").at(0).at("port") == 443);
        }
    BOOST_TEST(found);
}

BOOST_AUTO_TEST_CASE(the_monitor_finds_the_metrics_alone) {
    const folder to;
    BOOST_TEST(run_kettle({"manifests", "--image", "a", "--output", to.path}, true).code == 0);
    const boost::json::value monitor = json::parse_yaml(to.read("prometheus/monitor.yaml"), "m").value();
    const boost::json::value wanted = monitor.at_pointer("/spec/endpoints/0/port");
    int found = 0;
    for (const auto& o : parsed(to.read("install.yaml")))
        if (o.at("kind") == "Service")
            for (const auto& port : o.at("spec").at("ports").as_array()) found += port.at("name") == wanted;
    BOOST_TEST(found == 1);
}

BOOST_AUTO_TEST_CASE(cert_manager_makes_the_certificate) {
    const auto all =
        parsed(run_kettle({"manifests", "--image", "a", "--certificates", "cert-manager"}, true).out);
    const auto& pod = of_kind(all, "Deployment").at("spec").at("template").at("spec");
    const auto& c = pod.at("containers").at(0);
    BOOST_TEST(c.at("args").as_array().back() == "--webhook-cert-dir=/etc/webhook-certificates");
    BOOST_TEST(c.at("volumeMounts").at(0).at("mountPath") == "/etc/webhook-certificates");
    const auto& certificate = of_kind(all, "Certificate");
    BOOST_TEST(certificate.at("spec").at("secretName") ==
               pod.at("volumes").at(0).at("secret").at("secretName"));
    BOOST_TEST(certificate.at("spec").at("dnsNames").at(0) ==
               "kettle-operator-webhook.kettle-operator-system.svc");
    BOOST_TEST(certificate.at("spec").at("issuerRef").at("name") ==
               of_kind(all, "Issuer").at("metadata").at("name"));
    BOOST_TEST(of_kind(all, "ValidatingWebhookConfiguration")
                   .at("metadata")
                   .at("annotations")
                   .at("cert-manager.io/inject-ca-from") == "kettle-operator-system/kettle-operator-webhook");
    // Only a CRD with a conversion webhook has a CA.
    BOOST_TEST(
        !of_kind(all, "CustomResourceDefinition").at("metadata").as_object().if_contains("annotations"));
    // The program does not need the rights to make one.
    for (const auto& o : all) BOOST_TEST(o.at("metadata").at("name") != "kettle-operator-webhooks");
}

BOOST_AUTO_TEST_CASE(a_chart_has_values_where_clusters_differ) {
    const folder to;
    BOOST_TEST(run_kettle({"manifests", "--image", "a:1", "--namespace", "123", "--output", to.path}).code ==
               0);
    BOOST_TEST(to.read("default/namespace.yaml").find("name: \"123\"") != std::string::npos);
    BOOST_TEST(to.read("chart/values.yaml").find("\nreplicas: 2\n") != std::string::npos);
    const std::string deployment = to.read("chart/templates/manager.yaml");
    for (const char* part : {"image: \"{{ .Values.image }}\"", "replicas: {{ .Values.replicas }}\n",
                             "namespace: \"{{ .Release.Namespace }}\"", "{{- range .Values.args }}",
                             "{{- toYaml .Values.resources | nindent 10 }}"})
        BOOST_TEST(deployment.find(part) != std::string::npos, part);
    const std::string crd = to.read("chart/templates/tea.example_kettles.yaml");
    BOOST_TEST(crd.find("{{- if .Values.crds }}") != std::string::npos);
    BOOST_TEST(crd.find("helm.sh/resource-policy: keep") != std::string::npos);
    // Helm's own braces in a description are text.
    BOOST_TEST(crd.find(R"("{{ "{{" }} this }}, for \"example\".")") != std::string::npos, crd);
    BOOST_TEST(to.read("crd/bases/tea.example_kettles.yaml").find(R"("{{ this }}, for)") !=
               std::string::npos);
    for (const auto& e : std::filesystem::recursive_directory_iterator(to.path))
        if (e.is_regular_file()) {
            std::ifstream in(e.path());
            const std::string text{std::istreambuf_iterator<char>(in), {}};
            BOOST_TEST(text.find("setpoint-") == std::string::npos, e.path());
        }
}

BOOST_AUTO_TEST_CASE(a_tree_is_written_once_and_again) {
    const folder to;
    const run_result first = run_kettle({"manifests", "--image", "a", "--output", to.path});
    BOOST_TEST(first.code == 0, first.err);
    BOOST_TEST(first.err.find("kubectl apply -k") != std::string::npos);
    BOOST_TEST(to.read("default/kustomization.yaml").find("../crd") != std::string::npos);
    BOOST_TEST(to.read("samples/kustomization.yaml").find("tea.example_v1_kettle.yaml") != std::string::npos);
    // Each file that a kustomization lists is there.
    for (const auto& e : std::filesystem::recursive_directory_iterator(to.path)) {
        if (e.path().filename() != "kustomization.yaml") continue;
        std::ifstream in(e.path());
        const std::string text{std::istreambuf_iterator<char>(in), {}};
        const boost::json::value read = json::parse_yaml(text, "k").value();
        for (const auto& r : read.at("resources").as_array())
            BOOST_TEST(std::filesystem::exists(e.path().parent_path() / std::string(r.as_string())),
                       std::string(r.as_string()));
    }
    BOOST_TEST(run_kettle({"manifests", "--image", "b", "--output", to.path}, true).code == 0);
    BOOST_TEST(std::filesystem::exists(to.path + "/chart/templates/service.yaml"));
    BOOST_TEST(run_kettle({"manifests", "--image", "b", "--output", to.path}).code == 0);
    BOOST_TEST(!std::filesystem::exists(to.path + "/chart/templates/service.yaml"));
    BOOST_TEST(to.read("manager/manager.yaml").find("image: b") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_alerts_are_for_this_operator_alone) {
    const folder to;
    BOOST_TEST(run_kettle({"manifests", "--image", "a", "--output", to.path}).code == 0);
    BOOST_TEST(to.read("prometheus/kustomization.yaml").find("- rules.yaml") != std::string::npos);
    const auto rules = parsed(to.read("prometheus/rules.yaml"));
    BOOST_REQUIRE(rules.size() == 1u);
    BOOST_TEST(rules.at(0).at("kind") == "PrometheusRule");
    BOOST_TEST(rules.at(0).at("metadata").at("namespace") == "kettle-operator-system");
    std::size_t alerts = 0;
    for (const auto& group : rules.at(0).at("spec").at("groups").as_array())
        for (const auto& rule : group.at("rules").as_array()) {
            ++alerts;
            const std::string expr(rule.at("expr").as_string());
            const std::string own = "setpoint_build_info{program=\"kettle-operator\"}";
            BOOST_TEST(expr.find(own) != std::string::npos, expr);
            for (std::size_t at = 0; (at = expr.find("setpoint_build_info", at)) != std::string::npos; ++at)
                BOOST_TEST(expr.compare(at, own.size(), own) == 0, expr);
            for (const char* text : {"summary", "description", "runbook_url"})
                BOOST_TEST(!rule.at("annotations").at(text).as_string().empty());
        }
    BOOST_TEST(alerts > 30u);
}

BOOST_AUTO_TEST_CASE(files_of_others_and_of_other_versions_stay) {
    const folder to;
    std::ofstream(to.path + "/notes.txt") << "mine\n";
    const run_result r = run_kettle({"manifests", "--image", "a", "--output", to.path});
    BOOST_TEST(r.code == 2);
    BOOST_TEST(r.err.find("notes.txt was not written by kettle-operator") != std::string::npos, r.err);
    BOOST_TEST(!std::filesystem::exists(to.path + "/default"));

    const folder old;
    std::ofstream(old.path + "/install.yaml") << "# Generated by kettle-operator 0.0.9 manifests\n";
    const run_result other = run_kettle({"manifests", "--image", "a", "--output", old.path});
    BOOST_TEST(other.code == 2);
    BOOST_TEST(other.err.find("another version") != std::string::npos, other.err);
    BOOST_TEST(run_kettle({"manifests", "--image", "a", "--output", old.path, "--overwrite"}).code == 0);
}

BOOST_AUTO_TEST_CASE(what_the_cluster_would_refuse_is_refused) {
    const auto refused = [](std::vector<std::string> arguments, std::string_view why) {
        arguments.insert(arguments.begin(), "manifests");
        const run_result r = run_kettle(std::move(arguments));
        BOOST_TEST(r.code == 2);
        BOOST_TEST(r.err.find(why) != std::string::npos, r.err);
        BOOST_TEST(r.out.empty());
    };
    refused({"--image", "nginx:"}, "--image: \"nginx:\" is not an image reference");
    refused({"--image", "a", "--namespace", "A_b"}, "--namespace: \"A_b\"");
    refused({"--image", "a", "--namespaced", "a,B"}, "--namespaced: \"B\"");
    refused({"--image", "a", "--replicas", "0"}, "--replicas");
    refused({}, "--image");
    refused({"--image", "a", "--certificates", "cert-manager"},
            "--certificates: this program has no webhooks");
    refused({"--image", "a", "--certificates", "me"}, "--certificates");
    for (const char* flag :
         {"--webhook-port=1", "--webhook-service=a", "--webhook-namespace=a", "--leader-election-namespace=a",
          "--webhook-url=https://a", "--webhook-cert-dir=a"}) {
        const run_result r = run_kettle({flag, "manifests", "--image", "a"});
        BOOST_TEST(r.code == 2);
        BOOST_TEST(r.err.find("the manifests set this themselves") != std::string::npos, r.err);
    }
    refused({"--image", "a", "--colour", "red"}, "--colour");
    const folder file;
    std::ofstream(file.path + "/f") << "x";
    refused({"--image", "a", "--output", file.path + "/f"}, "is not a folder");
}

BOOST_AUTO_TEST_SUITE_END()
