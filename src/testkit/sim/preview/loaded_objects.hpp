#pragma once
// The objects of a cluster before an operator starts, and who belongs to whom.

#include "apiserver/store/store.hpp"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

struct loaded_object {
    std::string resource, kind;  // "pods", "Pod"
    apiserver::record_ptr record;

    std::string name() const;  // "Pod shop/web-0"
};

class loaded_objects {
public:
    void add(loaded_object one);

    std::size_t size() const { return all_.size(); }
    const std::vector<loaded_object>& all() const { return all_; }
    // Null if no object has this UID.
    const loaded_object* find(std::string_view uid) const;
    const loaded_object* find(std::string_view resource, const object_key& key) const;
    // The objects that name it as an owner.
    std::vector<const loaded_object*> owned_by(std::string_view uid) const;
    // The pods that this workload controls, directly or through ReplicaSets, and that have not finished.
    std::vector<const loaded_object*> running_pods_of(std::string_view uid) const;
    bool has_pods() const { return has_pods_; }

private:
    std::vector<loaded_object> all_;
    std::unordered_map<std::string, std::size_t> by_uid_;
    std::unordered_multimap<std::string, std::size_t> owned_;  // by the owner's UID
    std::map<std::pair<std::string, object_key>, std::size_t> by_key_;
    bool has_pods_ = false;
};

}}}  // namespace setpoint::v0::sim
