#pragma once
// Deletions of whole collections, whose responses do not list what is gone. Stores the selection
// rather than the objects it may have matched, which would take a walk over all of them.

#include "framework/cache/object_table.hpp"
#include "setpoint/api/selector.hpp"

#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

class uncertain_deletions {
public:
    explicit uncertain_deletions(const kind_info& kind) : kind_(&kind) {}

    bool empty() const noexcept { return deletions_.empty(); }
    // Objects of this namespace that match may be gone.
    void add(std::string ns, selector labels, time_point now);
    // Whether `held`, which must not be null, may be gone.
    bool affects(const object_ptr& held) const;
    // The namespaces ("" for cluster scope) with objects that may be gone; `ns` "": any namespace.
    std::vector<std::string> namespaces(std::string_view ns) const;

    // The key was read or written since.
    void resolve(key_view key);
    // The whole namespace was read by a request that began at `asked`.
    void resolve_all(std::string_view ns, time_point asked);
    // The watch is up to date and has delivered everything before `made + limit`.
    void expire(time_point now, duration limit);

private:
    struct deletion {
        std::string ns;
        selector labels;
        time_point made{};
        std::set<object_key, key_less> resolved;
    };
    const kind_info* kind_;
    std::vector<deletion> deletions_;
};

}}  // namespace setpoint::v0
