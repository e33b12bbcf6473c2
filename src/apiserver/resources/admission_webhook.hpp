#pragma once
// A webhook of a ValidatingWebhookConfiguration or a MutatingWebhookConfiguration, and the requests
// that it is called for (apiserver, admission/plugin/webhook/predicates). No I/O.

#include "apiserver/policies/admission_rule.hpp"
#include "apiserver/policies/match_conditions.hpp"
#include "apiserver/resources/webhook_address.hpp"

#include <boost/json/object.hpp>

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

struct admission_webhook {
    std::string configuration, name;
    std::string id;  // unique, although names may repeat
    webhook_address_ptr at;
    std::vector<admission_rule> rules;
    bj::object namespaces, objects;  // label selectors
    bool equivalent = true;          // matchPolicy: also called for other versions of a resource
    bool fails_open = false;         // failurePolicy Ignore
    bool reinvoked = false;          // reinvocationPolicy IfNeeded
    bool allows_dry_run = false;     // sideEffects None or NoneOnDryRun
    policies::match_conditions conditions;
    std::chrono::seconds timeout{10};
    std::string review_version;  // "v1", "v1beta1", or "" if it supports neither
};
using admission_webhook_ptr = std::shared_ptr<const admission_webhook>;

// In the order in which the (valid) configuration lists them.
std::vector<admission_webhook_ptr> admission_webhooks_of(const bj::object& configuration);

// All webhooks of one type, in the order in which they are called: by configuration, as listed there.
class admission_webhooks {
public:
    bool empty() const { return all_.empty(); }
    const std::vector<admission_webhook_ptr>& all() const { return all_; }
    void replace(const std::string& configuration, std::vector<admission_webhook_ptr> hooks);
    void remove(const std::string& configuration) { replace(configuration, {}); }

private:
    std::map<std::string, std::vector<admission_webhook_ptr>> by_configuration_;
    std::vector<admission_webhook_ptr> all_;
};

}}}  // namespace setpoint::v0::apiserver
