#include "apiserver/kinds/shared/workload.hpp"

#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <system_error>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

const bj::value null_value;

const bj::value& value_or_null(const bj::object& o, std::string_view key) {
    const bj::value* v = o.if_contains(key);
    return v == nullptr ? null_value : *v;
}

}  // namespace

bj::value internal_strategy(const bj::object& strategy) {
    const bj::object* rolling = object_at(strategy, "rollingUpdate");
    bj::value inner;
    if (rolling != nullptr) {
        const auto amount = [&](const char* key) {
            const bj::value* v = value_at(*rolling, key);
            return v == nullptr ? bj::value(0) : *v;
        };
        inner = bj::object{{"MaxUnavailable", amount("maxUnavailable")}, {"MaxSurge", amount("maxSurge")}};
    }
    return bj::value(bj::object{{"Type", text_at(strategy, "type")}, {"RollingUpdate", std::move(inner)}});
}

void validate_workload_selector(const bj::object& spec, std::string_view kind, field_errors& to) {
    const bj::object* selector = object_at(spec, "selector");
    if (selector == nullptr) {
        required(to, "spec.selector");
        return;
    }
    validate_selector(*selector, "spec.selector", to);
    if (is_empty_selector(*selector)) {
        invalid_unsorted(to, "spec.selector", bj::value(*selector),
                         fmt::format("empty selector is invalid for {}", kind));
    }
}

void validate_template_matches(const bj::object* selector, const bj::object& pod_template, field_errors& to) {
    const bj::object& meta = object_of(pod_template, "metadata");
    if (selector != nullptr && !is_valid_selector(*selector)) return;
    if (selector != nullptr && selector_matches(*selector, object_of(meta, "labels"))) return;
    invalid(to, "spec.template.metadata.labels", value_or_null(meta, "labels"),
            "`selector` does not match template `labels`");
}

void validate_workload_template(const bj::object& spec, std::string_view kind, field_errors& to,
                                const bj::object* old_template) {
    const bj::object& pod_template = object_of(spec, "template");
    const bj::object* selector = object_at(spec, "selector");
    if (selector != nullptr && !is_valid_selector(*selector)) {
        const bool of_set = kind == "StatefulSet";
        invalid_unsorted(to, "spec.selector", bj::value(*selector), of_set ? "" : "invalid label selector");
        if (kind == "ReplicaSet") return;
        if (of_set) {
            validate_template_policy(pod_template, kind, to);
            return;
        }
    } else {
        validate_template_matches(selector, pod_template, to);
    }
    validate_pod_template(pod_template, "spec.template", to, old_template);
    if (kind == "StatefulSet") validate_template_labels(pod_template, "spec.template", to);
    validate_template_policy(pod_template, kind, to);
}

void validate_template_policy(const bj::object& pod_template, std::string_view kind, field_errors& to) {
    const bj::object& pod = object_of(pod_template, "spec");
    const std::string_view policy = text_at(pod, "restartPolicy");
    if (policy != "Always") not_supported(to, "spec.template.spec.restartPolicy", policy, {"Always"});
    if (!kind.empty() && value_at(pod, "activeDeadlineSeconds") != nullptr) {
        forbidden(to, "spec.template.spec.activeDeadlineSeconds",
                  fmt::format("activeDeadlineSeconds in {} is not Supported", kind));
    }
}

void validate_counts(const bj::object& spec, std::initializer_list<const char*> keys, field_errors& to) {
    for (const char* key : keys) validate_not_negative(spec, key, child("spec", key), to);
}

void validate_status_counts(const bj::object& status, std::initializer_list<const char*> keys,
                            std::initializer_list<const char*> bounded, field_errors& to,
                            const char* ready_name) {
    for (const char* key : keys) validate_not_negative(status, key, child("status", key), to);
    const std::int64_t replicas = number_at(status, "replicas").value_or(0);
    for (const char* key : bounded) {
        const std::int64_t n = number_at(status, key).value_or(0);
        if (n > replicas)
            invalid_unsorted(to, child("status", key), bj::value(n),
                             "cannot be greater than status.replicas");
    }
    const std::int64_t available = number_at(status, "availableReplicas").value_or(0);
    if (available > number_at(status, "readyReplicas").value_or(0)) {
        invalid_unsorted(to, "status.availableReplicas", bj::value(available),
                         std::string("cannot be greater than ") + ready_name);
    }
}

void validate_collision_count(const bj::object& status, const bj::object& old, field_errors& to) {
    const auto now = number_at(status, "collisionCount"), before = number_at(old, "collisionCount");
    if (before && now.value_or(*before - 1) < *before)
        invalid(to, "status.collisionCount", bj::value(now.value_or(0)), "cannot be decremented");
}

void validate_int_or_percent(const bj::value* v, const std::string& path, field_errors& to) {
    if (v == nullptr) return;
    if (v->is_string()) {
        add_invalid(to, path, *v, percent(text_of(*v)));
    } else if (const std::int64_t n = number_of(*v).value_or(0); n < 0) {
        invalid_unsorted(to, path, bj::value(n), std::string(not_negative));
    }
}

void validate_at_most_100_percent(const bj::value* v, const std::string& path, field_errors& to) {
    if (v == nullptr || !v->is_string() || !percent(text_of(*v)).empty() || int_or_percent(v) <= 100) return;
    invalid(to, path, *v, "must not be greater than 100%");
}

std::int64_t int_or_percent(const bj::value* v) {
    if (v == nullptr) return 0;
    if (!v->is_string()) return number_of(*v).value_or(0);
    const std::string_view s = text_of(*v);
    // A text that is not a percentage counts if it is a number.
    const std::string_view digits = percent(s).empty() ? s.substr(0, s.size() - 1) : s;
    std::int64_t n = 0;
    const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), n);
    if (wrong == std::errc::result_out_of_range) return std::numeric_limits<std::int64_t>::max();
    return end == digits.data() + digits.size() ? n : 0;
}

void validate_replica_status(const bj::object& o, field_errors& to) {
    validate_status_counts(object_of(o, "status"),
                           {"replicas", "fullyLabeledReplicas", "readyReplicas", "availableReplicas",
                            "observedGeneration", "terminatingReplicas"},
                           {"fullyLabeledReplicas", "readyReplicas", "availableReplicas"}, to);
}

}}}  // namespace setpoint::v0::apiserver
