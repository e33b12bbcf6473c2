#pragma once
// Names that the API server accepts for custom resources (RFC 1123 subdomains of at most 253 characters),
// made up: short and long ones, with dots, dashes and digits wherever they may stand, and names that look
// derived.

#include "setpoint/core/random.hpp"

#include <cstdint>
#include <cstdlib>
#include <set>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

class object_names {
public:
    // The seed is that of SETPOINT_SEED, otherwise another one each time. Tests print it when they fail.
    object_names() : seed(chosen_seed()), random_(seed) {}

    std::set<std::string> make(std::size_t count) {
        std::set<std::string> names;
        while (names.size() < count) names.insert(one());
        return names;
    }

    const std::uint64_t seed;

private:
    static std::uint64_t chosen_seed() {
        const char* given = std::getenv("SETPOINT_SEED");
        return given ? std::strtoull(given, nullptr, 10) : random_source::system_seed();
    }
    char any_of(std::string_view s) { return s[random_.below(s.size())]; }
    std::string one() {
        constexpr std::string_view ends = "ab09z", middles = "abc-0-9-z";
        const std::size_t size = 1 + random_.below(random_.below(2) ? 70 : 253);
        std::string s;
        while (s.size() < size) {
            if (!s.empty()) s += '.';
            s += any_of(ends);
            for (std::size_t more = random_.below(random_.below(3) ? 70 : 4); more > 0; --more)
                s += any_of(middles);
            s += any_of(ends);
        }
        s.resize(size);
        while (s.ends_with('-') || s.ends_with('.')) s.pop_back();
        if (random_.below(8) == 0 && s.size() < 230) {
            s += "--";
            for (int i = 0; i < 16; ++i) s += any_of("0123456789abcdef");
        }
        return s;
    }

    random_source random_;
};

}}  // namespace setpoint::v0
