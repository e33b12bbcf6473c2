#pragma once
// The best of several runs, in CPU time: the machine may be shared.

#include <algorithm>
#include <cstddef>
#include <ctime>

namespace setpoint { inline namespace v0 { namespace bench {

inline double cpu_nanoseconds() {
    timespec t{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);  // rule-ok: measured, not decided upon
    return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

// Nanoseconds per operation; `prepare` is not measured, and its result goes to `run`.
template <class P, class F>
double best_of(int runs, std::size_t operations, P&& prepare, F&& run) {
    double best = 1e18;
    for (int i = 0; i < runs; ++i) {
        auto input = prepare();
        const double begin = cpu_nanoseconds();
        run(input);
        best = std::min(best, (cpu_nanoseconds() - begin) / static_cast<double>(operations));
    }
    return best;
}

}}}  // namespace setpoint::v0::bench
