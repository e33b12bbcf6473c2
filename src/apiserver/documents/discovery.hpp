#pragma once
// Discovery: /api, /apis and below, as separate or aggregated documents; /version, health, and the
// list of paths.

#include "apiserver/registry/registry.hpp"
#include "setpoint/http/server.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Empty for the path of a resource: below /api/v1/ or /apis/<group>/<version>/. Every other unknown
// path is answered with 404. /openapi belongs to openapi.hpp, which must be called first. `ready`:
// the state that /readyz reports.
std::optional<http::response> serve_discovery(const http::server_request& r, const registry& resources,
                                              bool ready);

// The response for a missing resource below a group and version: a Status for groups of built-in
// kinds, a plain page for others.
http::response resource_not_served(const http::server_request& r, const registry& resources,
                                   std::string_view group, std::string_view version);

// --- documents ---

std::string git_version();  // "v1.37.2+setpoint"
bj::object version_document(emulated_version v);
bj::object api_versions(std::string_view server_address);
bj::object api_group_list(const registry& resources);
// Empty if there is no such group.
std::optional<bj::object> api_group(const registry& resources, std::string_view group);
std::optional<bj::object> api_resource_list(const registry& resources, std::string_view group,
                                            std::string_view version);
// APIGroupDiscoveryList; `core`: for /api, otherwise for /apis.
bj::object aggregated_discovery(const registry& resources, bool core);
// The hash of the group, version and kind that objects are stored as.
std::string storage_version_hash(const resource& r);
// SHA-512 in upper-case hexadecimal, as in the real server's ETags.
std::string etag_of(std::string_view text);

}}}  // namespace setpoint::v0::apiserver
