#pragma once
// The objects that every namespace has: the ServiceAccount "default" and the ConfigMap
// "kube-root-ca.crt".

#include "apiserver/controllers/namespace/partial_types.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr const char* root_ca_name = "kube-root-ca.crt";

class namespace_defaults {
public:
    namespace_defaults(client& api, std::string ca_pem) : api_(api), ca_(std::move(ca_pem)) {}
    // Creates both in a namespace that is not being deleted, and restores the ConfigMap if it was
    // changed.
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    awaitable<result<>> ensure_account(std::string ns);
    awaitable<result<>> ensure_root_ca(std::string ns);

    client& api_;
    std::string ca_;
};

}}}  // namespace setpoint::v0::apiserver
