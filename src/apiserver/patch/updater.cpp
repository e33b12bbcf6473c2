#include "apiserver/patch/updater.hpp"

#include "apiserver/patch/merge_values.hpp"
#include "apiserver/patch/same_value.hpp"
#include "apiserver/patch/version_conversion.hpp"

#include <boost/json/object.hpp>

#include <algorithm>
#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

// Fields that only the server sets have no owner.
const field_set& strip_set() {
    static const field_set set = [] {
        field_set s;
        for (const char* top : {"f:apiVersion", "f:kind", "f:metadata"}) s.insert({top});
        for (const char* field : {"f:name", "f:namespace", "f:creationTimestamp", "f:selfLink", "f:uid",
                                  "f:clusterName", "f:generation", "f:managedFields", "f:resourceVersion"}) {
            s.insert({"f:metadata", field});
        }
        return s;
    }();
    return set;
}

}  // namespace

api_error apply_conflict_list::error() const {
    std::vector<field_error> causes;
    std::string list;
    std::string last;
    for (const auto& [who, path] : each) {
        const std::string text = who.text(), at = path_text(path);
        causes.push_back({field_error::kind::invalid, at, {}, "conflict with " + text});
        if (text != last) list += (list.empty() ? "conflicts with " : "\nconflicts with ") + text + ":";
        last = text;
        list += "\n- " + at;
    }
    std::string message = "Apply failed with " + std::to_string(each.size()) + " conflicts: " + list;
    if (each.size() == 1) {
        message = "Apply failed with 1 conflict: " + causes[0].detail + ": " + causes[0].path;
    }
    return apply_conflicts(causes, std::move(message));
}

field_set apply_conflict_list::fields() const {
    field_set out;
    for (const auto& [who, path] : each) out.insert(path);
    return out;
}

updater::updater(const versioned_type& t) : versioned_type_(t), type_(field_type::root(t.type)) {
    for (const auto& path : t.reset) reset_.insert(path);
}

// Drops owners in versions that the kind does not have.
void updater::reconcile(manager_entries& o) const {
    const std::vector<std::string>& versions = versioned_type_.versions;
    std::erase_if(o.all, [&](const auto& e) {
        return !versions.empty() &&
               std::find(versions.begin(), versions.end(), e.second.api_version) == versions.end();
    });
    for (auto& [key, each] : o.all) each.fields = reconcile_with_schema(each.fields, type_);
}

difference updater::compare_in_version(const bj::value& live, const bj::value& next,
                                       const std::string& version) const {
    difference d = compare_values(convert_to_version(versioned_type_, live, version),
                                  convert_to_version(versioned_type_, next, version),
                                  type_in_version(versioned_type_, version));
    d.exclude(reset_);
    return d;
}

// Removes removed and changed fields from all owners but `self`, comparing in the version that each
// owner wrote with.
difference updater::take(const bj::value& live, const bj::value& next, manager_entries& o,
                         const std::string& self, const std::string& version, bool force,
                         apply_conflict_list& conflicts) const {
    difference d = compare_values(live, next, type_);
    d.exclude(reset_);
    std::map<std::string, difference> others;  // by version
    const auto difference_for = [&](const manager_entry& each) -> const difference& {
        if (!versioned_type_.convert || each.api_version == version) return d;
        const auto at = others.find(each.api_version);
        if (at != others.end()) return at->second;
        return others.emplace(each.api_version, compare_in_version(live, next, each.api_version))
            .first->second;
    };
    if (!force) {
        for (const auto& [key, each] : o.all) {
            if (key == self) continue;
            const difference& seen = difference_for(each);
            for (auto& path : each.fields.intersected(seen.modified.united(seen.added)).paths())
                conflicts.each.emplace_back(each.id, std::move(path));
        }
        if (!conflicts.each.empty()) return d;
    }
    for (auto& [key, each] : o.all) {
        if (key == self) continue;
        const difference& seen = difference_for(each);
        each.fields = each.fields.minus(seen.modified.united(seen.added)).minus(seen.removed);
    }
    o.drop_empty();
    return d;
}

void updater::update(const bj::value& live, const bj::value& next, manager_entries& o, const manager_id& who,
                     const std::string& now) const {
    reconcile(o);
    apply_conflict_list none;
    const difference d = take(live, next, o, {}, who.api_version, true, none);
    const field_set mine = d.modified.united(d.added).minus(strip_set());
    if (!mine.empty()) {
        manager_entry& entry = o.all[who.key()];
        entry.id = who;
        entry.api_version = who.api_version;
        entry.fields = mine.united(entry.fields);
        entry.time = now;
    }
    cap_updaters(o);
}

updater::applied updater::apply(const bj::value& live, const bj::value& config, manager_entries& o,
                                const manager_id& who, const std::string& api_version, bool force,
                                apply_conflict_list& conflicts) const {
    manager_entries work = o;
    reconcile(work);
    const std::string self = who.key();
    bj::value next = merge_values(live, config, type_);
    manager_entry& entry = work.all[self];
    entry.id = who;
    const field_set last = entry.fields;
    const std::string last_version = entry.api_version;
    entry.fields = fields_of(config, type_).minus_recursive(reset_);
    entry.api_version = api_version;
    if (!last.empty() && versioned_type_.convert)
        next = convert_to_version(versioned_type_,
                                  prune_in_version(convert_to_version(versioned_type_, next, last_version),
                                                   last_version, work, last),
                                  api_version);
    else if (!last.empty())
        next = prune(next, work, last);
    take(live, next, work, self, api_version, force, conflicts);
    if (!conflicts.each.empty()) return {};
    if (manager_entry* mine = work.find(who)) {
        mine->fields = mine->fields.minus(strip_set());
        if (mine->fields.empty()) work.all.erase(self);
    }
    o = std::move(work);
    const bool changed = !same_value(live, next);
    return {std::move(next), changed};
}

// Removes the fields of the last apply that this one omits. Fields with any other owner are kept.
bj::value updater::prune(const bj::value& merged, const manager_entries& o, const field_set& last) const {
    const field_set before = with_named_fields(last, type_);
    bj::value pruned = remove_fields(merged, before, type_);
    field_set owned;
    for (const auto& [key, each] : o.all) owned = owned.united(each.fields);
    const field_set all = with_named_fields(fields_of(merged, type_), type_);
    field_set kept = with_named_fields(fields_of(pruned, type_), type_);
    const field_set owned_named = with_named_fields(owned, type_);
    pruned = remove_fields(merged, all.minus(kept.united(owned_named)), type_);
    kept = with_named_fields(fields_of(pruned, type_), type_);
    return remove_fields(merged, all.minus(kept).intersected(before), type_);
}

namespace {

// `pruned` with the fields of `merged` that are in `owned`.
bj::value restore_owned(const bj::value& merged, const bj::value& pruned, const field_set& owned,
                        const field_type& t) {
    const field_set all = with_named_fields(fields_of(merged, t), t),
                    kept = with_named_fields(fields_of(pruned, t), t);
    return remove_fields(merged, all.minus(kept.united(with_named_fields(owned, t))), t);
}

}  // namespace

// The same where versions differ: `merged` is in the version of the last apply, and each owner is
// consulted in its own.
bj::value updater::prune_in_version(bj::value merged, std::string version, const manager_entries& o,
                                    const field_set& last) const {
    const std::string last_version = version;
    const field_type type = type_in_version(versioned_type_, version);
    const field_set before = with_named_fields(last, type);
    const bj::value whole = merged;
    bj::value pruned = remove_fields(merged, before, type);
    std::map<std::string, field_set> owned;
    for (const auto& [key, each] : o.all)
        owned[each.api_version] = owned[each.api_version].united(each.fields);
    const auto add_back = [&](const std::string& to, const field_set& fields) {
        merged = convert_to_version(versioned_type_, merged, to);
        pruned = restore_owned(merged, convert_to_version(versioned_type_, pruned, to), fields,
                               type_in_version(versioned_type_, to));
        version = to;
    };
    // Owners of this version first: converting for the others may need their fields.
    if (const auto own = owned.find(version); own != owned.end()) {
        add_back(version, own->second);
        owned.erase(own);
    }
    for (const auto& [to, fields] : owned) add_back(to, fields);
    pruned = convert_to_version(versioned_type_, pruned, last_version);
    const field_set all = with_named_fields(fields_of(whole, type), type),
                    kept = with_named_fields(fields_of(pruned, type), type);
    return remove_fields(whole, all.minus(kept).intersected(before), type);
}

}}}  // namespace setpoint::v0::apiserver::patching
