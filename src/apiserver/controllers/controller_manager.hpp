#pragma once
// How those controllers write that are one program in a cluster: kube-controller-manager.

#include "setpoint/client/client.hpp"

#include <string_view>

namespace setpoint::apiserver {

inline constexpr std::string_view controller_manager_name = "kube-controller-manager";

inline write_options as_controller_manager() {
    write_options o;
    o.field_manager = controller_manager_name;
    return o;
}
// Not into one that has the name of `meta` and came later.
inline write_options as_controller_manager(const object_meta& meta) {
    write_options o = as_controller_manager();
    o.uid = meta.uid.str();
    return o;
}
// At the version that was read, as lists go in whole: nothing that came since then may be lost.
inline write_options as_controller_manager_at(const object_meta& meta) {
    write_options o = as_controller_manager(meta);
    o.resource_version = meta.resource_version.str();
    return o;
}

// Why a write was refused: the namespace is going, or what it is for is gone, or it is there already.
inline bool no_matter(const error& e) {
    return e.code == errc::not_found || e.code == errc::forbidden || e.code == errc::already_exists;
}

}  // namespace setpoint::apiserver
