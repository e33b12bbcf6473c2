// ResourceQuotas.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/limits.hpp"
#include "apiserver/validation/metadata.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

void validate_quota(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_quota_spec(object_of(o, "spec"), to);
}

void validate_quota_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                           field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) return;
    validate_quota(o, c, to);
    validate_immutable(object_of(o, "spec"), object_of(old, "spec"), "scopes", "spec.scopes", to);
}

}  // namespace

const strategy quota_strategy{.defaults = apply_go_encoding,
                              .prepare_create = create_without_status,
                              .prepare_update = update_spec_or_status,
                              .validate = validate_quota,
                              .validate_update = validate_quota_update,
                              .has_generation = false};

}  // namespace setpoint::inline v0::apiserver
