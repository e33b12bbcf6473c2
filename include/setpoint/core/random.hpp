#pragma once
// Seeded randomness: every jitter, generated name and simulated choice draws from a random_source,
// so that a seed reproduces a run.

#include <cstdint>
#include <random>
#include <string>

namespace setpoint {

class random_source {
public:
    explicit random_source(std::uint64_t seed) : engine_(seed) {}
    // Returns a seed from the system; for main() only.
    static std::uint64_t system_seed();

    std::uint64_t next() { return engine_(); }
    std::uint64_t below(std::uint64_t bound);  // uniform in [0, bound); bound > 0
    double unit();                             // uniform in [0, 1)
    std::string uuid();                        // RFC 4122 version 4

private:
    std::mt19937_64 engine_;
};

}  // namespace setpoint
