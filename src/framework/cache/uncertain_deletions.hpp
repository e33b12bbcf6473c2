#pragma once
// Deletions of whole collections, whose answers do not say what is gone. What they chose is kept, not what
// they may have met: that would be a walk over all that is held.

#include "framework/cache/object_table.hpp"
#include "setpoint/api/selector.hpp"

#include <set>
#include <string>
#include <vector>

namespace setpoint {

class uncertain_deletions {
public:
    explicit uncertain_deletions(const kind_info& kind) : kind_(&kind) {}

    bool empty() const noexcept { return deletions_.empty(); }
    // Whatever is held of this namespace and matches may be gone.
    void add(std::string ns, selector labels, time_point now);
    // Whether `held`, which is not null, may be.
    bool affects(const object_ptr& held) const;
    // The namespaces ("" for those of cluster scope) of which something may be; `ns` "": of all.
    std::vector<std::string> namespaces(std::string_view ns) const;

    // What the server has under this key was read, or written, since.
    void resolve(key_view key);
    // Everything in the namespace was read, by a request made at `asked`.
    void resolve_all(std::string_view ns, time_point asked);
    // The watch is up to date, and has brought what was done before `made + limit`.
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

}  // namespace setpoint
