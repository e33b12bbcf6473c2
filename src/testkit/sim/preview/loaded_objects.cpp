#include "testkit/sim/preview/loaded_objects.hpp"

#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

bool has_finished(const apiserver::record& pod) {
    const boost::json::object o = pod.parse();
    const std::string_view phase = apiserver::text_at(o, {"status", "phase"});
    return phase == "Succeeded" || phase == "Failed";
}

}  // namespace

std::string loaded_object::name() const {
    return fmt::format("{} {}", kind, record->key.to_string());
}

void loaded_objects::add(loaded_object one) {
    const std::size_t index = all_.size();
    const apiserver::record& r = *one.record;
    if (!r.uid.empty()) by_uid_.emplace(r.uid, index);
    by_key_.emplace(std::pair(one.resource, r.key), index);
    for (const std::string& owner : r.owners) owned_.emplace(owner, index);
    has_pods_ = has_pods_ || one.resource == "pods";
    all_.push_back(std::move(one));
}

const loaded_object* loaded_objects::find(std::string_view uid) const {
    const auto at = by_uid_.find(std::string(uid));
    return at == by_uid_.end() ? nullptr : &all_[at->second];
}

const loaded_object* loaded_objects::find(std::string_view resource, const object_key& key) const {
    const auto at = by_key_.find({std::string(resource), key});
    return at == by_key_.end() ? nullptr : &all_[at->second];
}

std::vector<const loaded_object*> loaded_objects::owned_by(std::string_view uid) const {
    std::vector<std::size_t> found;
    const auto [begin, end] = owned_.equal_range(std::string(uid));
    for (auto at = begin; at != end; ++at) found.push_back(at->second);
    std::ranges::sort(found);
    std::vector<const loaded_object*> out;
    out.reserve(found.size());
    for (const std::size_t i : found) out.push_back(&all_[i]);
    return out;
}

std::vector<const loaded_object*> loaded_objects::running_pods_of(std::string_view uid) const {
    std::vector<const loaded_object*> pods;
    const auto take = [&](const loaded_object* one) {
        if (one->resource == "pods" && !has_finished(*one->record)) pods.push_back(one);
    };
    for (const loaded_object* const child : owned_by(uid)) {
        take(child);
        if (child->resource != "replicasets.apps") continue;
        for (const loaded_object* const pod : owned_by(child->record->uid)) take(pod);
    }
    return pods;
}

}}}  // namespace setpoint::v0::sim
