#pragma once
// Seeded randomness: every jitter, generated name and simulated choice draws from a random_source,
// so that a seed reproduces a run.

#include <cstdint>
#include <memory>
#include <string>

namespace setpoint { inline namespace v0 {

// A 64-bit Mersenne Twister with our own distributions, so that a seed means the same with every
// standard library. Predictable from its output: never use it for keys, tokens or nonces. Not
// thread-safe. A copy continues with the same numbers as the original.
class random_source {
public:
    explicit random_source(std::uint64_t seed);
    random_source(const random_source& other);
    random_source& operator=(const random_source& other);
    ~random_source();
    // Returns a seed from the system; for main() only.
    // Log it: a run can be repeated only with its seed.
    static std::uint64_t system_seed();

    // Uniform over all 64-bit numbers.
    std::uint64_t next();
    std::uint64_t below(std::uint64_t bound);  // uniform in [0, bound); bound > 0
    double unit();                             // uniform in [0, 1)
    std::string uuid();                        // RFC 4122 version 4

private:
    struct engine;  // <random> is slow to compile, and every source includes this header
    std::unique_ptr<engine> engine_;
};

}}  // namespace setpoint::v0
