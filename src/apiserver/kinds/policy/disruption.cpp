#include "apiserver/kinds/policy/disruption.hpp"

#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/conditions.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t max_disrupted = 2000;
constexpr const char* condition_type = "DisruptionAllowed";

std::string_view name_of_budget(const bj::object& budget) {
    return text_at(object_of(budget, "metadata"), "name");
}

std::int64_t count_in_budget(const bj::object& o, std::string_view key) {
    return number_at(o, key).value_or(0);
}

api_error too_many_evictions(int retry_after, std::string why) {
    api_error e{
        429, "TooManyRequests", "Cannot evict pod as it would violate the pod's disruption budget.", {}};
    e.details["causes"] = bj::array{bj::object{{"reason", "DisruptionBudget"}, {"message", why}}};
    if (retry_after > 0) e.details["retryAfterSeconds"] = retry_after;
    return e;
}

std::string no_disruption_reason(const bj::object& budget) {
    const bj::object& status = object_of(budget, "status");
    const bj::object* const c = find_condition(status, condition_type);
    const std::string_view message = c ? text_at(*c, "message") : std::string_view();
    const bool refuses = c && text_at(*c, "status") == "False" && !message.empty();
    const std::int64_t desired = count_in_budget(status, "desiredHealthy"),
                       current = count_in_budget(status, "currentHealthy");
    const std::string head = fmt::format("The disruption budget {} ", name_of_budget(budget));
    if (refuses && text_at(*c, "reason") == "SyncFailed")
        return fmt::format("{}does not allow evicting pods currently because it failed sync: {}", head,
                           message);
    if (current <= desired)
        return fmt::format("{}needs {} healthy pods and has {} currently", head, desired, current);
    if (refuses)
        return fmt::format("{}does not allow evicting pods currently ({}): {}", head, text_at(*c, "reason"),
                           message);
    return head + "does not allow evicting pods currently";
}

api_error inconsistent_status(const bj::object& budget, std::string why) {
    return forbidden_error({"policy", "poddisruptionbudget"}, name_of_budget(budget), std::move(why));
}

}  // namespace

bool covers(const bj::object& budget, const bj::object& pod) {
    const bj::value* selector = value_at(object_of(budget, "spec"), "selector");
    if (selector == nullptr || !selector->is_object() || !is_valid_selector(selector->get_object()))
        return false;
    return selector_matches(selector->get_object(), object_of(object_of(pod, "metadata"), "labels"));
}

eviction_need need_of(const bj::object& budget, bool ready) {
    if (ready) return eviction_need::one_disruption;
    if (text_at(object_of(budget, "spec"), "unhealthyPodEvictionPolicy") == "AlwaysAllow")
        return eviction_need::unchanged_pod;
    const bj::object& status = object_of(budget, "status");
    const std::int64_t desired = count_in_budget(status, "desiredHealthy");
    return desired > 0 && count_in_budget(status, "currentHealthy") >= desired
               ? eviction_need::unchanged_pod
               : eviction_need::one_disruption;
}

api_error still_processing(std::string_view budget) {
    constexpr int retry_after = 10;
    return too_many_evictions(
        retry_after, fmt::format("The disruption budget {} is still being processed by the server.", budget));
}

void set_disruption_allowed(bj::object& budget, std::string_view time) {
    bj::object& status = make_object(budget, "status");
    const bool allowed = count_in_budget(status, "disruptionsAllowed") > 0;
    bj::object next{{"type", condition_type}, {"status", allowed ? "True" : "False"}};
    if (const auto seen = count_in_budget(status, "observedGeneration"); seen != 0)
        next["observedGeneration"] = seen;
    next["lastTransitionTime"] = time;
    next["reason"] = allowed ? "SufficientPods" : "InsufficientPods";
    next["message"] = "";
    put_condition(status, std::move(next));
}

api_result<> count_disruption(bj::object& budget, std::string_view pod, std::string_view time) {
    const bj::object& live = object_of(budget, "status");
    if (count_in_budget(live, "observedGeneration") <
        count_in_budget(object_of(budget, "metadata"), "generation"))
        return still_processing(name_of_budget(budget));
    const std::int64_t allowed = count_in_budget(live, "disruptionsAllowed");
    if (allowed < 0) return inconsistent_status(budget, "pdb disruptions allowed is negative");
    if (object_of(live, "disruptedPods").size() > max_disrupted)
        return inconsistent_status(
            budget, "DisruptedPods map too big - too many evictions not confirmed by PDB controller");
    if (allowed == 0) return too_many_evictions(0, no_disruption_reason(budget));
    bj::object& status = make_object(budget, "status");
    status["disruptionsAllowed"] = allowed - 1;
    if (allowed == 1) set_disruption_allowed(budget, time);
    make_object(status, "disruptedPods")[pod] = time;
    return {};
}

}}}  // namespace setpoint::v0::apiserver
