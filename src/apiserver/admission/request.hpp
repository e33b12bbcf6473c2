#pragma once
// What an admission plugin sees of a write, and of the cluster. A plugin is a pure function over these: it
// changes the object, adds warnings, or returns an error, which refuses the write.

#include "apiserver/admission/pod_security/policy.hpp"
#include "apiserver/authentication/user_info.hpp"
#include "apiserver/resources/resource.hpp"
#include "apiserver/store/store.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct requester;
class registry;
class feature_gates;

// Reads current objects of built-in kinds, by the name of their collection.
struct object_lookup {
    // Null if there is no such object.
    std::function<record_ptr(std::string_view storage, const object_key&)> find;
    // All of a namespace; of all namespaces if `ns` is empty.
    std::function<std::vector<record_ptr>(std::string_view storage, const std::string& ns)> list;
};

// Everything must outlive the call.
struct admission_request {
    const resource& kind;
    std::string_view verb;  // "create" or "update"; for `on_delete` alone "delete"
    std::string_view subresource;
    const object_key& key;  // has no name before validation if the name is to be generated
    bj::object& object;     // empty for a delete
    const bj::object* old;  // null for a create
    const object_lookup& cluster;
    const pod_security_config& pod_security;
    std::vector<std::string>& warnings;
    const user_info& user;  // who sends it
    // What the plugins of access control also need. Null: the user may do everything, no kinds are served,
    // and the features have their defaults.
    const requester* by = nullptr;
    const registry* kinds = nullptr;
    const feature_gates* features = nullptr;

    // A create or an update of the object itself, not of a subresource.
    bool is_create_of(std::string_view storage) const;
    bool is_update_of(std::string_view storage) const;
    // admission.NewForbidden: 403 with the object's name, or with its generateName.
    api_error refuse(std::string why) const;
    bool has_feature(std::string_view name) const;
};

}}}  // namespace setpoint::v0::apiserver
