// The life of some Jobs under JobWatchers.
#include "../show.hpp"
#include "operators/job_watcher/types.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/api/crd.hpp"
#include "setpoint/controller/workload_state.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace demo {

namespace {

namespace bj = boost::json;
using namespace std::chrono_literals;
using jw = ::job_watcher::job_watcher;

const std::string sample = "jobwatcher-sample";

jw make(const std::string& name, std::optional<go_duration> completed,
        std::optional<go_duration> failed = {}) {
    jw w;
    w.metadata.ns = "default";
    w.metadata.name = name;
    w.spec.completed_ttl = completed;
    w.spec.failed_ttl = failed;
    w.spec.delay = 1s;
    return w;
}

// One pod, which ends well after a moment; with `hopeless` it finds no node and fails after a second.
job make_job(const std::string& name, bool hopeless = false) {
    job j;
    j.metadata.ns = "default";
    j.metadata.name = name;
    j.spec.backoff_limit = 0;
    if (hopeless) {
        j.spec.active_deadline_seconds = 1;
        j.spec.pod_template.spec.node_selector["there-is"] = "none";
    }
    j.spec.pod_template.spec.restart_policy = "Never";
    container& c = j.spec.pod_template.spec.containers.emplace_back();
    c.name = "main";
    c.image = "busybox:1";
    return j;
}

bool has_ended(const world& w, std::string_view name, std::string_view how) {
    const auto j = w.find<job>(name);
    return j && is_true(j->status.conditions, how);
}
bool has_pods(const world& w, std::string_view job_name) {
    return std::ranges::any_of(w.all<pod>(), [&](const auto& p) {
        const auto at = p->metadata.labels.find("job-name");
        return at != p->metadata.labels.end() && at->second == job_name;
    });
}
bool counts(const world& w, std::string_view name, std::int64_t completed, std::int64_t failed) {
    const auto s = w.find<jw>(name);
    return s && s->status.counts.completed == completed && s->status.counts.failed == failed;
}
bool is_ready(const world& w, std::string_view name, condition_status status, std::string_view reason) {
    const auto s = w.find<jw>(name);
    const condition* c = s ? find_condition(s->status.conditions, "Ready") : nullptr;
    return c && c->status == status && c->reason == reason;
}

awaitable<void> begin(world& w) {
    w.shown().title("A JobWatcher: completed Jobs stay 3 s, failed ones 5 s");
    jw made = make(sample, 3s, 5s);
    made.spec.job_name_patterns = {"pi", "bad", "made-anew", "kept"};
    done(co_await w.api().create(made), "creating it");
    co_await w.until("status: Ready=True",
                     [&] { return is_ready(w, sample, condition_status::true_, "Watching"); });
}

awaitable<void> delete_ended(world& w) {
    w.shown().title("A Job that completes, one that fails, and one that no pattern matches");
    for (const char* name : {"pi", "bad", "spider"})
        done(co_await w.api().create(make_job(name, name == std::string_view("bad"))), "creating a Job");
    co_await w.until("pi has completed", [&] { return has_ended(w, "pi", "Complete"); });
    const auto ended = w.find<job>("pi");
    co_await w.until("spider has completed", [&] { return has_ended(w, "spider", "Complete"); });
    co_await w.until("pi is deleted", [&] { return !w.find<job>("pi"); });
    w.check("not before its time", w.event_loop().wall_now() >= ended_at(*ended)->to_wall_time() + 3s);
    co_await w.until("its pods went with it", [&] { return !has_pods(w, "pi"); });
    co_await w.until("bad has failed and is deleted", [&] { return !w.find<job>("bad"); });
    co_await w.until("status: 1 completed and 1 failed", [&] { return counts(w, sample, 1, 1); });
    const auto last = w.find<jw>(sample)->status.last_deleted;
    w.check("status.lastDeleted is bad, Failed", last && last->name == "bad" && last->result == "Failed");
    co_await w.until("an event says when each ended and how long before", [&] {
        return w.told("Deleted completed Job default/pi: finished ") &&
               w.told("Deleted failed Job default/bad: finished ");
    });
    w.check("spider is left alone: a pattern is about the whole name", w.find<job>("spider") != nullptr);
    w.shown().show_table();
}

awaitable<void> merge(world& w) {
    w.shown().title("A second JobWatcher with a TTL of 0, and one whose pattern is none");
    jw quick = make("quick", go_duration(0s));
    quick.spec.job_name_patterns = {"p.*"};
    done(co_await w.api().create(quick), "creating it");
    jw broken = make("broken", go_duration(0s));
    broken.spec.job_name_patterns = {"(("};
    done(co_await w.api().create(broken), "creating it");
    co_await w.until("the latter: Ready=False, InvalidPattern",
                     [&] { return is_ready(w, "broken", condition_status::false_, "InvalidPattern"); });
    done(co_await w.api().create(make_job("pi")), "creating a Job");
    co_await w.until("a Job that both match is deleted by the one with the shorter TTL",
                     [&] { return counts(w, "quick", 1, 0); });
    w.check("and counted once", counts(w, sample, 1, 1) && !w.find<job>("pi"));
}

awaitable<void> refused(world& w, std::string_view what, std::string_view ttl) {
    const auto r =
        co_await w.api().merge_patch<jw>({"default", sample}, {{"spec", {{"completedTTL", bj::value(ttl)}}}});
    if (r) throw step_failed(fmt::format("{} was accepted", what));
    w.check(fmt::format("{} is refused", what), r.error().code == errc::invalid);
}

awaitable<void> meddle(world& w) {
    w.shown().title("Another client interferes");
    co_await refused(w, "a negative TTL", "-1h");
    co_await refused(w, "a TTL that is no duration", "soon");
    const std::string anew = "made-anew", kept = "kept";
    done(co_await w.api().create(make_job(anew)), "creating a Job");
    co_await w.until("made-anew has completed", [&] { return has_ended(w, anew, "Complete"); });
    const auto first = w.find<job>(anew);
    done(co_await w.api().remove<job>({"default", anew}), "deleting it by hand");
    co_await w.until("it is deleted by hand", [&] { return !w.find<job>(anew); });
    done(co_await w.api().create(make_job(anew)), "creating it anew");
    co_await w.until("and made anew, it completes again", [&] { return has_ended(w, anew, "Complete"); });
    const auto second = w.find<job>(anew);
    co_await w.until("it is deleted", [&] { return !w.find<job>(anew); });
    w.check("in its own time, 3 s after its own end",
            second->metadata.uid != first->metadata.uid &&
                w.event_loop().wall_now() >= ended_at(*second)->to_wall_time() + 3s);
    job j = make_job(kept);
    j.metadata.finalizers.emplace_back("example.com/keep");
    done(co_await w.api().create(j), "creating a Job with a finalizer");
    co_await w.until("a Job that a finalizer keeps is deleted as far as that goes", [&] {
        const auto k = w.find<job>(kept);
        return k && is_deleting(k->metadata);
    });
    co_await w.until("and counted", [&] { return counts(w, sample, 3, 1); });
    co_await w.unchanged("two seconds in which it is left alone", 2s);
    done(co_await w.api().merge_patch<job>({"default", kept}, {{"metadata", {{"finalizers", nullptr}}}}),
         "letting it go");
    co_await w.until("let go, it is gone", [&] { return !w.find<job>(kept); });
    w.check("and was counted once", counts(w, sample, 3, 1));
}

awaitable<void> remove(world& w) {
    w.shown().title("Delete");
    for (const std::string& name : {sample, std::string("quick"), std::string("broken")})
        done(co_await w.api().remove<jw>({"default", name}), "deleting it");
    done(co_await w.api().create(make_job("pi")), "creating a Job");
    co_await w.until("another Job completes", [&] { return has_ended(w, "pi", "Complete"); });
    // Its status may still be written; a deletion would last.
    const interned_string uid = w.find<job>("pi")->metadata.uid;
    co_await w.event_loop().sleep(4s);
    const auto left = w.find<job>("pi");
    w.check("and nobody deletes it any more",
            left && left->metadata.uid == uid && !is_deleting(left->metadata));
    for (const char* name : {"pi", "spider"})
        done(co_await w.api().remove<job>({"default", name}), "deleting it");
    co_await w.until("no Job is left", [&] { return w.all<job>().empty(); });
}

awaitable<void> play(world& w, bool keep) {
    co_await begin(w);
    co_await delete_ended(w);
    co_await merge(w);
    co_await meddle(w);
    co_await w.look_at_events("Deleted completed Job", 8);
    w.shown().title("Steady state");
    co_await w.until("the pods of deleted Jobs are gone too, spider's is there",
                     [&] { return w.all<pod>().size() == 1; });
    co_await w.unchanged("two seconds in which nothing is written", 2s);
    if (!keep) co_await remove(w);
}

void watch(world& w) {
    w.watch<jw>();
    w.watch<job>();
    w.watch<pod>();
}

std::vector<std::string> table(const world& w) {
    std::vector<std::string> rows;
    rows.push_back(fmt::format("{:<18} {:>10} {:>8} {:>10} {:>7}", "JOBWATCHER", "COMPLETED", "FAILED",
                               "LAST PASS", "READY"));
    for (const auto& one : w.all<jw>()) {
        const auto& s = one->status;
        rows.push_back(fmt::format("{:<18} {:>10} {:>8} {:>10} {:>7}", one->metadata.name, s.counts.completed,
                                   s.counts.failed, s.counts.last_pass,
                                   is_true(s.conditions, "Ready") ? "True" : "False"));
    }
    for (const auto& j : w.all<job>()) {
        const bool good = is_true(j->status.conditions, "Complete");
        const bool bad = is_true(j->status.conditions, "Failed");
        rows.push_back(fmt::format("Job {}: {}", j->metadata.name,
                                   is_deleting(j->metadata) ? "being deleted"
                                   : good                   ? "completed"
                                   : bad                    ? "failed"
                                                            : "running"));
    }
    return rows;
}

}  // namespace

const show& the_show() {
    static const show it = {.program = "jobwatcher-demo",
                            .definition = crd_of<jw>(),
                            .kind = "JobWatcher",
                            .shown_in_log = "Deleted terminated job",
                            .must_be_in_log = "Deleted terminated job .*finished=",
                            .watch = watch,
                            .table = table,
                            .play = play};
    return it;
}

}  // namespace demo
