#pragma once
// Removes the protection finalizers of claims and volumes that are being deleted once no pod uses
// them (kubernetes' controllers volume/pvcprotection and volume/pvprotection).

#include "apiserver/controllers/pod/partial_types.hpp"
#include "apiserver/controllers/storage/partial_types.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr std::string_view claim_finalizer = "kubernetes.io/pvc-protection",
                                  volume_finalizer = "kubernetes.io/pv-protection";

// A pod uses its claims once it is bound to a node; before that, its kubelet would reject a claim
// that is being deleted.
bool uses_claim(const partial_pod& p, std::string_view claim);
std::vector<object_key> claims_of_pod(const partial_pod& p);

enum class protection_step : std::uint8_t { none, hold, release };
protection_step plan_protection(const object_meta& meta, std::string_view finalizer, bool used);

class claim_protection {
public:
    // `live`: bypasses the cache. Both must outlive it.
    claim_protection(client& api, client& live) : api_(api), live_(live) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    client &api_, &live_;
};

class volume_protection {
public:
    explicit volume_protection(client& api) : api_(api) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    client& api_;
};

}}}  // namespace setpoint::v0::apiserver
