#pragma once
// What is below an object beside its status: scale, binding, eviction, token.

#include "apiserver/rest/patcher.hpp"

namespace setpoint::apiserver {

struct subresource_request {
    std::string verb, subresource, content_type, body;
    object_key key;
    write_options options;
    const query_parameters& query;
};
struct subresource_answer {
    int status = 200;
    bj::object object;
};

api_result<subresource_answer> serve_scale(world& w, const resource& r, const subresource_request& q,
                                           std::vector<std::string>& warnings);
// binding, eviction, log, token and what else is listed for the kind.
api_result<subresource_answer> serve_other(world& w, const resource& r, const subresource_request& q,
                                           std::vector<std::string>& warnings);

// What is at a path like ".spec.replicas"; null when there is nothing. Not `whole`: what is in the way.
struct found_value {
    const bj::value* value = nullptr;
    bool whole = true;
};
found_value value_at_path(const bj::object& o, std::string_view path);

}  // namespace setpoint::apiserver
