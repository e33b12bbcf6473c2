#pragma once
// A kind with two versions, and what a program's webhooks do with it.

#include "setpoint/api/custom_resource.hpp"
#include "setpoint/manager/manager.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace test {

struct backup_spec {
    std::string schedule;
    std::optional<std::int32_t> keep;
    static constexpr auto describe() {
        using namespace schema;
        using self = backup_spec;
        return object("What is saved when.", field(&self::schedule, "schedule", "Five fields."),
                      field(&self::keep, "keep", "How many are kept."));
    }
};
struct backup : custom_resource<backup_spec> {
    static constexpr auto kind() { return custom_kind("hooks.example.com", "v1", "Backup", "A backup."); }
};

struct backup_time {
    std::string minute, hour;
    static constexpr auto describe() {
        using namespace schema;
        using self = backup_time;
        return object("A time of each day.", field(&self::minute, "minute", ""),
                      field(&self::hour, "hour", ""));
    }
};
struct backup_v2_spec {
    backup_time at;
    std::optional<std::int32_t> keep;
    static constexpr auto describe() {
        using namespace schema;
        using self = backup_v2_spec;
        return object("What is saved when.", field(&self::at, "at", ""), field(&self::keep, "keep", ""));
    }
};
struct backup_v2 : custom_resource<backup_v2_spec> {
    static constexpr auto kind() {
        return custom_kind("hooks.example.com", "v2", "Backup", "A backup.").not_stored();
    }
};

inline void to_hub(const backup_v2& from, backup& to) {
    to.spec.schedule = fmt::format("{} {} * * *", from.spec.at.minute, from.spec.at.hour);
    to.spec.keep = from.spec.keep;
}

inline result<> from_hub(const backup& from, backup_v2& to) {
    const std::string& s = from.spec.schedule;
    const std::size_t first = s.find(' '), second = s.find(' ', first + 1);
    if (second == std::string::npos)
        return error(errc::invalid, fmt::format("spec.schedule: \"{}\" has no minute and hour", s));
    to.spec.at = {s.substr(0, first), s.substr(first + 1, second - first - 1)};
    to.spec.keep = from.spec.keep;
    return {};
}

inline void set_defaults(backup& b) {
    if (!b.spec.keep) b.spec.keep = 3;
}

inline void check(const backup& b, verdict& v) {
    if (std::count(b.spec.schedule.begin(), b.spec.schedule.end(), ' ') != 4)
        v.invalid("spec.schedule", b.spec.schedule, "must have five fields");
    if (b.spec.keep && *b.spec.keep < 0)
        v.invalid("spec.keep", boost::json::value(*b.spec.keep), "must not be negative");
    if (b.spec.keep && *b.spec.keep > 100) v.warn("spec.keep: more than 100 backups need much space");
}

inline void declare_webhooks(manager& m) {
    m.webhook<backup>().defaults(set_defaults).validates(check);
    m.conversion<backup>().version<backup_v2>(to_hub, from_hub);
}

}}}  // namespace setpoint::v0::test
