#pragma once
// All resources that are served, by group and version.

#include "apiserver/resources/resource.hpp"

#include <map>

namespace setpoint::apiserver {

class registry {
public:
    // The order of groups and versions is that of discovery: built-in groups first, in the order in which
    // they were added, then custom ones by name; versions by preference.
    struct group_version {
        std::string group, version;
        std::map<std::string, resource_ptr, std::less<>> resources;  // by plural
    };

    // Replaces one of the same group, version and plural.
    void add(resource_ptr r);
    void remove(std::string_view group, std::string_view version, std::string_view plural);
    resource_ptr find(std::string_view group, std::string_view version, std::string_view plural) const;
    // Any served version of a kind: for owner references.
    resource_ptr find_kind(std::string_view group, std::string_view version, std::string_view kind) const;
    // The version that stores the collection of that name; null when there is none (any more).
    resource_ptr by_storage(std::string_view storage) const;
    std::vector<const group_version*> all() const;
    std::vector<std::string> versions(std::string_view group) const;  // preferred first
    // Counts changes: for caches of discovery.
    std::uint64_t generation() const { return generation_; }
    // autoscaling/v1 Scale, policy/v1 Eviction and authentication.k8s.io/v1 TokenRequest: below other
    // resources, none of their own. Never null once the built-in ones are added.
    resource_ptr scale, eviction, token_request;
    // What a delete may have as its body. Lives as long as `scale`.
    kind_schema delete_options;

private:
    std::vector<std::unique_ptr<group_version>> list_;
    std::uint64_t generation_ = 0;
};

// Adds every built-in resource that this server has.
void add_builtin_resources(registry& to);

// From a CustomResourceDefinition, one for each served version. `errors`: what the schema lacks; then empty.
std::vector<resource_ptr> resources_of_crd(const bj::object& crd, field_errors& errors);

}  // namespace setpoint::apiserver
