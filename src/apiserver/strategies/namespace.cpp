// Namespaces, Nodes and Leases.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"
#include "apiserver/validation/pod.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

namespace setpoint::inline v0::apiserver {

namespace {

void create_namespace(bj::object& o, const strategy_context&) {
    o["status"] = bj::object{{"phase", "Active"}};
    bj::object& spec = make_object(o, "spec");
    if (list_at(spec, "finalizers") == nullptr) spec["finalizers"] = bj::array();
    bj::array& finalizers = spec.at("finalizers").get_array();
    if (std::find(finalizers.begin(), finalizers.end(), bj::value("kubernetes")) == finalizers.end()) {
        finalizers.emplace_back("kubernetes");
    }
    const std::string name(text_at(object_of(o, "metadata"), "name"));
    make_object(make_object(o, "metadata"), "labels")["kubernetes.io/metadata.name"] = name;
}

void update_namespace(bj::object& o, const bj::object& old, const strategy_context& c) {
    if (is_status(c)) {
        copy_field(o, old, "spec");
        return;
    }
    copy_field(o, old, "status");
    if (c.subresource != "finalize") copy_field(make_object(o, "spec"), object_of(old, "spec"), "finalizers");
}

void check_finalizer(const bj::value& f, const std::string& path, field_errors& to) {
    const std::string_view name = text_of(f);
    add_invalid(to, path, f, qualified_name(name));
    const bool standard = name == "kubernetes" || name == "orphan" || name == "foregroundDeletion";
    if (name.find('/') == std::string_view::npos && !standard) {
        invalid(to, path, f, "name is neither a standard finalizer name nor is it fully qualified");
    }
}

void validate_namespace(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, label_name, to);
    for (const bj::value& f : list_of(object_of(o, "spec"), "finalizers"))
        check_finalizer(f, "spec.finalizers", to);
}

void validate_namespace_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                               field_errors& to) {
    if (is_status(c)) {
        validate_metadata_update(o, old, to);
        const std::string_view phase = text_at(object_of(o, "status"), "phase");
        const bool deleting = value_at(object_of(o, "metadata"), "deletionTimestamp") != nullptr;
        if (!deleting && phase != "Active") {
            invalid(to, "status.Phase", phase, "may only be 'Active' if `deletionTimestamp` is empty");
        } else if (deleting && phase != "Terminating") {
            invalid(to, "status.Phase", phase,
                    "may only be 'Terminating' if `deletionTimestamp` is not empty");
        }
        return;
    }
    if (c.subresource == "finalize") {
        validate_metadata_update(o, old, to);
        const bj::array& all = list_of(object_of(o, "spec"), "finalizers");
        for (std::size_t i = 0; i < all.size(); ++i)
            check_finalizer(all[i], indexed("spec.finalizers", i), to);
        return;
    }
    validate_namespace(o, c, to);
    validate_metadata_update(o, old, to);
}

// --- Nodes ---

void check_taints(const bj::object& o, field_errors& to) {
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

bool is_network(std::string_view text) {
    const std::size_t slash = text.find('/');
    if (slash == std::string_view::npos) return false;
    const std::string_view ip = text.substr(0, slash), size = text.substr(slash + 1);
    unsigned bits = 0;
    const auto [end, wrong] = std::from_chars(size.data(), size.data() + size.size(), bits);
    const unsigned most = ip.find(':') == std::string_view::npos ? 32 : 128;
    return wrong == std::errc() && end == size.data() + size.size() && bits <= most && ip_address(ip).empty();
}

void check_networks(const bj::object& o, field_errors& to) {
    const bj::array& networks = list_of(object_of(o, "spec"), "podCIDRs");
    for (std::size_t i = 0; i < networks.size(); ++i) {
        const std::string_view network = text_of(networks[i]);
        if (!is_network(network))
            invalid(to, indexed("spec.podCIDRs", i), network,
                    "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
    }
}

void validate_node(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    check_taints(o, to);
    check_networks(o, to);
}

void validate_node_update(const bj::object& o, const bj::object& old, const strategy_context&,
                          field_errors& to) {
    validate_metadata_update(o, old, to);
    const bj::object& spec = object_of(o, "spec");
    const bj::object& before = object_of(old, "spec");
    if (!list_of(before, "podCIDRs").empty() && !same_field(spec, before, "podCIDRs")) {
        forbidden(to, "spec.podCIDRs", "node updates may not change podCIDR except from \"\" to valid");
    }
    if (!text_at(before, "providerID").empty() && !same_field(spec, before, "providerID")) {
        forbidden(to, "spec.providerID", "node updates may not change providerID except from \"\" to valid");
    }
    check_taints(o, to);
}

// The status of a node may be set on create: the kubelet registers that way.
void create_node(bj::object&, const strategy_context&) {}

// --- Leases ---

void check_lease(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const auto duration = number_at(spec, "leaseDurationSeconds");
    if (duration && *duration <= 0) {
        invalid_unsorted(to, "spec.leaseDurationSeconds", bj::value(*duration), "must be greater than 0");
    }
    validate_not_negative(spec, "leaseTransitions", "spec.leaseTransitions", to);
    const std::string_view strategy = text_at(spec, "strategy");
    if (!text_at(spec, "preferredHolder").empty() && strategy.empty()) {
        forbidden(to, "spec.preferredHolder", "may only be specified if `strategy` is defined");
    }
}

void validate_lease(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_plain_metadata(o, true, subdomain_name, to);
    check_lease(o, to);
}

void validate_lease_update(const bj::object& o, const bj::object& old, const strategy_context&,
                           field_errors& to) {
    validate_plain_metadata_update(o, old, to);
    check_lease(o, to);
}

}  // namespace

const strategy namespace_strategy{.defaults = apply_go_encoding,
                                  .prepare_create = create_namespace,
                                  .prepare_update = update_namespace,
                                  .validate = validate_namespace,
                                  .validate_update = validate_namespace_update,
                                  .has_generation = false};
const strategy node_strategy{.defaults = apply_go_encoding,
                             .prepare_create = create_node,
                             .prepare_update = update_spec_or_status,
                             .validate = validate_node,
                             .validate_update = validate_node_update,
                             .has_generation = false};
const strategy lease_strategy{.defaults = apply_go_encoding,
                              .validate = validate_lease,
                              .validate_update = validate_lease_update,
                              .has_generation = false,
                              .create_on_update = true,
                              .unconditional_update = false};

}  // namespace setpoint::inline v0::apiserver
