#pragma once
// What a request asks for, from its method, path and query.

#include <apiserver/rest/query.hpp>
#include <optional>

namespace setpoint::apiserver {

struct request_info {
    std::string method;
    std::string group, version, resource, subresource, ns, name;
    bool core = false;  // below /api
    query_parameters query;

    // "get", "list", "watch", "create", "update", "patch", "delete", "deletecollection"; "" when the method
    // and the path do not go together.
    std::string verb() const;
    bool wants_watch() const { return method == "GET" && query.flag("watch"); }
};

// Nothing when the path is not one of a resource: /api/v1/... or /apis/<group>/<version>/....
std::optional<request_info> read_request(std::string_view method, std::string_view path,
                                         std::string_view query);

}  // namespace setpoint::apiserver
