// What a pause makes of memory: the same lines are read right after they were read, and after the process has
// slept while the machine did other things. On a machine of one's own both cost nearly the same.
#include "best_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <numeric>
#include <random>
#include <thread>
#include <vector>

namespace {

constexpr std::size_t lines = 6'000;  // about what one change touches (bench/lines/run)
constexpr std::size_t rounds = 60;

struct alignas(64) line {
    const line* next;
};

// Each points at another one, in an order that no prefetcher guesses.
std::vector<line> make_chain() {
    std::vector<std::size_t> order(lines);
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::shuffle(order.begin(), order.end(), std::mt19937(1));  // rule-ok: the same order each time
    std::vector<line> chain(lines);
    for (std::size_t i = 0; i < lines; ++i) chain[order[i]].next = &chain[order[(i + 1) % lines]];
    return chain;
}

// The median of the CPU time of one walk, microseconds.
double walk_after(const std::vector<line>& chain, std::chrono::microseconds pause) {
    std::vector<double> took;
    const line* at = chain.data();
    for (std::size_t i = 0; i < rounds; ++i) {
        if (pause.count() > 0) std::this_thread::sleep_for(pause);
        const double begin = setpoint::bench::cpu_nanoseconds();
        for (std::size_t n = 0; n < lines; ++n) at = at->next;
        took.push_back((setpoint::bench::cpu_nanoseconds() - begin) / 1e3);
    }
    if (!at) throw 0;  // the walk is not left out
    std::nth_element(took.begin(), took.begin() + rounds / 2, took.end());
    return took[rounds / 2];
}

}  // namespace

int main() {
    const auto chain = make_chain();
    fmt::print("{} lines of 64 bytes, one after the other\n{:>12}  {:>10}  {:>12}\n", lines, "after", "CPU",
               "for a line");
    for (const int ms_10 : {0, 1, 5, 10, 50, 200, 1000}) {
        const double us = walk_after(chain, std::chrono::microseconds(ms_10 * 100));
        fmt::print("{:>9.1f} ms  {:>7.1f} us  {:>9.1f} ns\n", ms_10 / 10.0, us, us * 1e3 / lines);
    }
}
