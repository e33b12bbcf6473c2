#include <boost/json/object.hpp>

#include <algorithm>
#include <apiserver/patch/merge_values.hpp>
#include <apiserver/patch/same_value.hpp>
#include <apiserver/patch/updater.hpp>

namespace setpoint::apiserver::patching {

namespace {

// Nobody owns what the server alone decides.
const field_set& stripped() {
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

updater::updater(const typed& t) : type_(field_type::root(t.type)), versions_(t.versions) {
    for (const auto& path : t.reset) reset_.insert(path);
}

// Owners of a version that is not served are forgotten.
void updater::reconcile(owners& o) const {
    std::erase_if(o.all, [&](const auto& e) {
        return !versions_.empty() &&
               std::find(versions_.begin(), versions_.end(), e.second.api_version) == versions_.end();
    });
    for (auto& [key, each] : o.all) each.fields = reconciled(each.fields, type_);
}

// From all owners but `self` goes what was removed, and what was changed.
difference updater::take(const bj::value& live, const bj::value& next, owners& o, const std::string& self,
                         bool force, apply_conflict_list& conflicts) const {
    difference d = compare_values(live, next, type_);
    d.leave_out(reset_);
    const field_set changed = d.modified.united(d.added);
    if (!force) {
        for (const auto& [key, each] : o.all) {
            if (key == self) continue;
            for (auto& path : each.fields.intersected(changed).paths()) {
                conflicts.each.emplace_back(each.id, std::move(path));
            }
        }
        if (!conflicts.each.empty()) return d;
    }
    for (auto& [key, each] : o.all) {
        if (key != self) each.fields = each.fields.minus(changed).minus(d.removed);
    }
    o.drop_empty();
    return d;
}

void updater::update(const bj::value& live, const bj::value& next, owners& o, const manager_id& who,
                     const std::string& now) const {
    reconcile(o);
    apply_conflict_list none;
    const difference d = take(live, next, o, {}, true, none);
    const field_set mine = d.modified.united(d.added).minus(stripped());
    if (!mine.empty()) {
        owner& entry = o.all[who.key()];
        entry.id = who;
        entry.api_version = who.api_version;
        entry.fields = mine.united(entry.fields);
        entry.time = now;
    }
    cap_updaters(o);
}

updater::applied updater::apply(const bj::value& live, const bj::value& config, owners& o,
                                const manager_id& who, const std::string& api_version, bool force,
                                apply_conflict_list& conflicts) const {
    owners work = o;
    reconcile(work);
    const std::string self = who.key();
    bj::value next = merge_values(live, config, type_);
    owner& entry = work.all[self];
    entry.id = who;
    const field_set last = entry.fields;
    entry.fields = fields_of(config, type_).minus_recursive(reset_);
    entry.api_version = api_version;
    if (!last.empty()) next = prune(next, work, last);
    take(live, next, work, self, force, conflicts);
    if (!conflicts.each.empty()) return {};
    if (owner* mine = work.find(who)) {
        mine->fields = mine->fields.minus(stripped());
        if (mine->fields.empty()) work.all.erase(self);
    }
    o = std::move(work);
    const bool changed = !same_value(live, next);
    return {std::move(next), changed};
}

// What was applied last goes away, comes back where anybody owns it, and stays away only where it was applied
// last.
bj::value updater::prune(const bj::value& merged, const owners& o, const field_set& last) const {
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

}  // namespace setpoint::apiserver::patching
