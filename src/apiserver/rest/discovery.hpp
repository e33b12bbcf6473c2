#pragma once
// What is served, told to clients: /api, /apis and below, one by one or aggregated; /version, health, the
// list of paths.

#include "apiserver/registry/registry.hpp"
#include "setpoint/http/server.hpp"

namespace setpoint::apiserver {

// Nothing when the path is that of a resource: below /api/v1/ or /apis/<group>/<version>/. Whatever else
// there is not is answered 404 here. /openapi is openapi.hpp's, and must be asked first. `ready`: what
// /readyz says.
std::optional<http::response> serve_discovery(const http::server_request& r, const registry& resources,
                                              bool ready);

// For a path below a group and version that has no such resource: a Status for groups of built-in kinds, a
// plain page for others.
http::response resource_not_served(const http::server_request& r, const registry& resources,
                                   std::string_view group, std::string_view version);

// --- its documents ---

inline constexpr std::string_view kubernetes_version = "v1.36.3+setpoint";

bj::object version_document();
bj::object api_versions(std::string_view server_address);
bj::object api_group_list(const registry& resources);
// Nothing when there is no such group.
std::optional<bj::object> api_group(const registry& resources, std::string_view group);
std::optional<bj::object> api_resource_list(const registry& resources, std::string_view group,
                                            std::string_view version);
// APIGroupDiscoveryList; `core`: of /api, otherwise of /apis.
bj::object aggregated_discovery(const registry& resources, bool core);
// Of the group, version and kind that an object is stored as.
std::string storage_version_hash(const resource& r);
// SHA-512 in upper-case hexadecimal digits: the real server's ETags.
std::string etag_of(std::string_view text);

}  // namespace setpoint::apiserver
