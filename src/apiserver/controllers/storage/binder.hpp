#pragma once
// Binds claims to volumes, provisions volumes of this server's own provisioner, and reclaims them.

#include "apiserver/controllers/event_log.hpp"
#include "apiserver/controllers/pod/view.hpp"
#include "apiserver/controllers/storage/binding_plan.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"
#include "setpoint/core/log.hpp"

namespace setpoint::inline v0::apiserver {

// References must outlive it.
class claim_binder {
public:
    claim_binder(cached_client& api, event_log& events) : api_(api), events_(events) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<claim_seen>> observe(const claim_view& c);
    awaitable<result<>> take(const claim_view& c, claim_step step);
    awaitable<result<>> bind(const claim_view& c, const volume_view& v);
    awaitable<result<>> provision(const claim_view& c, const class_view& of_class);
    awaitable<result<claim_ptr>> annotate(const claim_view& c, const class_view& of_class);
    awaitable<result<>> report(const claim_view& c, const claim_status_view& next);
    void record(const claim_view& c, storage_event e, std::string_view component);

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
    awaitable<result<claim_ptr>> claim_of(const volume_view& v);
    awaitable<result<>> unbind(const volume_view& v);

    cached_client& api_;
    client& live_;
    event_log& events_;
};

// Creates the class `standard` unless it exists. Runs until that is done.
awaitable<void> make_standard_class(loop& l, client& api);

bool awaits_volume(const claim_view& c);

// Index of claim_view: claims that await a volume, under the value "1".
inline constexpr const char* awaiting_index = "awaiting";
// Index of volume_view by the UID of the claim.
inline constexpr const char* volume_claim_index = "claim";

}  // namespace setpoint::inline v0::apiserver
