// Validation of objects before they are stored.
#include "apiserver/go/json_text.hpp"
#include "apiserver/go/order.hpp"
#include "apiserver/go/time.hpp"
#include "apiserver/kinds/gated_fields.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/validate_declared.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_types.hpp"
#include "apiserver/write/custom_validation.hpp"
#include "apiserver/write/field_rights.hpp"
#include "apiserver/write/writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

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

// The kind in error messages: all events are reported as core events.
group_kind error_kind(const resource& r) {
    return r.storage == "events" ? group_kind{"", r.kind} : r.gk();
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

void object_writer::check_declared(const bj::object& now, const bj::object* old, field_errors& errors) const {
    if (kind_.custom) return;
    if (const go_type* type = go_type_of_kind(kind_.gvr.api_version(), kind_.kind))
        validate_declared({type->name(), subresource_, now, old, state_.features}, errors);
}

api_result<> object_writer::check_new(const bj::object& object) {
    if (auto other = other_type(kind_, object)) return std::move(*other);
    field_errors errors;
    const kind_context c = state_.context(subresource_);
    if (kind_.code->validate) kind_.code->validate(object, c, errors);
    validate_gated_values(state_.features, kind_.storage, object, nullptr, errors);
    if (kind_.custom && kind_.type) validate_custom_object(state_, kind_, object, errors);
    if (options_.by != nullptr)
        check_parameter_rights({state_, *options_.by, kind_, subresource_, object, nullptr}, errors);
    check_declared(object, nullptr, errors);
    if (!errors.empty())
        return invalid_object(error_kind(kind_), text_at(object_of(object, "metadata"), "name"), errors);
    if (kind_.code->warn) kind_.code->warn(object, nullptr, subresource_, warnings_);
    return {};
}

// Quotes all metadata, as the real server does. An object that is being deleted keeps its timestamp.
bool object_writer::check_readable(const bj::object& next, const bj::object& live,
                                   field_errors& errors) const {
    if (!unreadable_deletion_ || !subresource_.empty() ||
        value_at(object_of(live, "metadata"), "deletionTimestamp"))
        return true;
    bj::object metadata = object_of(next, "metadata");
    metadata["deletionTimestamp"] = *unreadable_deletion_;
    bj::value shown(std::move(metadata));
    patching::sort_all_keys(shown);
    invalid(errors, "metadata", shown, time_error(*unreadable_deletion_, false));
    return false;
}

api_result<> object_writer::check_next(const bj::object& next, const bj::object& live) {
    if (auto other = other_type(kind_, next)) return std::move(*other);
    field_errors errors;
    // Metadata is validated alike for all kinds, and again by each kind's own rules.
    validate_plain_metadata(next, kind_.namespaced, path_segment, errors);
    validate_plain_metadata_update(next, live, errors);
    const kind_context c = state_.context(subresource_);
    if (check_readable(next, live, errors) && kind_.code->validate_update)
        kind_.code->validate_update(next, live, c, errors);
    if (subresource_ != "status") validate_gated_values(state_.features, kind_.storage, next, &live, errors);
    if (kind_.custom && kind_.type)
        validate_custom_update(state_, kind_, next, live, subresource_ == "status", errors, warnings_);
    if (options_.by != nullptr) {
        const field_write write{state_, *options_.by, kind_, subresource_, next, &live};
        check_parameter_rights(write, errors);
        check_claim_rights(write, errors);
        check_signer_rights(write, errors);
    }
    check_declared(next, &live, errors);
    if (!errors.empty())
        return invalid_object(error_kind(kind_), text_at(object_of(next, "metadata"), "name"), errors);
    if (kind_.code->warn) kind_.code->warn(next, &live, subresource_, warnings_);
    return {};
}

}}}  // namespace setpoint::v0::apiserver
