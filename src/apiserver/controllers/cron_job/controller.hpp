#pragma once
// Starts the Jobs of CronJobs.

#include "apiserver/controllers/cron_job/plan.hpp"
#include "apiserver/controllers/event_log.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

// References must outlive it.
class cron_job_controller {
public:
    // `live`: bypasses the cache.
    cron_job_controller(cached_client& api, client& live, event_log& events)
        : api_(api), live_(live), events_(events) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    struct schedule_seen {
        std::string uid, schedule, zone;
        friend bool operator==(const schedule_seen&, const schedule_seen&) = default;
    };
    // The delay if the schedule was changed: what the new one would have missed does not run.
    std::optional<duration> delay_of_change(const partial_cron_job& c, wall_time now);
    awaitable<result<cron_seen>> observe(const partial_cron_job& c, wall_time now);
    awaitable<result<>> apply(const partial_cron_job& c, cron_plan& plan);
    awaitable<result<>> remove(const partial_cron_job& c, object_key job, std::string uid);
    awaitable<result<>> replace(const partial_cron_job& c, const cron_plan& plan);
    awaitable<result<>> create(const partial_cron_job& c, cron_plan& plan);
    awaitable<result<>> report(const partial_cron_job& c, const cron_job_status& next);
    void record(const partial_cron_job& c, event_type type, std::string reason, std::string message);

    cached_client& api_;
    client& live_;
    event_log& events_;
    std::map<object_key, schedule_seen> schedules_;
};

// Index of partial_job by the name of the CronJob that controls them. The real controller compares only
// names.
inline constexpr const char* cron_job_index = "cron-job";

}}}  // namespace setpoint::v0::apiserver
