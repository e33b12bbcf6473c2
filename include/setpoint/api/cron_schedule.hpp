#pragma once
// Schedules in cron format, as CronJobs of Kubernetes have them: "*/5 8-18 * * mon-fri", "@hourly".

#include "setpoint/core/error.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Returns how far local time is ahead of UTC at an instant: 7200 s in Berlin in summer.
// A value that any code can supply: find_time_zone() for IANA zones, a lambda in tests. Called many times
// for one next(), so it should take constant or logarithmic time, be pure, and not throw. Seconds east of
// Greenwich are positive.
using utc_offset = std::function<std::chrono::seconds(std::chrono::sys_seconds)>;
std::chrono::seconds no_offset(std::chrono::sys_seconds) noexcept;  // UTC

// The syntax and the times are those of github.com/robfig/cron/v3 (ParseStandard), which kube-apiserver
// and kube-controller-manager use:
//   - five fields: minute, hour, day of month, month, day of week (0 or sun to 6 or sat). A field is
//     a list of "*" or "?", values, ranges "1-5", and steps "*/5", "1-10/3"; "5/10" is "5-59/10".
//   - If neither day field is "*" or "?", a day matches if one of them does.
//   - @yearly, @annually, @monthly, @weekly, @daily, @midnight, @hourly, and "@every 1h30m".
// A prefix TZ= or CRON_TZ= is an error, as in spec.schedule of a CronJob.
// Immutable after parse() and cheap to copy; holds one bit for each value of a field. Times have the
// resolution of seconds; all times of schedules other than @every are full minutes.
//
//     const auto s = cron_schedule::parse("30 2 * * 1-5");
//     const auto zone = find_time_zone("Europe/Berlin");
//     if (s && zone) next_run = s->next(now, *zone);
class cron_schedule {
public:
    // Errors: bad_data, with robfig/cron's message.
    // Splits at Unicode white space. The messages are those that the API server returns for spec.schedule,
    // such as "expected exactly 5 fields, found 4: [* * * *]". A schedule that never occurs ("0 0 30 2 *")
    // is valid.
    static result<cron_schedule> parse(std::string_view text);

    // Returns the first time after `after`; nullopt if there is none within five years. A local time that
    // does not exist, because clocks are set forward, is left out; a local time that occurs twice counts
    // twice.
    // At most five calendar years of days are searched. For @every: `after` plus the interval, whatever
    // the clock shows, so that the caller's choice of `after` sets the phase.
    std::optional<std::chrono::sys_seconds> next(std::chrono::sys_seconds after,
                                                 const utc_offset& zone = no_offset) const;
    // Returns the last time after `after` and not after `until`; nullopt if there is none. Takes time
    // logarithmic in their distance.
    // For a controller that was stopped: one call finds the run to catch up on, however many were missed.
    // Returns nullopt, too, if `until` is before `after`.
    std::optional<std::chrono::sys_seconds> last(std::chrono::sys_seconds after,
                                                 std::chrono::sys_seconds until,
                                                 const utc_offset& zone = no_offset) const;
    // The interval of @every, in whole seconds and at least one; zero for all other schedules.
    std::chrono::seconds interval() const { return interval_; }

private:
    enum field : std::uint8_t { minute, hour, day, month, weekday };

    bool has(field f, unsigned value) const { return (bits_[f] >> value & 1) != 0; }
    bool has_day(std::chrono::local_days d) const;

    std::array<std::uint64_t, 5> bits_{};
    bool any_day_ = false;  // a day field is "*" or "?"
    std::chrono::seconds interval_{0};
};

}}  // namespace setpoint::v0
