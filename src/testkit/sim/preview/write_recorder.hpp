#pragma once
// Records what the requests of an operator change, as the objects before and after.

#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "setpoint/http/server.hpp"
#include "setpoint/sim/preview_report.hpp"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

class write_recorder {
public:
    // A write that is being answered.
    struct started {
        apiserver::resource_ptr kind;  // null: the server has no such kind
        std::string verb, resource, subresource, propagation;
        object_key key;  // without a name: a collection, or an object whose name the response has
        std::vector<apiserver::record_ptr> before;  // one at most, except for a collection
    };

    // `of` must outlive it.
    explicit write_recorder(apiserver::server_state& of) : state_(of) {}

    // Nothing for a request that is not a write of an object: a read, a dry run, a review, an Event, a Lease.
    std::optional<started> begin(const http::server_request& r) const;
    // The response to it, whose body is JSON.
    void end(const started& s, int status, std::string_view body);

    std::size_t writes() const { return writes_; }
    // Whether the operator has created or deleted an object.
    bool has_created_or_deleted() const { return has_created_or_deleted_; }
    // The objects that it has changed since the last call.
    std::set<std::pair<std::string, object_key>> take_touched() {
        return std::exchange(touched_, {});
    }  // by storage
    // The last writes, for messages.
    std::string last_writes() const;

    struct changed_objects {
        std::vector<object_change> all;
        std::size_t only_times = 0;  // left out: they differ in the times of their conditions alone
    };
    // Objects that are as they were are left out. `redactor`: for Secrets.
    changed_objects changes(const apiserver::secret_redactor& redactor) const;
    std::vector<refused_write> refused() const;
    // Kinds that it asks for, and the server does not have: "servicemonitors.monitoring.coreos.com".
    void note_missing(const http::server_request& r);
    const std::set<std::string>& missing() const { return missing_; }

private:
    struct entry {
        apiserver::resource_ptr kind;
        apiserver::record_ptr before, after;
        std::map<std::string, std::size_t> writes;
        std::string propagation;
        bool wrote_status = false, was_gone = false;
    };
    object_change shown(const std::pair<std::string, object_key>& id, const entry& e,
                        const apiserver::secret_redactor& redactor) const;
    void note(const started& s, const object_key& key, const apiserver::record_ptr& before);
    void refuse(const started& s, int status, std::string_view body);

    apiserver::server_state& state_;
    std::map<std::pair<std::string, object_key>, entry> entries_;  // by storage
    std::map<std::string, refused_write> refused_;
    std::set<std::pair<std::string, object_key>> touched_;
    std::set<std::string> missing_;
    std::vector<std::string> last_;
    std::size_t writes_ = 0;
    bool has_created_or_deleted_ = false;
};

}}}  // namespace setpoint::v0::sim
