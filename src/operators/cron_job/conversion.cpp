#include "operators/cron_job/conversion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>

namespace cron_job {

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

constexpr std::array fields = {&v2::cron_schedule::minute, &v2::cron_schedule::hour,
                               &v2::cron_schedule::day_of_month, &v2::cron_schedule::month,
                               &v2::cron_schedule::day_of_week};

std::string joined(const v2::cron_schedule& s) {
    return fmt::format("{} {} {} {} {}", s.minute, s.hour, s.day_of_month, s.month, s.day_of_week);
}

v2::cron_schedule split(const std::string& schedule) {
    v2::cron_schedule s;
    std::string_view rest = schedule;
    for (const auto field : fields) {
        const std::size_t end = rest.find(' ');
        s.*field = rest.substr(0, end);
        rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    }
    const bool words = schedule.find_first_of("\t\n\v\f\r") == std::string::npos &&
                       schedule.find("  ") == std::string::npos && !schedule.starts_with(' ');
    if (words && joined(s) == schedule) return s;
    s = {};
    s.expression = schedule;
    return s;
}

}  // namespace

result<> to_hub(const v2::cron_job& from, cron_job& to) {
    const v2::cron_schedule& s = from.spec.schedule;
    if (!s.expression.empty() && joined(s) != joined({}))
        return error(errc::invalid,
                     fmt::format("spec.schedule.expression: \"{}\" excludes all other fields of the schedule",
                                 s.expression));
    static_cast<run_settings&>(to.spec) = from.spec;
    to.spec.schedule = s.expression.empty() ? joined(s) : s.expression;
    to.status = from.status;
    return {};
}

void from_hub(const cron_job& from, v2::cron_job& to) {
    static_cast<run_settings&>(to.spec) = from.spec;
    to.spec.schedule = split(from.spec.schedule);
    to.status = from.status;
}

}  // namespace cron_job
