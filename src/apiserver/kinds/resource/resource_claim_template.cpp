// ResourceClaimTemplates.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/resource/devices.hpp"
#include "apiserver/kinds/resource/resource_claim.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_any_claim_template(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    validate_metadata(o, true, subdomain_name, to);
    const bj::object& meta = object_of(spec, "metadata");
    validate_template_metadata(meta, "spec.metadata", to);
    validate_claim_spec(object_of(spec, "spec"), "spec.spec", to);
}

void validate_resource_claim_template(const bj::object& o, const kind_context& c, field_errors& to) {
    validate_admin_access(o, list_of(object_of(o, {"spec", "spec", "devices"}), "requests"), c, to);
    validate_any_claim_template(o, to);
}

void validate_resource_claim_template_update(const bj::object& o, const bj::object& old, const kind_context&,
                                             field_errors& to) {
    validate_any_claim_template(o, to);
    validate_metadata_update(o, old, to);
    validate_immutable(o, old, "spec", "spec", to);
}

}  // namespace

constinit const kind_code resource_claim_template_kind{
    .defaults = apply_go_encoding,
    .validate = validate_resource_claim_template,
    .validate_update = validate_resource_claim_template_update,
    .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
