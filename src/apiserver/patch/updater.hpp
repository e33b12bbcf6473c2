#pragma once
// Ownership rules (structured-merge-diff, merge.Updater).

#include "apiserver/patch/compare_values.hpp"
#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/patch/managers.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

struct apply_conflict_list {
    // Sorted by the keys of their owners, then by field.
    std::vector<std::pair<manager_id, std::vector<std::string>>> each;

    api_error error() const;
    field_set fields() const;
};

class updater {
public:
    explicit updater(const versioned_type& t);

    // Writes `next` over `live`: `who` becomes the owner of changed fields. Neither contains
    // managedFields.
    void update(const bj::value& live, const bj::value& next, manager_entries& o, const manager_id& who,
                const std::string& now) const;

    struct applied {
        bj::value object;
        bool changed = false;
    };
    // Applies `config` to `live`. Fields of the last apply that it omits are removed unless another
    // manager owns them. On conflict without force, leaves `o` unchanged and fills `conflicts`.
    applied apply(const bj::value& live, const bj::value& config, manager_entries& o, const manager_id& who,
                  const std::string& api_version, bool force, apply_conflict_list& conflicts) const;

private:
    void reconcile(manager_entries& o) const;
    // `version` is that of the write.
    difference take(const bj::value& live, const bj::value& next, manager_entries& o, const std::string& self,
                    const std::string& version, bool force, apply_conflict_list& conflicts) const;
    bj::value prune(const bj::value& merged, const manager_entries& o, const field_set& last) const;
    bj::value prune_in_version(bj::value merged, std::string version, const manager_entries& o,
                               const field_set& last) const;

    difference compare_in_version(const bj::value& live, const bj::value& next,
                                  const std::string& version) const;

    const versioned_type& versioned_type_;  // must outlive this
    field_type type_;
    field_set reset_;
};

}}}  // namespace setpoint::v0::apiserver::patching
