#pragma once
// What a request asks for, from its method, path and query.

#include "apiserver/rest/query.hpp"

#include <optional>

namespace setpoint::apiserver {

struct request_info {
    std::string method;
    std::string group, version, resource, subresource, ns, name;
    bool core = false;        // below /api
    bool watch_path = false;  // the old way to watch: /api/v1/watch/...
    bool odd = false;         // like a resource's path, but with parts that none has
    query_parameters query;

    // "get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"; "" when the method
    // and the path do not go together.
    std::string verb() const;
};

// Nothing when the path is not one of a resource: /api/v1/... or /apis/<group>/<version>/....
std::optional<request_info> read_request(std::string_view method, std::string_view path,
                                         std::string_view query);

}  // namespace setpoint::apiserver
