// The chart is the tree's objects as text, with Helm's expressions where a value belongs.
#include "framework/manager/manifest_tree.hpp"
#include "setpoint/json/yaml.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace bj = boost::json;

namespace {

// Around expressions of Helm in strings, until the objects are text: "{{" in a description is only text.
constexpr std::string_view begin_mark = "[[setpoint ", end_mark = " setpoint]]";
// Stand in the objects for what is more than a string.
constexpr std::string_view replicas_mark = "setpoint-replicas", resources_mark = "setpoint-resources",
                           arguments_mark = "setpoint-arguments", pod_mark = "setpoint-pod";

constexpr std::string_view pod_values = R"(      {{- with .Values.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with .Values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
)";

std::string expression(std::string_view e) {
    return fmt::format("{}{}{}", begin_mark, e, end_mark);
}

bj::object deployment_template(const manager_options& o, deployment_settings s) {
    s.image = expression(".Values.image");
    bj::object d = deployment_object(o, s);
    bj::object& spec = d["spec"].as_object();
    spec["replicas"] = replicas_mark;
    bj::object& pod = spec["template"].as_object()["spec"].as_object();
    pod[pod_mark] = "";
    bj::object& container = pod["containers"].as_array()[0].as_object();
    container["imagePullPolicy"] = expression(".Values.imagePullPolicy");
    container["resources"] = resources_mark;
    container["args"].as_array().emplace_back(arguments_mark);
    return d;
}

// Replaces the whole line that has `mark`.
std::string with_line(std::string text, std::string_view mark, std::string_view line) {
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) return text;
    const std::size_t begin = text.rfind('\n', at) + 1;
    return text.replace(begin, text.find('\n', at) + 1 - begin, line);
}

std::string with_values(std::string text) {
    text = replaced(std::move(text), "{{", "{{ \"{{\" }}");
    text = replaced(std::move(text), begin_mark, "{{ ");
    text = replaced(std::move(text), end_mark, " }}");
    text = replaced(std::move(text), replicas_mark, "{{ .Values.replicas }}");
    text = with_line(std::move(text), resources_mark,
                     "        resources:\n          {{- toYaml .Values.resources | nindent 10 }}\n");
    text = with_line(std::move(text), arguments_mark,
                     "        {{- range .Values.args }}\n        - {{ . | quote }}\n        {{- end }}\n");
    return with_line(std::move(text), pod_mark, pod_values);
}

// The condition under which a part is installed; "": always.
std::string_view condition_of(const manifest_part& p) {
    if (p.folder == "crd") return ".Values.crds";
    if (p.folder == "network-policy") return ".Values.networkPolicy";
    if (p.folder == "prometheus")
        return p.file == "rules.yaml" ? ".Values.metrics.alerts" : ".Values.metrics.serviceMonitor";
    if (p.file == budget_file) return "gt (int .Values.replicas) 1";
    return "";
}

std::string values_text(const manager_options& o, const deployment_settings& s) {
    const bj::value d = deployment_object(o, s);
    const bj::value& resources = d.at_pointer("/spec/template/spec/containers/0/resources");
    std::string indented = replaced("resources:\n" + json::to_yaml(resources), "\n", "\n  ");
    indented.resize(indented.size() - 2);
    return fmt::format(
        R"(image: {}imagePullPolicy: IfNotPresent
imagePullSecrets: []
# They elect a leader: with two or more, another takes over within seconds.
replicas: {}
# Further flags; {} --help lists them.
args: []
{}nodeSelector: {{}}
tolerations: []
affinity: {{}}
# Install the CustomResourceDefinitions. They stay when the release is uninstalled, and with them all objects.
crds: true
metrics:
  # For the Prometheus operator.
  serviceMonitor: false
  alerts: false
# Let in scrapes only from namespaces with the label metrics=enabled.
networkPolicy: false
)",
        json::to_yaml(bj::string(s.image)), s.replicas, o.name, indented);
}

}  // namespace

std::vector<manifest_file> manifest_chart(const std::vector<manifest_part>& parts, const manager_options& o,
                                          const deployment_settings& s, std::string_view description) {
    std::vector<manifest_file> files{{"chart/Chart.yaml", json::to_yaml(bj::object{
                                                              {"apiVersion", "v2"},
                                                              {"name", o.name},
                                                              {"description", description},
                                                              {"type", "application"},
                                                              {"version", SETPOINT_VERSION},
                                                              {"appVersion", SETPOINT_VERSION},
                                                          })},
                                     {"chart/values.yaml", values_text(o, s)}};
    for (const manifest_part& p : parts) {
        if (p.folder == "samples") continue;
        std::vector<bj::object> objects;
        for (const bj::object& one : p.objects) {
            bj::object made = one.at("kind") == "Deployment" ? deployment_template(o, s) : one;
            bj::object& metadata = made["metadata"].as_object();
            metadata["labels"].as_object()["app.kubernetes.io/managed-by"] = expression(".Release.Service");
            if (p.folder == "crd") {
                bj::value& notes = metadata["annotations"];
                if (!notes.is_object()) notes = bj::object();
                notes.as_object()["helm.sh/resource-policy"] = "keep";
            }
            objects.push_back(std::move(made));
        }
        std::string text =
            with_values(manifest_text(in_namespace(std::move(objects), expression(".Release.Namespace"))));
        if (const std::string_view when = condition_of(p); !when.empty())
            text = fmt::format("{{{{- if {} }}}}\n{}{{{{- end }}}}\n", when, text);
        files.push_back({"chart/templates/" + replaced(p.file, "bases/", ""), std::move(text)});
    }
    return files;
}

}}  // namespace setpoint::v0
