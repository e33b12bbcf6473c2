#include "setpoint/api/time_zone.hpp"

#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctz/time_zone.h>
#include <string>

namespace setpoint { inline namespace v0 {

namespace {

// The library keeps each name that it was asked for. The database's longest has 32 characters.
constexpr std::size_t longest_zone_name = 64;

// A name is a path below the database's folder, so Go refuses some (time.LoadLocation). The library also
// knows names that no database has.
bool may_be_a_zone(std::string_view name) {
    if (name.size() > longest_zone_name) return false;
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' ||
               c == '_' || c == '-' || c == '+';
    };
    return std::ranges::all_of(name, allowed) && name.front() != '/' && !name.starts_with("Fixed/") &&
           name != "UTC0" && name != "localtime";
}

bool is_local(std::string_view name) {
    const auto same = [](char a, char b) { return (a | 0x20) == b; };
    return std::ranges::equal(name, std::string_view("local"), same);
}

}  // namespace

result<utc_offset> find_time_zone(std::string_view name) {
    if (name.empty()) return utc_offset(no_offset);
    if (is_local(name))
        return error(errc::bad_data,
                     "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones");
    cctz::time_zone zone;
    if (!may_be_a_zone(name) || !cctz::load_time_zone(std::string(name), &zone))
        return error(errc::bad_data, fmt::format("unknown time zone {}", name));
    return utc_offset(
        [zone](std::chrono::sys_seconds t) { return std::chrono::seconds(zone.lookup(t).offset); });
}

std::string local_time(std::chrono::sys_seconds t, std::chrono::seconds offset) {
    std::string text = timestamp(t + offset).to_string();
    if (offset == offset.zero()) return text;
    text.pop_back();
    const std::chrono::hh_mm_ss parts(std::chrono::abs(offset));
    return text + fmt::format("{}{:02}:{:02}", offset < offset.zero() ? '-' : '+', parts.hours().count(),
                              parts.minutes().count());
}

}}  // namespace setpoint::v0
