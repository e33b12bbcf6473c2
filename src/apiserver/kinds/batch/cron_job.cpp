// CronJobs (pkg/apis/batch/validation, pkg/registry/batch/cronjob).

#include "apiserver/kinds/batch/job_spec.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/age.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/workload.hpp"
#include "apiserver/kinds/shared/workload_cells.hpp"
#include "apiserver/kinds/shared/workload_warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/cron_schedule.hpp"
#include "setpoint/api/field_error.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/api/time_zone.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t cron_job_name_limit = 52;

// An older object may have its time zone in front of the schedule: TZ=UTC, CRON_TZ=UTC.
std::string schedule_error(std::string_view s) {
    if (s.starts_with("TZ=") || s.starts_with("CRON_TZ=")) {
        const std::size_t space = s.find(' ');
        if (space == std::string_view::npos)
            return "invalid schedule format: runtime error: slice bounds out of range [:-1]";
        const std::size_t start = s.find_first_not_of(' ', space);
        s.remove_prefix(start == std::string_view::npos ? space : start);
    }
    const auto parsed = cron_schedule::parse(s);
    return parsed ? "" : parsed.error().message;
}

void validate_schedule(const bj::object& spec, const bj::object* old, field_errors& to) {
    const std::string_view schedule = text_at(spec, "schedule");
    if (schedule.empty()) {
        required(to, "spec.schedule");
        return;
    }
    if (const std::string wrong = schedule_error(schedule); !wrong.empty()) {
        invalid(to, "spec.schedule", schedule, wrong);
    }
    if (schedule.find("TZ") == std::string_view::npos) return;
    const bool had = old != nullptr && text_at(*old, "schedule").find("TZ") != std::string_view::npos;
    if (!had) {
        invalid(to, "spec.schedule", schedule,
                "cannot use TZ or CRON_TZ in schedule, use timeZone field instead");
    } else if (value_at(spec, "timeZone") != nullptr) {
        invalid(to, "spec.schedule", schedule,
                "cannot use both timeZone field and TZ or CRON_TZ in schedule");
    }
}

// A name of the database is a path of components (https://data.iana.org/time-zones/theory.html#naming).
bool has_valid_components(std::string_view name) {
    constexpr std::size_t longest_component = 14;
    constexpr std::string_view characters =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.-_0123456789+";
    for (;;) {
        const std::size_t slash = name.find('/');
        const std::string_view part = name.substr(0, slash);
        if (part.empty() || part.size() > longest_component || part == "." || part == ".." ||
            part.starts_with('-') || part.find_first_not_of(characters) != std::string_view::npos)
            return false;
        if (slash == std::string_view::npos) return true;
        name.remove_prefix(slash + 1);
    }
}

bool is_local_zone(std::string_view name) {
    return std::ranges::equal(name, std::string_view("local"), {},
                              [](char c) { return static_cast<char>(c | 0x20); });
}

void validate_time_zone(const bj::object& spec, field_errors& to) {
    const bj::value* zone = value_at(spec, "timeZone");
    if (zone == nullptr) return;
    const std::string_view name = text_of(*zone);
    if (name.empty()) {
        invalid(to, "spec.timeZone", name, "timeZone must be nil or non-empty string");
    } else if (!has_valid_components(name)) {
        invalid(to, "spec.timeZone", name, fmt::format("unknown time zone {}", name));
    } else if (is_local_zone(name)) {
        invalid(to, "spec.timeZone", name,
                "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
        if (name != "Local") invalid(to, "spec.timeZone", name, fmt::format("unknown time zone {}", name));
    } else if (name.find("..") != std::string_view::npos || name.starts_with('\\')) {
        invalid(to, "spec.timeZone", name, "time: invalid location name");
    } else if (const auto found = find_time_zone(name); !found) {
        invalid(to, "spec.timeZone", name, found.error().message);
    }
}

void validate_any_cron_job(const bj::object& o, const bj::object* old, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    validate_schedule(spec, old, to);
    validate_counts(spec, {"startingDeadlineSeconds"}, to);
    if (old == nullptr || !same_field(spec, *old, "timeZone")) validate_time_zone(spec, to);
    const std::string_view policy = text_at(spec, "concurrencyPolicy");
    validate_one_of(policy, {"Allow", "Forbid", "Replace"}, "spec.concurrencyPolicy", to);
    const bj::object& job = object_of(spec, {"jobTemplate", "spec"});
    validate_job_spec(job, "spec.jobTemplate.spec", to);
    if (const bj::value* selector = value_at(job, "selector")) {
        invalid(to, "spec.jobTemplate.spec.selector", *selector, "`selector` will be auto-generated");
    }
    if (true_at(job, "manualSelector")) {
        not_supported_unsorted(to, "spec.jobTemplate.spec.manualSelector", bj::value(true), {"nil", "false"});
    }
    validate_counts(spec, {"successfulJobsHistoryLimit", "failedJobsHistoryLimit"}, to);
}

void validate_cron_job(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_any_cron_job(o, nullptr, to);
    const std::string_view name = text_at(object_of(o, "metadata"), "name");
    if (name.size() > cron_job_name_limit) {
        invalid(to, "metadata.name", name, "must be no more than 52 characters");
    }
}

void validate_cron_job_update(const bj::object& o, const bj::object& old, const kind_context& c,
                              field_errors& to) {
    if (is_status(c)) return;  // neither does the real server's code for this kind look at it
    validate_metadata_update(o, old, to);
    validate_any_cron_job(o, &object_of(old, "spec"), to);
}

void warn_of_cron_job(const bj::object& o, const bj::object* old, std::string_view sub, texts& to) {
    if (!old) warn_of_host_name(o, host_name_use, to);
    if (changes_template(o, old, sub))
        warn_of_job_spec(object_of(o, {"spec", "jobTemplate", "spec"}), "spec.jobTemplate.spec", to);
    if (old && sub.empty() && text_at(object_of(o, "spec"), "schedule").find("TZ") != std::string_view::npos)
        to.emplace_back(
            "cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead, see "
            "https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ for more details");
}

bj::value suspended_cell(const bj::object& o, wall_time) {
    const bj::value* v = value_at(object_of(o, "spec"), "suspend");
    return cell(v == nullptr ? "<unset>" : true_at(object_of(o, "spec"), "suspend") ? "True" : "False");
}

bj::value last_schedule_cell(const bj::object& o, wall_time now) {
    const std::string_view t = text_at(object_of(o, "status"), "lastScheduleTime");
    return cell(t.empty() ? "<none>" : age_text(t, now));
}

bj::value time_zone_cell(const bj::object& o, wall_time) {
    const bj::value* v = value_at(object_of(o, "spec"), "timeZone");
    return cell(v == nullptr ? "<none>" : text_of(*v));
}

constexpr cell_row cron_job_cells[] = {
    {"Containers", containers_cell},
    {"Images", images_cell},
    {"Schedule",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "schedule")); }},
    {"Timezone", time_zone_cell},
    {"Suspend", suspended_cell},
    {"Active",
     [](const bj::object& o, wall_time) {
         return bj::value(static_cast<std::int64_t>(list_of(object_of(o, "status"), "active").size()));
     }},
    {"Last Schedule", last_schedule_cell},
    {"Selector",
     [](const bj::object& o, wall_time) {
         return cell(selector_text(object_of(o, {"spec", "jobTemplate", "spec", "selector"})));
     }},
};

}  // namespace

constinit const kind_code cron_job_kind{.defaults = apply_go_encoding,
                                        .prepare_create = create_without_status,
                                        .prepare_update = update_spec_or_status,
                                        .validate = validate_cron_job,
                                        .validate_update = validate_cron_job_update,
                                        .warn = warn_of_cron_job,
                                        .cells = cron_job_cells};

}}}  // namespace setpoint::v0::apiserver
