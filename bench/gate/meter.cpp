#include "meter.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>
#include <valgrind/callgrind.h>

namespace {
std::size_t allocated = 0;
}

// glibc's own, counted.
extern "C" {
// NOLINTBEGIN(bugprone-reserved-identifier): that is what glibc calls them
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
// NOLINTEND(bugprone-reserved-identifier)
void* malloc(std::size_t n) {
    ++allocated;
    return __libc_malloc(n);
}
void* calloc(std::size_t count, std::size_t n) {
    ++allocated;
    return __libc_calloc(count, n);
}
void* realloc(void* p, std::size_t n) {
    ++allocated;
    return __libc_realloc(p, n);
}
void* aligned_alloc(std::size_t alignment, std::size_t n) {
    ++allocated;
    return __libc_memalign(alignment, n);
}
}

namespace setpoint { inline namespace v0 { namespace gate {

std::size_t allocations() noexcept {
    return allocated;
}

void meter::expect(bool holds, const char* what) {
    if (!holds) throw std::logic_error(what);
}

void meter::begin() {
    before_ = allocated;
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
}

void meter::end(const std::string& name, std::size_t events) {
    CALLGRIND_DUMP_STATS_AT(name.c_str());
    CALLGRIND_STOP_INSTRUMENTATION;
    const std::size_t now = allocated;
    fmt::print("{{\"name\":\"{}\",\"events\":{},\"allocations\":{}}}\n", name, events, now - before_);
    std::fflush(stdout);
}

}}}  // namespace setpoint::v0::gate
