#pragma once
// The rules of ownership: what a write takes from whom (structured-merge-diff, merge.Updater).

#include "apiserver/patch/compare_values.hpp"
#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/patch/managers.hpp"

namespace setpoint::apiserver::patching {

struct apply_conflict_list {
    // In the order of their owners' keys; of each in the order of its fields.
    std::vector<std::pair<manager_id, std::vector<std::string>>> each;

    api_error error() const;
    field_set fields() const;
};

class updater {
public:
    explicit updater(const typed& t);

    // `next` is written over `live`: who updated owns what changed. No managedFields in either.
    void update(const bj::value& live, const bj::value& next, owners& o, const manager_id& who,
                const std::string& now) const;

    struct applied {
        bj::value object;
        bool changed = false;
    };
    // `config` is applied over `live`. What it does not mention any more goes away, unless somebody else owns
    // it. With conflicts, and no force, `o` is as it was and `conflicts` is filled.
    applied apply(const bj::value& live, const bj::value& config, owners& o, const manager_id& who,
                  const std::string& api_version, bool force, apply_conflict_list& conflicts) const;

private:
    void reconcile(owners& o) const;
    // `version`: of the write.
    difference take(const bj::value& live, const bj::value& next, owners& o, const std::string& self,
                    const std::string& version, bool force, apply_conflict_list& conflicts) const;
    bj::value prune(const bj::value& merged, const owners& o, const field_set& last) const;
    bj::value prune_in(bj::value merged, std::string version, const owners& o, const field_set& last) const;

    difference differ(const bj::value& live, const bj::value& next, const std::string& version) const;

    const typed& typed_;  // outlives it
    field_type type_;
    field_set reset_;
};

}  // namespace setpoint::apiserver::patching
