#pragma once
// The entries of metadata.managedFields.

#include "apiserver/patch/field_set.hpp"

#include <map>
#include <optional>

namespace setpoint::apiserver::patching {

// What tells entries apart: everything but fields and time; an applier has one entry for all versions.
struct manager_id {
    std::string manager, operation, api_version, subresource;

    static manager_id updater(std::string manager, std::string api_version, std::string subresource);
    static manager_id applier(std::string manager, std::string subresource);
    // The real server's own key, which entries of one time are ordered by.
    std::string key() const;
    // "x" with subresource "status" using apps/v1
    std::string text() const;
};

struct owner {
    manager_id id;
    std::string api_version;
    std::optional<std::string> time;
    field_set fields;

    bool applied() const { return id.operation == "Apply"; }
};

// By manager_id::key().
class owners {
public:
    std::map<std::string, owner> all;

    // Of metadata.managedFields; nothing when it is broken, `why` says how.
    static std::optional<owners> read(const bj::value* managed_fields, std::string& why);
    bj::array written() const;
    owner* find(const manager_id& id);
    void drop_empty();
};

// Joins the oldest updaters while there are more than ten.
void cap_updaters(owners& o);

const bj::value* managed_fields_of(const bj::object& object);
void set_managed_fields(bj::object& object, const owners& o);  // gone when there are none
void remove_managed_fields(bj::object& object);

}  // namespace setpoint::apiserver::patching
