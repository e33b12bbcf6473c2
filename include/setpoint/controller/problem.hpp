#pragma once
// Problems that keep an object from its desired state, and conditions that report them.

#include "setpoint/api/condition.hpp"
#include "setpoint/core/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 {

// A problem that only the user or another component can solve.
// Both texts are shown to users of the object: they must not contain secrets.
struct problem {
    std::string reason;   // one CamelCase word, for programs
    std::string message;  // a sentence, for people
    friend bool operator==(const problem&, const problem&) = default;
};

// Returns the problem that a refused write is for its owner: "Rejected" for errc::invalid, "Forbidden" for
// errc::forbidden or, if the namespace is being deleted, "NamespaceTerminating", and "NamespaceNotFound" for
// a creation in a namespace that does not exist. The message starts with `what`: `Deployment "web"`. Returns
// nothing for all other errors: they call for a retry, not for a condition.
std::optional<problem> explain(std::string_view what, const error& refused);

// Returns the first problem, if there is one.
template <class... More>
std::optional<problem> first_problem(const std::optional<problem>& first, const More&... more) {
    if constexpr (sizeof...(more) == 0)
        return first;
    else
        return first ? first : first_problem(more...);
}

// A condition without its type and times.
// `reason` must not be empty when it is written: the API requires it (metav1.Condition).
struct condition_state {
    condition_status status = condition_status::unknown;
    std::string reason;
    std::string message;
};

inline condition_state condition_true(std::string reason, std::string message = {}) {
    return {condition_status::true_, std::move(reason), std::move(message)};
}
inline condition_state condition_false(std::string reason, std::string message = {}) {
    return {condition_status::false_, std::move(reason), std::move(message)};
}
// Returns the state of a condition that is True while there is a problem, such as Degraded. Without a problem
// it is False with the reason "AsExpected".
condition_state explain(const std::optional<problem>& p);

// Sets conditions of a status. Types that are not set stay unchanged.
class condition_writer {
public:
    // Writes to `to`; `reported` holds the conditions of the current status. Both must outlive the writer.
    // `generation` is that of the object.
    // `now` is the transition time of conditions whose status changes.
    condition_writer(std::vector<condition>& to, const std::vector<condition>& reported,
                     generation_number generation, timestamp now)
        : to_(to), reported_(reported), generation_(generation), now_(now) {}
    // Changes lastTransitionTime only if the condition's status differs from the reported one.
    // Also sets observedGeneration. If `type` is new in `to` but reported, its times continue from
    // there. Returns *this, for several calls in a row. O(conditions).
    condition_writer& set(std::string_view type, condition_state state);

private:
    std::vector<condition>& to_;
    const std::vector<condition>& reported_;
    generation_number generation_;
    timestamp now_;
};

// Returns a writer for `status`, the next status of `self`, which may start empty or as a copy of
// self.status.
template <class Owner, class Status>
condition_writer conditions(const Owner& self, Status& status, wall_time now) {
    return {status.conditions, self.status.conditions, self.metadata.generation, timestamp::from(now)};
}

}}  // namespace setpoint::v0
