// Some minutes in the life of CronJobs.
#include "../show.hpp"
#include "operators/cron_job/run.hpp"
#include "operators/cron_job/types_v2.hpp"
#include "setpoint/api/crd.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace demo {

namespace {

using namespace std::chrono_literals;
using cj = ::cron_job::cron_job;
using ::cron_job::concurrency_policy;
using std::chrono::sys_seconds;

const std::string sample = "cronjob-sample";

// A run starts within a minute.
constexpr duration until_next_minute = 70s;

cj make(const std::string& name) {
    cj c = ::cron_job::sample();
    c.metadata.ns = "default";
    c.metadata.name = name;
    c.spec.job_template.spec.pod_template.spec.restart_policy = "Never";
    return c;
}
// Its pods find no node, so its Jobs do not end.
cj make_lasting(const std::string& name, concurrency_policy policy) {
    cj c = make(name);
    c.spec.concurrency = policy;
    c.spec.job_template.spec.pod_template.spec.node_selector["there-is"] = "none";
    return c;
}

bool is_ready(const world& w, std::string_view name, std::string_view reason) {
    const auto c = w.find<cj>(name);
    const condition* const ready = c ? find_condition(c->status.conditions, "Ready") : nullptr;
    return ready && ready->reason == reason;
}
// The active Jobs that the status lists.
std::vector<std::string> active(const world& w, std::string_view name) {
    std::vector<std::string> names;
    if (const auto c = w.find<cj>(name))
        for (const auto& r : c->status.active) names.push_back(r.name.str());
    return names;
}
std::size_t jobs_of(const world& w, std::string_view name) {
    return static_cast<std::size_t>(std::ranges::count_if(w.all<job>(), [&](const auto& j) {
        return j->metadata.name.view().starts_with(std::string(name) + "-");
    }));
}

// The API server calls them a moment after the operator has registered them.
awaitable<error> refused_at_last(world& w, const cj& broken) {
    write_options dry;
    dry.dry_run = true;
    const time_point due = saturating_add(w.event_loop().now(), 20s);
    for (;;) {
        const auto made = co_await w.api().create(broken, dry);
        if (!made && made.error().code == errc::invalid) co_return made.error();
        if (w.event_loop().now() >= due)
            throw step_failed("the webhooks are not called: " +
                              (made ? "allowed" : made.error().to_string()));
        co_await w.event_loop().sleep(50ms);
    }
}

awaitable<void> webhooks(world& w) {
    w.shown().title("What the API server asks the operator before it stores a CronJob");
    cj broken = make("broken"), lost = make("lost");
    broken.spec.schedule = "61 * * * *";
    lost.spec.time_zone = "Mars/Phobos";
    const error why = co_await refused_at_last(w, broken);
    w.check_refused("refused", why);
    const auto made = co_await w.api().create(lost);
    if (made) throw step_failed("a CronJob in an unknown time zone was stored");
    w.check_refused("refused", made.error());
    const auto corrected = done(co_await w.api().create(make("corrected")), "creating it");
    w.check("defaults are set: Allow, 3 successful and 1 failed Job are kept",
            corrected->spec.concurrency == concurrency_policy::allow &&
                corrected->spec.successful_jobs_history_limit == 3 &&
                corrected->spec.failed_jobs_history_limit == 1);
    const auto as_v2 =
        done(co_await w.api().get<::cron_job::v2::cron_job>({"default", "corrected"}), "reading it as v2");
    w.check("as v2 its schedule is an object: minute " + as_v2->spec.schedule.minute,
            as_v2->spec.schedule.minute == "*/1" || as_v2->spec.schedule.minute == "*");
    done(co_await w.api().remove<cj>({"default", "corrected"}), "deleting it");
}

awaitable<void> begin(world& w) {
    w.shown().title("CronJobs that run every minute: with Allow, Forbid and Replace");
    const auto now = w.event_loop().wall_now().time_since_epoch();
    if (now % 1min > 50s) co_await w.event_loop().sleep(1min - now % 1min);  // they start in the same minute
    done(co_await w.api().create(make(sample)), "creating it");
    done(co_await w.api().create(make_lasting("patient", concurrency_policy::forbid)), "creating it");
    done(co_await w.api().create(make_lasting("hasty", concurrency_policy::replace)), "creating it");
    co_await w.until("status: Ready=True, Scheduled", [&] { return is_ready(w, sample, "Scheduled"); });
}

awaitable<void> first_run(world& w) {
    w.shown().title("The first minute");
    co_await w.until("a Job starts", [&] { return jobs_of(w, sample) > 0; }, until_next_minute);
    const auto self = w.find<cj>(sample);
    const auto jobs = w.all<job>();
    const auto mine = std::ranges::find_if(
        jobs, [&](const auto& j) { return is_controlled_by(j->metadata, self->metadata.uid); });
    if (mine == jobs.end()) throw step_failed("it has no Job");
    const auto run = run_of(*self, **mine);
    w.check("its name and its annotation are those of the minute",
            run && run->time_since_epoch() % 1min == 0s);
    const auto late = (*mine)->metadata.creation_timestamp.value() - run.value_or(sys_seconds());
    w.check("it was created within 2 s of its time", late >= 0s && late <= 2s);
    co_await w.until("it completes, and status.lastSuccessfulTime says when", [&] {
        const auto c = w.find<cj>(sample);
        return c->status.last_successful_time.is_set() && c->status.active.empty();
    });
    co_await w.until("the lasting ones are active",
                     [&] { return active(w, "patient").size() == 1 && active(w, "hasty").size() == 1; });
    w.shown().show_table();
}

awaitable<void> second_run(world& w) {
    w.shown().title("The second minute");
    const auto patient = active(w, "patient"), hasty = active(w, "hasty");
    co_await w.until("Allow: another Job starts", [&] { return jobs_of(w, sample) > 1; }, until_next_minute);
    co_await w.until("Replace: the active Job is deleted, and another one starts", [&] {
        return active(w, "hasty").size() == 1 && active(w, "hasty") != hasty && !w.find<job>(hasty.front());
    });
    co_await w.until("Forbid: the run waits", [&] { return is_ready(w, "patient", "JobAlreadyActive"); });
    w.check("and the active Job stays", active(w, "patient") == patient);
    co_await w.until("an event says so", [&] { return w.told("since concurrencyPolicy is Forbid"); });
    done(co_await w.api().remove<job>({"default", patient.front()}), "deleting the active Job by hand");
    co_await w.until("it starts when the active Job is gone",
                     [&] { return active(w, "patient").size() == 1 && active(w, "patient") != patient; });
    w.shown().show_table();
}

awaitable<void> suspend(world& w) {
    w.shown().title("Suspend");
    for (const char* name : {"cronjob-sample", "patient", "hasty"})
        done(co_await w.api().merge_patch<cj>({"default", name}, {{"spec", {{"suspend", true}}}}),
             "suspending it");
    co_await w.until("Ready=False, Suspended", [&] { return is_ready(w, sample, "Suspended"); });
    co_await w.until("the suspended ones' active Jobs stay",
                     [&] { return active(w, "patient").size() == 1 && active(w, "hasty").size() == 1; });
}

awaitable<void> remove(world& w) {
    w.shown().title("Delete");
    for (const char* name : {"cronjob-sample", "patient", "hasty"})
        done(co_await w.api().remove<cj>({"default", name}), "deleting it");
    co_await w.until("their Jobs and pods are gone",
                     [&] { return w.all<job>().empty() && w.all<pod>().empty(); });
}

awaitable<void> play(world& w, bool keep) {
    co_await webhooks(w);
    co_await begin(w);
    co_await first_run(w);
    co_await second_run(w);
    co_await suspend(w);
    co_await w.look_at_events("Created job", 8);
    w.shown().title("Steady state");
    co_await w.until("the last Job that finds a node has completed",
                     [&] { return active(w, sample).empty(); });
    co_await w.unchanged("two seconds in which nothing is written", 2s);
    if (!keep) co_await remove(w);
}

void watch(world& w) {
    w.watch<cj>();
    w.watch<job>();
    w.watch<pod>();
}

std::vector<std::string> table(const world& w) {
    std::vector<std::string> rows;
    rows.push_back(fmt::format("{:<16} {:<12} {:>7} {:>6} {:<22} {}", "CRONJOB", "SCHEDULE", "SUSPEND",
                               "ACTIVE", "LAST SCHEDULE", "READY"));
    for (const auto& one : w.all<cj>()) {
        const condition* const ready = find_condition(one->status.conditions, "Ready");
        rows.push_back(fmt::format("{:<16} {:<12} {:>7} {:>6} {:<22} {}", one->metadata.name,
                                   one->spec.schedule, one->spec.suspend.value_or(false) ? "yes" : "no",
                                   one->status.active.size(), one->status.last_schedule_time.to_string(),
                                   ready ? ready->reason.view() : ""));
    }
    for (const auto& j : w.all<job>())
        rows.push_back(fmt::format("Job {}: {}", j->metadata.name,
                                   has_succeeded(*j) ? "completed"
                                   : has_ended(*j)   ? "failed"
                                                     : "running"));
    return rows;
}

}  // namespace

const show& the_show() {
    static const show it = {.program = "cronjob-demo",
                            .definition = crd_of<cj, ::cron_job::v2::cron_job>(),
                            .kind = "CronJob",
                            .shown_in_log = "Created job",
                            .must_be_in_log = "Created job .*scheduled=",
                            .watch = watch,
                            .table = table,
                            .play = play,
                            .webhooks = true};
    return it;
}

}  // namespace demo
