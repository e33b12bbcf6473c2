#include "apiserver/write/custom_validation.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/request/object_metadata.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/schema/schema_rules.hpp"
#include "apiserver/write/subresources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

metadata_validator metadata_check_of(const server_state& w) {
    return [type = metadata_type(w.kinds)](const bj::value& metadata, const std::string& path,
                                           field_errors& errors) {
        check_embedded_metadata(type, metadata, path, errors);
    };
}

// The counts of the scale subresource of a custom resource.
void validate_counts(const resource& r, const bj::object& object, field_errors& errors) {
    if (!r.scale) return;
    for (const std::string* path : {&r.scale->spec_replicas, &r.scale->status_replicas}) {
        const auto [v, whole] = value_at_path(object, *path);
        if (!v) continue;
        const auto n = whole && !v->is_double() ? number_of(*v) : std::nullopt;
        if (!n) {
            invalid(errors, *path, bj::value(0),
                    fmt::format("{} accessor error: {} is of the type {}, expected {}", *path,
                                go_text::printed(*v), go_text::go_type(*v),
                                whole ? "int64" : "map[string]interface{}"));
            continue;
        }
        constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
        if (*n < 0) invalid(errors, *path, *v, "should be a non-negative integer");
        if (*n > most) invalid(errors, *path, *v, fmt::format("should be less than or equal to {}", most));
    }
}

// The status endpoint of a custom resource validates only status; messages name fields relative to
// it.
void check_status(const schema_node& type, const bj::object& next, const bj::object& live, field_errors& to) {
    const schema_node* const status = type.find("status");
    const bj::value* const now = next.if_contains("status");
    if (!status || !now) return;
    field_errors errors;
    validate_update(*status, *now, live.if_contains("status"), "", errors);
    for (field_error& e : errors) {
        e.path = e.path.empty() ? "status" : "status." + e.path;
        to.push_back(std::move(e));
    }
}

// The rules of the schema. They see an object only if it has the form that they were compiled for.
void apply_rules(const resource& r, const bj::value& now, const bj::value* old, field_errors& errors,
                 std::vector<std::string>* warnings) {
    using kind = field_error::kind;
    if (!*r.rules) return;
    const bool blocked = std::ranges::any_of(errors, [](const field_error& e) {
        return e.what == kind::not_supported || e.what == kind::required || e.what == kind::too_long ||
               e.what == kind::too_many || e.what == kind::type_invalid;
    });
    if (blocked)
        return invalid(errors, "", bj::value(),
                       "some validation rules were not checked because the object was invalid; correct the "
                       "existing errors to complete validation");
    (*r.rules)->validate(now, old, errors, warnings);
}

}  // namespace

void validate_custom_object(const server_state& w, const resource& r, const bj::object& object,
                            field_errors& errors) {
    const bj::value whole(object);
    validate(*r.type, whole, "", errors);
    validate_counts(r, object, errors);
    validate_embedded(*r.type, whole, "", errors, metadata_check_of(w));
    validate_lists(*r.type, whole, "", errors);
    apply_rules(r, whole, nullptr, errors, nullptr);
}

void validate_custom_update(const server_state& w, const resource& r, const bj::object& next,
                            const bj::object& live, bool status, field_errors& errors,
                            std::vector<std::string>& warnings) {
    const bj::value before(live), after(next);
    if (status)
        check_status(*r.type, next, live, errors);
    else
        validate_update(*r.type, after, &before, "", errors);
    validate_counts(r, next, errors);
    validate_embedded(*r.type, after, "", errors, metadata_check_of(w));
    // Lists that were invalid before may stay so.
    field_errors old;
    validate_lists(*r.type, before, "", old);
    if (old.empty()) validate_lists(*r.type, after, "", errors);
    apply_rules(r, after, &before, errors, &warnings);
}

}}}  // namespace setpoint::v0::apiserver
