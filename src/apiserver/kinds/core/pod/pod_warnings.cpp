// Warnings about pods and pod templates (pkg/api/pod/warnings.go).

#include "apiserver/kinds/core/pod/pod_warnings.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr named_text old_annotations[] = {
    {"scheduler.alpha.kubernetes.io/critical-pod",
     "non-functional in v1.16+; use the \"priorityClassName\" field instead"},
    {"security.alpha.kubernetes.io/sysctls", "non-functional in v1.11+; use the \"sysctls\" field instead"},
    {"security.alpha.kubernetes.io/unsafe-sysctls",
     "non-functional in v1.11+; use the \"sysctls\" field instead"}};

constexpr named_text old_volumes[] = {
    {"photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"},
    {"gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"},
    {"scaleIO", "deprecated in v1.16, non-functional in v1.22+"},
    {"flocker", "deprecated in v1.22, non-functional in v1.25+"},
    {"storageos", "deprecated in v1.22, non-functional in v1.25+"},
    {"quobyte", "deprecated in v1.22, non-functional in v1.25+"},
    {"glusterfs", "deprecated in v1.25, non-functional in v1.26+"},
    {"cephfs", "deprecated in v1.28, non-functional in v1.31+"},
    {"rbd", "deprecated in v1.28, non-functional in v1.31+"}};

constexpr std::string_view null_selector = "a null labelSelector results in matching no pod";
constexpr std::string_view seccomp = "non-functional in v1.27+; use the \"seccompProfile\" field instead";

std::string below(const std::string& path, std::string_view name) {
    return path.empty() ? std::string(name) : child(path, name);
}

void warn_of_nodes(const bj::object& spec, const std::string& path, texts& to) {
    for (const auto& [key, value] : object_of(spec, "nodeSelector")) {
        if (const auto text = deprecated_label(key); !text.empty())
            add_warning(to, keyed(child(path, "nodeSelector"), key), text);
    }
    const bj::object& affinity = object_of(spec, {"affinity", "nodeAffinity"});
    const std::string here = child(path, "affinity.nodeAffinity.");
    const std::string must = "requiredDuringSchedulingIgnoredDuringExecution",
                      may = "preferredDuringSchedulingIgnoredDuringExecution";
    for_each_object(list_of(object_of(affinity, must), "nodeSelectorTerms"),
                    [&](const bj::object& term, std::size_t i) {
                        warn_of_node_term(term, false, indexed(here + must + ".nodeSelectorTerms", i), to);
                    });
    for_each_object(list_of(affinity, may), [&](const bj::object& term, std::size_t i) {
        warn_of_node_term(object_of(term, "preference"), true, indexed(here + may, i) + ".preference", to);
    });
    for_each_object(list_of(spec, "topologySpreadConstraints"), [&](const bj::object& c, std::size_t i) {
        const std::string spread = indexed(child(path, "topologySpreadConstraints"), i);
        const std::string_view key = text_at(c, "topologyKey");
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(fmt::format("{}.topologyKey: {} is {}", spread, key, text));
        if (!value_at(c, "labelSelector")) add_warning(to, spread + ".labelSelector", null_selector);
    });
}

void warn_of_volumes(const bj::object& spec, const std::string& path, texts& to) {
    for_each_object(list_of(spec, "volumes"), [&](const bj::object& v, std::size_t i) {
        const std::string here = indexed(child(path, "volumes"), i);
        for (const named_text& old : old_volumes) {
            // Claims come at the position that they have among the sources of the real server.
            if (old.name == "cephfs") {
                const bj::object& claim = object_of(v, {"ephemeral", "volumeClaimTemplate", "spec"});
                for (const char* which : {"requests", "limits"})
                    warn_of_fraction(object_of(claim, {"resources", which}), "storage",
                                     here + ".ephemeral.volumeClaimTemplate.spec.resources." + which, to);
            }
            const std::string shown = old.name == "storageos" ? "storageOS" : std::string(old.name);
            if (value_at(v, old.name)) add_warning(to, child(here, shown), old.text);
        }
    });
}

void warn_of_repeated(const bj::object& spec, const std::string& path, texts& to) {
    const auto repeated = [&](const char* list, const char* key, const char* what) {
        std::set<std::string_view> seen;
        for_each_object(list_of(spec, list), [&](const bj::object& item, std::size_t i) {
            const std::string_view value = text_at(item, key);
            if (!seen.insert(value).second)
                add_warning(to, indexed(child(path, list), i) + "." + key,
                            fmt::format("duplicate {} {}", what, go_text::quoted(value)));
        });
    };
    repeated("hostAliases", "ip", "ip");
    repeated("imagePullSecrets", "name", "name");
    for_each_object(list_of(spec, "imagePullSecrets"), [&](const bj::object& item, std::size_t i) {
        if (text_at(item, "name").empty())
            add_warning(to, indexed(child(path, "imagePullSecrets"), i) + ".name", "invalid empty name \"\"");
    });
}

// A variable that overrides an earlier one of the same name without referring to it.
void warn_of_environment(const bj::object& container, const std::string& path, texts& to) {
    std::set<std::string_view> seen;
    for_each_object(list_of(container, "env"), [&](const bj::object& e, std::size_t i) {
        const std::string_view name = text_at(e, "name"), value = text_at(e, "value");
        if (seen.insert(name).second) return;
        const std::string reference = fmt::format("$({})", name);
        const bool extends = !value_at(e, "valueFrom") && value != reference &&
                             value.find(reference) != std::string_view::npos;
        if (!extends)
            add_warning(to, indexed(child(path, "env"), i),
                        fmt::format("hides previous definition of {}, which may be dropped when using apply",
                                    go_text::quoted(name)));
    });
}

void warn_of_containers(const bj::object& pod_template, const std::string& path, texts& to) {
    const bj::object& notes = object_of(pod_template, {"metadata", "annotations"});
    const bj::object& spec = object_of(pod_template, "spec");
    const std::string notes_path = below(path, "metadata.annotations");
    const bj::value* pod_profile = value_at(object_of(spec, "securityContext"), "appArmorProfile");
    each_container(spec, below(path, "spec"), [&](const bj::object& c, const std::string& here) {
        const bj::object& security = object_of(c, "securityContext");
        const std::string name(text_at(c, "name"));
        const std::string old = "container.seccomp.security.alpha.kubernetes.io/" + name,
                          armor = "container.apparmor.security.beta.kubernetes.io/" + name;
        if (!value_at(security, "seccompProfile") && notes.contains(old))
            add_warning(to, keyed(notes_path, old), seccomp);
        if (!path.empty() && !value_at(security, "appArmorProfile") && !pod_profile && notes.contains(armor))
            add_warning(to, keyed(notes_path, armor),
                        "deprecated since v1.30; use the \"appArmorProfile\" field instead");
        for (const char* amount : {"memory", "ephemeral-storage"})
            for (const char* which : {"limits", "requests"})
                warn_of_fraction(object_of(c, {"resources", which}), amount,
                                 child(here, "resources.") + which, to);
        warn_of_environment(c, here, to);
    });
}

void warn_of_affinity(const bj::object& spec, const std::string& path, texts& to) {
    for (const char* kind : {"podAffinity", "podAntiAffinity"}) {
        const bj::object& affinity = object_of(spec, {"affinity", kind});
        const std::string here = fmt::format("{}.affinity.{}.", path, kind);
        const std::string must = "requiredDuringSchedulingIgnoredDuringExecution",
                          may = "preferredDuringSchedulingIgnoredDuringExecution";
        for_each_object(list_of(affinity, must), [&](const bj::object& term, std::size_t i) {
            if (!value_at(term, "labelSelector"))
                add_warning(to, indexed(here + must, i) + ".labelSelector", null_selector);
        });
        for_each_object(list_of(affinity, may), [&](const bj::object& term, std::size_t i) {
            if (!value_at(object_of(term, "podAffinityTerm"), "labelSelector"))
                add_warning(to, indexed(here + may, i) + ".podAffinityTerm.labelSelector", null_selector);
        });
    }
}

}  // namespace

void each_container(const bj::object& pod_spec, const std::string& path,
                    const std::function<void(const bj::object&, const std::string&)>& f) {
    for (const char* list : {"initContainers", "containers", "ephemeralContainers"})
        for_each_object(list_of(pod_spec, list),
                        [&](const bj::object& c, std::size_t i) { f(c, indexed(child(path, list), i)); });
}

void warn_of_template(const bj::object& pod_template, const std::string& path, texts& to) {
    const bj::object& spec = object_of(pod_template, "spec");
    const bj::object& notes = object_of(pod_template, {"metadata", "annotations"});
    const std::string spec_path = below(path, "spec"), notes_path = below(path, "metadata.annotations");
    warn_of_nodes(spec, spec_path, to);
    for (const named_text& old : old_annotations)
        if (notes.contains(old.name)) add_warning(to, keyed(notes_path, old.name), old.text);
    warn_of_volumes(spec, spec_path, to);
    warn_of_virtual_paths(spec, to);
    warn_of_repeated(spec, spec_path, to);
    for (const char* amount : {"memory", "ephemeral-storage"})
        warn_of_fraction(object_of(spec, "overhead"), amount, child(spec_path, "overhead"), to);
    constexpr std::string_view old_seccomp = "seccomp.security.alpha.kubernetes.io/pod";
    if (!value_at(object_of(spec, "securityContext"), "seccompProfile") && notes.contains(old_seccomp))
        add_warning(to, keyed(notes_path, old_seccomp), seccomp);
    warn_of_containers(pod_template, path, to);
    warn_of_ports(spec, spec_path, to);
    if (number_at(spec, "terminationGracePeriodSeconds").value_or(0) < 0)
        add_warning(to, child(spec_path, "terminationGracePeriodSeconds"),
                    "must be >= 0; negative values are invalid and will be treated as 1");
    warn_of_affinity(spec, spec_path, to);
    const bj::array& servers = list_of(object_of(spec, "dnsConfig"), "nameservers");
    for (std::size_t i = 0; i < servers.size(); ++i)
        warn_of_ip(text_of(servers[i]), indexed(child(spec_path, "dnsConfig.nameservers"), i), to);
    for_each_object(list_of(spec, "hostAliases"), [&](const bj::object& alias, std::size_t i) {
        warn_of_ip(text_at(alias, "ip"), indexed(child(spec_path, "hostAliases"), i) + ".ip", to);
    });
}

}}}  // namespace setpoint::v0::apiserver
