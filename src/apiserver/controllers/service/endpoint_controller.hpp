#pragma once
// Maintains the EndpointSlices and Endpoints of Services.

#include "apiserver/controllers/service/endpoint_plan.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

class endpoint_controller {
public:
    // `with_endpoints`: whether the kind Endpoints is served.
    endpoint_controller(client& api, bool with_endpoints) : api_(api), with_endpoints_(with_endpoints) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<std::vector<pod_ptr>>> with_nodes(const partial_service& s, std::vector<pod_ptr> pods);
    awaitable<result<>> sync_slices(const partial_service& s, const std::vector<pod_ptr>& pods);
    awaitable<result<>> sync_endpoints(const partial_service& s, const std::vector<pod_ptr>& pods);
    awaitable<result<>> write_slice(endpoint_slice wanted, std::shared_ptr<const endpoint_slice> live);
    awaitable<result<>> remove_endpoints(object_key key);

    client& api_;
    bool with_endpoints_;
};

}}}  // namespace setpoint::v0::apiserver
