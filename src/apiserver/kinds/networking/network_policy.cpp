// NetworkPolicies (pkg/apis/networking/validation, pkg/registry/networking/networkpolicy).

#include "apiserver/go/net.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/addresses.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void fill_policy_types(bj::object& spec) {
    if (!list_of(spec, "policyTypes").empty()) return;
    bj::array types{"Ingress"};
    if (!list_of(spec, "egress").empty()) types.emplace_back("Egress");
    spec["policyTypes"] = std::move(types);
}

constexpr type_default network_policy_type_defaults[] = {
    {"networking.v1.NetworkPolicySpec", fill_policy_types}};

// What an update tolerates because the policy had it before.
struct old_policy {
    selector_values values = selector_values::valid;
    old_addresses networks;
};

void validate_policy_port(const bj::object& o, const std::string& path, field_errors& to) {
    if (const bj::value* protocol = value_at(o, "protocol"))
        if (const std::string_view p = text_of(*protocol); p != "TCP" && p != "UDP" && p != "SCTP")
            not_supported(to, child(path, "protocol"), p, {"TCP", "UDP", "SCTP"});
    const bj::value* port = value_at(o, "port");
    const auto end = number_at(o, "endPort");
    const std::string port_path = child(path, "port"), end_path = child(path, "endPort");
    if (port == nullptr) {
        if (end) invalid(to, end_path, bj::value(*end), "may not be specified when `port` is not specified");
        return;
    }
    if (port->is_string()) {
        if (end) invalid(to, end_path, bj::value(*end), "may not be specified when `port` is non-numeric");
        add_invalid(to, port_path, *port, port_name(text_of(*port)));
        return;
    }
    const std::int64_t number = number_of(*port).value_or(0);
    add_invalid(to, port_path, bj::value(number), port_number(number));
    if (!end) return;
    if (*end < number) invalid(to, end_path, bj::value(*end), "must be greater than or equal to `port`");
    add_invalid(to, end_path, bj::value(*end), port_number(*end));
}

void validate_network(std::string_view text, const old_policy& had, const std::string& path,
                      field_errors& to) {
    if (!had.networks.contains(text)) add_invalid(to, path, text, network_text(text));
}

void validate_ip_block(const bj::object& block, const old_policy& had, const std::string& path,
                       field_errors& to) {
    const std::string_view text = text_at(block, "cidr");
    if (text.empty()) {
        required(to, child(path, "cidr"));
        return;
    }
    validate_network(text, had, child(path, "cidr"), to);
    const auto network = parse_network(text);
    const bj::array& excepts = list_of(block, "except");
    for (std::size_t i = 0; i < excepts.size() && is_sloppy_cidr(text); ++i) {
        const std::string here = indexed(child(path, "except"), i);
        const std::string_view except = text_of(excepts[i]);
        validate_network(except, had, here, to);
        const auto part = parse_network(except);
        if (part && network && (!network->contains(part->address) || network->bits >= part->bits))
            invalid(to, here, except, "must be a strict subset of `cidr`");
    }
}

void validate_policy_peer(const bj::object& peer, const old_policy& had, const std::string& path,
                          field_errors& to) {
    std::size_t count = 0;
    for (const char* key : {"podSelector", "namespaceSelector"}) {
        const bj::object* selector = object_at(peer, key);
        if (selector == nullptr) continue;
        ++count;
        validate_selector(*selector, child(path, key), to, had.values);
    }
    const bj::object* block = object_at(peer, "ipBlock");
    if (block != nullptr) validate_ip_block(*block, had, child(path, "ipBlock"), to);
    if (count == 0 && block == nullptr) required(to, path, "must specify a peer");
    if (count > 0 && block != nullptr) forbidden(to, path, "may not specify both ipBlock and another peer");
}

void validate_policy_types(const bj::object& spec, field_errors& to) {
    const bj::array& types = list_of(spec, "policyTypes");
    if (types.size() > 2) {
        invalid_unsorted(to, "spec.policyTypes", bj::value(types),
                         "may not specify more than two policyTypes");
        return;
    }
    for (std::size_t i = 0; i < types.size(); ++i) {
        const std::string_view type = text_of(types[i]);
        if (type != "Ingress" && type != "Egress")
            not_supported(to, indexed("spec.policyTypes", i), type, {"Ingress", "Egress"});
    }
}

// Calls f(rule, name of its list of peers, path).
template <class F>
void for_each_policy_rule(const bj::object& spec, F f) {
    for (const auto& [direction, peers] : {std::pair("ingress", "from"), std::pair("egress", "to")}) {
        const std::string path = child("spec", direction);
        for_each_object(list_of(spec, direction),
                        [&](const bj::object& rule, std::size_t i) { f(rule, peers, indexed(path, i)); });
    }
}

void validate_policy_spec(const bj::object& spec, const old_policy& had, field_errors& to) {
    validate_selector(object_of(spec, "podSelector"), "spec.podSelector", to, had.values);
    for_each_policy_rule(spec, [&](const bj::object& rule, const char* peers, const std::string& path) {
        for_each_object(list_of(rule, "ports"), [&](const bj::object& port, std::size_t i) {
            validate_policy_port(port, indexed(child(path, "ports"), i), to);
        });
        for_each_object(list_of(rule, peers), [&](const bj::object& peer, std::size_t i) {
            validate_policy_peer(peer, had, indexed(child(path, peers), i), to);
        });
    });
    validate_policy_types(spec, to);
}

void validate_network_policy(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_policy_spec(object_of(o, "spec"), {}, to);
}

old_policy tolerated_in_policy(const bj::object& spec) {
    old_policy out;
    if (!is_valid_selector(object_of(spec, "podSelector"))) out.values = selector_values::any_label_value;
    for_each_policy_rule(spec, [&](const bj::object& rule, const char* peers, const std::string&) {
        for_each_object(list_of(rule, peers), [&](const bj::object& peer, std::size_t) {
            const bj::object& block = object_of(peer, "ipBlock");
            out.networks.insert(text_at(block, "cidr"));
            for (const bj::value& except : list_of(block, "except")) out.networks.insert(text_of(except));
        });
    });
    return out;
}

void validate_network_policy_update(const bj::object& o, const bj::object& old, const kind_context&,
                                    field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_policy_spec(object_of(o, "spec"), tolerated_in_policy(object_of(old, "spec")), to);
}

constexpr cell_row network_policy_cells[] = {
    {"Pod-Selector", [](const bj::object& o,
                        wall_time) { return cell(selector_text(object_of(o, {"spec", "podSelector"}))); }},
};

}  // namespace

constinit const kind_code network_policy_kind{.defaults = apply_go_encoding,
                                              .type_defaults = network_policy_type_defaults,
                                              .validate = validate_network_policy,
                                              .validate_update = validate_network_policy_update,
                                              .cells = network_policy_cells};

}}}  // namespace setpoint::v0::apiserver
