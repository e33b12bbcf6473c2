#pragma once
// All served resources, by group and version.

#include "apiserver/kinds/emulated_version.hpp"
#include "apiserver/resources/resource.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

class registry {
public:
    // Groups and versions are in discovery order: built-in groups in the order of their
    // registration, then custom groups by name; versions by priority.
    struct group_version {
        std::string group, version;
        std::map<std::string, resource_ptr, std::less<>> resources;  // by plural
    };

    // Replaces a resource of the same group, version and plural.
    void add(resource_ptr r);
    void remove(std::string_view group, std::string_view version, std::string_view plural);
    resource_ptr find(std::string_view group, std::string_view version, std::string_view plural) const;
    // Any served version of a kind, for owner references.
    resource_ptr find_kind(std::string_view group, std::string_view version, std::string_view kind) const;
    // The version that stores the collection of that name; null if none is served (any more).
    resource_ptr by_storage(std::string_view storage) const;
    std::vector<const group_version*> all() const;
    std::vector<std::string> versions(std::string_view group) const;  // preferred first
    // Whether that version of the group is of built-in kinds.
    bool has_builtin(std::string_view group, std::string_view version) const;
    // Incremented by each change; caches of discovery compare it.
    std::uint64_t generation() const { return generation_; }
    // autoscaling/v1 Scale, policy/v1 Eviction and authentication.k8s.io/v1 TokenRequest:
    // subresources only. Never null once the built-in resources are added.
    resource_ptr scale, eviction, token_request;
    // The version whose kinds these are.
    emulated_version emulated = emulated_version::newest;
    // The schema of a delete's body. Lives as long as `scale`.
    kind_schema delete_options;

private:
    std::vector<std::unique_ptr<group_version>> list_;
    std::uint64_t generation_ = 0;
};

// Kubernetes' version priority: v2, v1, v1beta2, v1beta1, v1alpha1, then all others by name.
bool is_preferred(std::string_view version, std::string_view to);

void add_builtin_resources(registry& to, emulated_version v = emulated_version::newest);

// One resource for each served version of a CustomResourceDefinition. `errors`: problems in the
// schema; the result is then empty.
std::vector<resource_ptr> resources_of_crd(const bj::object& crd, field_errors& errors);

}}}  // namespace setpoint::v0::apiserver
