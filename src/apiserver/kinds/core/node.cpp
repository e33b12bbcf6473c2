// Nodes (pkg/apis/core/validation, pkg/registry/core/node).

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/addresses.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/schema/pattern.hpp"
#include "apiserver/schema/schema_view.hpp"
#include "setpoint/api/quantity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// The status of a node may be set on create: the kubelet registers that way. Dynamic kubelet configuration is
// gone.
void create_node(bj::object& o, const kind_context&) {
    make_object(o, "spec").stable_erase("configSource");
    make_object(o, "status").stable_erase("config");
    apply_go_encoding(o);
}

void update_node(bj::object& o, const bj::object& old, const kind_context& c) {
    update_spec_or_status(o, old, c);
    const char *part = is_status(c) ? "status" : "spec", *field = is_status(c) ? "config" : "configSource";
    if (value_at(object_of(old, part), field) == nullptr) make_object(o, part).stable_erase(field);
}

// podCIDR and the first of podCIDRs are the same, and podCIDR counts.
void default_node(bj::object& o) {
    apply_go_encoding(o);
    bj::object& spec = make_object(o, "spec");
    const bj::array& all = list_of(spec, "podCIDRs");
    const std::string first(text_at(spec, "podCIDR"));
    if (!first.empty() && (all.empty() || text_of(all.front()) != first))
        spec["podCIDRs"] = bj::array{bj::value(first)};
    if (first.empty() && !all.empty()) spec["podCIDR"] = bj::value(all.front());
    apply_go_encoding(o);
}

void fill_pod_networks(bj::object& spec) {
    const std::string one(text_at(spec, "podCIDR"));
    const bj::array& all = list_of(spec, "podCIDRs");
    if (all.empty() && !one.empty()) {
        spec["podCIDRs"] = bj::array{bj::value(one)};
    } else if (!all.empty() && one.empty()) {
        const std::string first(text_of(all[0]));
        spec["podCIDR"] = first;
    }
}

void fill_allocatable(bj::object& status) {
    if (value_at(status, "allocatable") != nullptr || value_at(status, "capacity") == nullptr) return;
    const bj::value copy = status.at("capacity");
    status["allocatable"] = copy;
}

constexpr type_default node_type_defaults[] = {{"core.v1.NodeSpec", fill_pod_networks},
                                               {"core.v1.NodeStatus", fill_allocatable}};

void validate_taints(const bj::object& o, field_errors& to) {
    std::set<std::string> seen;
    for_each_object(list_of(object_of(o, "spec"), "taints"), [&](const bj::object& t, std::size_t i) {
        const std::string path = indexed("metadata.taints", i);
        const std::string_view key = text_at(t, "key"), value = text_at(t, "value"),
                               effect = text_at(t, "effect");
        add_invalid(to, path + ".key", key, qualified_name(key));
        const messages c = label_value(value);
        if (!c.empty()) invalid(to, path + ".value", value, fmt::format("{}", fmt::join(c, ";")));
        validate_one_of(effect, {"NoSchedule", "PreferNoSchedule", "NoExecute"}, path + ".effect", to);
        if (!seen.insert(fmt::format("{} {}", effect, key)).second) {
            const bj::object shown{
                {"Key", key}, {"Value", value}, {"Effect", effect}, {"TimeAdded", nullptr}};
            duplicate_unsorted(to, path, bj::value(shown), "taints must be unique by key and effect pair");
        }
    });
}

bool is_declared_feature(std::string_view name) {
    std::string why;
    static const auto form = pattern::compile(R"(^[A-Z][a-zA-Z0-9]*(\/[a-zA-Z][a-zA-Z0-9]*)*$)", why);
    return form == nullptr || form->matches(name);
}

void validate_declared_features(const bj::object& status, field_errors& to) {
    constexpr std::size_t longest = 253;
    const bj::array& all = list_of(status, "declaredFeatures");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string path = indexed("status.declaredFeatures", i);
        const std::string_view name = text_of(all[i]);
        if (name.size() > longest) {
            invalid(to, path, name,
                    fmt::format("invalid feature name {}: must be no more than {} characters",
                                go_text::quoted(name), longest));
        } else if (!is_declared_feature(name)) {
            invalid(
                to, path, name,
                fmt::format(
                    "invalid feature name {}: must start with an UpperCamelCase segment, with subsequent "
                    "segments separated by '/' (e.g., MyFeature or MyFeature/mySubFeature), and contain only "
                    "alphanumeric characters and slashes",
                    go_text::quoted(name)));
        }
        if (i == 0) continue;
        const std::string_view before = text_of(all[i - 1]);
        if (before == name) duplicate(to, path, name);
        if (before > name) invalid(to, path, name, "list must be sorted alphabetically");
    }
}

void validate_node_status(const bj::object& status, field_errors& to) {
    for (const char* part : {"capacity", "allocatable"}) {
        for (const auto& [name, amount] : object_of(status, part))
            validate_resource_amount(name, amount, child(child("status", part), name), to);
    }
    validate_declared_features(status, to);
}

// Dynamic kubelet configuration is gone; its fields are still validated where an old node has them.
void validate_config_source(const bj::object& parent, const char* key, bool of_status,
                            const std::string& parent_path, field_errors& to) {
    const bj::object* source = object_at(parent, key);
    if (source == nullptr) return;
    const std::string path = child(parent_path, key), here = child(path, "configMap");
    const bj::object* map = object_at(*source, "configMap");
    if (map == nullptr) {
        invalid_unsorted(to, path, bj::object{{"ConfigMap", nullptr}},
                         "exactly one reference subfield must be non-nil");
        return;
    }
    for (const char* field : {"uid", "resourceVersion"}) {
        const bool empty = text_at(*map, field).empty();
        if (of_status && empty) required(to, child(here, field));
        if (!of_status && !empty)
            forbidden(to, child(here, field), fmt::format("{} must not be set in spec", field));
    }
    validate_fields("core.v1.ConfigMapNodeConfigSource", *map, nullptr, here, to);
}

void validate_config_sources(const bj::object& o, field_errors& to) {
    validate_config_source(object_of(o, "spec"), "configSource", false, "spec", to);
    const bj::object& config = object_of(o, {"status", "config"});
    for (const char* key : {"assigned", "active", "lastKnownGood"})
        validate_config_source(config, key, true, "status.config", to);
}

void validate_pod_networks(const bj::object& spec, field_errors& to) {
    const std::string path = "spec.podCIDRs";
    const bj::array& all = list_of(spec, "podCIDRs");
    std::set<bool> families;
    std::string wrong;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view text = text_of(all[i]);
        add_invalid(to, indexed(path, i), text, network_text(text));
        const auto network = parse_network(text);
        if (!network && wrong.empty())
            wrong = fmt::format("invalid CIDR[{}]: <nil> (invalid CIDR address: {})", i, text);
        if (network) families.insert(network->address.is_v4());
    }
    if (all.size() < 2) return;
    if (!wrong.empty())
        internal_failure(to, path, "invalid PodCIDRs. failed to check with dual stack with error:" + wrong);
    if (!wrong.empty() || families.size() != 2 || all.size() > 2)
        invalid_unsorted(to, path, bj::value(all), "may specify no more than one CIDR for each IP family");
}

void validate_any_node(const bj::object& o, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_taints(o, to);
    const bj::object& status = object_of(o, "status");
    validate_node_status(status, to);
    const auto swap = number_at(object_of(status, {"nodeInfo", "swap"}), "capacity");
    if (swap && *swap <= 0)
        invalid(to, "metadata.nodeSwapStatus.capacity", bj::value(*swap), "must be greater than zero");
    validate_pod_networks(object_of(o, "spec"), to);
}

void validate_node(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_node(o, to);
}

void validate_node_addresses(const bj::object& status, field_errors& to) {
    const bj::array& all = list_of(status, "addresses");
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (std::find(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(i), all[i]) ==
            all.begin() + static_cast<std::ptrdiff_t>(i))
            continue;
        const bj::object& address = all[i].is_object() ? all[i].get_object() : bj::object();
        duplicate_unsorted(
            to, indexed("status.addresses", i),
            bj::object{{"Type", text_at(address, "type")}, {"Address", text_at(address, "address")}});
    }
}

void validate_node_update(const bj::object& o, const bj::object& old, const kind_context& c,
                          field_errors& to) {
    if (!is_status(c)) validate_any_node(o, to);
    validate_metadata_update(o, old, to);
    const bj::object &spec = object_of(o, "spec"), &before = object_of(old, "spec");
    validate_node_status(object_of(o, "status"), to);
    validate_node_addresses(object_of(o, "status"), to);
    if (!list_of(before, "podCIDRs").empty() && !same_field(spec, before, "podCIDRs")) {
        forbidden(to, "spec.podCIDRs", "node updates may not change podCIDR except from \"\" to valid");
    }
    const std::string_view provider = text_at(spec, "providerID"), was = text_at(before, "providerID");
    if (!was.empty() && provider != was)
        invalid(to, "spec.providerID", bj::value(),
                provider.empty() ? "field cannot be cleared once set" : "field cannot be modified once set");
    validate_config_sources(o, to);
    validate_taints(o, to);
    if (text_at(spec, "externalID") != text_at(before, "externalID"))
        forbidden(to, "spec.externalID", "may not be updated");
}

void warn_of_node(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (!sub.empty()) return;
    const bj::object& spec = object_of(o, "spec");
    if (value_at(spec, "configSource")) to.emplace_back("spec.configSource: the feature is removed");
    if (!text_at(spec, "externalID").empty())
        to.emplace_back("spec.externalID: this field is deprecated, and is unused by Kubernetes");
}

bj::value node_status_cell(const bj::object& o, wall_time) {
    std::string status = "Unknown";
    for_each_object(list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t) {
        if (text_at(c, "type") == "Ready") status = text_at(c, "status") == "True" ? "Ready" : "NotReady";
    });
    if (true_at(object_of(o, "spec"), "unschedulable")) status += ",SchedulingDisabled";
    return cell(status);
}

bj::value node_roles_cell(const bj::object& o, wall_time) {
    constexpr std::string_view prefix = "node-role.kubernetes.io/";
    std::set<std::string> roles;
    for (const auto& [key, value] : object_of(o, {"metadata", "labels"})) {
        const std::string_view k = key;
        if (k.starts_with(prefix) && k.size() > prefix.size())
            roles.insert(std::string(k.substr(prefix.size())));
        if (k == "kubernetes.io/role" && !text_of(value).empty()) roles.insert(std::string(text_of(value)));
    }
    return cell(roles.empty() ? "<none>" : fmt::format("{}", fmt::join(roles, ",")));
}

std::string node_info(const bj::object& o, const char* key) {
    return std::string(text_at(object_of(o, {"status", "nodeInfo"}), key));
}

bj::value cell_or_unknown(const std::string& s) {
    return cell(s.empty() ? "<unknown>" : s);
}

bj::value kernel_cell(const bj::object& o, wall_time) {
    std::string version = node_info(o, "kernelVersion");
    if (version.empty()) version = "<unknown>";
    const std::string machine = node_info(o, "architecture");
    return cell(machine.empty() ? version : version + " (" + machine + ")");
}

bj::value node_address_cell(const bj::object& o, const char* type) {
    for (const bj::value& a : list_of(object_of(o, "status"), "addresses")) {
        if (a.is_object() && text_at(a.get_object(), "type") == type)
            return cell(text_at(a.get_object(), "address"));
    }
    return "<none>";
}

constexpr cell_row node_cells[] = {
    {"Status", node_status_cell},
    {"Roles", node_roles_cell},
    {"Version", [](const bj::object& o, wall_time) { return cell(node_info(o, "kubeletVersion")); }},
    {"Internal-IP", [](const bj::object& o, wall_time) { return node_address_cell(o, "InternalIP"); }},
    {"External-IP", [](const bj::object& o, wall_time) { return node_address_cell(o, "ExternalIP"); }},
    {"OS-Image", [](const bj::object& o, wall_time) { return cell_or_unknown(node_info(o, "osImage")); }},
    {"Kernel-Version", kernel_cell},
    {"Container-Runtime",
     [](const bj::object& o, wall_time) { return cell_or_unknown(node_info(o, "containerRuntimeVersion")); }},
};

}  // namespace

constinit const kind_code node_kind{.defaults = default_node,
                                    .type_defaults = node_type_defaults,
                                    .prepare_create = create_node,
                                    .prepare_update = update_node,
                                    .validate = validate_node,
                                    .validate_update = validate_node_update,
                                    .warn = warn_of_node,
                                    .cells = node_cells,
                                    .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
