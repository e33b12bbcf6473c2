#pragma once
// One call of the Kubernetes API as a value, and the pure function that makes an HTTP request of it.
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

namespace setpoint {

enum class verb : std::uint8_t { get, list, watch, create, update, patch, remove, remove_collection };
// As RBAC spells them: get, list, watch, create, update, patch, delete, deletecollection.
std::string_view to_string(verb v) noexcept;

enum class patch_type : std::uint8_t { none, apply, merge, json };

// What a list, a watch or a deletecollection asks for: query parameters, left out when empty.
struct collection_query {
    std::string label_selector, field_selector, resource_version, resource_version_match, continue_token;
    std::int64_t limit = 0;            // list: page size; 0: everything at once
    std::int64_t timeout_seconds = 0;  // watch: the server ends it after this long
    bool bookmarks = false;            // watch
    std::optional<bool> send_initial_events;
};

struct call {
    verb op = verb::get;
    group_version_resource resource;
    scope where = scope::namespaced;
    object_key key;           // name empty for collections; ns empty: all namespaces
    std::string subresource;  // "status"; "" for the object itself
    patch_type patch = patch_type::none;
    std::string body;            // JSON
    bool metadata_only = false;  // ask for PartialObjectMetadata
    bool answer_unread = false;  // of a write: what it made is not needed, so client::write() returns null

    // Query parameters, left out when empty.
    std::string field_manager, field_validation, dry_run;  // dry_run: "All"
    bool force = false;
    // Apart, so that a write is not moved from client to client with what is never in it.
    boxed<collection_query> of_collection{};
    // The first makes one where there is none.
    collection_query& query() { return of_collection ? *of_collection : of_collection.emplace(); }
    const collection_query& query() const;

    // Asked before each attempt and again right before its first byte goes out; see http::request.
    std::function<result<>()> may_start{};
    // Of a write: asked with the first bytes of the answer for the object that it tells, when that is held
    // already in this state; null: the answer is decoded. What it refers to must live as long as the call.
    std::function<std::shared_ptr<const void>(std::string_view)> known{};

    // Whether the server's state may change.
    bool writes() const noexcept { return op >= verb::create && dry_run.empty(); }
    // "apply deployments.apps default/web", "watch pods": for messages and logs; no body, no selectors'
    // values.
    std::string describe() const;
};

// Error: errc::invalid for a call that cannot be put into a URL or would mean another one: no name where one
// object is meant (a DELETE without a name deletes the collection), no namespace for a namespaced object, a
// name with '/' or '%', "." or "..".
result<> validate(const call& c);

// The request of a valid call. Its target has no path prefix, its headers are Accept and Content-Type.
http::request to_request(const call& c);

}  // namespace setpoint
