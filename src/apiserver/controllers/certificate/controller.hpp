#pragma once
// Approves, signs and removes CertificateSigningRequests.

#include "apiserver/controllers/certificate/plan.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/http/certificates.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Approves requests for the client certificates of kubelets whose requester has the right to that, which the
// server is asked for (SubjectAccessReview).
class request_approver {
public:
    // Both must outlive it. `live`: bypasses the cache.
    request_approver(client& api, client& live) : api_(api), live_(live) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<bool>> is_allowed(const partial_signing_request& r, std::string_view subresource);
    client& api_;
    client& live_;
};

// Signs approved requests, and marks those as failed that their signer does not accept.
class request_signer {
public:
    // `api` and `random` must outlive it.
    request_signer(client& api, http::certificate ca, random_source& random)
        : api_(api), ca_(std::move(ca)), random_(random) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    client& api_;
    http::certificate ca_;
    random_source& random_;
};

// Removes requests that are decided, or that nobody decides on. Looks at each once an hour.
class request_cleaner {
public:
    // `api` must outlive it.
    explicit request_cleaner(client& api) : api_(api) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    client& api_;
};

}}}  // namespace setpoint::v0::apiserver
