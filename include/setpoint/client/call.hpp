#pragma once
// One Kubernetes API call as a value, and the pure function that converts it to an HTTP request.
// https://kubernetes.io/docs/reference/using-api/api-concepts/

#include "setpoint/api/gvk.hpp"
#include "setpoint/api/kind.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/core/boxed.hpp"
#include "setpoint/http/message.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

enum class verb : std::uint8_t { get, list, watch, create, update, patch, remove, remove_collection };
// Returns the verb as RBAC spells it: get, list, watch, create, update, patch, delete,
// deletecollection.
std::string_view to_string(verb v) noexcept;

enum class patch_type : std::uint8_t { none, apply, merge, json };

// Query parameters of a list, watch or deletecollection; empty ones are omitted.
struct collection_query {
    std::string label_selector, field_selector, resource_version, resource_version_match, continue_token;
    std::int64_t limit = 0;            // list: page size; 0: no limit
    std::int64_t timeout_seconds = 0;  // watch: the server ends it after this time
    bool bookmarks = false;            // watch
    std::optional<bool> send_initial_events;
};

// A value without references to a client: it may be stored, compared field by field in tests, and sent
// again. Only may_start and find_cached may refer to something.
struct call {
    verb op = verb::get;
    group_version_resource resource;
    scope where = scope::namespaced;
    object_key key;                       // name empty: a collection; ns empty: all namespaces
    std::string subresource;              // "status"; "" for the object itself
    patch_type patch = patch_type::none;  // of a creation: apply, if that creates the object
    std::string body;                     // JSON
    bool metadata_only = false;           // request PartialObjectMetadata
    bool answer_unread = false;           // for writes: client::write() returns null instead of the object

    // Query parameters; empty ones are omitted.
    std::string field_manager, field_validation, dry_run;  // dry_run: "All"
    bool force = false;
    // Boxed, so that moving a write between clients does not move fields that only collections use.
    boxed<collection_query> of_collection{};
    // Creates the query if there is none.
    collection_query& query() { return of_collection ? *of_collection : of_collection.emplace(); }
    const collection_query& query() const;

    // Called before each attempt and again right before its first byte is sent; see http::request.
    std::function<result<>()> may_start{};
    // For writes: called with the first bytes of the response. Returns the object if the caller
    // already holds this state of it, or null to decode the response. What it refers to must live
    // as long as the call.
    // void, since a call knows its kind only by name: the caller guarantees that the object has the
    // type that the response would be decoded as.
    std::function<std::shared_ptr<const void>(std::string_view)> find_cached{};

    // Whether the call may change the server's state.
    bool writes() const noexcept { return op >= verb::create && dry_run.empty(); }
    // Returns "apply deployments.apps default/web" or "watch pods", for messages and logs. Contains
    // no body and no selector values.
    std::string describe() const;
};

// Errors: invalid for a call that cannot be expressed as a URL, or whose URL would mean something
// else: a missing name where one object is meant (a DELETE without a name deletes the collection),
// a missing namespace for a namespaced object, a name with '/' or '%', "." or "..".
result<> validate(const call& c);

// Returns the request for a valid call. Its target has no path prefix; its headers are Accept and
// Content-Type.
// Precondition: validate(c) succeeded.
http::request to_request(const call& c);

}}  // namespace setpoint::v0
