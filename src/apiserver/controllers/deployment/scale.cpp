#include "apiserver/controllers/deployment/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

using namespace kinds;

namespace {

std::int32_t scaled(const int_or_string& v, std::int32_t total, bool up) {
    if (!v.is_set()) return 0;
    const auto n = v.scaled(total, up);
    return n ? *n : 0;
}

struct fenceposts {
    std::int32_t surge, unavailable;
};
fenceposts resolve(const partial_deployment& d) {
    const auto& rolling = d.spec.strategy.rolling_update;
    const rolling_update_deployment r = rolling ? *rolling : rolling_update_deployment();
    fenceposts f{scaled(r.max_surge, replicas_of(d), true), scaled(r.max_unavailable, replicas_of(d), false)};
    // If rounding makes both 0, the rollout could never progress.
    if (f.surge == 0 && f.unavailable == 0) f.unavailable = 1;
    return f;
}

void annotate(const partial_deployment& d, set_state& s) {
    s.annotations[desired_annotation] = std::to_string(replicas_of(d));
    s.annotations[max_annotation] = std::to_string(replicas_of(d) + max_surge(d));
}

std::int32_t fraction(const partial_deployment& d, const set_state& s) {
    if (replicas_of(d) == 0) return -s.replicas;
    std::int32_t before = annotated(s.annotations, max_annotation).value_or(0);
    if (before == 0) before = d.status.replicas.value_or(0);
    if (before == 0) return 0;
    const double size = static_cast<double>(s.replicas) * (replicas_of(d) + max_surge(d)) / before;
    // Clients may have written the annotation.
    constexpr double most = std::numeric_limits<std::int32_t>::max();
    return static_cast<std::int32_t>(std::clamp(std::floor(size + 0.5), 0.0, most)) - s.replicas;
}

std::int32_t proportion(const partial_deployment& d, const set_state& s, std::int32_t to_add,
                        std::int32_t added) {
    if (s.replicas == 0 || to_add == 0 || to_add == added) return 0;
    const std::int32_t f = fraction(d, s);
    return to_add > 0 ? std::min(f, to_add - added) : std::max(f, to_add - added);
}

bool saturated(const partial_deployment& d, const set_state& s) {
    return s.replicas == replicas_of(d) && annotated(s.annotations, desired_annotation) == replicas_of(d) &&
           s.available() == replicas_of(d);
}

std::vector<std::size_t> active_sets(const deployment_sets& sets) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < sets.all.size(); ++i)
        if (sets.all[i].replicas > 0) out.push_back(i);
    return out;
}

// The active one, or the newest if none is active; empty if several are.
std::optional<std::size_t> active_or_latest(const deployment_sets& sets) {
    if (sets.all.empty()) return std::nullopt;
    const auto active = active_sets(sets);
    if (active.size() > 1) return std::nullopt;
    if (active.size() == 1) return active.front();
    return sets.newest ? *sets.newest : sets.all.size() - 1;
}

void distribute(const partial_deployment& d, deployment_sets& sets) {
    std::vector<std::size_t> active = active_sets(sets);
    std::int32_t total = 0;
    for (const std::size_t i : active) total += sets.all[i].replicas;
    const std::int32_t allowed = replicas_of(d) > 0 ? replicas_of(d) + max_surge(d) : 0;
    const std::int32_t to_add = allowed - total;
    const auto larger = [&](std::size_t a, std::size_t b) {
        if (sets.all[a].replicas != sets.all[b].replicas) return sets.all[a].replicas > sets.all[b].replicas;
        return to_add > 0 ? b < a : a < b;  // newer ones grow first, older ones shrink first
    };
    if (to_add != 0) std::sort(active.begin(), active.end(), larger);
    std::vector<std::int32_t> sizes;
    std::int32_t added = 0;
    for (const std::size_t i : active) {
        const std::int32_t p = to_add == 0 ? 0 : proportion(d, sets.all[i], to_add, added);
        sizes.push_back(sets.all[i].replicas + p);
        added += p;
    }
    for (std::size_t n = 0; n < active.size(); ++n) {
        if (n == 0 && to_add != 0) sizes[0] = std::max(sizes[0] + to_add - added, 0);
        scale_set(d, sets, active[n], sizes[n], true);
    }
}

std::int32_t remove_unhealthy(const partial_deployment& d, deployment_sets& sets, std::int32_t at_most) {
    std::int32_t removed = 0;
    for (std::size_t i = 0; i < sets.all.size() && removed < at_most; ++i) {
        const set_state& s = sets.all[i];
        if (i == sets.newest || s.replicas == 0 || s.replicas == s.available()) continue;
        const std::int32_t n = std::min(at_most - removed, s.replicas - s.available());
        scale_set(d, sets, i, s.replicas - n);
        removed += n;
    }
    return removed;
}

std::int32_t remove_healthy(const partial_deployment& d, deployment_sets& sets) {
    const std::int32_t at_most = sets.available() - (replicas_of(d) - max_unavailable(d));
    std::int32_t removed = 0;
    for (std::size_t i = 0; i < sets.all.size() && removed < at_most; ++i) {
        if (i == sets.newest || sets.all[i].replicas == 0) continue;
        const std::int32_t n = std::min(sets.all[i].replicas, at_most - removed);
        scale_set(d, sets, i, sets.all[i].replicas - n);
        removed += n;
    }
    return removed;
}

}  // namespace

std::optional<std::int32_t> annotated(const string_map& annotations, std::string_view key) {
    const auto at = annotations.find(key);
    if (at == annotations.end()) return std::nullopt;
    const std::string_view s = at->second;
    std::int32_t n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    if (ec != std::errc() || end != s.data() + s.size() || n < 0) return std::nullopt;
    return n;
}

set_state state_of(const replica_set_ptr& s) {
    set_state state;
    state.seen = s;
    state.name = s->metadata.name.str();
    state.replicas = s->spec.replicas.value_or(1);
    state.min_ready_seconds = s->spec.min_ready_seconds.value_or(0);
    state.annotations = s->metadata.annotations;
    return state;
}

bool older(const set_state& a, const set_state& b) {
    if (!a.seen || !b.seen) return a.seen && !b.seen;
    if (a.seen->metadata.creation_timestamp != b.seen->metadata.creation_timestamp)
        return a.seen->metadata.creation_timestamp < b.seen->metadata.creation_timestamp;
    return a.name < b.name;
}

std::int32_t deployment_sets::wanted() const {
    std::int32_t n = 0;
    for (const set_state& s : all) n += s.replicas;
    return n;
}
std::int32_t deployment_sets::available() const {
    std::int32_t n = 0;
    for (const set_state& s : all) n += s.available();
    return n;
}

std::int32_t replicas_of(const partial_deployment& d) {
    return d.spec.replicas.value_or(1);
}
bool is_rolling_update(const partial_deployment& d) {
    return d.spec.strategy.type != "Recreate";
}
std::int32_t max_surge(const partial_deployment& d) {
    constexpr std::int32_t most = std::numeric_limits<std::int32_t>::max();
    // The sum of both must fit.
    return is_rolling_update(d) ? std::min(resolve(d).surge, most - std::max(replicas_of(d), 0)) : 0;
}
std::int32_t max_unavailable(const partial_deployment& d) {
    if (!is_rolling_update(d) || replicas_of(d) == 0) return 0;
    return std::min(resolve(d).unavailable, replicas_of(d));
}

std::int32_t new_set_size(const partial_deployment& d, const deployment_sets& sets, std::int32_t now) {
    if (!is_rolling_update(d)) return replicas_of(d);
    const std::int32_t most = replicas_of(d) + max_surge(d);
    if (sets.wanted() >= most) return now;
    return now + std::min(most - sets.wanted(), replicas_of(d) - now);
}

bool scale_set(const partial_deployment& d, deployment_sets& sets, std::size_t at, std::int32_t to,
               bool force) {
    set_state& s = sets.all[at];
    const bool changed = s.replicas != to;
    if (!changed && !force) return false;
    if (changed)
        sets.events.push_back(fmt::format("Scaled {} replica set {} from {} to {}",
                                          s.replicas < to ? "up" : "down", s.name, s.replicas, to));
    s.replicas = to;
    annotate(d, s);
    return changed;
}

bool roll_new_set(const partial_deployment& d, deployment_sets& sets) {
    const set_state* s = sets.new_set();
    if (!s || s->replicas == replicas_of(d)) return false;
    const std::int32_t to =
        s->replicas > replicas_of(d) ? replicas_of(d) : new_set_size(d, sets, s->replicas);
    return scale_set(d, sets, *sets.newest, to);
}

bool roll_old_sets(const partial_deployment& d, deployment_sets& sets) {
    const set_state* s = sets.new_set();
    if (!s || sets.wanted() == s->replicas) return false;
    const std::int32_t min_available = replicas_of(d) - max_unavailable(d);
    const std::int32_t at_most = sets.wanted() - min_available - (s->replicas - s->available());
    if (at_most <= 0) return false;
    const std::int32_t unhealthy = remove_unhealthy(d, sets, at_most);
    return unhealthy + remove_healthy(d, sets) > 0;
}

void scale_in_proportion(const partial_deployment& d, deployment_sets& sets) {
    if (const auto one = active_or_latest(sets)) {
        scale_set(d, sets, *one, replicas_of(d));
        return;
    }
    if (const set_state* s = sets.new_set(); s && saturated(d, *s)) {
        for (const std::size_t i : active_sets(sets))
            if (i != sets.newest) scale_set(d, sets, i, 0);
        return;
    }
    if (is_rolling_update(d)) distribute(d, sets);
}

bool size_was_changed(const partial_deployment& d, const deployment_sets& sets) {
    return std::any_of(sets.all.begin(), sets.all.end(), [&](const set_state& s) {
        const auto desired = annotated(s.annotations, desired_annotation);
        return s.replicas > 0 && desired && *desired != replicas_of(d);
    });
}

}}}  // namespace setpoint::v0::apiserver
