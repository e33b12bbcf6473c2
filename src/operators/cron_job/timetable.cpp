#include "operators/cron_job/timetable.hpp"

#include "setpoint/api/time_zone.hpp"
#include "setpoint/core/shortened.hpp"

#include <fmt/format.h>

namespace cron_job {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

constexpr std::size_t longest_quote = 256;

}  // namespace

std::string schedule_error(std::string_view schedule) {
    if (schedule.find("TZ") != std::string_view::npos)
        return "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
    const auto parsed = cron_schedule::parse(schedule);
    if (!parsed) return parsed.error().message;
    const auto interval = parsed->interval();
    if (interval > interval.zero() && interval < std::chrono::minutes(1))
        return "the interval of @every must be at least one minute";
    return {};
}

timetable timetable_of(const cron_job_spec& spec) {
    timetable t;
    if (const std::string why = schedule_error(spec.schedule); !why.empty()) {
        t.wrong = problem{"UnparseableSchedule", fmt::format("spec.schedule \"{}\" is invalid: {}",
                                                             shortened(spec.schedule, longest_quote), why)};
        return t;
    }
    t.schedule = cron_schedule::parse(spec.schedule).value();
    auto zone = find_time_zone(spec.time_zone.value_or(""));
    if (zone)
        t.zone = std::move(*zone);
    else
        t.wrong =
            problem{"UnknownTimeZone",
                    fmt::format("spec.timeZone \"{}\" is invalid: {}",
                                shortened(spec.time_zone.value_or(""), longest_quote), zone.error().message)};
    return t;
}

}  // namespace cron_job
