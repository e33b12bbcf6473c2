#pragma once
// The CronJob API, version v2: as v1 (types.hpp), with the schedule as an object.

#include "operators/cron_job/types.hpp"

#include <string>

namespace cron_job::v2 {

struct cron_schedule {
    std::string minute = "*", hour = "*", day_of_month = "*", month = "*", day_of_week = "*";
    std::string expression;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        using self = cron_schedule;
        constexpr auto one_word = pattern("^\\S+$");
        constexpr auto longest = max_length(256);
        return object("When runs are due, in cron format.",
                      field(&self::minute, "minute", "0 to 59.", one_word, longest),
                      field(&self::hour, "hour", "0 to 23.", one_word, longest),
                      field(&self::day_of_month, "dayOfMonth", "1 to 31.", one_word, longest),
                      field(&self::month, "month", "1 to 12, or jan to dec.", one_word, longest),
                      field(&self::day_of_week, "dayOfWeek", "0 to 6, or sun to sat.", one_word, longest),
                      field(&self::expression, "expression",
                            "The whole schedule, instead of all other fields: @hourly, @every 90m.",
                            no_default, longest));
    }
};

struct cron_job_spec : run_settings {
    cron_schedule schedule;

    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("When runs are due, and which Job each creates.",
                      field(&cron_job_spec::schedule, "schedule",
                            "When runs are due. A field that is not set is *.", required),
                      fields_of<run_settings>);
    }
};

struct cron_job : setpoint::custom_resource<cron_job_spec, cron_job_status> {
    static constexpr auto kind() {
        return with_columns(setpoint::custom_kind("batch.tutorial.kubebuilder.io", "v2", "CronJob",
                                                  "Creates Jobs by a schedule.")
                                .not_stored()
                                .column("Minute", "string", ".spec.schedule.minute")
                                .column("Hour", "string", ".spec.schedule.hour")
                                .column("Expression", "string", ".spec.schedule.expression", "", 1));
    }
};

}  // namespace cron_job::v2
