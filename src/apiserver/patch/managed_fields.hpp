#pragma once
// Who owns which fields: what server-side apply decides by, and what every other write leaves behind in
// metadata.managedFields (structured-merge-diff, merge.Updater; apimachinery, managedfields).

#include "apiserver/patch/field_set.hpp"

#include <functional>

namespace setpoint::apiserver {

// Of one write.
struct writer {
    std::string manager;      // at most 128 bytes; "unknown" when nobody said
    std::string api_version;  // of the request: "apps/v1"
    std::string subresource;  // "status", "scale", or ""
    std::string now;          // RFC 3339, whole seconds, in UTC
    bool force = false;       // apply only
};

struct typed {
    const schema_node* type = nullptr;  // null: no schema is known
    // Paths the server resets on this endpoint (status on the main one, all but status on /status); they are
    // never owned through it. In serialized elements, e.g. {{"f:status"}}.
    std::vector<std::vector<std::string>> reset;
    // What an object of the kind is before anything is set: a built-in one as it comes of Go's types, with
    // the fields that are always there. What is in it is not owned by who creates an object. Null: apiVersion
    // and kind alone.
    const bj::object* blank = nullptr;
    // Versions of the API that the kind is served in; owners of other ones are forgotten. Empty: all are
    // known.
    std::vector<std::string> versions;
    // Types of those versions, in their order, where they differ (custom resources); empty: all are `type`.
    std::vector<const schema_node*> version_types{};
    // An object, without managedFields, as another of those versions has it; null: but for its apiVersion it
    // is the same.
    std::function<bj::object(const bj::object& object, const std::string& version)> convert{};
};

// For create, update, patch: gives `next` its managedFields. `live`: what was there before; null for a
// create. Fields of `next` that changed become the writer's (operation Update); others lose what was removed
// or taken. Entries of Update are pooled: same manager, api version, subresource. More than 10 of them are
// folded, the oldest first
// ("ancient-changes"). Only the writer's time changes, and only when it wrote something. A client may reset
// the list by sending [] or [{}], or send one of its own; what is malformed counts as the live one. Both
// objects have their defaults, and `next` is not changed otherwise.
void track_update(bj::object& next, const bj::object* live, const typed& t, const writer& w);

// Server-side apply of `config` (as it was sent) over `live` (null: it is created): the merged object with
// managedFields, before defaults and validation; fields that nobody applies any more may be null in it. The
// object equals `live`, its times included, when nothing changed. Errors: 409 with a cause for each conflict
// ("conflict with \"kubectl-client-side-apply\" using apps/v1: .spec.replicas"), 400 when config sets
// managedFields or is of another version, 500 without a reason when it is not of the type.
api_result<bj::object> apply(const bj::object* live, const bj::object& config, const typed& t,
                             const writer& w);

// Before an update is stored, when all else is done to it: where `next` differs from `live` in times of
// managedFields alone, it gets the old ones, so that nothing is written.
void keep_times(bj::object& next, const bj::object& live);

// The manager of a request that names none: what stands before the first '/' of its User-Agent, at most 128
// bytes.
std::string manager_of_user_agent(std::string_view user_agent);

// The scale subresource has managedFields of its own, made of those of its object: an owner of the path of
// replicas owns f:spec.f:replicas of autoscaling/v1. `replicas`: the path in the object, e.g. {"f:spec",
// "f:replicas"}.
bj::array scale_managed_fields(const bj::object& object, const std::vector<std::string>& replicas);
// The way back: `object` gets its managedFields with the changes that a write to its scale made to those.
void take_scale_managed_fields(bj::object& object, const bj::array& scale,
                               const std::vector<std::string>& replicas, const std::string& api_version);

}  // namespace setpoint::apiserver
