#include "apiserver/resources/admission_webhook.hpp"

#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// The first version of the list that the server knows.
std::string review_version_of(const bj::object& hook) {
    for (const bj::value& v : list_of(hook, "admissionReviewVersions"))
        if (text_of(v) == "v1" || text_of(v) == "v1beta1") return std::string(text_of(v));
    return {};
}

admission_webhook webhook_of(const bj::object& hook) {
    admission_webhook out;
    out.name = text_at(hook, "name");
    out.at = std::make_shared<const webhook_address>(webhook_address_of(object_of(hook, "clientConfig")));
    for_each_object(list_of(hook, "rules"),
                    [&](const bj::object& r, std::size_t) { out.rules.push_back(admission_rule_of(r)); });
    out.namespaces = object_of(hook, "namespaceSelector");
    out.objects = object_of(hook, "objectSelector");
    out.equivalent = text_at(hook, "matchPolicy") != "Exact";
    out.fails_open = text_at(hook, "failurePolicy") == "Ignore";
    out.reinvoked = text_at(hook, "reinvocationPolicy") == "IfNeeded";
    const std::string_view effects = text_at(hook, "sideEffects");
    out.allows_dry_run = effects == "None" || effects == "NoneOnDryRun";
    out.conditions = policies::match_conditions(list_of(hook, "matchConditions"), out.fails_open);
    out.timeout = std::chrono::seconds(number_at(hook, "timeoutSeconds").value_or(out.timeout.count()));
    out.review_version = review_version_of(hook);
    return out;
}

}  // namespace

std::vector<admission_webhook_ptr> admission_webhooks_of(const bj::object& configuration) {
    const std::string name(text_at(configuration, {"metadata", "name"}));
    std::vector<admission_webhook_ptr> out;
    std::map<std::string, int> seen;
    for_each_object(list_of(configuration, "webhooks"), [&](const bj::object& hook, std::size_t) {
        admission_webhook one = webhook_of(hook);
        one.configuration = name;
        one.id = fmt::format("{}/{}/{}", name, one.name, seen[one.name]++);
        out.push_back(std::make_shared<const admission_webhook>(std::move(one)));
    });
    return out;
}

void admission_webhooks::replace(const std::string& configuration, std::vector<admission_webhook_ptr> hooks) {
    if (hooks.empty())
        by_configuration_.erase(configuration);
    else
        by_configuration_[configuration] = std::move(hooks);
    all_.clear();
    for (const auto& [name, list] : by_configuration_) all_.insert(all_.end(), list.begin(), list.end());
}

}}}  // namespace setpoint::v0::apiserver
