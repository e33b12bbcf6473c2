#include "apiserver/controllers/event_correlator.hpp"

#include "apiserver/controllers/event_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// One component, one object, one type.
std::string key_of_source(const event_note& n) {
    return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", n.component, n.host, n.about.kind, n.about.key.ns,
                       n.about.key.name, n.about.uid, n.about.api_version, static_cast<int>(n.type));
}

}  // namespace

bool event_correlator::is_similar(const event_note& n, const std::string& key, time_point now) {
    similar_events* known = similar_.find(key);
    if (!known) known = &similar_.insert(key, {{}, now});
    if (now - known->last > similar_within) known->messages.clear();
    known->messages.insert(std::hash<std::string>()(n.message));
    known->last = now;
    if (known->messages.size() < max_similar) return false;
    known->messages.erase(known->messages.begin());
    return true;
}

bool event_correlator::take_token(const std::string& key, time_point now) {
    bucket* b = buckets_.find(key);
    if (!b) b = &buckets_.insert(key, {burst, now});
    const double gained = std::chrono::duration<double>(now - b->filled) / refill;
    b->tokens = std::min(b->tokens + gained, burst);
    b->filled = now;
    if (b->tokens < 1) return false;
    b->tokens -= 1;
    return true;
}

observed_event event_correlator::observe(const event_note& n, std::string name, time_point now,
                                         wall_time wall) {
    const std::string source = key_of_source(n), reason = source + "\n" + n.reason;
    observed_event out;
    out.combined = is_similar(n, reason, now);
    const std::string key =
        out.combined ? reason : fmt::format("{}\n{}\n{}", reason, n.about.field_path, n.message);
    logged_event* known = logged_.find(key);
    if (!known) known = &logged_.insert(key, {std::move(name), 0, timestamp::from(wall)});
    out.name = known->name;
    out.first = known->first;
    out.count = ++known->count;
    out.skip = !take_token(source, now);
    return out;
}

}}}  // namespace setpoint::v0::apiserver
