#pragma once
// Which objects the controllers of a previewed cluster may act on: those that the operator has created or
// deleted, and what belongs to them.

#include "apiserver/state/server_state.hpp"
#include "setpoint/http/server.hpp"

#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

class affected_objects {
public:
    // Follows all later changes. Call it when the snapshot is loaded; `of` must outlive it, and must not
    // change anything after it was destroyed.
    explicit affected_objects(apiserver::server_state& of);
    affected_objects(const affected_objects&) = delete;
    affected_objects& operator=(const affected_objects&) = delete;

    // The response to a request of a controller that would write something else; nothing if it may be sent.
    std::optional<http::response> refuse(const http::server_request& r) const;
    // Of objects, without Events and Leases, so far.
    std::size_t changes() const { return changes_; }

private:
    void note(const apiserver::resource& r, const apiserver::record_ptr& before,
              const apiserver::record_ptr& now);
    bool follows(const std::string& uid, int depth) const;
    bool follows(const apiserver::record& o) const;
    bool may_create(std::string_view storage, std::string_view body) const;
    bool is_in_affected_namespace(std::string_view ns) const;

    apiserver::server_state& state_;
    std::unordered_set<std::string> affected_;                          // UIDs
    std::unordered_map<std::string, std::vector<std::string>> owners_;  // by UID
    std::set<std::string, std::less<>> namespaces_;
    std::unordered_map<std::string, std::size_t>
        lost_pods_;  // by the UID of their owner, which may replace them
    std::size_t changes_ = 0;
    std::set<std::string, std::less<>> missing_;  // of what every cluster has
};

}}}  // namespace setpoint::v0::sim
