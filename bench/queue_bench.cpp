// What one trip of a key through the work queue costs: add, pop, done.
#include "setpoint/core/interned_string.hpp"
#include "setpoint/queue/work_queue.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>
#include <random>
#include <string>
#include <vector>

using namespace setpoint;

namespace {

constexpr int rounds = 5;
constexpr std::size_t operations = 2'000'000;

// Stands for an object key: two strings.
struct key {
    interned_string ns, name;
    bool operator==(const key&) const = default;
};
struct key_hash {
    std::size_t operator()(const key& k) const {
        return std::hash<interned_string>()(k.ns) * 31 + std::hash<interned_string>()(k.name);
    }
};
using queue = work_queue<key, key_hash>;

std::vector<key> make_keys(std::size_t count) {
    std::vector<key> keys;
    keys.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        keys.push_back({fmt::format("namespace-{}", i % 100), fmt::format("web-server-{:06}", i)});
    }
    std::shuffle(keys.begin(), keys.end(), std::mt19937_64(1));
    return keys;
}

// The fastest of some rounds, in nanoseconds per operation.
template <class F>
double measure(std::size_t count, F&& body) {
    double best = 1e18;
    for (int i = 0; i < rounds; ++i) {
        const auto start = std::chrono::steady_clock::now();
        body();
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count() / static_cast<double>(count));
    }
    return best;
}

// `depth` keys are in the queue all the time: each step adds one, pops the oldest and ends it.
double cycle(const std::vector<key>& keys, std::size_t depth) {
    queue q;
    time_point now{};
    std::size_t next = 0;
    const auto add = [&] {
        q.add(keys[next], lane::fresh, now, "update");
        if (++next == keys.size()) next = 0;
    };
    for (std::size_t i = 0; i < depth; ++i) add();
    return measure(operations, [&] {
        for (std::size_t i = 0; i < operations; ++i) {
            now += std::chrono::nanoseconds(100);
            add();
            q.done(q.pop(now)->at, now);
        }
    });
}

// Every key is in the queue already: what a burst of events costs.
double coalesced(const std::vector<key>& keys) {
    queue q;
    const time_point now{};
    for (const key& k : keys) q.add(k, lane::fresh, now, "update");
    return measure(operations, [&] {
        for (std::size_t i = 0, next = 0; i < operations; ++i) {
            q.add(keys[next], lane::fresh, now, "update");
            if (++next == keys.size()) next = 0;
        }
    });
}

// Every key waits for its timer: pop when due, ask to be run again later.
double timers(const std::vector<key>& keys) {
    queue q;
    time_point now{};
    const duration period = std::chrono::nanoseconds(100) * keys.size();
    for (const key& k : keys) q.add_at(k, now += std::chrono::nanoseconds(100), time_point{}, "resync");
    now = time_point{};
    return measure(operations, [&] {
        for (std::size_t i = 0; i < operations; ++i) {
            now = q.next_due();
            q.done_requeue(q.pop(now)->at, now + period, now);
        }
    });
}

}  // namespace

int main() {
    fmt::print("{:>8} {:>22} {:>22} {:>15} {:>22}\n", "keys", "add+pop+done, empty", "add+pop+done, full",
               "coalesced add", "timer: pop+requeue");
    for (const std::size_t count : {1'000U, 10'000U, 100'000U}) {
        const std::vector<key> keys = make_keys(count);
        fmt::print("{:>8} {:>19.0f} ns {:>19.0f} ns {:>12.0f} ns {:>19.0f} ns\n", count, cycle(keys, 0),
                   cycle(keys, count - 1), coalesced(keys), timers(keys));
    }
}
