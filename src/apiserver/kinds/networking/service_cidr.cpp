// ServiceCIDRs (pkg/apis/networking/validation).

#include "apiserver/go/net.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/addresses.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

bool is_ipv6(const bj::value& cidr) {
    return text_of(cidr).find(':') != std::string_view::npos;
}

constexpr const char* cidrs_path = "spec.cidrs";

void validate_cidrs(const bj::object& spec, field_errors& to) {
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

void validate_service_cidr(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_cidrs(object_of(o, "spec"), to);
}

// A second family may be added; nothing else changes.
void validate_service_cidr_update(const bj::object& o, const bj::object& old, const kind_context& c,
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
    if (added) validate_cidrs(spec, to);
}

constexpr cell_row service_cidr_cells[] = {
    {"CIDRs", [](const bj::object& o,
                 wall_time) { return cell(joined_texts(list_of(object_of(o, "spec"), "cidrs"))); }},
};

}  // namespace

constinit const kind_code service_cidr_kind{.defaults = apply_go_encoding,
                                            .prepare_create = create_without_status,
                                            .prepare_update = update_spec_or_status_alone,
                                            .validate = validate_service_cidr,
                                            .validate_update = validate_service_cidr_update,
                                            .cells = service_cidr_cells,
                                            .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
