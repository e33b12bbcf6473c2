#include "apiserver/controllers/cron_job/controller.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/pod/control.hpp"
#include "setpoint/json/compare.hpp"
#include "setpoint/json/encode.hpp"
#include "setpoint/json/schema.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace bj = boost::json;

awaitable<outcome> cron_job_controller::reconcile(context& ctx, object_key key) {
    auto c = co_await api_.get<partial_cron_job>(key);
    if (!c) {
        if (c.error().code != errc::not_found) co_return c.error();
        schedules_.erase(key);
        co_return outcome::done();
    }
    if (const auto delay = delay_of_change(**c, ctx.wall_now())) co_return outcome::requeue_after(*delay);
    auto seen = co_await observe(**c, ctx.wall_now());
    if (!seen) co_return seen.error();
    cron_plan plan = plan_cron_job(**c, *seen);
    auto done = co_await apply(**c, plan);
    auto reported = co_await report(**c, plan.status);
    if (!done) co_return namespace_is_terminating(done.error()) ? outcome::done() : outcome(done.error());
    if (!reported) co_return reported.error();
    co_return plan.again ? outcome::requeue_after(*plan.again) : outcome::done();
}

std::optional<duration> cron_job_controller::delay_of_change(const partial_cron_job& c, wall_time now) {
    schedule_seen next{c.metadata.uid.str(), c.spec.schedule.str(), c.spec.time_zone.value_or("").str()};
    const auto [at, is_new] = schedules_.try_emplace(key_of(c), next);
    const bool changed = !is_new && at->second != next && at->second.uid == next.uid;
    at->second = std::move(next);
    if (!changed) return std::nullopt;
    const auto times = times_of(c);
    return times ? until_next_run(c, *times, now) : std::nullopt;
}

awaitable<result<cron_seen>> cron_job_controller::observe(const partial_cron_job& c, wall_time now) {
    cron_seen seen{{}, {}, now};
    auto jobs =
        co_await api_.list_indexed<partial_job>(cron_job_index, c.metadata.name.str(), c.metadata.ns.str());
    if (!jobs) co_return jobs.error();
    seen.jobs = std::move(*jobs);
    for (const object_reference& r : c.status.active) {
        if (std::ranges::any_of(seen.jobs, [&](const job_ptr& j) { return j->metadata.uid == r.uid; }))
            continue;
        auto live = co_await live_.get<partial_job>({r.ns.str(), r.name.str()});
        if (!live && live.error().code != errc::not_found) co_return live.error();
        if (!live) seen.missing.insert(r.uid.str());
    }
    co_return seen;
}

awaitable<result<>> cron_job_controller::apply(const partial_cron_job& c, cron_plan& plan) {
    for (const job_ptr& j : plan.remove) {
        auto removed = co_await remove(c, key_of(*j), j->metadata.uid.str());
        if (!removed) co_return removed.error();
    }
    for (cron_event& e : plan.events) record(c, e.type, std::move(e.reason), std::move(e.message));
    if (!plan.run) co_return result<>();
    auto replaced = co_await replace(c, plan);
    if (!replaced) {
        plan.status.active = plan.replace;
        co_return replaced;
    }
    co_return co_await create(c, plan);
}

awaitable<result<>> cron_job_controller::remove(const partial_cron_job& c, object_key job, std::string uid) {
    delete_options options;
    options.uid = std::move(uid);
    auto removed = co_await api_.remove<partial_job>(job, std::move(options));
    if (!removed)
        record(c, event_type::warning, "FailedDelete", "Deleted job: " + server_message(removed.error()));
    else
        record(c, event_type::normal, "SuccessfulDelete", "Deleted job " + job.name);
    co_return removed;
}

awaitable<result<>> cron_job_controller::replace(const partial_cron_job& c, const cron_plan& plan) {
    for (const object_reference& r : plan.replace) {
        const object_key key{r.ns.str(), r.name.str()};
        auto live = co_await live_.get<partial_job>(key);
        if (!live) {
            record(c, event_type::warning, "FailedGet", "Get job: " + server_message(live.error()));
            co_return live.error();
        }
        auto removed = co_await remove(c, key, (*live)->metadata.uid.str());
        if (!removed) co_return removed.error();
    }
    co_return result<>();
}

awaitable<result<>> cron_job_controller::create(const partial_cron_job& c, cron_plan& plan) {
    auto made = co_await create_as<partial_job>(api_, c.metadata.ns, plan.job);
    if (made) {
        record(c, event_type::normal, "SuccessfulCreate",
               fmt::format("Created job {}", (*made)->metadata.name));
        add_active(plan.status, **made, *plan.run);
        co_return result<>();
    }
    if (made.error().code != errc::already_exists) {
        if (!namespace_is_terminating(made.error()))
            record(c, event_type::warning, "FailedCreate",
                   "Error creating job: " + server_message(made.error()));
        co_return made.error();
    }
    // A former reconcile created it and could not report it, or it is someone else's.
    auto there = co_await live_.get<partial_job>({c.metadata.ns.str(), job_name(c, *plan.run)});
    if (!there) co_return there.error();
    if (is_controlled_by((*there)->metadata, c.metadata.uid) &&
        !is_active_job(plan.status, (*there)->metadata.uid))
        add_active(plan.status, **there, *plan.run);
    co_return result<>();
}

awaitable<result<>> cron_job_controller::report(const partial_cron_job& c, const cron_job_status& next) {
    if (json::same(next, c.status)) co_return result<>();
    bj::object patch;
    patch["status"] = json::merge_patch(json::to_value(c.status), json::to_value(next));
    auto written = co_await api_.merge_patch<partial_cron_job>(
        key_of(c), std::move(patch), as_controller_manager_at(c.metadata), "status");
    if (!written && written.error().code != errc::not_found) co_return written.error();
    co_return result<>();
}

void cron_job_controller::record(const partial_cron_job& c, event_type type, std::string reason,
                                 std::string message) {
    events_.record({"cronjob-controller", "", subject_of(c), type, std::move(reason), std::move(message)});
}

}}}  // namespace setpoint::v0::apiserver
