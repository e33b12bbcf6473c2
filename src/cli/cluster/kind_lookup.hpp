#pragma once
// The resource of a kind that is known by its name only: kinds of Kubernetes, and those that the cluster's
// CustomResourceDefinitions define.

#include "cli/json_members.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/client.hpp"

#include <map>
#include <memory>

namespace setpoint { inline namespace v0 { namespace cli {

class kind_lookup {
public:
    kind_lookup();

    // Returns null for a kind that is neither built in nor defined so far. Valid as long as this.
    const kind_info* find(const group_version_kind& gvk) const;
    // Adds the kinds of all versions of a CustomResourceDefinition.
    void define(const bj::object& definition);
    // As find(), and asks the cluster for its definitions if the kind is unknown. Errors: not_found with the
    // kind in the message, and those of a list.
    awaitable<result<const kind_info*>> find(client& api, group_version_kind gvk);

private:
    void add(const group_version_kind& gvk, std::string plural, scope where, bool has_status);
    template <api_object... T>
    void add_kinds();

    std::map<group_version_kind, std::unique_ptr<const kind_info>> kinds_;
};

// Error: bad_data if apiVersion, kind or metadata.name is missing.
result<group_version_kind> kind_of_object(const bj::object& o);
// "deployment.apps/web", as kubectl names it.
std::string shown_name(const group_version_kind& gvk, std::string_view name);

}}}  // namespace setpoint::v0::cli
