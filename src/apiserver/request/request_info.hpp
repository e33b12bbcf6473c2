#pragma once
// Derives what a request addresses from its method, path and query, for routing. authorization::attributes
// are derived from the same request_path.

#include "apiserver/request/query.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct request_info {
    std::string method;
    std::string group, version, resource, subresource, ns, name;
    bool core = false;        // below /api
    bool watch_path = false;  // a deprecated watch path: /api/v1/watch/...
    bool proxy_path = false;  // the same for /api/v1/proxy/..., which nothing serves
    bool incomplete = false;  // ends after these: only the fields above are set
    bool odd = false;         // resembles a resource path, but has an empty part
    bool long_path = false;   // has parts after the subresource
    query_parameters query;

    // "get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"; "" if the
    // path does not support the method.
    std::string verb() const;
};

// Empty unless the path is one of a resource: /api/v1/... or /apis/<group>/<version>/....
std::optional<request_info> read_request(std::string_view method, std::string_view path,
                                         std::string_view query);

}}}  // namespace setpoint::v0::apiserver
