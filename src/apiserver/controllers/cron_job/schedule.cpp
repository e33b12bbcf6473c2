#include "apiserver/controllers/cron_job/schedule.hpp"

#include "apiserver/go/seconds.hpp"
#include "setpoint/api/time_zone.hpp"
#include "setpoint/json/encode.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

using std::chrono::seconds;
using std::chrono::sys_seconds;

namespace {

constexpr duration schedule_slack = std::chrono::milliseconds(100);  // nextScheduleDelta: clocks differ
constexpr duration longest_run_wait = std::chrono::hours(24 * 365);
constexpr std::int64_t many_runs = 100;
constexpr const char* scheduled_annotation = "batch.kubernetes.io/cronjob-scheduled-timestamp";

sys_seconds earliest_run(const partial_cron_job& c, wall_time now, bool limited) {
    const timestamp& since =
        c.status.last_schedule_time.is_set() ? c.status.last_schedule_time : c.metadata.creation_timestamp;
    sys_seconds earliest = since.is_set() ? since.value() : std::chrono::floor<seconds>(now);
    if (!limited || !c.spec.starting_deadline_seconds) return earliest;
    const std::int64_t age = std::clamp<std::int64_t>(
        *c.spec.starting_deadline_seconds, 0, std::chrono::floor<seconds>(now).time_since_epoch().count());
    return std::max(earliest, std::chrono::floor<seconds>(now) - seconds(age));
}

const bj::value* part_of(const bj::value& v, const char* key) {
    const bj::object* o = v.if_object();
    return o ? o->if_contains(key) : nullptr;
}

}  // namespace

result<cron_times> times_of(const partial_cron_job& c) {
    std::string_view text = c.spec.schedule;
    std::string zone = c.spec.time_zone.value_or("").str();
    if (text.starts_with("TZ=") || text.starts_with("CRON_TZ=")) {
        const auto equals = text.find('='), space = text.find(' ');
        if (space == std::string_view::npos)
            return error(errc::bad_data, "invalid schedule format: runtime error: slice bounds out of range");
        zone = text.substr(equals + 1, space - equals - 1);
        const auto start = text.find_first_not_of(' ', space);
        text.remove_prefix(start == std::string_view::npos ? space : start);
    }
    auto offsets = find_time_zone(zone);
    if (!offsets) return offsets.error();
    auto schedule = cron_schedule::parse(text);
    if (!schedule) return schedule.error();
    return cron_times{std::move(*schedule), std::move(*offsets)};
}

result<due_run> find_due_run(const partial_cron_job& c, const cron_times& times, wall_time now,
                             bool limited) {
    due_run due{earliest_run(c, now, limited), std::nullopt};
    const auto next = [&](sys_seconds t) { return times.schedule.next(t, times.zone); };
    const auto never = [] {
        return error(errc::invalid, "time difference between two schedules is less than 1 second");
    };
    const auto first = next(due.earliest);
    if (!first) return never();
    // In whole seconds, like runs: nanoseconds do not reach the years that lastScheduleTime may have.
    const sys_seconds this_second = std::chrono::floor<seconds>(now);
    if (this_second < *first) return due;
    const auto second = next(*first);
    if (!second) return never();
    if (this_second < *second) {
        due.last = first;
        return due;
    }
    const seconds interval = *second - *first;
    const std::int64_t missed = (this_second - *first) / interval + 1;
    // Intervals may differ: one more back, and on to the last.
    const sys_seconds from = *first + interval * (missed - 2);
    due.last = times.schedule.last(from, this_second, times.zone);
    due.missed = missed > many_runs ? missed_runs::many : missed_runs::few;
    return due;
}

std::optional<duration> until_next_run(const partial_cron_job& c, const cron_times& times, wall_time now) {
    const auto due = find_due_run(c, times, now, false);
    sys_seconds from = std::chrono::floor<seconds>(now);
    if (due && due->last)
        from = *due->last;
    else if (due && due->missed == missed_runs::none)
        from = due->earliest;
    const auto next = times.schedule.next(from, times.zone);
    if (!next) return std::nullopt;
    const duration wait = std::min(time_left(timestamp(*next), seconds(0), now), longest_run_wait);
    return std::max<duration>(wait + schedule_slack, std::chrono::milliseconds(1));
}

std::string job_name(const partial_cron_job& c, sys_seconds run) {
    return fmt::format("{}-{}", c.metadata.name, run.time_since_epoch().count() / 60);
}

bj::object make_job(const partial_cron_job& c, const cron_times& times, sys_seconds run) {
    bj::object meta;
    meta["name"] = job_name(c, run);
    meta["namespace"] = c.metadata.ns.view();
    if (const bj::value* m = part_of(c.spec.job_template, "metadata"))
        for (const char* key : {"labels", "annotations"})
            if (const bj::value* v = part_of(*m, key); v && v->is_object()) meta[key] = *v;
    bj::value& annotations = meta["annotations"];
    if (!annotations.is_object()) annotations.emplace_object();
    annotations.get_object()[scheduled_annotation] = local_time(run, times.zone(run));
    meta["ownerReferences"] =
        bj::array{json::to_value(make_controller_reference(kind_of<partial_cron_job>().gvk, c.metadata))};
    bj::object job{{"apiVersion", "batch/v1"}, {"kind", "Job"}, {"metadata", std::move(meta)}};
    if (const bj::value* spec = part_of(c.spec.job_template, "spec")) job["spec"] = *spec;
    return job;
}

}}}  // namespace setpoint::v0::apiserver
