#include "apiserver/patch/managed_fields.hpp"
#include "apiserver/patch/managers.hpp"

#include <boost/json/array.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

using namespace patching;

constexpr std::string_view scale_version = "autoscaling/v1";
const std::vector<std::string>& scale_replicas() {
    static const std::vector<std::string> path{"f:spec", "f:replicas"};
    return path;
}

field_set only(const std::vector<std::string>& path) {
    field_set out;
    out.insert(path);
    return out;
}

}  // namespace

bj::array scale_managed_fields(const bj::object& object, const std::vector<std::string>& replicas) {
    std::string why;
    const auto parent = manager_entries::read(managed_fields_of(object), why);
    if (!parent) return {};
    manager_entries out;
    for (const auto& [key, each] : parent->all) {
        if (!each.fields.has(replicas)) continue;
        manager_entry& scaled = out.all[key] = each;
        scaled.api_version = scale_version;
        scaled.fields = only(scale_replicas());
    }
    return out.written();
}

void merge_scale_managed_fields(bj::object& object, const bj::array& scale,
                                const std::vector<std::string>& replicas, const std::string& api_version) {
    std::string why;
    const auto parent = manager_entries::read(managed_fields_of(object), why);
    const bj::value list(scale);
    auto scaled = manager_entries::read(&list, why);
    if (!parent || !scaled) return;
    // Update entries are also identified by their version, and that of the scale differs. They
    // never match, so every write to the scale creates them again, without a time.
    manager_entries out;
    for (const auto& [key, each] : parent->all) {
        manager_entry left = each;
        if (each.fields.has(replicas) && scaled->all.erase(key) == 0)
            left.fields = each.fields.minus(only(replicas));
        if (!left.fields.empty()) out.all.emplace(key, std::move(left));
    }
    for (const auto& [key, each] : scaled->all) {
        if (!each.fields.has(scale_replicas())) continue;
        manager_entry added = each;
        const auto was = parent->all.find(key);
        added.time = was == parent->all.end() ? std::nullopt : was->second.time;
        added.api_version = api_version;
        added.fields = only(replicas);
        out.all[key] = std::move(added);
    }
    set_managed_fields(object, out);
}

}}}  // namespace setpoint::v0::apiserver
