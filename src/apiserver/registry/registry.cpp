#include "apiserver/registry/registry.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct version_rank {
    int stage = -1;  // 2: stable, 1: beta, 0: alpha, -1: anything else
    long major = 0, minor = 0;
    std::string name;

    explicit version_rank(std::string_view v) : name(v) {
        const auto number = [&](long& to) {
            const std::size_t end = std::min(v.find_first_not_of("0123456789"), v.size());
            if (end == 0 || end > 9 || v[0] == '0') return false;
            to = std::stol(std::string(v.substr(0, end)));
            v.remove_prefix(end);
            return true;
        };
        if (!v.starts_with('v')) return;
        v.remove_prefix(1);
        if (!number(major)) return;
        if (v.empty()) {
            stage = 2;
            return;
        }
        const int s = v.starts_with("beta") ? 1 : v.starts_with("alpha") ? 0 : -1;
        if (s < 0) return;
        v.remove_prefix(s == 1 ? 4 : 5);
        if (number(minor) && v.empty()) stage = s;
    }

    bool before(const version_rank& o) const {
        if (stage != o.stage) return stage > o.stage;
        if (stage < 0) return name < o.name;
        if (major != o.major) return major > o.major;
        return minor > o.minor;
    }
};

bool is_builtin(const registry::group_version& gv) {
    return std::any_of(gv.resources.begin(), gv.resources.end(),
                       [](const auto& r) { return !r.second->custom; });
}

}  // namespace

bool is_preferred(std::string_view version, std::string_view to) {
    return version_rank(version).before(version_rank(to));
}

void registry::add(resource_ptr r) {
    ++generation_;
    const auto same_group = [&](const auto& gv) { return gv->group == r->gvr.group; };
    const auto found = std::find_if(list_.begin(), list_.end(), [&](const auto& gv) {
        return same_group(gv) && gv->version == r->gvr.version;
    });
    if (found != list_.end()) {
        (*found)->resources[r->gvr.resource] = std::move(r);
        return;
    }
    auto made = std::make_unique<group_version>();
    made->group = r->gvr.group;
    made->version = r->gvr.version;
    const bool custom = r->custom;
    const version_rank rank(r->gvr.version);
    // After the preferred versions of its group. A new group comes last; a new custom group is
    // placed by name.
    auto place = std::find_if(list_.begin(), list_.end(), same_group);
    if (place == list_.end()) {
        place = std::find_if(list_.begin(), list_.end(), [&](const auto& gv) {
            return custom && !is_builtin(*gv) && gv->group > made->group;
        });
    } else {
        while (place != list_.end() && same_group(*place) && version_rank((*place)->version).before(rank))
            ++place;
    }
    made->resources[r->gvr.resource] = std::move(r);
    list_.insert(place, std::move(made));
}

void registry::remove(std::string_view group, std::string_view version, std::string_view plural) {
    const auto found = std::find_if(list_.begin(), list_.end(), [&](const auto& gv) {
        return gv->group == group && gv->version == version;
    });
    if (found == list_.end()) return;
    const auto r = (*found)->resources.find(plural);
    if (r == (*found)->resources.end()) return;
    (*found)->resources.erase(r);
    ++generation_;
    if ((*found)->resources.empty()) list_.erase(found);
}

resource_ptr registry::find(std::string_view group, std::string_view version, std::string_view plural) const {
    for (const auto& gv : list_) {
        if (gv->group != group || gv->version != version) continue;
        const auto r = gv->resources.find(plural);
        return r == gv->resources.end() ? nullptr : r->second;
    }
    return nullptr;
}

resource_ptr registry::find_kind(std::string_view group, std::string_view version,
                                 std::string_view kind) const {
    resource_ptr other;
    for (const auto& gv : list_) {
        if (gv->group != group) continue;
        for (const auto& [plural, r] : gv->resources) {
            if (r->kind != kind) continue;
            if (gv->version == version) return r;
            if (!other) other = r;
        }
    }
    return other;
}

resource_ptr registry::by_storage(std::string_view storage) const {
    resource_ptr other;
    for (const auto& gv : list_) {
        for (const auto& [plural, r] : gv->resources) {
            if (r->storage != storage || r->storage.empty()) continue;
            if (r->storage_version == r->gvr.api_version()) return r;
            if (!other) other = r;
        }
    }
    return other;
}

std::vector<const registry::group_version*> registry::all() const {
    std::vector<const group_version*> out;
    out.reserve(list_.size());
    for (const auto& gv : list_) out.push_back(gv.get());
    return out;
}

std::vector<std::string> registry::versions(std::string_view group) const {
    std::vector<std::string> out;
    for (const auto& gv : list_) {
        if (gv->group == group) out.push_back(gv->version);
    }
    return out;
}

bool registry::has_builtin(std::string_view group, std::string_view version) const {
    return std::any_of(list_.begin(), list_.end(), [&](const auto& gv) {
        return gv->group == group && gv->version == version && is_builtin(*gv);
    });
}

}}}  // namespace setpoint::v0::apiserver
