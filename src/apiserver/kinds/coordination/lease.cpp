// Leases (pkg/apis/coordination/validation).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_lease_strategy(std::string_view strategy, field_errors& to) {
    const std::string path = "spec.strategy.strategy";  // as the real server reports it
    if (strategy.find('/') != std::string_view::npos) {
        add_invalid(to, path, strategy, qualified_name(strategy));
    } else if (strategy != "OldestEmulationVersion") {
        not_supported(to, path, strategy, {"OldestEmulationVersion"});
    }
}

void validate_lease_spec(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    const auto duration = number_at(spec, "leaseDurationSeconds");
    if (duration && *duration <= 0) {
        invalid_unsorted(to, "spec.leaseDurationSeconds", bj::value(*duration), "must be greater than 0");
    }
    validate_not_negative(spec, "leaseTransitions", "spec.leaseTransitions", to);
    if (const bj::value* strategy = value_at(spec, "strategy"))
        validate_lease_strategy(text_of(*strategy), to);
    const std::string_view strategy = text_at(spec, "strategy");
    if (!text_at(spec, "preferredHolder").empty() && strategy.empty()) {
        forbidden(to, "spec.preferredHolder", "may only be specified if `strategy` is defined");
    }
}

void validate_lease(const bj::object& o, const kind_context&, field_errors& to) {
    validate_plain_metadata(o, true, subdomain_name, to);
    validate_lease_spec(o, to);
}

void validate_lease_update(const bj::object& o, const bj::object& old, const kind_context&,
                           field_errors& to) {
    validate_plain_metadata_update(o, old, to);
    validate_lease_spec(o, to);
}

constexpr cell_row lease_cells[] = {
    {"Holder",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "holderIdentity")); }},
};

}  // namespace

constinit const kind_code lease_kind{.defaults = apply_go_encoding,
                                     .validate = validate_lease,
                                     .validate_update = validate_lease_update,
                                     .cells = lease_cells,
                                     .has_generation = false,
                                     .create_on_update = true,
                                     .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
