#pragma once
// Seeded randomness: every jitter, generated name and simulated choice draws from a random_source,
// so that a seed reproduces a run.

#include <cstdint>
#include <memory>
#include <string>

namespace setpoint::inline v0 {

class random_source {
public:
    explicit random_source(std::uint64_t seed);
    random_source(const random_source& other);
    random_source& operator=(const random_source& other);
    ~random_source();
    // Returns a seed from the system; for main() only.
    static std::uint64_t system_seed();

    std::uint64_t next();
    std::uint64_t below(std::uint64_t bound);  // uniform in [0, bound); bound > 0
    double unit();                             // uniform in [0, 1)
    std::string uuid();                        // RFC 4122 version 4

private:
    struct engine;  // <random> is slow to compile, and every source includes this header
    std::unique_ptr<engine> engine_;
};

}  // namespace setpoint::inline v0
