#include "apiserver/controllers/node/schedule_plan.hpp"

#include "apiserver/controllers/node/host_ports.hpp"
#include "apiserver/controllers/node/node_affinity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

// Why the node does not fit; "" if it does.
std::string mismatch(const partial_pod& p, const partial_node& n) {
    if (n.spec.unschedulable.value_or(false)) {
        taint t;
        t.key = "node.kubernetes.io/unschedulable";
        t.effect = "NoSchedule";
        if (!tolerates(p.spec.tolerations, t)) return "node(s) were unschedulable";
    }
    for (const taint& t : n.spec.taints) {
        if (t.effect != "NoSchedule" && t.effect != "NoExecute") continue;
        if (!tolerates(p.spec.tolerations, t)) return fmt::format("node(s) had untolerated taint(s)");
    }
    if (!selects_node(p.spec, n)) return "node(s) didn't match Pod's node affinity/selector";
    return {};
}

struct refusals {
    std::map<std::string, std::size_t> reasons;
    std::size_t unresolvable = 0;  // nodes that would not fit without their pods either
};

std::vector<std::string> counted(const std::map<std::string, std::size_t>& reasons) {
    std::vector<std::string> lines;
    lines.reserve(reasons.size());
    for (const auto& [why, n] : reasons)
        if (n > 0) lines.push_back(fmt::format("{} {}", n, why));
    std::sort(lines.begin(), lines.end());
    return lines;
}

// As FitError and the preemption of kube-scheduler, where no pod has a lower priority.
std::string why_none_fits(const refusals& r, std::size_t nodes) {
    const std::map<std::string, std::size_t> preemption = {
        {"Preemption is not helpful for scheduling", r.unresolvable},
        {"No preemption victims found for incoming pod", nodes - r.unresolvable}};
    return fmt::format(
        "0/{0} nodes are available: {1}. preemption: 0/{0} nodes are available: "
        "{2}.",
        nodes, fmt::join(counted(r.reasons), ", "), fmt::join(counted(preemption), ", "));
}

}  // namespace

bool tolerates(const std::vector<toleration>& tolerations, const taint& t) {
    return std::any_of(tolerations.begin(), tolerations.end(), [&](const toleration& x) {
        if (!x.effect.empty() && x.effect != t.effect) return false;
        if (!x.key.empty() && x.key != t.key) return false;
        if (x.op == "Exists") return true;
        return !x.key.empty() && x.value == t.value;
    });
}

bool needs_node(const partial_pod& p) {
    return p.spec.node_name.empty() && is_active(p) && p.spec.scheduling_gates.empty() &&
           (p.spec.scheduler_name.empty() || p.spec.scheduler_name == "default-scheduler");
}

bool ends_unbound(const partial_pod& p) {
    return p.spec.node_name.empty() && is_deleting(p.metadata) && !is_finished(p);
}

placement choose_node(const partial_pod& p, const std::vector<node_ptr>& nodes,
                      const std::map<std::string, std::size_t>& load, const pod_claims& claims,
                      const std::set<std::string, std::less<>>& without_ports) {
    placement best;
    std::size_t least = 0;
    refusals refused;
    if (!claims.why.empty()) {
        // kube-scheduler ends it with an error of its preemption.
        best.why = fmt::format("0/{} nodes are available: {}. not found", nodes.size(), claims.why);
        return best;
    }
    for (const node_ptr& n : nodes) {
        const std::string name = n->metadata.name.str();
        std::string why = mismatch(p, *n);
        const bool taken = why.empty() && without_ports.contains(name);
        if (taken) why = no_free_ports;
        if (why.empty()) why = claim_mismatch(claims, *n);
        if (!why.empty()) {
            ++refused.reasons[std::move(why)];
            refused.unresolvable += !taken;
            continue;
        }
        const auto at = load.find(name);
        const std::size_t pods = at == load.end() ? 0 : at->second;
        if (!best.node.empty() && pods >= least) continue;
        best.node = name;
        least = pods;
    }
    if (!best.node.empty()) return best;
    best.why = nodes.empty() ? "no nodes available to schedule pods" : why_none_fits(refused, nodes.size());
    return best;
}

}}}  // namespace setpoint::v0::apiserver
