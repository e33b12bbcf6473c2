#pragma once
// PATCH in all its types, including server-side apply.

#include "apiserver/write/writer.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

struct patch_request {
    std::string content_type, body;
    object_key key;
    std::string subresource;
    time_point due = never;
};

// References must outlive the call.
awaitable<api_result<written>> patch_object(server_state& w, const resource& r, const patch_request& p,
                                            const write_options& o, std::vector<std::string>& warnings);
bool is_apply(std::string_view content_type);
// Precedes all other checks of a PATCH, including those of its options.
api_result<> check_patch_type(std::string_view content_type, const resource& r);

}}}  // namespace setpoint::v0::apiserver
