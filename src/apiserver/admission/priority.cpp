// plugin/pkg/admission/priority.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view classes = "priorityclasses.scheduling.k8s.io";

// The default class with the lowest value, if there are several after all.
std::optional<bj::object> default_priority_class(const admission_request& q) {
    std::optional<bj::object> found;
    for (const record_ptr& o : q.cluster.list(classes, "")) {
        if (o->json.find("\"globalDefault\":true") == std::string::npos) continue;
        bj::object one = o->parse();
        if (!true_at(one, "globalDefault")) continue;
        if (!found || number_at(one, "value").value_or(0) < number_at(*found, "value").value_or(0))
            found = std::move(one);
    }
    return found;
}

struct established_priority {
    std::string class_name;
    std::int64_t value = 0;
    std::optional<std::string> policy;
};

established_priority priority_of(const bj::object& priority_class) {
    established_priority out{std::string(text_at(object_of(priority_class, "metadata"), "name")),
                             number_at(priority_class, "value").value_or(0),
                             {}};
    if (const bj::value* policy = value_at(priority_class, "preemptionPolicy"))
        out.policy = std::string(text_of(*policy));
    return out;
}

api_result<established_priority> establish_priority(const admission_request& q, const std::string& name) {
    if (name.empty()) {
        if (const auto found = default_priority_class(q)) return priority_of(*found);
        return established_priority{{}, 0, "PreemptLowerPriority"};
    }
    const record_ptr found = q.cluster.find(classes, object_key::cluster(name));
    if (!found) return q.refuse(fmt::format("no PriorityClass with name {} was found", name));
    return priority_of(found->parse());
}

api_result<> prioritize_new_pod(admission_request& q) {
    bj::object& spec = make_object(q.object, "spec");
    auto p = establish_priority(q, std::string(text_at(spec, "priorityClassName")));
    if (!p) return p.error();
    const auto sent = number_at(spec, "priority");
    if (sent && *sent != p->value)
        return q.refuse(fmt::format(
            "the integer value of priority ({}) must not be provided in pod spec; priority admission "
            "controller computed {} from the given PriorityClass name",
            *sent, p->value));
    if (p->policy) {
        const bj::value* const policy = value_at(spec, "preemptionPolicy");
        if (policy != nullptr && text_of(*policy) != *p->policy)
            return q.refuse(fmt::format(
                "the string value of PreemptionPolicy ({}) must not be provided in pod spec; priority "
                "admission controller computed {} from the given PriorityClass name",
                text_of(*policy), *p->policy));
        spec["preemptionPolicy"] = *p->policy;
    }
    if (!p->class_name.empty()) spec["priorityClassName"] = p->class_name;
    spec["priority"] = p->value;
    return {};
}

}  // namespace

api_result<> priority_admit(admission_request& q) {
    if (q.is_create_of("pods")) return prioritize_new_pod(q);
    if (!q.is_update_of("pods")) return {};
    bj::object& spec = make_object(q.object, "spec");
    for (const char* key : {"priority", "preemptionPolicy"})
        if (value_at(spec, key) == nullptr) copy_field(spec, object_of(*q.old, "spec"), key);
    return {};
}

api_result<> priority_validate(admission_request& q) {
    if (!q.is_create_of(classes) && !q.is_update_of(classes)) return {};
    if (!true_at(q.object, "globalDefault")) return {};
    const auto found = default_priority_class(q);
    if (!found) return {};
    const std::string_view name = text_at(object_of(*found, "metadata"), "name");
    if (q.verb == "update" && name == text_at(object_of(q.object, "metadata"), "name")) return {};
    return q.refuse(
        fmt::format("PriorityClass {} is already marked as default. Only one default can exist", name));
}

}}}  // namespace setpoint::v0::apiserver
