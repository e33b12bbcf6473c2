// `setpoint validate` without its command line.
#include "cli/validate/kubectl_apply.hpp"
#include "cli/validate/manifest_checker.hpp"
#include "cli/validate/status_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace setpoint;
using namespace setpoint::cli;

BOOST_AUTO_TEST_SUITE(validate_test)

namespace {

std::vector<manifest_object> objects_of(std::string text, std::string file = "f.yaml") {
    auto objects = objects_in({std::move(file), std::move(text)});
    BOOST_REQUIRE(objects.has_value());
    return *std::move(objects);
}

std::string lines_of(const validation_summary& s) {
    std::string out;
    for (const finding& f : s.findings)
        out += fmt::format("{}{}:{}: {}: {}\n", f.what == finding::severity::warning ? "warning " : "",
                           f.place.line, f.place.column, f.object, f.message);
    return out;
}

// What a checker says of a manifest, after one with what was before.
std::string checked(std::string text, std::string old = {}, std::string installed = {}) {
    manifest_checker checker({});
    if (!installed.empty()) checker.install(objects_of(std::move(installed)));
    if (!old.empty()) checker.store_old(objects_of(std::move(old)));
    checker.check(objects_of(std::move(text)));
    return lines_of(checker.summary());
}

std::string definition(const std::string& spec) {
    return R"(apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: sites.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: sites, singular: site, kind: Site, listKind: SiteList}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec: )" +
           spec + "\n---\n";
}

std::string site(const std::string& spec) {
    return "apiVersion: example.com/v1\nkind: Site\nmetadata:\n  name: s\nspec:\n" + spec;
}

const std::string& ruled() {
    static const std::string made =
        definition(R"({type: object, properties: {min: {type: integer}, max: {type: integer, default: 9},
            a: {type: string, x-kubernetes-validations: [{rule: self == oldSelf, message: a is immutable}]}},
            x-kubernetes-validations: [{rule: self.min <= self.max, message: min is at most max, fieldPath: .min}]})");
    return made;
}

}  // namespace

BOOST_AUTO_TEST_CASE(errors_name_the_line_of_the_field) {
    BOOST_TEST(checked("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: -1\n"
                       "  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n"
                       "    spec:\n      containers:\n      - name: c\n        imagee: x\n") ==
               "12:9: Deployment web: unknown field \"spec.template.spec.containers[0].imagee\"\n");
    BOOST_TEST(
        checked("apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec:\n  ports:\n  - port: 0\n") ==
        "6:5: Service s: spec.ports[0].port: Invalid value: 0: must be between 1 and 65535, inclusive\n"
        "6:5: Service s: spec.ports[0].targetPort: Invalid value: 0: must be between 1 and 65535, "
        "inclusive\n");
    BOOST_TEST(checked("apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: x\n")
                   .starts_with("5:3: Deployment web: "));
}

BOOST_AUTO_TEST_CASE(definitions_in_the_files_count_for_their_objects) {
    BOOST_TEST(checked(ruled() + site("  min: 3\n")) == "");
    BOOST_TEST(checked(ruled() + site("  min: 10\n")) ==
               "25:3: Site s: spec.min: Invalid value: min is at most max\n");
    BOOST_TEST(checked(site("  min: 10\n"), {}, ruled()) ==
               "6:3: Site s: spec.min: Invalid value: min is at most max\n");
    BOOST_TEST(checked(site("  min: 1\n")).starts_with("2:1: Site s: no matches for kind \"Site\""));
    BOOST_TEST(checked(definition("{type: object, x-kubernetes-validations: [{rule: self.nope}]}"))
                   .find("undefined field 'nope'") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(changes_are_checked_against_what_was_before) {
    BOOST_TEST(checked(site("  min: 1\n  a: q\n"), site("  min: 1\n  a: x\n"), ruled()) ==
               "7:3: Site s: spec.a: Invalid value: \"q\": a is immutable\n");
    BOOST_TEST(checked(site("  min: 1\n  a: x\n"), site("  min: 1\n  a: x\n"), ruled()) == "");
    const std::string map =
        "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m}\nimmutable: true\ndata:\n  a: ";
    BOOST_TEST(checked(map + "x\n", map + "q\n").find("field is immutable when `immutable` is set") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(old_definitions_are_replaced_by_new_ones) {
    const std::string loose = definition("{type: object, properties: {min: {type: integer}}}");
    BOOST_TEST(checked(ruled() + site("  min: 10\n"), loose + site("  min: 1\n")) ==
               "25:3: Site s: spec.min: Invalid value: min is at most max\n");
}

BOOST_AUTO_TEST_CASE(items_of_lists_are_objects_with_places) {
    BOOST_TEST(checked("apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n"
                       "  metadata: {name: A}\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: b}\n")
                   .starts_with("6:14: ConfigMap A: metadata.name: Invalid value: \"A\""));
}

BOOST_AUTO_TEST_CASE(namespaces_are_not_required_but_obeyed) {
    const std::string pod =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p, namespace: strict}\nspec:\n"
        "  hostNetwork: true\n  containers: [{name: c, image: i}]\n";
    BOOST_TEST(checked(pod) == "");
    BOOST_TEST(checked("apiVersion: v1\nkind: Namespace\nmetadata:\n  name: strict\n"
                       "  labels: {pod-security.kubernetes.io/enforce: baseline}\n---\n" +
                       pod)
                   .find("violates PodSecurity \"baseline:latest\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(policies_are_enforced) {
    const std::string policy = R"y(apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: small}
spec:
  paramKind: {apiVersion: v1, kind: ConfigMap}
  matchConstraints:
    resourceRules: [{apiGroups: [apps], apiVersions: [v1], resources: [deployments], operations: [CREATE]}]
  validations: [{expression: "object.spec.replicas <= int(params.data.most)", message: too many}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: small}
spec: {
policyName:
    small, validationActions : [Deny], paramRef : {
    name:
        limits, namespace : default, parameterNotFoundAction : Deny
    }
}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: limits}
data: {most: "3"}
---
)y";
    const std::string web =
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 4\n"
        "  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n"
        "    spec: {containers: [{name: c, image: i}]}\n";
    const std::string_view denied = "denied request: too many";
    BOOST_TEST(checked(web) == "");
    BOOST_TEST(checked(web, {}, policy).find(denied) != std::string::npos);
    BOOST_TEST(checked(web + "---\n" + policy).find(denied) != std::string::npos);
}

BOOST_AUTO_TEST_CASE(kinds_are_skipped_on_request) {
    manifest_checker checker({.ns = "default", .skip = {"Site"}, .ignore_missing_kinds = false});
    checker.check(objects_of(site("  min: 1\n")));
    BOOST_TEST(checker.summary().objects == 0U);
    manifest_checker lenient({.ns = "default", .skip = {}, .ignore_missing_kinds = true});
    lenient.check(objects_of(site("  min: 1\n")));
    BOOST_TEST(lenient.summary().objects == 1U);
    BOOST_TEST(lenient.summary().invalid == 0U);
}

// As kubectl apply, which keeps what the server has set: a Job's selector and the labels of its pods.
BOOST_AUTO_TEST_CASE(updates_keep_what_the_server_has_set) {
    const auto job = [](std::string_view image, int parallelism) {
        return fmt::format(
            "apiVersion: batch/v1\nkind: Job\nmetadata: {{name: j}}\nspec: {{parallelism: {}, template: "
            "{{spec: "
            "{{restartPolicy: Never, containers: [{{name: c, image: {}}}]}}}}}}\n",
            parallelism, image);
    };
    BOOST_TEST(checked(job("a", 1), job("a", 1)) == "");
    BOOST_TEST(checked(job("a", 2), job("a", 1)) == "");
    const std::string changed = checked(job("b", 1), job("a", 1));
    BOOST_TEST(changed.find("spec.template: Invalid value") != std::string::npos, changed);
    BOOST_TEST(changed.find("field is immutable") != std::string::npos, changed);
    BOOST_TEST(changed.find("spec.selector") == std::string::npos, changed);
}

BOOST_AUTO_TEST_CASE(applied_objects_lose_only_removed_fields) {
    const auto parsed = [](std::string_view text) { return boost::json::parse(text).as_object(); };
    const auto after = applied_over(
        parsed(R"({"a":1,"b":{"set":true,"x":1,"y":2},"list":[1,2],"server":"s","gone":1,"null":2})"),
        parsed(R"({"a":1,"b":{"x":1,"y":2},"list":[1,2],"gone":1})"),
        parsed(R"({"a":2,"b":{"x":3},"list":[3],"new":{"k":null},"null":null})"));
    BOOST_TEST(
        (after == parsed(R"({"a":2,"b":{"set":true,"x":3},"list":[3],"server":"s","new":{"k":null}})")),
        boost::json::serialize(after));
}

BOOST_AUTO_TEST_CASE(folders_are_read_without_kustomizations_and_charts) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::temp_directory_path() / fmt::format("setpoint-validate-{}", ::getpid());
    fs::create_directories(folder / "chart");
    for (const char* name :
         {"b.yaml", "a.json", "notes.txt", "kustomization.yaml", "chart/Chart.yaml", "chart/x.yaml"})
        std::ofstream(folder / name) << "{}\n";
    std::vector<std::string> left_out;
    const auto texts = read_manifest_files({folder.string()}, &left_out);
    fs::remove_all(folder);
    BOOST_REQUIRE(texts.has_value());
    BOOST_REQUIRE_EQUAL(texts->size(), 2U);
    BOOST_TEST(texts->front().file == (folder / "a.json").string());
    BOOST_REQUIRE_EQUAL(left_out.size(), 2U);
    BOOST_TEST(left_out[0] == "the Helm chart " + (folder / "chart").string());
    BOOST_TEST(left_out[1] == "1 kustomization in " + folder.string());
    BOOST_TEST(!read_manifest_files({folder.string() + "/none"}).has_value());
}

BOOST_AUTO_TEST_CASE(statuses_are_split_into_their_parts) {
    const auto parts = [](const char* status) {
        std::string out;
        for (const status_part& p : parts_of_status(bj::parse(status).as_object()))
            out += p.field + "|" + p.message + "\n";
        return out;
    };
    BOOST_TEST(parts(R"({"reason":"BadRequest","message":"Foo in version \"v1\" cannot be handled as a Foo: )"
                     R"(strict decoding error: unknown field \"spec.a\", duplicate field \"spec.b\""})") ==
               "spec.a|unknown field \"spec.a\"\nspec.b|duplicate field \"spec.b\"\n");
    BOOST_TEST(parts(R"({"reason":"Forbidden","message":"no","details":{"causes":[{"field":"x"}]}})") ==
               "|no\n");
    BOOST_TEST(leading_field("spec.ports[0].name: a duplicate") == "spec.ports[0].name");
    BOOST_TEST(leading_field("unknown field \"spec.x\"") == "spec.x");
    BOOST_TEST(leading_field("no field: here") == "");
}

BOOST_AUTO_TEST_CASE(reports_have_three_formats) {
    validation_summary s;
    s.files = 1;
    s.objects = 2;
    s.invalid = 1;
    s.findings.push_back({finding::severity::error, "a.yaml", {3, 5}, "Pod p", "spec", "spec: 100%\nwrong"});
    BOOST_TEST(
        report(s, report_format::text) ==
        "a.yaml:3:5: error: Pod p: spec: 100% wrong\n2 objects in 1 file: 1 valid, 1 invalid (1 error, 0 "
        "warnings)\n");
    BOOST_TEST(report(s, report_format::github)
                   .starts_with("::error file=a.yaml,line=3,col=5,title=Pod p::spec: 100%25%0Awrong\n"));
    const bj::value json = bj::parse(report(s, report_format::json));
    BOOST_TEST(json.at("findings").at(0).at("line").as_int64() == 3);
}

BOOST_AUTO_TEST_SUITE_END()
