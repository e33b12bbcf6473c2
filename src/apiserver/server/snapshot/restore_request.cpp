#include "apiserver/server/snapshot/restore_request.hpp"

#include "apiserver/format/negotiate.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/server/snapshot/snapshot_plan.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

http::response restore_snapshot(server_state& w, const http::server_request& r) {
    if (r.method != "POST") return http::method_not_allowed("POST");
    cluster_snapshot content;
    if (const auto read = read_snapshot(r.body, "snapshot", content); !read)
        return error_response(bad_request(read.error().message), r);
    snapshot_plan plan(w);
    if (const auto ok = plan.make(std::move(content)); !ok)
        return error_response({422, "Invalid", ok.error().message, {}}, r);
    const load_summary done = plan.store();
    bj::object body{{"objects", done.objects}};
    bj::array& warnings = body["warnings"].emplace_array();
    for (const std::string& one : done.warnings) warnings.emplace_back(one);
    return {200, {{"Content-Type", "application/json"}}, json_text::serialize(body), {}};
}

}}}  // namespace setpoint::v0::apiserver
