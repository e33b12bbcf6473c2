#pragma once
// Entries of metadata.managedFields.

#include "apiserver/patch/field_set.hpp"

#include <map>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

// Identity of an entry: everything but fields and time. An applier has one entry for all versions.
struct manager_id {
    std::string manager, operation, api_version, subresource;

    static manager_id updater(std::string manager, std::string api_version, std::string subresource);
    static manager_id applier(std::string manager, std::string subresource);
    // The identifier of kube-apiserver; entries of the same time are sorted by it.
    std::string key() const;
    // "x" with subresource "status" using apps/v1
    std::string text() const;
};

struct manager_entry {
    manager_id id;
    std::string api_version;
    std::optional<std::string> time;
    field_set fields;

    bool applied() const { return id.operation == "Apply"; }
};

// Keyed by manager_id::key().
class manager_entries {
public:
    std::map<std::string, manager_entry> all;

    // Parses metadata.managedFields. Returns nothing and sets `why` if malformed.
    static std::optional<manager_entries> read(const bj::value* managed_fields, std::string& why);
    bj::array written() const;
    manager_entry* find(const manager_id& id);
    void drop_empty();
};

// Merges the oldest Update entries while there are more than ten.
void cap_updaters(manager_entries& o);

const bj::value* managed_fields_of(const bj::object& object);
void set_managed_fields(bj::object& object, const manager_entries& o);  // removes an empty list
void remove_managed_fields(bj::object& object);
// Gives `next` the list of `live`, as it is.
void keep_managed_fields(bj::object& next, const bj::object& live);

}}}  // namespace setpoint::v0::apiserver::patching
