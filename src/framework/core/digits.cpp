#include "framework/core/digits.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

template <unsigned base>
void append(std::uint64_t n, std::size_t count, std::string& out) {
    out.append(count, '0');
    for (char* at = out.data() + out.size(); count > 0; --count, n /= base)
        *--at = "0123456789abcdef"[n % base];
}

}  // namespace

void append_decimal(std::uint64_t n, std::size_t count, std::string& out) {
    append<10>(n, count, out);
}

void append_hexadecimal(std::uint64_t n, std::size_t count, std::string& out) {
    append<16>(n, count, out);
}

void append_rfc3339(std::chrono::sys_seconds when, std::uint32_t fraction, std::size_t digits,
                    std::string& out) {
    const auto day = std::chrono::floor<std::chrono::days>(when);
    const std::chrono::year_month_day date{day};
    const auto second = static_cast<std::uint32_t>((when - day).count());
    const int year = static_cast<int>(date.year());
    if (year < 0 || year > 9999)
        out += fmt::format("{:04}", year);
    else
        append_decimal(static_cast<unsigned>(year), 4, out);
    // One loop, so that its code exists once.
    const std::pair<char, std::uint32_t> parts[] = {{'-', static_cast<unsigned>(date.month())},
                                                    {'-', static_cast<unsigned>(date.day())},
                                                    {'T', second / 3600},
                                                    {':', second / 60 % 60},
                                                    {':', second % 60}};
    for (const auto& [before, number] : parts) append_decimal(number, 2, out += before);
    if (digits > 0) append_decimal(fraction, digits, out += '.');
    out += 'Z';
}

}}  // namespace setpoint::v0
