#include "apiserver/controllers/namespace/plan.hpp"

#include "apiserver/go/seconds.hpp"
#include "setpoint/controller/problem.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct healthy_condition {
    std::string_view type, reason, message;
};
constexpr healthy_condition healthy_conditions[] = {
    {"NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered"},
    {"NamespaceDeletionGroupVersionParsingFailure", "ParsedGroupVersions",
     "All legacy kube types successfully parsed"},
    {"NamespaceDeletionContentFailure", "ContentDeleted",
     "All content successfully deleted, may be waiting on finalization"},
    {"NamespaceContentRemaining", "ContentRemoved", "All content successfully removed"},
    {"NamespaceFinalizersRemaining", "ContentHasNoFinalizers", "All content-preserving finalizers finished"},
};

std::optional<problem> remaining(const namespace_remains& r) {
    if (r.resources.empty()) return std::nullopt;
    std::vector<std::string> lines;
    lines.reserve(r.resources.size());
    for (const auto& [resource, n] : r.resources)
        lines.push_back(fmt::format("{} has {} resource instances", resource, n));
    std::sort(lines.begin(), lines.end());
    return problem{"SomeResourcesRemain",
                   fmt::format("Some resources are remaining: {}", fmt::join(lines, ", "))};
}

std::optional<problem> held(const namespace_remains& r) {
    if (r.finalizers.empty()) return std::nullopt;
    std::vector<std::string> lines;
    lines.reserve(r.finalizers.size());
    for (const auto& [name, n] : r.finalizers)
        lines.push_back(fmt::format("{} in {} resource instances", name, n));
    std::sort(lines.begin(), lines.end());
    return problem{
        "SomeFinalizersRemain",
        fmt::format("Some content in the namespace has finalizers remaining: {}", fmt::join(lines, ", "))};
}

std::optional<problem> refused(const namespace_remains& r) {
    if (r.failures.empty()) return std::nullopt;
    std::vector<std::string> lines = r.failures;
    std::sort(lines.begin(), lines.end());
    return problem{"ContentDeletionFailed",
                   fmt::format("Failed to delete all resource types, {} remaining: {}", lines.size(),
                               fmt::join(lines, ", "))};
}

}  // namespace

void add_remaining(namespace_remains& r, const graph_resource& of, const object_meta& meta) {
    ++r.resources[of.gvr.resource + "." + of.gvr.group];
    for (const interned_string& f : meta.finalizers) ++r.finalizers[f.str()];
}

std::int64_t pod_estimate(const std::vector<graph_object>& pods, timestamp deleted, wall_time now) {
    std::int64_t most = 0;
    for (const graph_object& p : pods)
        if (p.phase != "Succeeded" && p.phase != "Failed") most = std::max(most, p.grace.value_or(0));
    if (!deleted.is_set() || time_left(deleted, std::chrono::seconds(most), now) <= duration::zero())
        return 0;
    return most;
}

std::vector<condition> namespace_conditions(const std::vector<condition>& before, const namespace_remains& r,
                                            wall_time now) {
    std::vector<condition> out = before;
    for (const healthy_condition& w : healthy_conditions) {
        std::optional<problem> found;
        if (w.type == "NamespaceDeletionContentFailure")
            found = refused(r);
        else if (w.type == "NamespaceContentRemaining" && !r.pods_first)
            found = remaining(r);
        else if (w.type == "NamespaceFinalizersRemaining" && !r.pods_first)
            found = held(r);
        condition c;
        c.type = w.type;
        c.status = to_status(found.has_value());
        c.reason = found ? std::string_view(found->reason) : w.reason;
        c.message = found ? std::string_view(found->message) : w.message;
        set_condition(out, std::move(c), timestamp::from(now));
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver
