#pragma once
// Puts the CA of the webhooks into what tells the API server to call them: the webhook
// configurations of the operator and the conversion stanzas of its definitions; and again when
// somebody takes it out. Entries that name another Service or URL are left alone. Each target is
// written at most every ten seconds: two programs may both take it for theirs.

#include "framework/webhook/webhook_configurations.hpp"
#include "setpoint/cache/cache.hpp"
#include "setpoint/client/client.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/sync.hpp"

#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

class ca_injector {
public:
    struct targets {
        std::string validating, mutating;      // names of configurations; "": none
        std::vector<std::string> definitions;  // names of CustomResourceDefinitions
        // Where the webhooks are called. At a URL, the definitions' conversions are directed there.
        webhook_address at;
    };

    // All references must outlive it. `api` may write whoever leads. Watches the targets, and only
    // them.
    ca_injector(loop& l, cache& c, client& api, logger log, const targets& t);
    ca_injector(const ca_injector&) = delete;
    ca_injector& operator=(const ca_injector&) = delete;
    ~ca_injector();

    // PEM; "" for a certificate that the API server trusts without.
    void set_bundle(std::string bundle);
    // Runs until cancelled.
    awaitable<void> run();
    // The targets that do not have the bundle yet, for logs: "ValidatingWebhookConfiguration x".
    std::vector<std::string> behind() const;

    struct target;
    struct wanted {
        std::string bundle;  // base64, as in the objects
        webhook_address at;
    };

private:
    awaitable<result<>> inject_all();

    loop& loop_;
    client& api_;
    logger log_;
    std::vector<std::unique_ptr<target>> targets_;
    wanted wanted_;
    bool known_ = false;  // whether set_bundle() was called
    notifier changed_;
    bool dirty_ = false;
    time_point due_ = never;  // when a target that was written just now may be written again
};

}}  // namespace setpoint::v0
