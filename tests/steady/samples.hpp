#pragma once
// What is measured during a run, and whether it grows.

#include "setpoint/core/clock.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace steady {

struct sample {
    double hour = 0;           // of cluster time
    std::size_t resident = 0;  // bytes of memory
    std::size_t in_use = 0;    // bytes that are allocated
    std::size_t folder = 0;    // bytes
    std::size_t objects = 0;   // stored
    std::size_t tasks = 0;     // suspended
    std::uint64_t revision = 0;
};

// `objects` and what follows: from the caller.
sample measure(double hour, const std::string& folder);
std::string header();
std::string row(const sample& s);
// Compares the maxima of the second and of the last quarter: the first quarter is the start, when history,
// Events and tokens have not expired yet. "" if nothing has grown by more than a twentieth, otherwise what.
std::string growth(const std::vector<sample>& all);

}  // namespace steady
