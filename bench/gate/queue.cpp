// A key's way through the work queue: add, pop, done.
#include "meter.hpp"
#include "setpoint/api/object_key.hpp"
#include "setpoint/queue/work_queue.hpp"

#include <fmt/format.h>

#include <vector>

namespace setpoint { inline namespace v0 { namespace gate {

void run_queue(meter& m) {
    constexpr std::size_t count = 2000;
    std::vector<object_key> keys;
    keys.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
        keys.emplace_back(fmt::format("team-{}", i % 10), fmt::format("web-server-{:06}", i * 7919 % count));
    time_point now{};
    work_queue<object_key> queue;
    const auto one_by_one = [&] {
        for (const object_key& k : keys) {
            now += std::chrono::nanoseconds(100);
            queue.add(k, lane::fresh, now, "update");
            queue.done(queue.pop(now)->at, now);
        }
    };
    m.measure("queue: add, pop, done", count, one_by_one);
    m.measure("queue: the same behind 2,000", count, [&] {
        for (const object_key& k : keys) queue.add(k, lane::fresh, now, "update");
        for (std::size_t i = 0; i < count; ++i) {
            now += std::chrono::nanoseconds(100);
            queue.done(queue.pop(now)->at, now);
        }
    });
    meter::expect(queue.next_due() == never, "the queue is empty again");
}

}}}  // namespace setpoint::v0::gate
