#pragma once
// Deletes old PodCertificateRequests (kubernetes' pkg/controller/certificates/cleaner/pcrcleaner.go).

#include "setpoint/api/certificates_v1/pod_certificate_request.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

using pod_request_meta = metadata_only<certificates_v1::pod_certificate_request>;

// How long the request may stay: 15 minutes since its creation, whatever became of it. Zero: no longer.
duration remaining_life(const object_meta& request, wall_time now);

class pod_request_cleaner {
public:
    // `api` must outlive it.
    explicit pod_request_cleaner(client& api) : api_(api) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    client& api_;
};

}}}  // namespace setpoint::v0::apiserver
