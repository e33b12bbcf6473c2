// `setpoint explore init`: the stories that it writes from a kubebuilder project, an OLM bundle and a chart
// run.
#include "support/finished_command.hpp"

#include <cstdlib>
#include <filesystem>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(explore_init_test)

namespace {

const std::string source = SETPOINT_SOURCE_DIR;
const std::vector<std::string> tiny_operator{
    "python3", source + "/tests/integration/explore/tiny_operator.py", "{kubeconfig}"};

const std::string sample = R"(apiVersion: example.com/v1
kind: Gadget
metadata:
  name: sample
spec:
  parts: 1
)";

struct project : test_directory {
    finished_command init(std::vector<std::string> flags,
                          const std::vector<std::string>& command = {}) const {
        std::vector<std::string> words{"explore", "init"};
        words.insert(words.end(), flags.begin(), flags.end());
        if (!command.empty()) words.emplace_back("--");
        words.insert(words.end(), command.begin(), command.end());
        return run_setpoint(words, path());
    }
    finished_command check(const std::string& story) const {
        std::vector<std::string> words{"explore", "--story", story, "--check", "--"};
        words.insert(words.end(), tiny_operator.begin(), tiny_operator.end());
        return run_setpoint(words, path());
    }
    std::string crd() const { return text_of_file(source + "/tests/explore/gadgets.crd.yaml"); }
    void write_kubebuilder() const {
        write("op/PROJECT",
              "domain: example.com\nprojectName: gadgets\nresources:\n- kind: Gadget\n  webhooks: "
              "{defaulting: true}\n");
        write("op/go.mod", "module example.com/gadgets\n");
        write("op/config/crd/bases/example.com_gadgets.yaml", crd());
        write("op/config/samples/v1_gadget.yaml", sample);
        write("op/config/samples/kustomization.yaml", "resources: [v1_gadget.yaml]\n");
        write("op/config/rbac/role.yaml", R"(apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: manager-role}
rules:
- {apiGroups: [""], resources: [configmaps], verbs: [create, get]}
- {apiGroups: [example.com], resources: [gadgets], verbs: [create, list, watch]}
)");
        write("op/cmd/main.go", R"(package main
func main() {
	flag.StringVar(&metricsAddr, "metrics-bind-address", "0", "x")
	flag.StringVar(&probeAddr, "health-probe-bind-address", ":8081", "x")
	flag.BoolVar(&enableLeaderElection, "leader-elect", false, "x")
	if os.Getenv("ENABLE_WEBHOOKS") != "false" {}
}
)");
    }
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_kubebuilder_project_gives_story_and_command) {
    const project here;
    here.write_kubebuilder();
    const finished_command done = here.init({"op"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "  (cd op && go build -o bin/manager ./cmd)\n"), done.out);
    BOOST_TEST(has(done.out,
                   "setpoint explore --story story.yaml --check -- env ENABLE_WEBHOOKS=false op/bin/manager "
                   "--metrics-bind-address=0 --health-probe-bind-address=0 --leader-elect=false\n"),
               done.out);
    BOOST_TEST(has(done.out, "add: --rbac op/config/rbac"), done.out);
    const std::string story = text_of_file(here.at("story.yaml"));
    BOOST_TEST(has(story, "crds:\n  - op/config/crd/bases\n"), story);
    BOOST_TEST(has(story, "  - apply: {file: op/config/samples/v1_gadget.yaml}\n"), story);
    BOOST_TEST(has(story, "# - its webhooks are turned off"), story);
    BOOST_TEST(has(story, "Its roles let it create\n  # configmaps.\n"), story);
    BOOST_TEST(has(story, "  - patch: {kind: Gadget, name: sample, merge: {spec: {parts: 2}}}\n"), story);
    BOOST_TEST(has(story, "  - delete: {kind: Gadget, name: sample}\n"), story);
    const finished_command played = here.check("story.yaml");
    BOOST_TEST(played.code == 0, played.out + played.error);
}

BOOST_AUTO_TEST_CASE(webhooks_of_a_kubebuilder_project_are_in_the_story) {
    const project here;
    here.write_kubebuilder();
    here.write("op/config/webhook/manifests.yaml", R"(apiVersion: admissionregistration.k8s.io/v1
kind: MutatingWebhookConfiguration
metadata: {name: mutating-webhook-configuration}
webhooks: []
)");
    const finished_command done = here.init({"op"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(!has(done.out, "ENABLE_WEBHOOKS"), done.out);
    const std::string story = text_of_file(here.at("story.yaml"));
    BOOST_TEST(has(story, "webhooks:\n  configurations: [op/config/webhook/manifests.yaml]\n"), story);
}

BOOST_AUTO_TEST_CASE(a_run_of_the_operator_shows_what_to_wait_for) {
    const project here;
    here.write_kubebuilder();
    const finished_command done = here.init({"op", "--output", "s/story.yaml"}, tiny_operator);
    BOOST_TEST(done.code == 2);
    BOOST_TEST(has(done.error, "cannot write s/story.yaml: its folder does not exist"), done.error);
    const finished_command again = here.init({"op"}, tiny_operator);
    BOOST_TEST(again.code == 0, again.out + again.error);
    BOOST_TEST(has(again.out, "the story runs: "), again.out);
    const std::string story = text_of_file(here.at("story.yaml"));
    BOOST_TEST(has(story, "  - wait: {kind: Gadget, name: sample, path: .status.parts, value: 1}\n"), story);
    BOOST_TEST(!has(story, "A guess"), story);
    const finished_command ended = here.init({"op", "--force"}, {"false"});
    BOOST_TEST(ended.code == 2);
    BOOST_TEST(has(ended.error,
                   "the operator was run with the samples: before the story began, the operator ended by "
                   "itself with exit code 1"),
               ended.error);
}

BOOST_AUTO_TEST_CASE(a_bundle_gives_samples_command_and_roles) {
    const project here;
    here.write("bundle/metadata/annotations.yaml",
               "annotations: {operators.operatorframework.io.bundle.manifests.v1: objects/}\n");
    here.write("bundle/objects/gadgets.yaml", here.crd());
    here.write("bundle/objects/gadgets.clusterserviceversion.yaml",
               R"(apiVersion: operators.coreos.com/v1alpha1
kind: ClusterServiceVersion
metadata:
  name: gadgets.v1
  annotations:
    alm-examples: '[{"apiVersion": "example.com/v1", "kind": "Gadget", "metadata": {"name": "x"}, "spec": {"parts": 1}}]'
spec:
  install:
    spec:
      clusterPermissions:
      - {serviceAccountName: sa, rules: [{apiGroups: [example.com], resources: [gadgets, gadgets/status], verbs: ['*']}]}
      - {serviceAccountName: sa, rules: [{apiGroups: [""], resources: [configmaps], verbs: [create]}]}
      deployments:
      - name: d
        spec:
          template:
            spec:
              serviceAccountName: sa
              containers: [{name: manager, image: 'example.com/gadgets:1', args: [--leader-elect]}]
  webhookdefinitions: [{type: ValidatingAdmissionWebhook}]
)");
    const finished_command done = here.init({"bundle"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, " --check -- ./operator --leader-elect=false\n"), done.out);
    BOOST_TEST(
        has(done.out, "not known: ./operator stands for the program of the image example.com/gadgets:1"),
        done.out);
    BOOST_TEST(has(done.out, "--rbac story.rbac.yaml"), done.out);
    const finished_command played = here.check("story.yaml");
    BOOST_TEST(played.code == 0, played.out + played.error);
    std::vector<std::string> words{"explore", "--story",         "story.yaml", "--check",
                                   "--rbac",  "story.rbac.yaml", "--"};
    words.insert(words.end(), tiny_operator.begin(), tiny_operator.end());
    const finished_command restricted = run_setpoint(words, here.path());
    BOOST_TEST(restricted.code == 0, restricted.out + restricted.error);
}

BOOST_AUTO_TEST_CASE(a_chart_without_samples_gets_the_smallest_object) {
    const project here;
    here.write("chart/Chart.yaml", "name: gadgets\nversion: 1.0.0\n");
    here.write("chart/values.yaml", "image: {tag: '2'}\n");
    here.write("chart/crds/gadgets.yaml", here.crd());
    here.write("chart/templates/manager.yaml", R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: "{{ .Release.Name }}"}
spec: {template: {spec: {containers: [{name: m, image: "gadgets:{{ .Values.image.tag }}", args: ["--port=8080"]}]}}}
)");
    const finished_command done = here.init({"chart"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "the image gadgets:2:"), done.out);
    BOOST_TEST(has(done.out, "./operator --port={port}"), done.out);
    const std::string story = text_of_file(here.at("story.yaml"));
    BOOST_TEST(has(story, "name: example"), story);
    BOOST_TEST(has(story, "there is no sample: the Gadget in the story"), story);
    const finished_command played = here.check("story.yaml");
    BOOST_TEST(played.code == 0, played.out + played.error);
}

BOOST_AUTO_TEST_CASE(a_chart_is_rendered_by_helm_if_it_is_there) {
    const project here;
    here.write("chart/Chart.yaml", "name: gadgets\n");
    here.write("chart/examples/one.yaml", sample);
    here.write("rendered.yaml", here.crd() + R"(---
apiVersion: v1
kind: ServiceAccount
metadata: {name: sa, namespace: default}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: r}
rules: [{apiGroups: [""], resources: [configmaps, pods], verbs: ['*']}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: r}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: r}
subjects: [{kind: ServiceAccount, name: sa, namespace: default}]
)");
    here.write(
        "bin/helm",
        "#!/bin/sh\n[ \"$*\" = 'template operator chart --namespace default' ] && cat rendered.yaml\n");
    std::filesystem::permissions(here.at("bin/helm"), std::filesystem::perms::owner_all);
    const std::string path = std::getenv("PATH");
    ::setenv("PATH", (here.at("bin") + ":" + path).c_str(), 1);
    const finished_command done = here.init({"chart"}, tiny_operator);
    here.write("bin/helm", "#!/bin/sh\necho no values >&2\nexit 1\n");
    const finished_command failed = here.init({"chart", "--force"});
    ::setenv("PATH", path.c_str(), 1);
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "the story runs: "), done.out);
    BOOST_TEST(has(done.out, "--rbac story.rbac.yaml"), done.out);
    BOOST_TEST(!has(done.out, "no Deployment"), done.out);
    const std::string story = text_of_file(here.at("story.yaml"));
    BOOST_TEST(has(story, "crds:\n  - story.crds.yaml\n"), story);
    BOOST_TEST(has(story, "  - apply: {file: chart/examples/one.yaml}\n"), story);
    BOOST_TEST(has(story, "let it create\n  # configmaps, pods.\n"), story);
    BOOST_TEST(failed.code == 2, failed.out + failed.error);
    BOOST_TEST(has(failed.error, "helm"), failed.error);
}

BOOST_AUTO_TEST_CASE(mistakes_of_the_folder_are_named) {
    const project here;
    const auto error_of = [&](std::vector<std::string> flags) {
        const finished_command done = here.init(std::move(flags));
        BOOST_TEST(done.code == 2, done.out + done.error);
        return done.error;
    };
    here.write("empty/README", "");
    BOOST_TEST(has(error_of({"empty"}),
                   "empty: is not the folder of a kubebuilder project (PROJECT), a Helm chart"));
    BOOST_TEST(has(error_of({"nowhere"}), "nowhere: is not a folder"));
    here.write("op/PROJECT", "a: [b\n");
    BOOST_TEST(has(error_of({"op"}), "op/PROJECT"));
    here.write("op/PROJECT", "projectName: a\n");
    BOOST_TEST(has(error_of({"op"}), "op/config/crd/bases: is not there; `make manifests` writes it"));
    here.write("op/config/crd/bases/x.yaml", "a: b\n");
    BOOST_TEST(has(error_of({"op"}), "op/config/crd/bases/x.yaml: a document has no `kind`"));
    here.write("op/config/crd/bases/x.yaml", "kind: Pod\n");
    BOOST_TEST(has(error_of({"op"}), "op/config/crd/bases: has no CustomResourceDefinition"));
    here.write("lib/Chart.yaml", "name: a\ntype: library\n");
    BOOST_TEST(has(error_of({"lib"}), "lib/Chart.yaml: is a library, which has no operator"));
    here.write("none/Chart.yaml", "name: a\n");
    BOOST_TEST(
        has(error_of({"none"}), "none: neither crds/ nor its templates have a CustomResourceDefinition"));
    here.write("story.yaml", "mine");
    BOOST_TEST(
        has(error_of({"lib"}), "story.yaml exists: --force overwrites it, --output names another file"));
}

BOOST_AUTO_TEST_SUITE_END()
