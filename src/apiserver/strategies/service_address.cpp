// Service CIDRs and IP addresses (pkg/apis/networking/validation).

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/schema/go_net.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/addresses.hpp"
#include "apiserver/validation/metadata.hpp"
#include "setpoint/core/ip_text.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

// IsValidIP of apimachinery's util/validation: canonical, in addition to what ip_address() requires.
messages canonical_address(std::string_view s, bool) {
    messages out = ip_address(s);
    if (!out.empty()) return out;
    if (const std::string text = parse_ip(s)->to_string(); text != s)
        out.push_back(fmt::format("must be in canonical form (\"{}\")", text));
    return out;
}

bool is_ipv6(const bj::value& cidr) {
    return text_of(cidr).find(':') != std::string_view::npos;
}

constexpr const char* cidrs_path = "spec.cidrs";

void check_cidrs(const bj::object& spec, field_errors& to) {
    const bj::array& all = list_of(spec, "cidrs");
    if (all.empty()) {
        required(to, cidrs_path, "at least one CIDR required");
        return;
    }
    if (all.size() > 2) {
        invalid(to, cidrs_path, bj::object{{"CIDRs", all}}, "may only hold up to 2 values");
        return;
    }
    for (std::size_t i = 0; i < all.size(); ++i)
        add_invalid(to, indexed(cidrs_path, i), all[i], canonical_network_text(text_of(all[i])));
    const bool readable = is_sloppy_cidr(text_of(all.front())) && is_sloppy_cidr(text_of(all.back()));
    if (all.size() == 2 && readable && is_ipv6(all[0]) == is_ipv6(all[1]))
        invalid(to, cidrs_path, all,
                "may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/64");
}

void validate_service_cidr(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    check_cidrs(object_of(o, "spec"), to);
}

// A second family may be added; nothing else changes.
void validate_service_cidr_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                  field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) return;
    const bj::object& spec = object_of(o, "spec");
    const bj::array &all = list_of(spec, "cidrs"), &before = list_of(object_of(old, "spec"), "cidrs");
    const bool added = before.size() == 1 && all.size() == 2;
    if (before.size() != all.size() && !added) {
        invalid(to, cidrs_path, value_at(spec, "cidrs") == nullptr ? bj::value() : bj::value(all),
                std::string(immutable));
        return;
    }
    for (std::size_t i = 0; i < before.size(); ++i)
        if (all[i] != before[i]) invalid(to, indexed(cidrs_path, i), all[i], std::string(immutable));
    if (added) check_cidrs(spec, to);
}

void check_parent(const bj::object& spec, field_errors& to) {
    const std::string path = "spec.parentRef";
    const bj::object* parent = object_at(spec, "parentRef");
    if (parent == nullptr) {
        required(to, path);
        return;
    }
    if (const std::string_view group = text_at(*parent, "group"); !group.empty())
        add_invalid(to, path + ".group", group, dns1123_subdomain(group));
    for (const char* key : {"resource", "name"}) {
        const std::string_view value = text_at(*parent, key);
        if (value.empty())
            required(to, child(path, key));
        else
            add_invalid(to, child(path, key), value, path_segment(value, false));
    }
    const std::string_view ns = text_at(*parent, "namespace");
    if (!ns.empty()) add_invalid(to, path + ".namespace", ns, path_segment(ns, false));
}

void validate_address(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, canonical_address, to);
    check_parent(object_of(o, "spec"), to);
}

void validate_address_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                             field_errors& to) {
    validate_address(o, c, to);
    validate_metadata_update(o, old, to);
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "parentRef", "spec.parentRef", to);
}

}  // namespace

const strategy service_cidr_strategy{.defaults = apply_go_encoding,
                                     .prepare_create = create_without_status,
                                     .prepare_update = update_spec_or_status_alone,
                                     .validate = validate_service_cidr,
                                     .validate_update = validate_service_cidr_update,
                                     .has_generation = false};
const strategy ip_address_strategy{.defaults = apply_go_encoding,
                                   .validate = validate_address,
                                   .validate_update = validate_address_update,
                                   .has_generation = false};

}  // namespace setpoint::inline v0::apiserver
