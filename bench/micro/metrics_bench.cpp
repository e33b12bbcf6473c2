// What an operator's own metrics cost where they are counted, beside those of prometheus-cpp.
#include "best_of.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/metric_registry.hpp"

#include <fmt/format.h>
#include <prometheus/counter.h>
#include <prometheus/registry.h>

using namespace setpoint;

namespace {

constexpr int runs = 5;
constexpr std::size_t operations = 10'000'000;

template <class F>
void measure(const char* what, F f) {
    const auto nothing = [] { return 0; };
    const auto loop = [&](int) {
        for (std::size_t i = 0; i < operations; ++i) {
            f();
            asm volatile("" ::: "memory");  // each is done
        }
    };
    fmt::print("{:<40}{:8.2f} ns\n", what, bench::best_of(runs, operations, nothing, loop));
}

}  // namespace

int main() {
    virtual_clock time;
    null_sink sink;
    prometheus::Registry registry;
    metrics all(registry);
    metric_registry own(all, logger(sink, time));
    const counter plain = own.counter("bench_total", "B.");
    const auto by_namespace = own.counter("bench_by_namespace_total", "B.", {"namespace", "result"});
    for (int i = 0; i < 100; ++i) by_namespace.with(fmt::format("team-{}", i), "done");
    const std::string ns = "team-42";
    const histogram h = own.histogram("bench_seconds", "B.");
    prometheus::Counter& theirs = all.counter("workqueue_adds_total", {});
    measure("counter::increment()", [&] { plain.increment(); });
    measure("counter::increment(2.5)", [&] { plain.increment(2.5); });
    measure("histogram::observe(0.2)", [&] { h.observe(0.2); });
    measure("with(namespace, result), 100 series", [&] { by_namespace.with(ns, "done").increment(); });
    measure("prometheus::Counter::Increment()", [&] { theirs.Increment(); });
    return plain.value() > 0 ? 0 : 1;
}
