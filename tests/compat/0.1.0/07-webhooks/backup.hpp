#pragma once
// Webhooks: a defaulter and a validator, which the API server calls before it stores an object. They check
// what a schema cannot.
#include <setpoint/operator.hpp>

namespace backups {

using namespace setpoint;
using namespace setpoint::schema;

struct backup_spec {
    std::string database, window_begin, window_end;  // "22:00"
    std::optional<std::int32_t> keep;
    static constexpr auto describe() {
        using self = backup_spec;
        constexpr auto time = "^([01][0-9]|2[0-3]):[0-5][0-9]$";
        return object("What is backed up, and when.",
                      field(&self::database, "database", "Name of the database.", required, min_length(1)),
                      field(&self::window_begin, "windowBegin", "UTC.", required, pattern(time)),
                      field(&self::window_end, "windowEnd", "UTC.", required, pattern(time)),
                      field(&self::keep, "keep", "How many are kept. Default: 3.", minimum(1)));
    }
};

struct backup : custom_resource<backup_spec> {
    static constexpr auto kind() {
        return custom_kind("example.com", "v1", "Backup", "Backs up a database.");
    }
};

inline void set_defaults(backup& b) {
    if (!b.spec.keep) b.spec.keep = 3;
}

inline void check(const admission<backup>& a, verdict& v) {
    const backup_spec& spec = a.object->spec;
    if (spec.window_begin == spec.window_end)
        v.invalid("spec.windowEnd", spec.window_end, "must differ from windowBegin");
    if (a.old_object && a.old_object->spec.database != spec.database)
        v.forbidden("spec.database", "cannot be changed: create another Backup");
    if (*spec.keep > 30) v.warn("spec.keep: more than 30 backups need much space");
}

struct reconciler {
    awaitable<outcome> reconcile(context&, snapshot<backup>) { co_return outcome::done(); }
};

inline void add_backup_controller(manager& m) {
    m.controller<backup>().reconcile(reconciler{});
    m.webhook<backup>().defaults(set_defaults).validates(check);
}

}  // namespace backups
