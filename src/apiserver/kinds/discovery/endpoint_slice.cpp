// EndpointSlices (pkg/apis/discovery/validation, pkg/registry/discovery/endpointslice).

#include "apiserver/kinds/core/endpoints.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/lists.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"
#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t most_endpoints = 1000, most_addresses = 100, most_ports = 20000, most_topology = 16,
                      most_hints = 8;

// dropTopologyOnV1: clients of v1 cannot write deprecatedTopology. What it says about the node is kept, if it
// was there before.
void drop_topology(bj::object& o, const bj::object* old) {
    constexpr const char* host = "kubernetes.io/hostname";
    if (old != nullptr && same_field(o, *old, "endpoints")) return;
    std::set<std::string, std::less<>> nodes;
    if (old != nullptr)
        for_each_object(list_of(*old, "endpoints"), [&](const bj::object& e, std::size_t) {
            nodes.emplace(text_at(object_of(e, "deprecatedTopology"), host));
        });
    bj::array* endpoints = list_at(o, "endpoints");
    if (endpoints == nullptr) return;
    for_each_object(*endpoints, [&](bj::object& e, std::size_t) {
        const std::string node(text_at(object_of(e, "deprecatedTopology"), host));
        if (value_at(e, "nodeName") == nullptr && !node.empty() && nodes.contains(node) &&
            dns1123_subdomain(node).empty())
            e["nodeName"] = node;
        e.stable_erase("deprecatedTopology");
    });
}

void create_endpoint_slice(bj::object& o, const kind_context&) {
    drop_topology(o, nullptr);
    apply_go_encoding(o);
}

// The generation counts what the client sent, also the topology that is dropped then.
void update_endpoint_slice(bj::object& o, const bj::object& old, const kind_context&) {
    const bj::object& before = object_of(old, "metadata");
    bj::object& meta = make_object(o, "metadata");
    const bool changed = !same_field(meta, before, "labels") || !same_field(o, old, "addressType") ||
                         !same_field(o, old, "endpoints") || !same_field(o, old, "ports");
    if (changed)
        meta["generation"] = static_cast<std::int64_t>(
            static_cast<std::uint64_t>(number_at(before, "generation").value_or(0)) + 1U);
    drop_topology(o, &old);
    apply_go_encoding(o);
}

// IsFullyQualifiedDomainName of apimachinery.
void validate_domain(std::string_view name, const std::string& path, field_errors& to) {
    if (name.empty()) {
        required(to, path);
        return;
    }
    if (name.ends_with('.')) name.remove_suffix(1);
    if (const messages wrong = dns1123_subdomain(name); !wrong.empty()) {
        invalid(to, path, name, joined(wrong));
    } else if (name.find('.') == std::string_view::npos) {
        invalid(to, path, name, "should be a domain with at least two segments separated by dots");
    } else {
        for (std::string_view rest = name;; rest.remove_prefix(rest.find('.') + 1)) {
            const std::string_view label = rest.substr(0, rest.find('.'));
            if (const messages bad = dns1123_label(label); !bad.empty()) {
                invalid(to, path, label, joined(bad));
                return;
            }
            if (label.size() == rest.size()) return;
        }
    }
}

void validate_slice_address(std::string_view a, std::string_view type, const std::string& list, std::size_t i,
                            field_errors& to) {
    if (type == "FQDN") {
        validate_domain(a, indexed(list, i), to);
        return;
    }
    if (type != "IPv4" && type != "IPv6") return;
    const std::size_t before = to.size();
    validate_ip(a, indexed(list, i), to);
    if (to.size() != before) return;
    const std::string canonical = parse_ip(a)->to_string();
    if (type == "IPv6" && a != canonical) {
        invalid(to, indexed(list, i), a, fmt::format("must be in canonical form (\"{}\")", canonical));
        return;
    }
    const bool six = a.find(':') != std::string_view::npos;
    if (six != (type == "IPv6")) invalid(to, list, a, fmt::format("must be an {} address", type));
    validate_endpoint_ip(a, indexed(list, i), to);
}

void validate_slice_ports(const bj::object& o, field_errors& to) {
    static const std::vector<std::string> protocols{"SCTP", "TCP", "UDP"};
    std::set<std::string, std::less<>> names;
    validate_list_items(
        list_of(o, "ports"), most_ports, "ports", to, [&](const bj::value& v, const std::string& path) {
            const bj::object& p = struct_of(v);
            const std::string_view name = text_at(p, "name"), protocol = text_at(p, "protocol");
            if (!name.empty()) add_invalid(to, path + ".name", name, dns1123_label(name));
            if (!names.emplace(name).second) duplicate(to, path + ".name", name);
            if (std::ranges::find(protocols, protocol) == protocols.end())
                not_supported(to, path + ".protocol", protocol, protocols);
            if (const bj::value* app = value_at(p, "appProtocol"))
                add_invalid(to, path + ".appProtocol", *app, qualified_name(text_of(*app)));
        });
}

// Returns whether the list was short enough to be checked.
bool validate_hint_names(const bj::object& hints, std::string_view key, messages (*rule)(std::string_view),
                         const std::string& path, field_errors& to) {
    std::set<std::string, std::less<>> seen;
    const bj::array& list = list_of(hints, key);
    validate_list_items(list, most_hints, child(path, key), to,
                        [&](const bj::value& v, const std::string& at) {
                            const std::string_view name = text_at(struct_of(v), "name");
                            if (!seen.emplace(name).second) duplicate(to, at + ".name", name);
                            add_invalid(to, at + ".name", name, rule(name));
                        });
    return list.size() <= most_hints;
}

void validate_endpoint(const bj::object& e, std::string_view type, const std::string& path,
                       field_errors& to) {
    const bj::array& addresses = list_of(e, "addresses");
    if (addresses.empty()) {
        required(to, path + ".addresses", "must contain at least 1 address");
    } else if (addresses.size() > most_addresses) {
        too_many(to, path + ".addresses", static_cast<std::int64_t>(addresses.size()), most_addresses);
    }
    for (std::size_t k = 0; k < addresses.size(); ++k)
        validate_slice_address(text_of(addresses[k]), type, path + ".addresses", k, to);
    if (const bj::value* node = value_at(e, "nodeName"))
        add_invalid(to, path + ".nodeName", *node, dns1123_subdomain(text_of(*node)));
    const bj::object& topology = object_of(e, "deprecatedTopology");
    if (topology.size() > most_topology)
        too_many(to, path + ".deprecatedTopology", static_cast<std::int64_t>(topology.size()), most_topology);
    validate_labels(topology, path + ".deprecatedTopology", to);
    if (const bj::value* host = value_at(e, "hostname"))
        add_invalid(to, path + ".hostname", *host, dns1123_label(text_of(*host)));
    const bj::object& hints = object_of(e, "hints");
    if (validate_hint_names(hints, "forZones", label_value, path + ".hints", to))
        validate_hint_names(hints, "forNodes", dns1123_subdomain, path + ".hints", to);
}

void validate_any_slice(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    const std::string_view type = text_at(o, "addressType");
    validate_one_of(type, {"FQDN", "IPv4", "IPv6"}, "addressType", to);
    validate_slice_ports(o, to);
    // Endpoints that an update leaves alone were valid when they were written.
    if (old != nullptr && same_field(o, *old, "endpoints")) return;
    validate_list_items(list_of(o, "endpoints"), most_endpoints, "endpoints", to,
                        [&](const bj::value& e, const std::string& path) {
                            validate_endpoint(struct_of(e), type, path, to);
                        });
}

void validate_endpoint_slice(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_slice(o, nullptr, to);
}

void validate_endpoint_slice_update(const bj::object& o, const bj::object& old, const kind_context&,
                                    field_errors& to) {
    validate_any_slice(o, &old, to);
    validate_plain_metadata_update(o, old, to);
    if (!same_field(o, old, "addressType"))
        invalid(to, "addressType", text_at(o, "addressType"), std::string(immutable));
}

void warn_of_endpoint_slice(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    if (!old && text_at(o, "addressType") == "FQDN")
        to.emplace_back("spec.addressType: FQDN endpoints are deprecated");
    for_each_object(list_of(o, "endpoints"), [&](const bj::object& e, std::size_t i) {
        const bj::array& addresses = list_of(e, "addresses");
        for (std::size_t k = 0; k < addresses.size(); ++k)
            warn_of_ip(text_of(addresses[k]), indexed(indexed("endpoints", i) + ".addresses", k), to);
    });
}

std::string first_three(const std::vector<std::string>& all) {
    constexpr std::size_t most = 3;
    if (all.empty()) return "<unset>";
    const std::vector<std::string> shown(
        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), most)));
    std::string out = fmt::format("{}", fmt::join(shown, ","));
    if (all.size() > most) out += fmt::format(" + {} more...", all.size() - most);
    return out;
}

bj::value slice_ports_cell(const bj::object& o, wall_time) {
    std::vector<std::string> all;
    for_each_object(list_of(o, "ports"), [&](const bj::object& p, std::size_t) {
        const auto port = number_at(p, "port");
        const bj::value* name = value_at(p, "name");
        all.push_back(port ? std::to_string(*port) : name != nullptr ? std::string(text_of(*name)) : "*");
    });
    return cell(first_three(all));
}

bj::value slice_endpoints_cell(const bj::object& o, wall_time) {
    std::vector<std::string> all;
    for_each_object(list_of(o, "endpoints"), [&](const bj::object& e, std::size_t) {
        for (const bj::value& a : list_of(e, "addresses")) all.emplace_back(text_of(a));
    });
    return cell(first_three(all));
}

constexpr cell_row endpoint_slice_cells[] = {
    {"AddressType", [](const bj::object& o, wall_time) { return cell(text_at(o, "addressType")); }},
    {"Ports", slice_ports_cell},
    {"Endpoints", slice_endpoints_cell},
};

}  // namespace

constinit const kind_code endpoint_slice_kind{.defaults = apply_go_encoding,
                                              .prepare_create = create_endpoint_slice,
                                              .prepare_update = update_endpoint_slice,
                                              .validate = validate_endpoint_slice,
                                              .validate_update = validate_endpoint_slice_update,
                                              .warn = warn_of_endpoint_slice,
                                              .cells = endpoint_slice_cells,
                                              .updates_bump_generation = false};

}}}  // namespace setpoint::v0::apiserver
