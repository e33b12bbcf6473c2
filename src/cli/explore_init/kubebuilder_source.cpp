// A kubebuilder project, also one of Operator SDK: PROJECT, config/, and the flags that main.go declares.

#include "cli/explore_init/operator_source.hpp"
#include "cli/json_members.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli::draft {

namespace {

bool declares(const std::string& source, std::string_view flag) {
    return source.find(fmt::format("\"{}\"", flag)) != std::string::npos;
}

// controller-runtime takes "0" for no server at all.
void note_flags(operator_source& to, const std::string& source) {
    for (const char* flag : {"metrics-bind-address", "metrics-addr", "health-probe-bind-address",
                             "health-probe-addr", "probe-addr"})
        if (declares(source, flag)) to.command.push_back(fmt::format("--{}=0", flag));
    bool has_election = false;
    for (const char* flag : {"leader-elect", "enable-leader-election", "leader-election"}) {
        if (!declares(source, flag)) continue;
        to.command.push_back(fmt::format("--{}=false", flag));
        has_election = true;
    }
    const bool elects = source.find("LeaderElection:") != std::string::npos;
    if (elects && !has_election)
        to.unknown_of_command.emplace_back(
            "main.go sets LeaderElection and has no flag for it: `leases: release` in the story releases the "
            "Lease of "
            "a killed operator.");
    if (source.find("MetricsBindAddress: \":") != std::string::npos ||
        source.find("BindAddress: \":") != std::string::npos)
        to.unknown_of_command.emplace_back(
            "main.go has a fixed port: two instances at a time cannot both listen on it.");
}

// "" for any of them.
bool has_webhooks(const bj::object& project, std::string_view kind = {}) {
    const bj::array* const resources = array_in(project, "resources");
    return resources && std::any_of(resources->begin(), resources->end(), [&](const bj::value& v) {
               const bj::object* const all = v.is_object() ? object_in(v.get_object(), "webhooks") : nullptr;
               return all && (kind.empty() || all->contains(chars(kind)));
           });
}

// Those that `make manifests` has written.
void note_webhooks(operator_source& to, const fs::path& folder, const bj::object& project) {
    const fs::path file = folder / "config/webhook/manifests.yaml";
    std::error_code ec;
    if (!has_webhooks(project) || !fs::is_regular_file(file, ec)) return;
    to.has_webhooks = true;
    to.webhooks = file.string();
    if (has_webhooks(project, "conversion"))
        to.unknown.emplace_back(
            "the definitions in config/crd/bases are not converted by its webhook: `kustomize build "
            "config/crd` "
            "prints those that are, for a file in `crds`.");
}

void note_main(operator_source& to, const fs::path& folder, bool webhooks) {
    std::error_code ec;
    const bool is_go = fs::exists(folder / "go.mod", ec), is_new = fs::exists(folder / "cmd/main.go", ec);
    const fs::path main = folder / (is_new ? "cmd/main.go" : "main.go");
    to.command = {(folder / "bin/manager").lexically_normal().string()};
    if (!is_go || !fs::exists(main, ec)) {
        to.unknown_of_command.emplace_back(
            "neither cmd/main.go nor main.go is there: how the operator is built and started. It must use "
            "KUBECONFIG "
            "or {kubeconfig}, and no fixed ports.");
        return;
    }
    to.build = fmt::format("(cd {} && go build -o bin/manager ./{})", folder.string(), is_new ? "cmd" : "");
    if (!is_new) to.build = fmt::format("(cd {} && go build -o bin/manager .)", folder.string());
    const std::string source = read_text(main);
    note_flags(to, source);
    if (to.has_webhooks) {
        if (declares(source, "webhook-cert-path"))
            to.command.emplace_back("--webhook-cert-path={certificates}");
    } else if (source.find("ENABLE_WEBHOOKS") != std::string::npos) {
        to.environment.emplace_back("ENABLE_WEBHOOKS=false");
        if (webhooks)
            to.unknown.emplace_back(
                "its webhooks are turned off, and not installed: what they default or refuse is missing. "
                "`make "
                "manifests` writes config/webhook/manifests.yaml, with which the story installs them.");
    } else if (webhooks) {
        to.unknown.emplace_back(
            "it serves webhooks, and main.go has no ENABLE_WEBHOOKS to turn them off: it needs a certificate "
            "to "
            "start, and the story does not install the webhooks.");
    }
}

}  // namespace

std::optional<operator_source> read_kubebuilder(const fs::path& folder) {
    std::error_code ec;
    if (!fs::is_regular_file(folder / "PROJECT", ec)) return std::nullopt;
    const bj::value project = read_yaml(folder / "PROJECT");
    if (!project.is_object())
        throw fault(errc::bad_config, fmt::format("{}: must be a mapping", (folder / "PROJECT").string()));
    const bj::object& fields = project.get_object();
    operator_source s;
    s.what = fmt::format("kubebuilder project {}", text_in(fields, "projectName"));
    const fs::path crds = folder / "config/crd/bases";
    if (!fs::is_directory(crds, ec))
        throw fault(errc::bad_config,
                    fmt::format("{}: is not there; `make manifests` writes it", crds.string()));
    if (!add_definitions(s, crds))
        throw fault(errc::bad_config, fmt::format("{}: has no CustomResourceDefinition", crds.string()));
    add_samples(s, manifests_of(folder / "config/samples"));
    for (const fs::path& file : manifests_of(folder / "config/rbac"))
        for (const bj::object& o : read_manifest(file))
            if (text_in(o, "kind") == "ClusterRole" || text_in(o, "kind") == "Role")
                if (file.filename() == "role.yaml") note_rules(s, o);
    if (fs::is_directory(folder / "config/rbac", ec)) s.rbac = (folder / "config/rbac").string();
    note_webhooks(s, folder, fields);
    note_main(s, folder, has_webhooks(fields));
    return s;
}

}}}  // namespace setpoint::v0::cli::draft
