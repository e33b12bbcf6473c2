// Cells of the kinds that drivers and administrators use: CSI, devices, flow control, addresses of
// Services, admission policies.

#include "apiserver/objects/fields.hpp"
#include "apiserver/printers/cells.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

template <class... Keys>
bj::value spec_text(const bj::object& o, Keys... keys) {
    return cell(text_at(o, {"spec", keys...}));
}

bj::value flag(const bj::object& o, const char* key) {
    return bj::value(true_at(object_of(o, "spec"), key));
}

std::string joined_texts(const bj::array& list) {
    std::string out;
    for (const bj::value& v : list) out.append(out.empty() ? "" : ",").append(text_of(v));
    return out;
}

bj::value token_requests(const bj::object& o, wall_time) {
    const bj::object& spec = object_of(o, "spec");
    if (value_at(spec, "tokenRequests") == nullptr) return "<unset>";
    return cell(joined_fields(list_of(spec, "tokenRequests"), "audience"));
}

bj::value dangling(const bj::object& o, wall_time) {
    std::string out = "?";
    for_each_object(list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t) {
        if (text_at(c, "type") == "Dangling") out = text_at(c, "status");
    });
    return cell(out);
}

bj::value number_or_none(const bj::object& o, std::initializer_list<std::string_view> path, const char* key) {
    const auto n = number_at(object_of(o, path), key);
    return n ? bj::value(*n) : bj::value("<none>");
}

bj::value queuing_cell(const bj::object& o, const char* key) {
    return number_or_none(o, {"spec", "limited", "limitResponse", "queuing"}, key);
}

bj::value parent_of_address(const bj::object& o, wall_time) {
    const bj::object* parent = object_at(o, {"spec", "parentRef"});
    if (parent == nullptr) return "<none>";
    std::string out(text_at(*parent, "resource"));
    if (const std::string_view group = text_at(*parent, "group"); !group.empty())
        out.append(".").append(group);
    if (const std::string_view ns = text_at(*parent, "namespace"); !ns.empty()) out.append("/").append(ns);
    return cell(out.append("/").append(text_at(*parent, "name")));
}

bj::value claim_state(const bj::object& o, wall_time) {
    const bool deleted = value_at(object_of(o, "metadata"), "deletionTimestamp") != nullptr;
    const bj::object& status = object_of(o, "status");
    std::string out = deleted ? "deleted" : "";
    const auto add = [&](const char* state) { out.append(out.empty() ? "" : ",").append(state); };
    if (object_at(status, "allocation") == nullptr) {
        if (!deleted) add("pending");
        return cell(out);
    }
    add("allocated");
    if (!list_of(status, "reservedFor").empty()) add("reserved");
    return cell(out);
}

bj::value param_kind(const bj::object& o, wall_time) {
    const bj::object* kind = object_at(o, {"spec", "paramKind"});
    return kind == nullptr ? cell("<unset>")
                           : cell(fmt::format("{}/{}", text_at(*kind, "apiVersion"), text_at(*kind, "kind")));
}

// The text of a LabelSelector as Go prints the struct.
std::string go_selector(const bj::object& selector) {
    std::string labels, expressions;
    for (const auto& [key, value] : object_of(selector, "matchLabels"))
        labels += fmt::format("{}: {},", std::string_view(key), text_of(value));
    for_each_object(list_of(selector, "matchExpressions"), [&](const bj::object& e, std::size_t) {
        std::string values;
        for (const bj::value& v : list_of(e, "values"))
            values.append(values.empty() ? "" : " ").append(text_of(v));
        expressions += fmt::format("LabelSelectorRequirement{{Key:{},Operator:{},Values:[{}],}},",
                                   text_at(e, "key"), text_at(e, "operator"), values);
    });
    return fmt::format(
        "&LabelSelector{{MatchLabels:map[string]string{{{}}},MatchExpressions:"
        "[]LabelSelectorRequirement{{{}}},}}",
        labels, expressions);
}

bj::value param_ref(const bj::object& o, wall_time) {
    const bj::object* ref = object_at(o, {"spec", "paramRef"});
    if (ref == nullptr) return "<unset>";
    const std::string_view name = text_at(*ref, "name"), ns = text_at(*ref, "namespace");
    if (!name.empty()) return cell(fmt::format("{}/{}", ns.empty() ? "*" : ns, name));
    const bj::object* selector = object_at(*ref, "selector");
    return selector == nullptr ? cell("<unset>") : cell(go_selector(*selector));
}

std::int64_t count_of_items(const bj::object& o, const char* key) {
    return static_cast<std::int64_t>(list_of(object_of(o, "spec"), key).size());
}

constexpr const char *drivers = "csidrivers.storage.k8s.io",
                     *capacities = "csistoragecapacities.storage.k8s.io",
                     *attachments = "volumeattachments.storage.k8s.io",
                     *attribute_classes = "volumeattributesclasses.storage.k8s.io",
                     *flow_schemas = "flowschemas.flowcontrol.apiserver.k8s.io",
                     *priority_levels = "prioritylevelconfigurations.flowcontrol.apiserver.k8s.io",
                     *addresses = "ipaddresses.networking.k8s.io", *cidrs = "servicecidrs.networking.k8s.io",
                     *slices = "resourceslices.resource.k8s.io", *claims = "resourceclaims.resource.k8s.io",
                     *policies = "validatingadmissionpolicies.admissionregistration.k8s.io",
                     *bindings = "validatingadmissionpolicybindings.admissionregistration.k8s.io",
                     *mutating_policies = "mutatingadmissionpolicies.admissionregistration.k8s.io",
                     *mutating_bindings = "mutatingadmissionpolicybindings.admissionregistration.k8s.io";

constexpr cell_row infrastructure_cell_table[] = {
    {drivers, "AttachRequired", [](const bj::object& o, wall_time) { return flag(o, "attachRequired"); }},
    {drivers, "PodInfoOnMount", [](const bj::object& o, wall_time) { return flag(o, "podInfoOnMount"); }},
    {drivers, "StorageCapacity", [](const bj::object& o, wall_time) { return flag(o, "storageCapacity"); }},
    {drivers, "TokenRequests", token_requests},
    {drivers, "RequiresRepublish",
     [](const bj::object& o, wall_time) { return flag(o, "requiresRepublish"); }},
    {drivers, "Modes",
     [](const bj::object& o, wall_time) {
         return cell_or_none(joined_texts(list_of(object_of(o, "spec"), "volumeLifecycleModes")));
     }},
    {capacities, "StorageClassName",
     [](const bj::object& o, wall_time) { return cell(text_at(o, "storageClassName")); }},
    {capacities, "Capacity",
     [](const bj::object& o, wall_time) {
         return value_at(o, "capacity") ? cell(text_at(o, "capacity")) : cell("<unset>");
     }},
    {attachments, "Attacher", [](const bj::object& o, wall_time) { return spec_text(o, "attacher"); }},
    {attachments, "PV",
     [](const bj::object& o, wall_time) { return spec_text(o, "source", "persistentVolumeName"); }},
    {attachments, "Node", [](const bj::object& o, wall_time) { return spec_text(o, "nodeName"); }},
    {attachments, "Attached",
     [](const bj::object& o, wall_time) { return bj::value(true_at(object_of(o, "status"), "attached")); }},
    {attribute_classes, "DriverName",
     [](const bj::object& o, wall_time) { return cell(text_at(o, "driverName")); }},
    {flow_schemas, "PriorityLevel",
     [](const bj::object& o, wall_time) { return spec_text(o, "priorityLevelConfiguration", "name"); }},
    {flow_schemas, "MatchingPrecedence",
     [](const bj::object& o, wall_time) {
         return bj::value(number_at(object_of(o, "spec"), "matchingPrecedence").value_or(0));
     }},
    {flow_schemas, "DistinguisherMethod",
     [](const bj::object& o, wall_time) {
         return cell_or_none(text_at(o, {"spec", "distinguisherMethod", "type"}));
     }},
    {flow_schemas, "MissingPL", dangling},
    {priority_levels, "Type", [](const bj::object& o, wall_time) { return spec_text(o, "type"); }},
    {priority_levels, "NominalConcurrencyShares",
     [](const bj::object& o, wall_time) {
         return number_or_none(o, {"spec", "limited"}, "nominalConcurrencyShares");
     }},
    {priority_levels, "Queues", [](const bj::object& o, wall_time) { return queuing_cell(o, "queues"); }},
    {priority_levels, "HandSize", [](const bj::object& o, wall_time) { return queuing_cell(o, "handSize"); }},
    {priority_levels, "QueueLengthLimit",
     [](const bj::object& o, wall_time) { return queuing_cell(o, "queueLengthLimit"); }},
    {addresses, "ParentRef", parent_of_address},
    {cidrs, "CIDRs",
     [](const bj::object& o, wall_time) {
         return cell(joined_texts(list_of(object_of(o, "spec"), "cidrs")));
     }},
    {slices, "Node", [](const bj::object& o, wall_time) { return spec_text(o, "nodeName"); }},
    {slices, "Driver", [](const bj::object& o, wall_time) { return spec_text(o, "driver"); }},
    {slices, "Pool", [](const bj::object& o, wall_time) { return spec_text(o, "pool", "name"); }},
    {claims, "State", claim_state},
    {policies, "Validations",
     [](const bj::object& o, wall_time) { return bj::value(count_of_items(o, "validations")); }},
    {policies, "ParamKind", param_kind},
    {mutating_policies, "Mutations",
     [](const bj::object& o, wall_time) { return bj::value(count_of_items(o, "mutations")); }},
    {mutating_policies, "ParamKind", param_kind},
    {bindings, "PolicyName", [](const bj::object& o, wall_time) { return spec_text(o, "policyName"); }},
    {bindings, "ParamRef", param_ref},
    {mutating_bindings, "PolicyName",
     [](const bj::object& o, wall_time) { return spec_text(o, "policyName"); }},
    {mutating_bindings, "ParamRef", param_ref},
};

}  // namespace

std::span<const cell_row> infrastructure_cells() {
    return infrastructure_cell_table;
}

}  // namespace setpoint::inline v0::apiserver
