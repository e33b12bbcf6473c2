#pragma once
// Which objects a snapshot stores, and in which order: checked as a whole before the first write.

#include "apiserver/server/snapshot/snapshot_kinds.hpp"
#include "apiserver/server/snapshot/state_image.hpp"
#include "apiserver/server/snapshot/store_phase.hpp"
#include "setpoint/apiserver/cluster_snapshot.hpp"

#include <map>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

class snapshot_plan {
public:
    // `w` must outlive it.
    explicit snapshot_plan(server_state& w) : state_(w), kinds_(w) {}

    // Takes the objects. Error: invalid, with a line for each problem; the plan must not be stored then.
    result<> make(cluster_snapshot all);
    // Precondition: make() succeeded, and nothing was written since.
    load_summary store();
    // The same, and removes all other objects of the server first; with `namespaces`, those in them only.
    // Objects that are equal already are not written.
    restore_counts replace(const std::vector<std::string>& namespaces, load_summary& summary);

private:
    struct planned {
        std::string storage;
        group_version_resource gvr;
        object_key key;
        bj::object content;
        store_phase when = store_phase::others;
    };

    void take(snapshot_object& from);
    void add(const resource& r, object_key key, bj::object content);
    bool check_key(const snapshot_object& from, const resource& r, const object_key& key);
    bool check_content(const snapshot_object& from, const resource& r, bj::object& content);
    void complete(const resource& r, bj::object& content);
    void add_missing_namespaces();
    load_summary store_all(bool skips_equal, restore_counts& done);
    void keep(planned one, restore_counts& done);
    bool is_equal(const planned& one) const;
    void problem(const snapshot_object& from, std::string_view why);
    void warn(const snapshot_object& from, std::string_view what);
    result<> verdict() const;

    server_state& state_;
    snapshot_kinds kinds_;
    std::vector<planned> planned_;
    std::map<std::pair<std::string, object_key>, std::string> places_;  // by storage and key
    std::set<std::string> namespaces_;                                  // of objects
    std::vector<std::string> problems_;
    std::size_t problem_count_ = 0, warning_count_ = 0;
    load_summary summary_;
};

}}}  // namespace setpoint::v0::apiserver
