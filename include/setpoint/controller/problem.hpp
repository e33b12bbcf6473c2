#pragma once
// Why something cannot be as its spec says, and how that shows in conditions.

#include "setpoint/api/condition.hpp"
#include "setpoint/core/error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint {

// Something that only the user or another component can fix.
struct problem {
    std::string reason;   // one CamelCase word, for programs
    std::string message;  // a sentence, for people
    friend bool operator==(const problem&, const problem&) = default;
};

// What a refused write means for its owner. errc::invalid is "Rejected" and errc::forbidden "Forbidden", or
// "NamespaceTerminating" when the namespace is being deleted; a creation in a namespace that does not exist
// is "NamespaceNotFound". `what` begins the message: `Deployment "web"`. Nothing for all other errors: they
// are worth a retry, and no condition.
std::optional<problem> explain(std::string_view what, const error& refused);

// The first that is there.
template <class... More>
std::optional<problem> first_problem(const std::optional<problem>& first, const More&... more) {
    if constexpr (sizeof...(more) == 0)
        return first;
    else
        return first ? first : first_problem(more...);
}

// A condition without its type and times.
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
// For a condition that is True while there is a problem, such as Degraded: False with the reason "AsExpected"
// without one.
condition_state explain(const std::optional<problem>& p);

// Writes the conditions of a status. Types that are not set stay as they are.
class condition_writer {
public:
    // `to` and `reported`, the conditions of the status that is reported now, outlive the writer.
    // `generation`: of the object whose status it is.
    condition_writer(std::vector<condition>& to, const std::vector<condition>& reported,
                     generation_number generation, timestamp now)
        : to_(to), reported_(reported), generation_(generation), now_(now) {}
    // lastTransitionTime moves only when the status differs from what is reported.
    condition_writer& set(std::string_view type, condition_state state);

private:
    std::vector<condition>& to_;
    const std::vector<condition>& reported_;
    generation_number generation_;
    timestamp now_;
};

// For `status`, the next status of `self`. It may begin empty, or as a copy of self.status.
template <class Owner, class Status>
condition_writer conditions(const Owner& self, Status& status, wall_time now) {
    return {status.conditions, self.status.conditions, self.metadata.generation, timestamp::from(now)};
}

}  // namespace setpoint
