#pragma once
// A Redis and pods as the API would give them, for tests of the pure parts.

#include "operators/redis/status.hpp"

#include <boost/test/unit_test.hpp>

namespace redis_test {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;
using rd = ::redis::redis;
using ::redis::pod_state;
using ::redis::pods;
using ::redis::step;

inline constexpr wall_time noon{std::chrono::sys_days(std::chrono::year(2026) / 1 / 1) + 12h};

inline rd a_redis(std::int32_t num, std::int32_t port = 6379) {
    rd r;
    r.metadata.name = "cache";
    r.metadata.ns = "default";
    r.metadata.uid = "owner";
    r.metadata.generation = 1;
    r.metadata.finalizers = {::redis::finalizer};
    r.spec.num = num;
    r.spec.port = port;
    return r;
}
inline rd deleted(rd r) {
    r.metadata.deletion_timestamp = timestamp::from(noon);
    return r;
}

inline void set_ready(pod& p, bool ready) {
    condition c;
    c.type = "Ready";
    c.status = ready ? condition_status::true_ : condition_status::false_;
    c.reason = "Test";
    set_condition(p.status.conditions, std::move(c), timestamp::from(noon));
}

// A ready pod of `owner`, an hour old.
inline pod a_pod(const rd& owner, int index) {
    pod p = ::redis::desired_pod(owner, index);
    p.metadata.uid = "uid-" + std::to_string(index);
    p.metadata.resource_version = "7";
    p.metadata.creation_timestamp = timestamp::from(noon - 1h);
    p.status.phase = "Running";
    set_ready(p, true);
    return p;
}

// As an earlier release created it: without the hash of its spec.
inline pod unhashed(pod p) {
    p.metadata.annotations.erase(interned_string(::redis::spec_hash_annotation));
    return p;
}

// One letter for each pod from index 0 on: R ready, S starting, O outdated and ready, o outdated and not
// ready, D deleting, E ended, L labels changed, F somebody else's, N orphaned, . none.
inline pods cast_of(const rd& owner, std::string_view letters) {
    pods all;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        const char c = letters[i];
        if (c == '.') continue;
        rd made_for = owner;
        if (c == 'O' || c == 'o') made_for.spec.port = owner.spec.port == 6380 ? 6370 : 6380;
        pod p = a_pod(made_for, static_cast<int>(i));
        if (c == 'S' || c == 'o') set_ready(p, false);
        if (c == 'D') p.metadata.deletion_timestamp = timestamp::from(noon);
        if (c == 'E') p.status.phase = "Failed";
        if (c == 'L') p.metadata.labels.clear();
        if (c == 'F') p.metadata.owner_references.front().uid = "somebody";
        if (c == 'N') p.metadata.owner_references.clear();
        all.push_back(std::make_shared<const pod>(std::move(p)));
    }
    return all;
}

// "+2" create, "-2" remove, "~2" mend, "=2" adopt, in order, with blanks between them.
inline std::string in_short(const ::redis::plan& p) {
    std::string text;
    for (const step& s : p.steps) {
        constexpr std::string_view signs = "+~=-";
        if (!text.empty()) text += ' ';
        text += signs[static_cast<std::size_t>(s.what)];
        text += std::to_string(s.index);
    }
    return text;
}

}  // namespace redis_test
