#include "apiserver/controllers/deployment/revision.hpp"

#include "apiserver/controllers/deployment/template_hash.hpp"
#include "apiserver/controllers/pod/control.hpp"
#include "setpoint/json/encode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr std::array<std::string_view, 6> own_annotations = {
    "kubectl.kubernetes.io/last-applied-configuration",
    revision_annotation,
    revision_history_annotation,
    desired_annotation,
    max_annotation,
    "deprecated.deployment.rollback.to"};
constexpr std::size_t longest_history = 2000;
constexpr std::size_t longest_name = 253;

bj::object strings(const string_map& map) {
    bj::object o;
    for (const auto& [k, v] : map) o[k.view()] = v.view();
    return o;
}

void remember_revision(string_map& annotations, const std::string& old) {
    std::string history = annotations[revision_history_annotation].str();
    while (!history.empty() && history.size() + old.size() + 1 > longest_history) {
        const auto comma = history.find(',');
        history = comma == std::string::npos ? "" : history.substr(comma + 1);
    }
    annotations[revision_history_annotation] = history.empty() ? old : history + "," + old;
}

}  // namespace

std::int64_t newest_revision(const deployment_sets& sets) {
    std::int64_t most = 0;
    for (std::size_t i = 0; i < sets.all.size(); ++i)
        if (i != sets.newest) most = std::max(most, revision_of(sets.all[i].annotations));
    return most;
}

void annotate_revision(const partial_deployment& d, set_state& s, std::int64_t revision, bool exists) {
    for (const auto& [k, v] : d.metadata.annotations)
        if (std::find(own_annotations.begin(), own_annotations.end(), k.view()) == own_annotations.end())
            s.annotations[k] = v;
    const std::int64_t old = revision_of(s.annotations);
    if (old < revision) {
        const bool had = s.annotations.contains(revision_annotation);
        if (had) remember_revision(s.annotations, std::to_string(old));
        s.annotations[revision_annotation] = std::to_string(revision);
    }
    if (exists) return;
    s.annotations[desired_annotation] = std::to_string(replicas_of(d));
    s.annotations[max_annotation] = std::to_string(replicas_of(d) + max_surge(d));
}

bj::object new_replica_set(const partial_deployment& d, const set_state& s, const std::string& hash) {
    bj::value pod_template = with_hash_label(d.spec.pod_template, hash);
    bj::object meta;
    meta["name"] = s.name;
    meta["namespace"] = d.metadata.ns.view();
    meta["labels"] = strings(template_labels(pod_template));
    meta["annotations"] = strings(s.annotations);
    meta["ownerReferences"] =
        bj::array{json::to_value(make_controller_reference(kind_of<partial_deployment>().gvk, d.metadata))};
    bj::value chosen = json::to_value(d.spec.selector);
    bj::value& labels = chosen.as_object()["matchLabels"];
    if (!labels.is_object()) labels.emplace_object();
    labels.get_object()[template_hash_label] = hash;
    bj::object spec;
    spec["replicas"] = s.replicas;
    if (s.min_ready_seconds != 0) spec["minReadySeconds"] = s.min_ready_seconds;
    spec["selector"] = std::move(chosen);
    spec["template"] = std::move(pod_template);
    return {{"apiVersion", "apps/v1"},
            {"kind", "ReplicaSet"},
            {"metadata", std::move(meta)},
            {"spec", std::move(spec)}};
}

std::int64_t revision_of(const string_map& annotations) {
    const auto at = annotations.find(revision_annotation);
    if (at == annotations.end()) return 0;
    const std::string_view s = at->second;
    std::int64_t n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    return ec == std::errc() && end == s.data() + s.size() ? n : 0;
}

std::string replica_set_name(std::string_view deployment, std::string_view hash) {
    return fmt::format("{}-{}", deployment.substr(0, longest_name - 1 - hash.size()), hash);
}

}}}  // namespace setpoint::v0::apiserver
