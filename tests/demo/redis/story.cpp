// The life of a Redis.
#include "../show.hpp"
#include "operators/redis/plan.hpp"
#include "setpoint/api/crd.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace demo {

namespace {

namespace bj = boost::json;
using namespace std::chrono_literals;
using rd = ::redis::redis;

const std::string sample = "redis-sample";
const object_key sample_key{"default", sample};

std::string pod_of(int index) {
    return fmt::format("{}-{}", sample, index);
}
std::int32_t port_of(const pod& p) {
    return p.spec.containers.at(0).ports.at(0).container_port.value_or(0);
}
bool answers(const snapshot<pod>& p) {
    return p && is_ready(*p) && !is_deleting(p->metadata);
}
// Pods of the sample, in the order of their names; those that are being deleted too.
std::vector<snapshot<pod>> pods_of(const world& w) {
    std::vector<snapshot<pod>> ours;
    for (auto& p : w.all<pod>()) {
        const auto named = ::redis::split_pod_name(p->metadata.name);
        if (named && named->first == sample) ours.push_back(std::move(p));
    }
    return ours;
}
// These and no others, all ready and on this port.
bool are_exactly(const world& w, int num, std::int32_t port) {
    const auto ours = pods_of(w);
    return std::ssize(ours) == num &&
           std::ranges::all_of(ours, [&](const auto& p) { return answers(p) && port_of(*p) == port; });
}
bool says(const world& w, std::string_view type, std::string_view reason) {
    const auto r = w.find<rd>(sample);
    const condition* c = r ? find_condition(r->status.conditions, type) : nullptr;
    return c && c->reason == reason && r->status.observed_generation == r->metadata.generation;
}
bool rolled_out(const world& w, int num) {
    const auto r = w.find<rd>(sample);
    return says(w, "Progressing", "RolledOut") && r->status.replicas == num &&
           r->status.ready_replicas == num;
}
std::map<std::string, std::string> uids_of(const world& w) {
    std::map<std::string, std::string> uids;
    for (const auto& p : pods_of(w)) uids[p->metadata.name.str()] = p->metadata.uid.str();
    return uids;
}

awaitable<void> change(world& w, bj::object spec, std::string_view what) {
    done(co_await w.api().merge_patch<rd>(sample_key, {{"spec", std::move(spec)}}), what);
}

awaitable<void> create(world& w) {
    w.shown().title("Create: 3 pods on port 6379");
    rd wanted = ::redis::sample();
    wanted.metadata.ns = "default";
    const auto made = done(co_await w.api().create(wanted), "creating it");
    co_await w.until("redis-sample-0, -1 and -2 are ready", [&] { return are_exactly(w, 3, 6379); });
    const auto ours = pods_of(w);
    w.check("they run redis:5-alpine and belong to the Redis", std::ranges::all_of(ours, [&](const auto& p) {
                const owner_reference* o = controller_of(p->metadata);
                return o && o->uid == made->metadata.uid && p->spec.containers.at(0).image == ::redis::image;
            }));
    co_await w.until("status.replicas is 3, nothing progresses", [&] { return rolled_out(w, 3); });
    co_await w.until("an event tells of each", [&] {
        return w.told("Created pod redis-sample-0") && w.told("Created pod redis-sample-1") &&
               w.told("Created pod redis-sample-2");
    });
    w.check("the Redis has one finalizer, with a domain",
            w.find<rd>(sample)->metadata.finalizers.size() == 1 &&
                has_finalizer(w.find<rd>(sample)->metadata, ::redis::finalizer));
    w.shown().show_table();
}

awaitable<void> refused(world& w) {
    w.shown().title("A port out of range");
    const auto r = co_await w.api().merge_patch<rd>(sample_key, {{"spec", {{"port", 6399}}}});
    if (r) throw step_failed("port 6399 was accepted");
    w.check_refused("port 6399", r.error());
}

awaitable<void> scale_out(world& w) {
    w.shown().title("Scale out: 3 → 5");
    const auto before = uids_of(w);
    done(co_await w.api().set_replicas<rd>(sample_key, 5), "scaling it, as kubectl scale does");
    co_await w.until("two more pods are ready", [&] { return are_exactly(w, 5, 6379); });
    const auto after = uids_of(w);
    w.check("the first three were left alone",
            std::ranges::all_of(before, [&](const auto& was) { return after.at(was.first) == was.second; }));
}

awaitable<void> meddle(world& w) {
    w.shown().title("Another client interferes");
    const object_key second{"default", pod_of(1)};
    const auto before = uids_of(w);
    done(co_await w.api().remove<pod>(second), "deleting a pod");
    co_await w.until("a pod deleted by hand comes back", [&] {
        const auto p = w.find<pod>(second.name);
        return answers(p) && p->metadata.uid != before.at(second.name);
    });
    const std::string uid = uids_of(w).at(second.name);
    done(co_await w.api().merge_patch<pod>(
             second, {{"metadata", {{"labels", nullptr}, {"annotations", {{"team", "blue"}}}}}}),
         "removing labels");
    co_await w.until("labels that were removed come back, the pod stays", [&] {
        const auto p = w.find<pod>(second.name);
        return p && p->metadata.uid == uid && p->metadata.annotations.contains("team") &&
               p->metadata.labels.size() == 3;
    });
    done(co_await w.api().merge_patch<pod>(second, {{"metadata", {{"ownerReferences", nullptr}}}}),
         "removing the owner");
    co_await w.until("a pod that lost its owner is adopted again", [&] {
        const auto p = w.find<pod>(second.name);
        return w.told("Adopted pod redis-sample-1") && p && p->metadata.uid == uid &&
               controller_of(p->metadata);
    });
}

awaitable<void> other_port(world& w) {
    w.shown().title("Another port: 6379 → 6380, one pod at a time");
    co_await w.until("all is at rest", [&] { return rolled_out(w, 5); });
    co_await change(w, {{"port", 6380}}, "changing the port");
    int fewest = 5;
    co_await w.until("all pods listen on 6380", [&] {
        const auto ours = pods_of(w);
        fewest = std::min(fewest, static_cast<int>(std::ranges::count_if(ours, answers)));
        return are_exactly(w, 5, 6380);
    });
    w.check(fmt::format("never fewer than 4 of 5 were ready ({})", fewest), fewest == 4);
    co_await w.until("from the highest index down",
                     [&] { return w.told("redis-sample-0: port 6379 -> 6380"); });
    co_await w.until("status: rolled out", [&] { return rolled_out(w, 5); });
    w.shown().show_table();
}

awaitable<void> scale_in(world& w) {
    w.shown().title("Scale in: 5 → 2");
    const auto before = uids_of(w);
    co_await change(w, {{"num", 2}}, "scaling it");
    co_await w.until("the three highest are gone", [&] { return are_exactly(w, 2, 6380); });
    const auto after = uids_of(w);
    w.check("redis-sample-0 and -1 were left alone",
            after.contains(pod_of(0)) && after.at(pod_of(0)) == before.at(pod_of(0)) &&
                after.contains(pod_of(1)) && after.at(pod_of(1)) == before.at(pod_of(1)));
    co_await w.until("status.replicas is 2", [&] { return rolled_out(w, 2); });
    co_await w.until("an event tells why",
                     [&] { return w.told("Deleted pod redis-sample-4: scaled in to 2"); });
}

awaitable<void> foreign_pod(world& w) {
    w.shown().title("Another owner has a pod of that name");
    const object_key third{"default", pod_of(2)};
    pod other;
    other.metadata.ns = third.ns;
    other.metadata.name = third.name;
    container& c = other.spec.containers.emplace_back();
    c.name = "busybox";
    c.image = "busybox:1";
    c.ports.emplace_back().container_port = 80;
    const auto made = done(co_await w.api().create(other), "creating a foreign pod");
    co_await change(w, {{"num", 3}}, "scaling it");
    co_await w.until("it is not taken over: Degraded=True, NameTaken",
                     [&] { return says(w, "Degraded", "NameTaken"); });
    w.check("nor changed",
            w.find<pod>(third.name) && w.find<pod>(third.name)->metadata.uid == made->metadata.uid);
    done(co_await w.api().remove<pod>(third), "deleting the foreign pod");
    co_await w.until("once it is gone, the Redis recovers",
                     [&] { return are_exactly(w, 3, 6380) && rolled_out(w, 3); });
}

awaitable<void> remove(world& w) {
    w.shown().title("Delete");
    done(co_await w.api().remove<rd>(sample_key), "deleting it");
    bool early = false;
    co_await w.until("the Redis is gone", [&] {
        const bool gone = !w.find<rd>(sample);
        if (!gone) return false;
        for (const auto& p : pods_of(w)) early = early || !is_deleting(p->metadata);
        return true;
    });
    w.check("no pod outlived it", !early);
    co_await w.until("nothing is left", [&] { return pods_of(w).empty(); });
}

awaitable<void> play(world& w, bool keep) {
    co_await create(w);
    co_await refused(w);
    co_await scale_out(w);
    co_await meddle(w);
    co_await other_port(w);
    co_await scale_in(w);
    co_await foreign_pod(w);
    w.shown().title("Events on the Redis");
    co_await w.look_at_events("Created pod", 10);
    w.shown().title("Steady state");
    co_await w.unchanged("two seconds in which nothing is written", 2s);
    if (!keep) co_await remove(w);
}

void watch(world& w) {
    w.watch<rd>();
    w.watch<pod>();
}

std::vector<std::string> table(const world& w) {
    std::vector<std::string> rows;
    const auto row = [&](std::string_view name, std::string_view wanted, std::string_view replicas,
                         std::string_view port, std::string_view available, std::string_view pods) {
        rows.push_back(fmt::format("{:<14} {:>4} {:>9} {:>6}  {:<10} {}", name, wanted, replicas, port,
                                   available, pods));
    };
    row("NAME", "NUM", "REPLICAS", "PORT", "AVAILABLE", "PODS");
    for (const auto& r : w.all<rd>()) {
        std::string pods;
        for (const auto& p : w.all<pod>()) {
            const auto named = ::redis::split_pod_name(p->metadata.name);
            if (!named || named->first != r->metadata.name) continue;
            pods += fmt::format("{}{}:{} ",
                                is_deleting(p->metadata) ? "×"
                                : is_ready(*p)           ? "●"
                                                         : "○",
                                named->second, port_of(*p));
        }
        const condition* c = find_condition(r->status.conditions, "Available");
        row(r->metadata.name.view(), std::to_string(r->spec.num), std::to_string(r->status.replicas),
            std::to_string(r->spec.port), c ? to_string(c->status) : "", pods);
    }
    return rows;
}

}  // namespace

const show& the_show() {
    static const show it = {.program = "redis-demo",
                            .definition = crd_of<rd>(),
                            .kind = "Redis",
                            .shown_in_log = "Created pod|Deleted pod|Repaired pod",
                            .must_be_in_log = "Deleted pod .*why=",
                            .watch = watch,
                            .table = table,
                            .play = play};
    return it;
}

}  // namespace demo
