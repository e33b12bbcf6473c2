#pragma once
// The status of a Job that has ended, as a test writes it by hand: the API server accepts an end only with
// the condition that comes before it, and with both times.
#include <boost/json.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// `type`: Complete or Failed; `at`: when, in RFC 3339.
inline boost::json::object ended_job_status(std::string_view type, const std::string& at) {
    const bool complete = type == "Complete";
    boost::json::array conditions;
    for (const std::string_view one :
         {std::string_view(complete ? "SuccessCriteriaMet" : "FailureTarget"), type})
        conditions.push_back(boost::json::object{
            {"type", one}, {"status", "True"}, {"reason", "MadeUp"}, {"lastTransitionTime", at}});
    boost::json::object status{{"startTime", at}, {"conditions", std::move(conditions)}};
    if (complete) status["completionTime"] = at;
    return status;
}

}}  // namespace setpoint::v0
