#pragma once
// Binds claims to volumes, provisions volumes of this server's own provisioner, and reclaims them.

#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/pod/partial_types.hpp"
#include "apiserver/controllers/storage/binding_plan.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/core/log.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// References must outlive it.
class claim_binder {
public:
    claim_binder(cached_client& api, event_log& events) : api_(api), events_(events) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<claim_seen>> observe(const partial_claim& c);
    awaitable<result<>> take(const partial_claim& c, claim_step step);
    awaitable<result<>> bind(const partial_claim& c, const partial_volume& v);
    awaitable<result<>> provision(const partial_claim& c, const partial_storage_class& of_class);
    awaitable<result<claim_ptr>> annotate(const partial_claim& c, const partial_storage_class& of_class);
    awaitable<result<>> report(const partial_claim& c, const partial_claim_status& next);
    void record(const partial_claim& c, storage_event e, std::string_view component);

    cached_client& api_;
    event_log& events_;
};

class volume_binder {
public:
    // `live`: bypasses the cache.
    volume_binder(cached_client& api, client& live, event_log& events)
        : api_(api), live_(live), events_(events) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<claim_ptr>> claim_of(const partial_volume& v);
    awaitable<result<>> unbind(const partial_volume& v);

    cached_client& api_;
    client& live_;
    event_log& events_;
};

// Creates the class `standard` unless it exists. Runs until that is done.
awaitable<void> make_standard_class(loop& l, client& api);

bool awaits_volume(const partial_claim& c);

// Index of partial_claim: claims that await a volume, under the value "1".
inline constexpr const char* awaiting_index = "awaiting";
// Index of partial_volume by the UID of the claim.
inline constexpr const char* volume_claim_index = "claim";

}}}  // namespace setpoint::v0::apiserver
