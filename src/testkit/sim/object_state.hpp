#pragma once
// Follows the objects in the API server: their canonical state, and what the user demands of it.

#include "apiserver/state/server_state.hpp"
#include "setpoint/sim/invariant.hpp"
#include "testkit/sim/canonical.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

// The objects that invariants read.
struct objects::source {
    apiserver::server_state& server;
    std::map<std::pair<const kind_info*, const void*>, std::pair<apiserver::record_ptr, object_ptr>>
        decoded{};
    object_ptr decode(const kind_info& kind, const apiserver::resource& r, const apiserver::record_ptr& o);
};

// "deployments.apps default/web" of "deployments.apps default/web {...}".
inline std::string_view name_in(std::string_view line) {
    return line.substr(0, line.find(" {"));
}

class object_state {
public:
    using forgive = std::function<void(boost::json::object&)>;
    // `of` must outlive it, or its callbacks must no longer be called.
    object_state(apiserver::server_state& of, const std::vector<invariant>& invariants, forgive f);
    object_state(const object_state&) = delete;
    object_state& operator=(const object_state&) = delete;

    // Names of which operators make up a part. Precondition: no object has such a name yet.
    void know(std::vector<made_up_name> names) { known_.made_up = std::move(names); }
    // Objects of these names ("deployments.apps default/web") are not compared. Precondition: hash() was not
    // called yet.
    void leave_out(std::set<std::string, std::less<>> names) { left_out_ = std::move(names); }

    // A hash of the state; objects that differ only by chance are equal.
    std::uint64_t hash();
    // The hash of a state with these lines.
    static std::uint64_t hash_of(const std::vector<std::string>& lines);
    // "deployments.apps default/web {...}" of each object, sorted.
    std::vector<std::string> lines();
    // The names of invariants that do not hold at some revision, with the first such revision's change.
    const std::map<std::string, std::string>& broken() const { return broken_; }
    // The objects of custom or of built-in kinds.
    std::vector<apiserver::record_ptr> all(bool custom) const;
    // Nothing is demanded of later revisions: all objects go.
    void end_invariants() { checks_invariants_ = false; }
    // Null if there is no such object.
    apiserver::record_ptr find(const group_version_resource& of, const object_key& key) const;
    std::uint64_t revision() const { return server_.store.revision(); }
    // "pods default/web-*"; "" if no object has this UID.
    std::string_view name_of(const std::string& uid) const {
        const auto at = known_.uids.find(uid);
        return at == known_.uids.end() ? std::string_view() : std::string_view(at->second);
    }

private:
    struct entry {
        apiserver::record_ptr now;
        std::uint64_t hash = 0;
        bool is_dirty = false, is_custom = false;
    };
    using id = std::pair<std::string, object_key>;

    void changed(const apiserver::resource& r, const apiserver::record_ptr& before,
                 const apiserver::record_ptr& now);
    void mark(const id& which, entry& e);
    void created(const apiserver::resource& r, const apiserver::record& o);
    void check_invariants(const std::string& change);
    std::string line(const id& which, const apiserver::record& o) const;

    apiserver::server_state& server_;
    const std::vector<invariant>& invariants_;
    forgive forgive_;
    identities known_;
    std::set<std::string, std::less<>> left_out_;
    std::map<id, entry> entries_;
    std::set<id> dirty_;
    std::uint64_t sum_ = 0;
    bool checks_invariants_ = true;
    objects::source source_;
    std::map<std::string, std::string> broken_;
};

}}}  // namespace setpoint::v0::sim
