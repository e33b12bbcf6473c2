#pragma once
// PATCH in its types, server-side apply among them.

#include "apiserver/rest/writer.hpp"

namespace setpoint::apiserver {

struct patch_request {
    std::string content_type, body;
    object_key key;
    std::string subresource;
};

api_result<written> patch_object(world& w, const resource& r, const patch_request& p, const write_options& o,
                                 std::vector<std::string>& warnings);
bool is_apply(std::string_view content_type);
// Comes before everything else of a PATCH is looked at, its options among that.
api_result<> check_patch_type(std::string_view content_type, const resource& r);

}  // namespace setpoint::apiserver
