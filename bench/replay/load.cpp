#include "load.hpp"

#include <cmath>

namespace setpoint { inline namespace v0 { namespace replay {

namespace {

constexpr std::uint64_t batch = 256;

}  // namespace

void load::start(load_settings s) {
    running_ = ++started_;
    tasks_.spawn("load", run(s, started_));
}

void load::touch_all() {
    running_ = ++started_;
    tasks_.spawn("touch", touch(started_));
}

awaitable<void> load::run(load_settings s, std::uint64_t mine) {
    random_source random(s.seed);
    const time_point begin = loop_.now();
    const std::uint64_t parents = model_.parent_count(), foreign = model_.objects().settings().foreign;
    double at = 0;
    while (parents != 0 && s.rate > 0) {
        at -= std::log(1 - random.unit()) / s.rate;
        if (at >= s.seconds) break;
        const bool noise = foreign != 0 && random.unit() < s.noise;
        const time_point due = begin + std::chrono::nanoseconds(static_cast<std::int64_t>(at * 1e9));
        // Also when it is late: clients must have their turn between two changes.
        co_await loop_.sleep_until(due);
        if (running_ != mine) co_return;
        model_.counted.generated(loop_.now() - due);
        if (noise)
            model_.touch_foreign(random.below(foreign));
        else
            model_.change_parent(next_++ % parents, due, s.image);
    }
    running_ = 0;
}

awaitable<void> load::touch(std::uint64_t mine) {
    for (std::uint64_t n = 0; n < model_.parent_count() && running_ == mine; ++n) {
        model_.touch_parent(n);
        if (n % batch == batch - 1) co_await loop_.yield();
    }
    running_ = 0;
}

}}}  // namespace setpoint::v0::replay
