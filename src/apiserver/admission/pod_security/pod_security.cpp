// The admission plugin PodSecurity (pod-security-admission/admission).
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/admission/pod_security/checks.hpp"
#include "apiserver/admission/pod_security/namespace_pods.hpp"
#include "apiserver/audit/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using pod_security::pod_view;

struct template_path {
    std::string_view storage;
    std::array<std::string_view, 4> path;  // of the object with metadata and spec of the pods
};
constexpr template_path templates[] = {{"podtemplates", {"template"}},
                                       {"replicationcontrollers", {"spec", "template"}},
                                       {"replicasets.apps", {"spec", "template"}},
                                       {"deployments.apps", {"spec", "template"}},
                                       {"statefulsets.apps", {"spec", "template"}},
                                       {"daemonsets.apps", {"spec", "template"}},
                                       {"jobs.batch", {"spec", "template"}},
                                       {"cronjobs.batch", {"spec", "jobTemplate", "spec", "template"}}};

// Null if the kind has no template, or if the object has none.
const bj::object* template_of(std::string_view storage, const bj::object& object) {
    const auto* row = std::ranges::find(templates, storage, &template_path::storage);
    if (row == std::end(templates)) return nullptr;
    const bj::object* at = &object;
    for (const std::string_view key : row->path)
        if (at != nullptr && !key.empty()) at = object_at(*at, key);
    return at;
}

bool is_listed(const std::vector<std::string>& list, std::string_view what) {
    return !what.empty() && std::ranges::find(list, what) != list.end();
}

// --- namespaces ---

std::string exemption_warning(const admission_request& q, const security_policy& policy,
                              const bj::object& labels) {
    if (policy.is_fully_privileged() || policy.is_equivalent(q.pod_security.defaults)) return {};
    std::string shown;
    const auto add = [&](const std::string& mode, const level_version& v) {
        const std::string label = std::string(pod_security_prefix) + mode;
        if (v.level == security_level::privileged) return;
        if (!labels.contains(label) && !labels.contains(label + "-version")) return;
        shown += fmt::format("{}{}={}", shown.empty() ? "" : ", ", mode, v.text());
    };
    add("enforce", policy.enforce);
    add("audit", policy.audit);
    add("warn", policy.warn);
    return fmt::format("namespace \"{}\" is exempt from Pod Security, and the policy ({}) will be ignored",
                       text_at(object_of(q.object, "metadata"), "name"), shown);
}

bool is_relaxed(const level_version& now, const level_version& before) {
    return now == before || now.level == security_level::privileged ||
           (now.version == before.version && now.level <= before.level);
}

bool same_errors(const field_errors& a, const field_errors& b) {
    return std::ranges::equal(a, b, [](const field_error& x, const field_error& y) {
        return x.path == y.path && x.bad_value == y.bad_value && x.detail == y.detail;
    });
}

api_result<> check_namespace_labels(admission_request& q) {
    const bj::object& labels = object_of(q.object, {"metadata", "labels"});
    const labeled_policy now = policy_of(labels, q.pod_security.defaults);
    const std::string name(text_at(object_of(q.object, "metadata"), "name"));
    if (q.old == nullptr) {
        // The path of a create names no namespace, so no exemption applies.
        if (!now.errors.empty()) return invalid_object(q.kind.gk(), name, now.errors);
        return {};
    }
    const labeled_policy before =
        policy_of(object_of(*q.old, {"metadata", "labels"}), q.pod_security.defaults);
    if (!now.errors.empty() && !same_errors(now.errors, before.errors))
        return invalid_object(q.kind.gk(), name, now.errors);
    if (is_relaxed(now.policy.enforce, before.policy.enforce)) return {};
    if (is_listed(q.pod_security.namespaces, name)) {
        std::string warning = exemption_warning(q, now.policy, labels);
        if (!warning.empty()) q.warnings.push_back(std::move(warning));
        return {};
    }
    for (std::string& warning : pod_security::warnings_about_pods(
             name, now.policy.enforce, q.pod_security.runtime_classes, q.cluster.list("pods", name)))
        q.warnings.push_back(std::move(warning));
    return {};
}

// --- pods, and the templates of workloads ---

bool same_image(const bj::object& a, const bj::object& b) {
    return text_at(a, "image") == text_at(b, "image");
}

bool same_images(const bj::array& now, const bj::array& before) {
    return std::ranges::equal(now, before, [](const bj::value& a, const bj::value& b) {
        return a.is_object() && b.is_object() && same_image(a.get_object(), b.get_object());
    });
}

// isSignificantPodUpdate.
bool is_significant(const bj::object& spec, const bj::object& before) {
    for (const char* list : {"containers", "initContainers"})
        if (!same_images(list_of(spec, list), list_of(before, list))) return true;
    constexpr const char* ephemeral = "ephemeralContainers";
    bool changed = false;
    for_each_object(list_of(spec, ephemeral), [&](const bj::object& c, std::size_t) {
        const bj::object* old = nullptr;
        for_each_object(list_of(before, ephemeral), [&](const bj::object& o, std::size_t) {
            if (old == nullptr && text_at(o, "name") == text_at(c, "name")) old = &o;
        });
        changed = changed || old == nullptr || !same_image(c, *old);
    });
    return changed;
}

void note(const admission_request& q, std::string_view key, std::string_view value) {
    if (audit::is_recorded(q.by))
        audit::annotate_admission(q.by, fmt::format("{}{}", pod_security_prefix, key), value);
}

// Invalid labels, and what the level of the mode audit would refuse. Only the audit log tells.
void note_evaluation(const admission_request& q, const pod_view& pod, const labeled_policy& of) {
    if (!audit::is_recorded(q.by)) return;
    if (!of.errors.empty())
        note(q, "error", fmt::format("Failed to parse policy: {}", joined_messages(of.errors)));
    const auto wrong = pod_security::evaluate(of.policy.audit, pod);
    if (!wrong.empty())
        note(q, "audit-violations",
             fmt::format("would violate PodSecurity \"{}\": {}", of.policy.audit.text(),
                         pod_security::details_of(wrong)));
}

api_result<> check_pod(admission_request& q, const pod_view& pod, const labeled_policy& of, bool enforced) {
    const security_policy& policy = of.policy;
    if (is_listed(q.pod_security.runtime_classes, text_at(pod.spec(), "runtimeClassName"))) {
        note(q, "exempt", "runtimeClass");
        return {};
    }
    note_evaluation(q, pod, of);
    if (enforced) {
        note(q, "enforce-policy", policy.enforce.text());
        const auto wrong = pod_security::evaluate(policy.enforce, pod);
        if (!wrong.empty())
            return q.refuse(fmt::format("violates PodSecurity \"{}\": {}", policy.enforce.text(),
                                        pod_security::details_of(wrong)));
        if (policy.warn == policy.enforce) return {};
    }
    const auto wrong = pod_security::evaluate(policy.warn, pod);
    if (!wrong.empty())
        q.warnings.push_back(fmt::format("would violate PodSecurity \"{}\": {}", policy.warn.text(),
                                         pod_security::details_of(wrong)));
    return {};
}

bool is_ignored_subresource(std::string_view subresource) {
    constexpr std::array<std::string_view, 8> ignored = {"exec", "attach",      "binding", "eviction",
                                                         "log",  "portforward", "proxy",   "status"};
    return std::ranges::find(ignored, subresource) != ignored.end();
}

}  // namespace

api_result<> pod_security_validate(admission_request& q) {
    if (q.kind.storage == "namespaces")
        return q.subresource.empty() ? check_namespace_labels(q) : api_result<>();
    const bool is_pod = q.kind.storage == "pods";
    if (is_pod ? is_ignored_subresource(q.subresource) : !q.subresource.empty()) return {};
    const bj::object* const form = is_pod ? &q.object : template_of(q.kind.storage, q.object);
    if (form == nullptr) return {};
    const bool is_exempt_namespace = is_listed(q.pod_security.namespaces, q.key.ns);
    if (is_exempt_namespace || is_listed(q.pod_security.usernames, q.user.name)) {
        note(q, "exempt", is_exempt_namespace ? "namespace" : "user");
        return {};
    }
    const record_ptr ns = q.cluster.find("namespaces", object_key::cluster(q.key.ns));
    if (!ns) return {};  // NamespaceLifecycle refuses creates there
    const labeled_policy of_namespace = policy_of(ns->labels, q.pod_security.defaults);
    const security_policy& policy = of_namespace.policy;
    if (policy.is_fully_privileged()) {
        if (is_pod && of_namespace.errors.empty()) note(q, "enforce-policy", "privileged:latest");
        return {};
    }
    const bj::object& spec = object_of(*form, "spec");
    if (is_pod && q.old != nullptr && !is_significant(spec, object_of(*q.old, "spec"))) return {};
    return check_pod(q, pod_view(object_of(*form, "metadata"), spec), of_namespace, is_pod);
}

}}}  // namespace setpoint::v0::apiserver
