#include "apiserver/controllers/mappers.hpp"

#include "apiserver/controllers/deployment/template_hash.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

const partial_pod& pod_of(const object_ptr& o) {
    return *static_cast<const partial_pod*>(o.get());
}

}  // namespace

indexed_list_options in_index(std::string index, std::string value, std::string ns) {
    indexed_list_options o;
    o.ns = std::move(ns);
    o.index = std::move(index);
    o.index_value = std::move(value);
    return o;
}

bool is_deletion(const object_change& c, const kind_info&) {
    return c.what == object_change::kind::deleted;
}

bool has_ended(const object_change& c, const kind_info&) {
    if (c.what == object_change::kind::deleted) return true;
    return c.what == object_change::kind::updated && is_finished(pod_of(c.after)) &&
           !is_finished(pod_of(c.before));
}

bool may_be_adopted(const object_change& c, const kind_info& kind) {
    if (c.what == object_change::kind::added) return true;
    if (c.what == object_change::kind::deleted) return false;
    const object_meta& before = *kind.full_meta(c.before.get());
    const object_meta& after = *kind.full_meta(c.after.get());
    return before.labels != after.labels || before.owner_references.size() != after.owner_references.size();
}

bool endpoint_changed(const object_change& c, const kind_info&) {
    if (c.what != object_change::kind::updated) return true;
    const partial_pod &a = pod_of(c.before), &b = pod_of(c.after);
    return a.status.pod_ip != b.status.pod_ip || is_ready(a) != is_ready(b) ||
           is_finished(a) != is_finished(b) || is_deleting(a.metadata) != is_deleting(b.metadata) ||
           a.metadata.labels != b.metadata.labels;
}

bool health_changed(const object_change& c, const kind_info&) {
    if (c.what != object_change::kind::updated) return true;
    const partial_pod &a = pod_of(c.before), &b = pod_of(c.after);
    const auto controller = [](const partial_pod& p) {
        const owner_reference* owner = controller_of(p.metadata);
        return owner ? owner->uid : interned_string();
    };
    return is_ready(a) != is_ready(b) || is_deleting(a.metadata) != is_deleting(b.metadata) ||
           a.metadata.labels != b.metadata.labels || controller(a) != controller(b);
}

std::vector<object_key> deployment_of_pod(const partial_pod& p) {
    const owner_reference* owner = controller_of(p.metadata);
    const auto hash = p.metadata.labels.find(std::string_view(template_hash_label));
    if (!owner || owner->kind != "ReplicaSet" || hash == p.metadata.labels.end()) return {};
    const std::string suffix = "-" + hash->second.str();
    const std::string_view set = owner->name;
    if (!set.ends_with(suffix)) return {};
    return {{p.metadata.ns.str(), std::string(set.substr(0, set.size() - suffix.size()))}};
}

}}}  // namespace setpoint::v0::apiserver
