#include "apiserver/controllers/daemon_set/pod_template.hpp"

#include "apiserver/controllers/history/revision.hpp"
#include "apiserver/controllers/node/node_affinity.hpp"
#include "apiserver/controllers/node/schedule_plan.hpp"
#include "apiserver/go/json_text.hpp"
#include "setpoint/json/decode.hpp"

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

namespace {

constexpr std::string_view generation_annotation = "deprecated.daemonset.template.generation";
constexpr std::string_view generation_label = "pod-template-generation";

struct tolerated {
    std::string_view key, effect;
};
constexpr std::array<tolerated, 6> always_tolerated = {{{"node.kubernetes.io/not-ready", "NoExecute"},
                                                        {"node.kubernetes.io/unreachable", "NoExecute"},
                                                        {"node.kubernetes.io/disk-pressure", "NoSchedule"},
                                                        {"node.kubernetes.io/memory-pressure", "NoSchedule"},
                                                        {"node.kubernetes.io/pid-pressure", "NoSchedule"},
                                                        {"node.kubernetes.io/unschedulable", "NoSchedule"}}};
constexpr tolerated without_network = {"node.kubernetes.io/network-unavailable", "NoSchedule"};

struct partial_template {
    partial_pod_spec spec{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_template::spec, "spec", ""));
    }
};

bj::object& member_object(bj::object& o, std::string_view key) {
    bj::value& v = o[key];
    return v.is_object() ? v.get_object() : v.emplace_object();
}

std::string_view member_text(const bj::value& v, std::string_view key) {
    const bj::object* o = v.if_object();
    const bj::value* text = o ? o->if_contains(key) : nullptr;
    return text && text->is_string() ? std::string_view(text->get_string()) : std::string_view();
}

void tolerate(bj::array& all, const tolerated& t) {
    const bj::value wanted = bj::object{{"key", t.key}, {"operator", "Exists"}, {"effect", t.effect}};
    const auto same = std::find_if(all.begin(), all.end(), [&](const bj::value& x) {
        return member_text(x, "key") == t.key && member_text(x, "effect") == t.effect &&
               member_text(x, "operator") == "Exists" && member_text(x, "value").empty();
    });
    if (same == all.end())
        all.push_back(wanted);
    else
        *same = wanted;
}

void add_tolerations(bj::object& spec) {
    bj::value& list = spec["tolerations"];
    bj::array& all = list.is_array() ? list.get_array() : list.emplace_array();
    for (const tolerated& t : always_tolerated) tolerate(all, t);
    const bj::value* host = spec.if_contains("hostNetwork");
    if (host && host->is_bool() && host->get_bool()) tolerate(all, without_network);
}

std::string_view template_generation(const partial_daemon_set& set) {
    const auto at = set.metadata.annotations.find(generation_annotation);
    if (at == set.metadata.annotations.end()) return {};
    const std::string_view text = at->second;
    return text.find_first_not_of("0123456789") == std::string_view::npos ? text : std::string_view();
}

std::string_view label_of(const partial_pod& p, std::string_view key) {
    const auto at = p.metadata.labels.find(key);
    return at == p.metadata.labels.end() ? std::string_view() : at->second.view();
}

bool tolerates_all(const daemon_placement& placement, const partial_node& n, bool schedules) {
    return std::all_of(n.spec.taints.begin(), n.spec.taints.end(), [&](const taint& t) {
        const bool counts = t.effect == "NoExecute" || (schedules && t.effect == "NoSchedule");
        return !counts || tolerates(placement.spec.tolerations, t);
    });
}

}  // namespace

bj::value daemon_template(const partial_daemon_set& set, std::string_view hash) {
    bj::object t = set.spec.pod_template.is_object() ? set.spec.pod_template.get_object() : bj::object();
    add_tolerations(member_object(t, "spec"));
    bj::object& labels = member_object(member_object(t, "metadata"), "labels");
    if (const std::string_view g = template_generation(set); !g.empty()) labels[generation_label] = g;
    if (!hash.empty()) labels[revision_label] = hash;
    return t;
}

bj::value pinned_to(bj::value pod_template, std::string_view node) {
    bj::object& spec = member_object(pod_template.get_object(), "spec");
    bj::object& required = member_object(member_object(member_object(spec, "affinity"), "nodeAffinity"),
                                         "requiredDuringSchedulingIgnoredDuringExecution");
    bj::object field{{"key", "metadata.name"}, {"operator", "In"}, {"values", bj::array{bj::value(node)}}};
    bj::object term;
    term["matchFields"] = bj::array{bj::value(std::move(field))};
    required["nodeSelectorTerms"] = bj::array{bj::value(std::move(term))};
    return pod_template;
}

daemon_placement placement_of(const partial_daemon_set& set) {
    const auto decoded = json::decode<partial_template>(json_text::serialize(daemon_template(set, "")));
    return {decoded ? decoded->spec : partial_pod_spec()};
}

daemon_fit fit_of(const daemon_placement& placement, const partial_node& n) {
    const interned_string& fixed = placement.spec.node_name;
    if (!fixed.empty() && fixed != n.metadata.name) return {};
    if (!selects_node(placement.spec, n)) return {};
    if (tolerates_all(placement, n, true)) return {true, true};
    return {false, tolerates_all(placement, n, false)};
}

bool is_updated(const partial_daemon_set& set, const partial_pod& p, std::string_view hash) {
    const std::string_view g = template_generation(set);
    return (!hash.empty() && label_of(p, revision_label) == hash) ||
           (!g.empty() && label_of(p, generation_label) == g);
}

std::int32_t daemon_surge(const partial_daemon_set& set, std::int32_t desired) {
    const auto& s = set.spec.update_strategy;
    if (s.type != "RollingUpdate" || !s.rolling_update || !s.rolling_update->max_surge.is_set()) return 0;
    const auto n = s.rolling_update->max_surge.scaled(desired, true);
    return n ? *n : 0;
}

std::int32_t daemon_unavailable(const partial_daemon_set& set, std::int32_t desired) {
    const auto& s = set.spec.update_strategy;
    if (s.type != "RollingUpdate" || !s.rolling_update) return 0;
    const auto n = s.rolling_update->max_unavailable.scaled(desired, true);
    return n ? *n : 0;
}

}}}  // namespace setpoint::v0::apiserver
