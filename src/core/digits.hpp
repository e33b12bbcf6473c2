#pragma once
// Digits into a text, where format strings cost too much: fmt::format() took 3,000 instructions for one time.

#include <cstdint>
#include <string>

namespace setpoint {

// The last `count` digits of n, with leading zeros.
template <unsigned base = 10>
void append_digits(std::uint64_t n, std::size_t count, std::string& out) {
    out.append(count, '0');
    for (char* at = out.data() + out.size(); count > 0; --count, n /= base)
        *--at = "0123456789abcdef"[n % base];
}

}  // namespace setpoint
