#include "testkit/testing/pod_failures.hpp"

#include "apiserver/controllers/node/pod_failure.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/server/server_access.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "testkit/testing/environment_parts.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace testing {

namespace {

namespace bj = boost::json;

string_map labels_of_pod(const bj::object& meta) {
    string_map labels;
    for (const auto& [name, value] : apiserver::object_of(meta, "labels"))
        labels[std::string(name)] = apiserver::text_of(value);
    return labels;
}

awaitable<void> annotate_existing_pods(client& api, std::string label_selector, std::string how) {
    list_options which;
    which.label_selector = std::move(label_selector);
    const auto pods = co_await api.list<core_v1::pod>(which);
    if (!pods) throw failure("fail_pods(): " + pods.error().to_string());
    const bj::value wanted = how.empty() ? bj::value(nullptr) : bj::value(bj::string(how));
    for (const auto& p : *pods) {
        const bj::object patch{{"metadata", {{"annotations", {{apiserver::fail_annotation, wanted}}}}}};
        const auto patched = co_await api.merge_patch<core_v1::pod>(key_of(p->metadata), patch);
        if (!patched && patched.error().code != errc::not_found)
            throw failure("fail_pods(): " + patched.error().to_string());
    }
}

}  // namespace

apiserver::write_step detail::annotate_failing_pods(std::shared_ptr<const pod_failure_rules> rules) {
    return [rules = std::move(rules)](apiserver::pending_write& p) -> apiserver::api_result<> {
        if (p.verb != "create" || p.kind.storage != "pods" || !p.object) return {};
        bj::object& meta = apiserver::make_object(*p.object, "metadata");
        const string_map labels = labels_of_pod(meta);
        const auto rule = std::find_if(rules->rbegin(), rules->rend(),
                                       [&](const pod_failure_rule& r) { return r.labels.matches(labels); });
        if (rule == rules->rend()) return {};
        bj::object& annotations = apiserver::make_object(meta, "annotations");
        if (rule->how.empty())
            annotations.erase(apiserver::fail_annotation);
        else
            annotations[apiserver::fail_annotation] = rule->how;
        return {};
    };
}

void environment::fail_pods(std::string label_selector, std::string how) {
    auto labels = selector::parse(label_selector);
    if (!labels) throw failure("fail_pods(): " + labels.error().to_string());
    auto& rules = parts_->failing_pods;
    if (!rules) {
        rules = std::make_shared<detail::pod_failure_rules>();
        apiserver::server_access::state(parts_->api)
            .admission.push_back(detail::annotate_failing_pods(rules));
    }
    std::erase_if(*rules, [&](const auto& r) { return r.text == label_selector; });
    rules->push_back({label_selector, std::move(*labels), how});
    run(annotate_existing_pods(client(), std::move(label_selector), std::move(how)));
}

}}}  // namespace setpoint::v0::testing
