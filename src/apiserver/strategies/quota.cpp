// ResourceQuotas.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/limits.hpp"
#include "apiserver/validation/metadata.hpp"

#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

void validate_quota(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_quota_spec(object_of(o, "spec"), to);
}

void validate_quota_status(const bj::object& status, field_errors& to) {
    for (const char* part : {"hard", "used"}) {
        for (const auto& [name, amount] : object_of(status, part)) {
            const std::string path = keyed(child("status", part), name);
            validate_quota_name(name, path, to);
            validate_quota_amount(name, amount, path, to);
        }
    }
}

std::set<std::string_view> scopes_of(const bj::object& spec) {
    std::set<std::string_view> out;
    for (const bj::value& scope : list_of(spec, "scopes")) out.insert(text_of(scope));
    return out;
}

void validate_quota_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                           field_errors& to) {
    validate_metadata_update(o, old, to);
    if (is_status(c)) {
        validate_quota_status(object_of(o, "status"), to);
        return;
    }
    const bj::object& spec = object_of(o, "spec");
    validate_quota_spec(spec, to);
    if (scopes_of(spec) != scopes_of(object_of(old, "spec")))
        invalid_unsorted(to, "spec.scopes", shown_scopes(spec), std::string(immutable));
}

}  // namespace

const strategy quota_strategy{.defaults = apply_go_encoding,
                              .prepare_create = create_without_status,
                              .prepare_update = update_spec_or_status,
                              .validate = validate_quota,
                              .validate_update = validate_quota_update,
                              .has_generation = false};

}  // namespace setpoint::inline v0::apiserver
