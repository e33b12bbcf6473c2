// The strategies of custom resources. The REST layer validates against their schema.

#include "apiserver/objects/fields.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

void create_without(bj::object& o, const strategy_context&) {
    o.stable_erase("status");
}

// The status endpoint changes only status (and the ownership of its fields).
void update_status_apart(bj::object& o, const bj::object& old, const strategy_context& c) {
    if (!is_status(c)) {
        copy_field(o, old, "status");
        return;
    }
    const bj::value* status = o.if_contains("status");
    const bj::value next = status == nullptr ? bj::value() : *status;
    const bool had = status != nullptr;
    bj::object meta = object_of(old, "metadata");
    copy_field(meta, object_of(o, "metadata"), "managedFields");
    copy_field(meta, object_of(o, "metadata"), "resourceVersion");
    bj::object kept = old;
    copy_field(kept, o, "apiVersion");
    kept["metadata"] = std::move(meta);
    if (had) {
        kept["status"] = next;
    } else {
        kept.stable_erase("status");
    }
    o = std::move(kept);
}

template <bool namespaced>
void validate_custom(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_plain_metadata(o, namespaced, subdomain_name, to);
}

void validate_custom_update(const bj::object& o, const bj::object& old, const strategy_context&,
                            field_errors& to) {
    validate_plain_metadata_update(o, old, to);
}

template <bool namespaced>
constexpr strategy with_status_apart{.prepare_create = create_without,
                                     .prepare_update = update_status_apart,
                                     .validate = validate_custom<namespaced>,
                                     .validate_update = validate_custom_update,
                                     .unconditional_update = false};
template <bool namespaced>
constexpr strategy plain{.validate = validate_custom<namespaced>,
                         .validate_update = validate_custom_update,
                         .unconditional_update = false};

}  // namespace

const strategy custom_strategies[2][2] = {{plain<false>, with_status_apart<false>},
                                          {plain<true>, with_status_apart<true>}};

}  // namespace setpoint::inline v0::apiserver
