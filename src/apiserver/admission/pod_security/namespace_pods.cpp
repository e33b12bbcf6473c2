#include "apiserver/admission/pod_security/namespace_pods.hpp"

#include "apiserver/admission/pod_security/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver::pod_security {

namespace {

constexpr std::size_t most_pods = 3000;

struct affected_pods {
    std::string first;  // by name
    std::size_t count = 0;
};

std::string controller_of(const bj::object& pod) {
    std::string uid;
    for_each_object(list_of(object_of(pod, "metadata"), "ownerReferences"),
                    [&](const bj::object& owner, std::size_t) {
                        if (uid.empty() && true_at(owner, "controller")) uid = text_at(owner, "uid");
                    });
    return uid;
}

// Without exempt pods; the second and later pods of a controller come last.
std::vector<bj::object> prioritized(const std::vector<record_ptr>& pods,
                                    const std::vector<std::string>& exempt_runtime_classes) {
    std::vector<bj::object> first, later;
    std::set<std::string> controllers;
    for (const record_ptr& record : pods) {
        bj::object pod = record->parse();
        const std::string_view runtime = text_at(object_of(pod, "spec"), "runtimeClassName");
        if (std::ranges::find(exempt_runtime_classes, runtime) != exempt_runtime_classes.end()) continue;
        const std::string controller = controller_of(pod);
        const bool is_another = !controller.empty() && !controllers.insert(controller).second;
        (is_another ? later : first).push_back(std::move(pod));
        if (first.size() >= most_pods) break;
    }
    std::ranges::move(later, std::back_inserter(first));
    return first;
}

std::string decorated(const std::string& warning, const affected_pods& pods) {
    if (pods.count == 1) return fmt::format("{}: {}", pods.first, warning);
    return fmt::format("{} (and {} other pod{}): {}", pods.first, pods.count - 1, pods.count == 2 ? "" : "s",
                       warning);
}

}  // namespace

std::vector<std::string> warnings_about_pods(const std::string& ns, const level_version& enforce,
                                             const std::vector<std::string>& exempt_runtime_classes,
                                             const std::vector<record_ptr>& pods) {
    const std::vector<bj::object> all = prioritized(pods, exempt_runtime_classes);
    const std::size_t checked = std::min(all.size(), most_pods);
    std::map<std::string, affected_pods> by_warning;
    for (std::size_t i = 0; i < checked; ++i) {
        const bj::object& meta = object_of(all[i], "metadata");
        const auto wrong = evaluate(enforce, pod_view(meta, object_of(all[i], "spec")));
        if (wrong.empty()) continue;
        affected_pods& at = by_warning[reasons_of(wrong)];
        const std::string name(text_at(meta, "name"));
        if (at.count++ == 0 || name < at.first) at.first = name;
    }
    std::vector<std::string> out, details;
    if (checked < pods.size() && checked == most_pods)
        out.push_back(
            fmt::format("new PodSecurity enforce level only checked against the first {} of {} existing pods",
                        checked, pods.size()));
    if (!by_warning.empty())
        out.push_back(
            fmt::format("existing pods in namespace \"{}\" violate the new PodSecurity enforce level \"{}\"",
                        ns, enforce.text()));
    for (const auto& [warning, at] : by_warning) details.push_back(decorated(warning, at));
    std::ranges::sort(details);
    std::ranges::move(details, std::back_inserter(out));
    return out;
}

}}}  // namespace setpoint::v0::apiserver::pod_security
