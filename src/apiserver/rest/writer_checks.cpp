// Validation of objects before they are stored.
#include "apiserver/objects/fields.hpp"
#include "apiserver/rest/decode.hpp"
#include "apiserver/rest/subresources.hpp"
#include "apiserver/rest/writer.hpp"
#include "apiserver/schema/go_text.hpp"
#include "apiserver/schema/json_text.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/validation/metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace setpoint::inline v0::apiserver {

namespace {

messages any_name(std::string_view, bool) {
    return {};
}

// Custom resources name their type in every write.
std::optional<api_error> other_type(const resource& r, const bj::object& object) {
    if (!r.custom) return std::nullopt;
    field_errors errors;
    const std::string wanted = r.gvr.api_version();
    const std::string kind(text_at(object, "kind")), version(text_at(object, "apiVersion"));
    if (kind != r.kind) invalid(errors, "kind", bj::value(bj::string(kind)), "must be " + r.kind);
    if (version != wanted) invalid(errors, "apiVersion", bj::value(bj::string(version)), "must be " + wanted);
    if (errors.empty()) return std::nullopt;
    return invalid_object({version.substr(0, version.find('/')), kind},
                          text_at(object_of(object, "metadata"), "name"), errors);
}

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

// The kind in error messages: all events are reported as core events.
group_kind error_kind(const resource& r) {
    return r.storage == "events" ? group_kind{"", r.kind} : r.gk();
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

}  // namespace

api_result<> check_depth(const bj::object& object) {
    const bool deep = std::ranges::any_of(object, [](const auto& member) {
        // managedFields, which the server writes, nest deeper than the fields they describe.
        return member.key() != "metadata" && member.value().is_structured() &&
               json_text::deeper_than(member.value(), json_text::object_depth - 1);
    });
    if (!deep) return {};
    return bad_request(
        fmt::format("the object is nested deeper than the {} levels that this server takes: flatten it",
                    json_text::object_depth));
}

api_result<> object_writer::check_new(const bj::object& object) {
    if (auto other = other_type(kind_, object)) return std::move(*other);
    field_errors errors;
    const strategy_context c = state_.context(subresource_);
    if (kind_.kind_strategy->validate) kind_.kind_strategy->validate(object, c, errors);
    if (kind_.custom && kind_.type) {
        const bj::value whole(object);
        validate(*kind_.type, whole, "", errors);
        validate_counts(kind_, object, errors);
        validate_embedded(*kind_.type, whole, "", errors, metadata_check_of(state_));
        validate_lists(*kind_.type, whole, "", errors);
    }
    if (!errors.empty())
        return invalid_object(error_kind(kind_), text_at(object_of(object, "metadata"), "name"), errors);
    if (kind_.warn) kind_.warn(object, nullptr, subresource_, warnings_);
    return {};
}

api_result<> object_writer::check_next(const bj::object& next, const bj::object& live) {
    if (auto other = other_type(kind_, next)) return std::move(*other);
    field_errors errors;
    // Metadata is validated alike for all kinds, and again by each kind's own rules.
    validate_plain_metadata(next, kind_.namespaced, any_name, errors);
    validate_plain_metadata_update(next, live, errors);
    const strategy_context c = state_.context(subresource_);
    if (kind_.kind_strategy->validate_update) kind_.kind_strategy->validate_update(next, live, c, errors);
    if (kind_.custom && kind_.type) {
        const bj::value before(live), after(next);
        if (subresource_ == "status")
            check_status(*kind_.type, next, live, errors);
        else
            validate_update(*kind_.type, after, &before, "", errors);
        validate_counts(kind_, next, errors);
        validate_embedded(*kind_.type, after, "", errors, metadata_check_of(state_));
        // Lists that were invalid before may stay so.
        field_errors old;
        validate_lists(*kind_.type, before, "", old);
        if (old.empty()) validate_lists(*kind_.type, after, "", errors);
    }
    if (!errors.empty())
        return invalid_object(error_kind(kind_), text_at(object_of(next, "metadata"), "name"), errors);
    if (kind_.warn) kind_.warn(next, &live, subresource_, warnings_);
    return {};
}

}  // namespace setpoint::inline v0::apiserver
