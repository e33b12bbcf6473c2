#include "framework/controller/loop_breaker.hpp"

#include "framework/controller/write_identity.hpp"
#include "setpoint/core/shortened.hpp"
#include "setpoint/json/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

namespace setpoint { inline namespace v0 {

namespace {

// Whether a change may concern what is written: a Deployment's own controller keeps changing its status.
bool may_change(const loop_breaker::change& c, bool of_status) {
    const bool is_known = c.before && c.after && c.kind && !c.kind->dynamic;
    return !is_known || !changed_field(c, of_status).empty();
}

}  // namespace

unsigned write_counts::add(std::uint64_t key, time_point now, duration calm) {
    if (slots_.empty()) slots_.resize(ways * sets);
    slot* const set = &slots_[key % sets * ways];
    slot* victim = set;
    const auto weight = [&](const slot& s) { return now - s.last > calm ? 0U : s.rounds; };
    for (slot* s = set; s != set + ways; ++s) {
        if (s->rounds != 0 && s->key == key) {
            s->rounds = now - s->last > calm ? 1 : s->rounds + 1;
            s->last = now;
            return s->rounds;
        }
        if (weight(*s) < weight(*victim) || (weight(*s) == weight(*victim) && s->last < victim->last))
            victim = s;
    }
    *victim = {key, now, 1};
    return 1;
}

const loop_breaker::target* loop_breaker::observed::target_of_cycle() const {
    for (const target& t : targets_)
        if (found == cycle_pattern::fight ? t.id == fought : t.id == targets_.back().id) return &t;
    return nullptr;
}

loop_breaker::observed* loop_breaker::find(const object_key& key) {
    if (keys_.empty()) return nullptr;
    const auto at = keys_.find(key);
    return at == keys_.end() ? nullptr : &at->second;
}

duration loop_breaker::queued(observed& o, change c, bool of_spec) {
    duration delay{0};
    if (o.found != cycle_pattern::none)
        for (const target& t : o.targets_) {
            const bool in_cycle = o.found == cycle_pattern::loop || t.id == o.fought;
            // A user's change of the spec is not part of a cycle of status writes.
            if (t.object == c.object && in_cycle && !(of_spec && t.of_status)) delay = o.delay;
        }
    if (o.pending_.size() < max_causes)
        o.pending_.push_back(std::move(c));
    else
        o.other_pending_ = true;
    return delay;
}

loop_breaker::observed* loop_breaker::began(const object_key& key) {
    observed* const o = find(key);
    if (!o) return nullptr;
    o->causes_ = std::exchange(o->pending_, {});
    o->other_cause_ = std::exchange(o->other_pending_, false);
    o->is_running_ = true;
    return o;
}

loop_breaker::verdict loop_breaker::ended(const object_key& key, observed* o, bool has_written,
                                          time_point now) {
    if (o) {
        o->is_running_ = false;
        if (has_written) o->written_ = now;
        return judge(*o, take(*o, now), now);
    }
    if (has_written && counts_.add(std::hash<object_key>()(key), now, calm) >= rounds_until_observed)
        observe(key, now);
    return {};
}

void loop_breaker::observe(const object_key& key, time_point now) {
    if (keys_.size() >= max_observed) {
        auto oldest = keys_.end();
        for (auto at = keys_.begin(); at != keys_.end(); ++at) {
            const observed& o = at->second;
            if (o.is_running_ || o.found != cycle_pattern::none) continue;
            if (oldest == keys_.end() || o.written_ < oldest->second.written_) oldest = at;
        }
        if (oldest == keys_.end()) return;
        keys_.erase(oldest);
    }
    keys_[key].written_ = now;
}

loop_breaker::round loop_breaker::take(observed& o, time_point now) {
    round r;
    // A longer gap ends a series. A key that is slowed has longer ones.
    r.is_late = o.cycles != 0 && now - o.last > calm + 2 * o.delay;
    if (r.is_late) {
        o.loops_ = o.cycles = 0;
        for (target& t : o.targets_) t.fights = 0;
    }
    take_causes(o, r);
    for (write& w : o.writes)
        if (w.object != 0 && w.version != w.version_before) take_write(o, w, r);
    o.writes.clear();
    return r;
}

void loop_breaker::take_causes(observed& o, round& r) {
    r.own_only = !o.causes_.empty() && !o.other_cause_;
    for (change& c : o.causes_) {
        const bool own = std::ranges::any_of(o.targets_, [&](const target& t) {
            return t.object == c.object && std::ranges::find(t.versions, c.version) != t.versions.end();
        });
        r.own_only = r.own_only && own;
        bool counts = false;
        for (target& t : o.targets_) {
            if (t.object != c.object || !c.is_update || (!own && !may_change(c, t.of_status))) continue;
            counts = true;
            if (!own) t.taken_back = true;
        }
        std::optional<change>& kept = own ? o.own : o.theirs;
        // One without its states does not show the field.
        if (counts && (c.before || !kept)) kept = std::move(c);
    }
    o.causes_.clear();
}

void loop_breaker::take_write(observed& o, write& w, round& r) {
    r.writes = true;
    const std::uint64_t id = target_id(w.object, w.form);
    auto at = std::ranges::find(o.targets_, id, &target::id);
    if (at == o.targets_.end()) {
        r.is_new = true;
        if (o.targets_.size() == max_targets) o.targets_.erase(o.targets_.begin());
        o.targets_.push_back({w.object, id, w.body, {}, false, 0, w.kind, w.key, w.of_status});
    } else {
        if (at->body != w.body) {
            at->fights = 0;
            if (at->id == o.fought) r.other_body = true;
        } else if (at->taken_back) {
            ++at->fights;
            if (o.fought == 0 || o.fought == at->id) r.fought = true;
        }
        at->taken_back = false;
        at->body = w.body;
        std::rotate(at, at + 1, o.targets_.end());  // the last written one is the last
    }
    std::vector<std::string>& versions = o.targets_.back().versions;
    if (versions.size() == max_versions) versions.erase(versions.begin());
    versions.push_back(std::move(w.version));
}

loop_breaker::verdict loop_breaker::judge(observed& o, const round& r, time_point now) {
    const bool looped = r.own_only && r.writes && !r.is_new;
    // While it is slowed, other changes come in between.
    const bool is_slowed = o.found != cycle_pattern::none;
    if (r.is_new || (r.own_only && !r.writes) || (!looped && !is_slowed)) o.loops_ = 0;
    if (looped) ++o.loops_;
    const bool again = o.found == cycle_pattern::loop    ? looped
                       : o.found == cycle_pattern::fight ? r.fought
                                                         : looped || r.fought;
    const bool none =
        o.loops_ == 0 && std::ranges::all_of(o.targets_, [](const target& t) { return t.fights == 0; });
    if (none) o.cycles = 0;
    if (again) {
        if (o.cycles == 0) o.first = now;
        ++o.cycles;
        o.last = now;
    }
    if (o.found != cycle_pattern::none) {
        const bool over = r.is_late || (o.found == cycle_pattern::loop ? o.loops_ == 0 : r.other_body);
        if (over) {
            forget_cycle(o);
            return {cycle_pattern::none, true};
        }
        if (again) o.delay = std::min(2 * o.delay, longest_delay);
        return {};
    }
    for (const target& t : o.targets_)
        if (t.fights >= cycles_until_slowed) {
            o.found = cycle_pattern::fight;
            o.fought = t.id;
        }
    if (o.found == cycle_pattern::none && o.loops_ >= cycles_until_slowed) o.found = cycle_pattern::loop;
    if (o.found != cycle_pattern::none) o.delay = first_delay;
    return {o.found, false};
}

void loop_breaker::forget_cycle(observed& o) {
    o.found = cycle_pattern::none;
    o.delay = {};
    o.why.reset();
    o.is_named = false;
    o.fought = 0;
    o.theirs.reset();
    o.own.reset();
    o.cycles = o.loops_ = 0;
    for (target& t : o.targets_) t.fights = 0;
}

bool loop_breaker::is_at_rest(const observed& o, time_point now) {
    if (o.is_running_) return false;
    if (o.found == cycle_pattern::none) return now - o.written_ > calm;
    return now - o.last > calm + 2 * o.delay;
}

std::vector<object_key> loop_breaker::sweep(time_point now) {
    next_sweep_ = now + calm;
    std::vector<object_key> over;
    for (auto at = keys_.begin(); at != keys_.end();) {
        if (!is_at_rest(at->second, now)) {
            ++at;
            continue;
        }
        if (at->second.found != cycle_pattern::none) over.push_back(at->first);
        at = keys_.erase(at);
    }
    return over;
}

std::size_t loop_breaker::slowed() const {
    std::size_t n = 0;
    each_slowed([&](const object_key&, const observed&) { ++n; });
    return n;
}

problem explain_cycle(const loop_breaker::observed& o, std::string_view field, std::string_view ours,
                      std::string_view other) {
    const loop_breaker::target* const t = o.target_of_cycle();
    std::string what = field.empty() ? (t && t->of_status ? "the status" : "fields") : std::string(field);
    if (t) what += fmt::format(" of {} {}", t->kind.kind, t->key);
    const auto seconds = std::max<std::int64_t>(1, (o.last - o.first) / std::chrono::seconds(1));
    const std::string rate = fmt::format("{} times in {} s", o.cycles, seconds);
    if (o.found == cycle_pattern::loop)
        return {"ReconcileLoop",
                fmt::format("Each reconcile is caused by a write of the one before: {} was written {}. The "
                            "object is reconciled less often until this ends.",
                            what, rate)};
    return {"FieldFight",
            fmt::format("\"{}\" and {} take turns to set {}: {}. The object is reconciled less often until "
                        "this ends.",
                        ours, other.empty() ? "another client" : fmt::format("\"{}\"", other), what, rate)};
}

std::string changed_field(const std::optional<loop_breaker::change>& c, bool of_status) {
    constexpr std::size_t max_compared = 64, max_path = 160;
    if (!c || !c->before || !c->after || !c->kind || c->kind->dynamic) return {};
    const json::type_info& type = *c->kind->type;
    // What was set before; then what is set only now.
    for (const bool reverse : {false, true}) {
        const auto changes = reverse ? json::drift(type, c->after.get(), c->before.get(), max_compared)
                                     : json::drift(type, c->before.get(), c->after.get(), max_compared);
        for (const json::difference& d : changes) {
            if (d.path.starts_with("status") != of_status) continue;
            if (d.path == "metadata.resourceVersion" || d.path == "metadata.generation") continue;
            return shortened(d.path, max_path);
        }
    }
    return {};
}

}}  // namespace setpoint::v0
