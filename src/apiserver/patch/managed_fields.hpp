#pragma once
// Ownership of fields in metadata.managedFields: server-side apply, and the tracking of all other
// writes (structured-merge-diff, merge.Updater; apimachinery, managedfields).

#include "apiserver/patch/field_set.hpp"

#include <functional>

namespace setpoint { inline namespace v0 { namespace apiserver {

// One write: the managedFields entry that it creates or updates.
struct field_manager {
    std::string name;         // at most 128 bytes; "unknown" if not given
    std::string api_version;  // of the request: "apps/v1"
    std::string subresource;  // "status", "scale", or ""
    std::string now;          // RFC 3339 in UTC, whole seconds
    bool force = false;       // apply only
};

// The schema of an object on one endpoint, in each version of its kind.
struct versioned_type {
    const schema_node* type = nullptr;  // null if there is no schema
    // Paths that the server resets on this endpoint (status on the main one, all but status on
    // /status); writes through it never own them. Serialized elements, e.g. {{"f:status"}}.
    std::vector<std::vector<std::string>> reset;
    // The zero value of a built-in type as Go encodes it, with the fields that are always present;
    // a create does not own them. Null: apiVersion and kind only.
    const bj::object* zero_value = nullptr;
    // API versions of the kind, served or not; entries of other versions are dropped. Empty: all versions
    // are kept.
    std::vector<std::string> versions;
    // Schemas of those versions, in the same order, where they differ (custom resources). Empty:
    // `type` for all.
    std::vector<const schema_node*> version_types{};
    // Converts an object without managedFields to another of those versions. Null: versions differ
    // in apiVersion only.
    std::function<bj::object(const bj::object& object, const std::string& version)> convert{};
    // The schema can change while objects exist: an apply is rejected if the live object does not match it.
    bool changes = false;
};

// Sets managedFields of `next` after a create, update or patch. `live` is the previous object, null
// for a create. Fields of `next` that changed become owned by the writer (operation Update); other
// managers lose fields that were removed or changed. Updates with the same manager, API version and
// subresource share an entry; if there are more than 10, the oldest are merged ("ancient-changes").
// Only the writer's time changes, and only if it changed a field. A client may reset managedFields
// by sending [] or [{}], or replace them; a malformed list counts as the live one. An object that does
// not match its type, or cannot be represented in the version of an owner, gets the live list. Both
// objects must have their defaults. Nothing else in `next` changes.
void track_update(bj::object& next, const bj::object* live, const versioned_type& t,
                  const field_manager& manager);

// Server-side apply of `config`, as sent, to `live`, null for a create. Returns the merged object
// with managedFields, before defaults and validation. Fields that no manager applies any more may
// be null in it. The result equals `live`, including times, if nothing changed. Errors: 409 with
// one cause per conflict ("conflict with \"kubectl-client-side-apply\" using apps/v1:
// .spec.replicas"); 400 if config sets managedFields or has another version; 500 without a reason
// if it does not match the type.
api_result<bj::object> apply(const bj::object* live, const bj::object& config, const versioned_type& t,
                             const field_manager& manager);

// Called last before an update is stored: if `next` differs from `live` only in times of
// managedFields, restores the old times, so that nothing is written.
void restore_times(bj::object& next, const bj::object& live);

// Why managedFields cannot be decoded; "" if they can (apimachinery, ValidateManagedFields).
std::string managed_fields_error(const bj::array& entries);

// The default manager of a request: its User-Agent up to the first '/', at most 128 bytes.
std::string manager_from_user_agent(std::string_view user_agent);

// managedFields of the scale subresource, derived from those of its object: an owner of the
// replicas path owns f:spec.f:replicas of autoscaling/v1. `replicas` is the path in the object,
// e.g. {"f:spec", "f:replicas"}.
bj::array scale_managed_fields(const bj::object& object, const std::vector<std::string>& replicas);
// The inverse: merges the managedFields of a written scale back into `object`.
void merge_scale_managed_fields(bj::object& object, const bj::array& scale,
                                const std::vector<std::string>& replicas, const std::string& api_version);

}}}  // namespace setpoint::v0::apiserver
