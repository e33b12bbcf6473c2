#include "setpoint/core/random.hpp"

#include "framework/core/digits.hpp"

#include <cassert>
#include <cerrno>
#include <random>
#include <sys/random.h>
#include <system_error>
#include <unistd.h>

namespace setpoint { inline namespace v0 {

struct random_source::engine {
    std::mt19937_64 numbers;
};

random_source::random_source(std::uint64_t seed) : engine_(new engine{std::mt19937_64(seed)}) {}
random_source::random_source(const random_source& other) : engine_(new engine(*other.engine_)) {}
random_source& random_source::operator=(const random_source& other) {
    *engine_ = *other.engine_;
    return *this;
}
random_source::~random_source() = default;

std::uint64_t random_source::next() {
    return engine_->numbers();
}

std::uint64_t random_source::system_seed() {
    // Unlike libc++'s std::random_device, this needs no /dev, which an empty root folder does not have.
    std::uint64_t seed = 0;
    if (::getentropy(&seed, sizeof seed) != 0)
        throw std::system_error(errno, std::generic_category(),
                                "no random numbers from the system, which needs Linux 3.17 or later");
    return seed;
}

// The standard distributions differ between libraries, but a seed must have the same meaning
// everywhere.
std::uint64_t random_source::below(std::uint64_t bound) {
    assert(bound > 0);
    const std::uint64_t uneven =
        -bound % bound;  // 2^64 mod bound: this many draws would favour small results
    for (;;) {
        const std::uint64_t drawn = next();
        if (drawn >= uneven) return drawn % bound;
    }
}

double random_source::unit() {
    return static_cast<double>(next() >> 11) * 0x1p-53;
}

std::string random_source::uuid() {
    const std::uint64_t high = (next() & 0xffff'ffff'ffff'0fffU) | 0x4000U;                // version 4
    const std::uint64_t low = (next() & 0x3fff'ffff'ffff'ffffU) | 0x8000'0000'0000'0000U;  // variant 10
    std::string out;
    out.reserve(sizeof "01234567-89ab-4def-8123-456789abcdef");
    append_hexadecimal(high >> 32, 8, out);
    append_hexadecimal(high >> 16, 4, out += '-');
    append_hexadecimal(high, 4, out += '-');
    append_hexadecimal(low >> 48, 4, out += '-');
    append_hexadecimal(low, 12, out += '-');
    return out;
}

}}  // namespace setpoint::v0
