#include "framework/manager/debug_document.hpp"

#include "setpoint/api/time.hpp"

#include <boost/json/array.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

namespace bj = boost::json;

double seconds(duration d) {
    return std::chrono::duration<double>(d).count();
}

std::string cut(std::string_view s) {
    if (s.size() <= debug_text_limit) return std::string(s);
    std::size_t end = debug_text_limit;
    // Do not cut inside a UTF-8 character: its continuation bytes are 10xxxxxx.
    while (end > 0 && (static_cast<unsigned char>(s[end]) & 0xC0U) == 0x80U) --end;
    return fmt::format("{}... ({} bytes more)", s.substr(0, end), s.size() - end);
}

std::string time_text(wall_time t) {
    return fmt::format("{}", micro_timestamp::from(t));
}

// Returns the first elements of `list`, each converted by `one`, and the number of those left out.
template <class T, class F>
void put_list(bj::object& to, std::string_view name, const std::vector<T>& list, F one) {
    bj::array first;
    const std::size_t n = std::min(list.size(), debug_list_limit);
    first.reserve(n);
    for (std::size_t i = 0; i < n; ++i) first.push_back(one(list[i]));
    to[name] = std::move(first);
    if (list.size() > n) to[fmt::format("{}LeftOut", name)] = list.size() - n;
}

bj::value shown(const std::string& s) {
    return bj::string(cut(s));
}

bj::object queue_of(const controller_report& c) {
    bj::object q;
    for (std::size_t i = 0; i < lane_count; ++i) q[to_string(static_cast<lane>(i))] = c.queue.depth[i];
    q["waiting"] = c.queue.waiting;
    if (c.next_in >= duration::zero()) q["nextInSeconds"] = seconds(c.next_in);
    q["adds"] = c.queue.adds;
    q["retries"] = c.queue.retries;
    return q;
}

bj::value reconcile(const reconcile_record& r) {
    bj::object o{{"number", r.number},
                 {"at", time_text(r.when)},
                 {"key", r.key.to_string()},
                 {"trigger", cut(r.reason)},
                 {"lane", to_string(r.in)},
                 {"failuresBefore", r.attempt},
                 {"waitedSeconds", seconds(r.waited)},
                 {"tookSeconds", seconds(r.took)}};
    switch (r.ended.what()) {
        case outcome::kind::done:
            o["outcome"] = "done";
            break;
        case outcome::kind::requeue_after:
            o["outcome"] = "requeueAfter";
            o["afterSeconds"] = seconds(r.ended.delay());
            break;
        case outcome::kind::retry:
            o["outcome"] = "retry";
            o["error"] = cut(r.ended.why().to_string());
            break;
        case outcome::kind::terminal:
            o["outcome"] = "terminal";
            o["error"] = cut(r.ended.why().to_string());
            break;
    }
    if (!r.writes.empty()) put_list(o, "wrote", r.writes, shown);
    if (r.writes_left_out != 0) o["wroteLeftOut"] = r.writes_left_out;
    return o;
}

bj::value controller_value(const controller_report& c) {
    bj::object o{{"name", c.name}, {"kind", c.kind}, {"workers", c.workers}, {"active", c.active}};
    put_list(o, "watches", c.watches, shown);
    o["queue"] = queue_of(c);
    if (c.pauses_all) o["pausesAll"] = true;
    if (c.paused != 0) o["paused"] = c.paused;
    if (!c.slowed_keys.empty())
        put_list(o, "slowed", c.slowed_keys, [](const controller_report::slowed& s) {
            return bj::value{{"key", s.key.to_string()}, {"why", cut(s.why)}};
        });
    put_list(o, "underWay", c.under_way, [](const controller_report::running& r) {
        return bj::value{{"key", r.key.to_string()}, {"seconds", seconds(r.since)}};
    });
    put_list(o, "recent", c.recent, reconcile);
    return o;
}

bj::value informer_value(const informer_report& i) {
    bj::object o{{"what", cut(i.what)}, {"state", to_string(i.state)}, {"resourceVersion", i.version}};
    if (!i.why.empty()) o["why"] = cut(i.why);
    put_list(o, "collections", i.collections, [](const informer_report::collection& v) {
        return bj::value{{"type", v.type},
                         {"synced", v.synced},
                         {"objects", v.objects},
                         {"bytes", v.bytes},
                         {"ownWrites", v.own_writes}};
    });
    return o;
}

}  // namespace

boost::json::object debug_document(const debug_state& s) {
    bj::object o{{"program", s.program},
                 {"instance", s.instance},
                 {"version", s.version},
                 {"time", time_text(s.now)},
                 {"ready", s.not_ready.empty()}};
    put_list(o, "notReady", s.not_ready, shown);
    put_list(o, "controllers", s.controllers, controller_value);
    put_list(o, "informers", s.informers, informer_value);
    put_list(o, "waitingTasks", s.waiting_tasks, shown);
    put_list(o, "blockingJobs", s.blocking_jobs, shown);
    for (const auto& [name, value] : s.sections) {
        const std::size_t size = bj::serialize(value).size();
        if (size <= debug_section_limit)
            o[name] = value;
        else
            o[name] = fmt::format("left out: {} bytes", size);
    }
    return o;
}

}}  // namespace setpoint::v0
