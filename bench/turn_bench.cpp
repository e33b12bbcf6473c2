// The longest turn of the loop while 100,000 pods are listed, indexed, listed anew and freed, with a
// heartbeat every 10 ms beside it: what a probe or a lease renewal would wait.
//
//     bench_turns [PODS]
#include "pod_event.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/cache/cache.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/task_scope.hpp"
#include "support/fake_client.hpp"
#include "support/watched_collection.hpp"

#include <fmt/format.h>
#include <prometheus/registry.h>

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <optional>

using namespace setpoint;
using namespace setpoint::kinds;

namespace {

duration cpu_now() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);  // rule-ok: measured, not decided upon
    return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}

double ms(duration d) {
    return std::chrono::duration<double, std::milli>(d).count();
}

// What the pod of number n is at a version, as JSON: the 3.7 KB pod with its own names.
std::string pod_json(std::size_t n, int version) {
    constexpr std::string_view begin_of_event = R"({"type":"MODIFIED","object":)", end_of_event = "}\n";
    std::string text(bench::pod_event.substr(
        begin_of_event.size(), bench::pod_event.size() - begin_of_event.size() - end_of_event.size()));
    const auto put = [&text](std::string_view key, const std::string& value) {
        const auto at = text.find(key);
        if (at == std::string::npos) throw std::logic_error("the pod has no " + std::string(key));
        const auto first = at + key.size();
        text.replace(first, text.find('"', first) - first, value);
    };
    put(R"("name":")", fmt::format("pod-{:06}", n));
    put(R"("uid":")", fmt::format("00000000-0000-4000-8000-{:012}", n));
    put(R"("resourceVersion":")", fmt::format("{}", static_cast<std::size_t>(version) * 1000000 + n));
    return text;
}

// A list of `pods` pods that is made while it is read, 16 KB at a time.
class made_stream final : public http::response_stream {
public:
    made_stream(loop& l, std::size_t pods, int version) : loop_(l), pods_(pods), version_(version) {
        head_.status = 200;
        piece_ = fmt::format(R"({{"metadata":{{"resourceVersion":"{}"}},"items":[)", (version + 1) * 1000000);
    }
    const http::response_head& head() const override { return head_; }
    awaitable<result<std::string_view>> read() override {
        constexpr std::size_t size = 16 * 1024;
        if (next_ != 0) piece_.clear();
        while (piece_.size() < size && next_ < pods_) {
            if (next_ != 0) piece_ += ',';
            piece_ += pod_json(next_++, version_);
        }
        if (next_ == pods_ && !ended_ && piece_.size() < size) {
            piece_ += "]}";
            ended_ = true;
        }
        // As from a socket: the reader is woken by what has arrived.
        co_await loop_.yield();
        co_return std::string_view(piece_);
    }

private:
    loop& loop_;
    std::size_t pods_;
    int version_;
    http::response_head head_;
    std::string piece_;
    std::size_t next_ = 0;
    bool ended_ = false;
};

// An API server that has pods and nothing else.
struct pods_only {
    pods_only(loop& l, std::size_t pods)
        : api(l),
          collection(l, [this, &l, pods] { return std::make_unique<made_stream>(l, pods, version); }) {
        api.on_open = [this](const call& c) { return collection.open(c); };
    }
    // Has everything listed anew; `changed`: with every pod in another version.
    void expire(bool changed) {
        version += changed ? 1 : 0;
        collection.expire();
    }

    fake_client api;
    int version = 1;
    watched_collection collection;
};

// The longest turn, by CPU time and by the clock, and the latest heartbeat.
class turns final : public loop_observer {
public:
    void turn(std::string_view task, duration held, duration) override {
        const duration now = cpu_now(), used = now - last_;
        last_ = now;
        ++count;
        wall = std::max(wall, held);
        if (used <= cpu) return;
        cpu = used;
        worst = task;
    }
    void print(std::string_view phase) {
        const duration now = cpu_now();
        std::cout << fmt::format("{:<34} {:>8} {:>9.0f} {:>9.2f} {:>9.2f} {:>10.2f}  {}\n", phase, count,
                                 ms(now - since_), ms(cpu), ms(wall), ms(late), worst);
        since_ = last_ = cpu_now();
        count = 0;
        cpu = wall = late = {};
        worst.clear();
    }
    std::size_t count = 0;
    duration cpu{}, wall{}, late{};
    std::string worst;

private:
    duration last_ = cpu_now(), since_ = last_;
};

awaitable<void> heartbeat(loop& l, turns& t) {
    constexpr duration period = std::chrono::milliseconds(10);
    for (;;) {
        const time_point due = l.now() + period;
        co_await l.sleep_until(due);
        t.late = std::max(t.late, l.now() - due);
    }
}

awaitable<void> until(loop& l, const std::function<bool()>& condition) {
    while (!condition()) co_await l.sleep(std::chrono::milliseconds(20));
}

awaitable<void> measure(loop& l, pods_only& server, cache& c, turns& t, std::size_t pods) {
    cached_collection& v = c.watch<pod>();
    std::size_t told = 0, indexed = 0;
    v.subscribe([&told](const object_change&) { ++told; });
    t.print("(start)");
    co_await until(l, [&] { return v.synced() && v.size() == pods; });
    t.print("list");
    v.add_index("node", [&indexed](const void* o, std::vector<std::string>& values) {
         ++indexed;
         values.push_back(static_cast<const pod*>(o)->spec.node_name.str());
     }).value();
    co_await until(l, [&] { return indexed >= pods; });
    t.print("index");
    told = 0;
    server.expire(true);
    co_await until(l, [&] { return told == pods; });
    co_await l.sleep(std::chrono::milliseconds(300));  // what was replaced is freed
    t.print("list anew, all changed, freed");
    const std::size_t before = indexed;
    server.expire(false);
    co_await until(l, [&] { return indexed >= before + pods; });
    co_await l.sleep(std::chrono::milliseconds(300));
    t.print("list anew, nothing changed, freed");
    t.print("(nothing)");
    const std::size_t read = v.list({})->size();
    co_await l.yield();
    t.print(fmt::format("view::list() of {}", read));
}

awaitable<void> run(loop& l, turns& t, std::size_t pods, metrics& m, logger log) {
    pods_only server(l, pods);
    cache c(l, server.api, log, m);
    task_scope tasks(l, "cache");
    tasks.spawn("heartbeat", heartbeat(l, t));
    c.start(tasks);
    co_await measure(l, server, c, t, pods);
    tasks.request_stop();
    co_await tasks.join();
}

}  // namespace

int main(int argc, char** argv) {
    const std::size_t pods = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100000;
    real_clock time;
    random_source random(1);
    loop l(time, random);
    prometheus::Registry registry;
    metrics m(registry);
    null_sink sink;
    turns t;
    l.observe(&t);
    std::cout << fmt::format("{:<34} {:>8} {:>9} {:>9} {:>9} {:>10}  {}\n", "", "turns", "CPU ms", "max CPU",
                             "max wall", "heartbeat", "task of the longest turn");
    run_to_end(l, "bench", run(l, t, pods, m, logger(sink, time)));
    l.observe(nullptr);
    return 0;
}
