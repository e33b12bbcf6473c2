#pragma once
// Shared by the controllers that are part of kube-controller-manager in a cluster: write options, and
// whether they may adopt orphans.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/client.hpp"

#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr std::string_view controller_manager_name = "kube-controller-manager";

inline write_options as_controller_manager() {
    write_options o;
    o.field_manager = controller_manager_name;
    return o;
}
// The UID precondition protects a newer object of the same name.
inline write_options as_controller_manager(const object_meta& meta) {
    write_options o = as_controller_manager();
    o.uid = meta.uid.str();
    return o;
}
// At the version that was read: lists are replaced as a whole, so a concurrent change must cause a
// conflict.
inline write_options as_controller_manager_at(const object_meta& meta) {
    write_options o = as_controller_manager(meta);
    o.resource_version = meta.resource_version.str();
    return o;
}

// Errors that need no retry: the namespace is terminating, the object is gone, or it exists
// already.
inline bool is_ignorable(const error& e) {
    return e.code == errc::not_found || e.code == errc::forbidden || e.code == errc::already_exists;
}

// Whether the owner may adopt orphans. Reads from the API: the cache may not know yet that the owner is being
// deleted. Its dependents were just orphaned; adopting them again would delete them with it.
awaitable<result<bool>> may_adopt(client& live, const kind_info& kind, const object_meta& owner);

// Creates an object from its JSON, field by field as given. References must outlive the call.
awaitable<result<object_ptr>> create_from_json(client& api, const kind_info& kind, std::string_view ns,
                                               const boost::json::object& body);
template <class T>
awaitable<result<snapshot<T>>> create_as(client& api, std::string_view ns, const boost::json::object& body) {
    return setpoint::detail::as<T>(create_from_json(api, kind_of<T>(), ns, body));
}
// The merge patch that replaces a list of metadata; an empty list is removed.
boost::json::object with_list(std::string_view field, boost::json::array list);
// The same for owner references.
boost::json::object with_owners(const std::vector<owner_reference>& owners);

}}}  // namespace setpoint::v0::apiserver
