#include "apiserver/kinds/batch/job_spec.hpp"

#include "apiserver/kinds/core/pod/container_rules.hpp"
#include "apiserver/kinds/core/pod/pod_spec.hpp"
#include "apiserver/kinds/core/pod/pod_warnings.hpp"
#include "apiserver/kinds/internal_form.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/field_error.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::int64_t most_indexed = 100'000, most_beside_many_completions = 10'000;

// Jobs with more than 100,000 completions and a back-off limit per index.
void validate_many_completions(const bj::object& spec, const std::string& path, field_errors& to) {
    if (number_at(spec, "completions").value_or(0) <= most_indexed) return;
    if (value_at(spec, "backoffLimitPerIndex") == nullptr) return;
    if (value_at(spec, "maxFailedIndexes") == nullptr)
        required(to, child(path, "maxFailedIndexes"),
                 fmt::format("must be specified when completions is above {}", most_indexed));
    for (const char* key : {"parallelism", "maxFailedIndexes"}) {
        const auto n = number_at(spec, key);
        if (!n || *n <= most_beside_many_completions) continue;
        invalid(
            to, child(path, key), bj::value(*n),
            fmt::format(
                "must be less than or equal to {} when completions are above {} and used with backoff limit "
                "per index",
                most_beside_many_completions, most_indexed));
    }
}

void validate_indexed(const bj::object& spec, const std::string& path, field_errors& to) {
    const auto parallelism = number_at(spec, "parallelism"), failed = number_at(spec, "maxFailedIndexes"),
               completions = number_at(spec, "completions");
    if (!completions) required(to, child(path, "completions"), "when completion mode is Indexed");
    if (parallelism && *parallelism > most_indexed)
        invalid(
            to, child(path, "parallelism"), bj::value(*parallelism),
            fmt::format("must be less than or equal to {} when completion mode is Indexed", most_indexed));
    if (completions && failed && *failed > *completions)
        invalid(to, child(path, "maxFailedIndexes"), bj::value(*failed),
                "must be less than or equal to completions");
    if (failed && *failed > most_indexed)
        invalid(to, child(path, "maxFailedIndexes"), bj::value(*failed),
                fmt::format("must be less than or equal to {}", most_indexed));
    validate_many_completions(spec, path, to);
}

void validate_not_indexed(const bj::object& spec, const std::string& path, field_errors& to) {
    for (const char* key : {"backoffLimitPerIndex", "maxFailedIndexes"}) {
        if (const auto n = number_at(spec, key))
            invalid(to, child(path, key), bj::value(*n), "requires indexed completion mode");
    }
}

void validate_replacement(const bj::object& spec, const std::string& path, field_errors& to) {
    const bj::value* replacement = value_at(spec, "podReplacementPolicy");
    if (replacement == nullptr) return;
    const std::string_view r = text_of(*replacement);
    const bool by_policy = value_at(spec, "podFailurePolicy") != nullptr;
    if (r == "Failed" || (!by_policy && r == "TerminatingOrFailed")) return;
    not_supported(to, child(path, "podReplacementPolicy"), r,
                  by_policy ? std::vector<std::string>{"Failed"}
                            : std::vector<std::string>{"Failed", "TerminatingOrFailed"});
}

void validate_job_restart_policy(const bj::object& spec, const std::string& path, field_errors& to) {
    const std::string here = path + ".template.spec.restartPolicy";
    const std::string_view policy = text_at(object_of(spec, {"template", "spec"}), "restartPolicy");
    if (policy == "Always" || policy.empty()) {
        required(to, here, "valid values: \"OnFailure\", \"Never\"");
    } else if (policy != "OnFailure" && policy != "Never") {
        not_supported(to, here, policy, {"OnFailure", "Never"});
    } else if (value_at(spec, "podFailurePolicy") != nullptr && policy != "Never") {
        invalid(to, here, policy, "only \"Never\" is supported when podFailurePolicy is specified");
    }
}

}  // namespace

void validate_job_spec(const bj::object& spec, const std::string& path, field_errors& to) {
    const auto least = number_at(object_of(spec, {"scheduling", "schedulingPolicy", "gang"}), "minCount");
    const std::int64_t at_once = number_at(spec, "parallelism").value_or(1);
    if (least && *least > at_once)
        invalid(to, child(path, "scheduling.schedulingPolicy.gang.minCount"), bj::value(*least),
                fmt::format("must not be greater than parallelism ({})", at_once));
    validate_fields("batch.v1.JobSpec", spec, nullptr, path, to);
    if (value_at(spec, "maxFailedIndexes") != nullptr && value_at(spec, "backoffLimitPerIndex") == nullptr)
        required(to, child(path, "backoffLimitPerIndex"), "when maxFailedIndexes is specified");
    const bj::value* mode = value_at(spec, "completionMode");
    const bool indexed_mode = mode != nullptr && text_of(*mode) == "Indexed";
    if (indexed_mode) validate_indexed(spec, path, to);
    if (mode == nullptr || text_of(*mode) == "NonIndexed") validate_not_indexed(spec, path, to);
    if (value_at(spec, "podFailurePolicy") != nullptr)
        validate_pod_failure_policy(spec, child(path, "podFailurePolicy"), to);
    if (const bj::value* policy = value_at(spec, "successPolicy")) {
        if (indexed_mode) {
            validate_success_policy(spec, child(path, "successPolicy"), to);
        } else {
            invalid_unsorted(to, child(path, "successPolicy"),
                             internal_form("batch.v1.SuccessPolicy", *policy),
                             "requires indexed completion mode");
        }
    }
    validate_replacement(spec, path, to);
    validate_pod_template(object_of(spec, "template"), child(path, "template"), to);
    validate_job_restart_policy(spec, path, to);
}

void warn_of_job_spec(const bj::object& spec, const std::string& path, texts& to) {
    constexpr std::int64_t max_completions = 100'000, max_at_once = 10'000;
    if (text_at(spec, "completionMode") == "Indexed" &&
        number_at(spec, "completions").value_or(0) > max_completions &&
        number_at(spec, "parallelism").value_or(0) > max_at_once)
        to.push_back(
            path +
            ": In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher "
            "than 10^4, Kubernetes might not be able to track completedIndexes when a big number of "
            "indexes fail");
    warn_of_template(object_of(spec, "template"), path + ".template", to);
}

}}}  // namespace setpoint::v0::apiserver
