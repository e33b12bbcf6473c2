#include "apiserver/patch/managed_fields.hpp"

#include "apiserver/patch/last_applied.hpp"
#include "apiserver/patch/merge_values.hpp"
#include "apiserver/patch/other_versions.hpp"
#include "apiserver/patch/same_value.hpp"
#include "apiserver/patch/text_at.hpp"
#include "apiserver/patch/updater.hpp"

#include <boost/json/array.hpp>

namespace setpoint::apiserver {

namespace {

using namespace patching;

constexpr std::string_view before_apply = "before-first-apply";
constexpr std::size_t max_manager = 128;  // bytes

std::string meta_text(const bj::object& object, std::string_view key) {
    const bj::value* meta = object.if_contains("metadata");
    return meta && meta->is_object() ? std::string(text_at(meta->get_object(), key)) : std::string();
}

bj::value bare(const bj::object& object) {
    bj::object out = object;
    remove_managed_fields(out);
    return bj::value(std::move(out));
}

bj::object blank_of(const typed& t, const bj::object& like) {
    if (t.blank) return *t.blank;
    bj::object out;
    for (const char* key : {"apiVersion", "kind"}) {
        if (const bj::value* v = like.if_contains(key)) out.emplace(key, *v);
    }
    return out;
}

// [] and [{}] reset managedFields.
bool asks_reset(const bj::value* list) {
    if (!list || !list->is_array()) return false;
    const bj::array& entries = list->get_array();
    if (entries.empty()) return true;
    return entries.size() == 1 && entries[0].is_object() && entries[0].get_object().empty();
}

owners owners_for(const bj::object& next, const bj::object& live, const writer& w) {
    std::string why;
    const bj::value* sent = managed_fields_of(next);
    if (w.subresource.empty()) {
        if (asks_reset(sent)) return {};
        auto read = owners::read(sent, why);
        if (read && !read->all.empty()) return std::move(*read);
    }
    return owners::read(managed_fields_of(live), why).value_or(owners());
}

std::string type_of(const bj::object& object) {
    std::string version(text_at(object, "apiVersion"));
    if (version.empty()) version = "/";
    if (version.find('/') == std::string::npos) version = "/" + version;
    return version + ", Kind=" + std::string(text_at(object, "kind"));
}

// Rejects a configuration that does not match the request or the type.
std::optional<api_error> refused(const bj::object& base, const bj::object& config, const typed& t,
                                 const writer& w) {
    if (text_at(config, "apiVersion") != w.api_version || text_at(config, "kind") != text_at(base, "kind")) {
        return bad_request("invalid object type: " + type_of(config));
    }
    if (managed_fields_of(config)) return bad_request("metadata.managedFields must be nil");
    const auto errors = type_errors(bj::value(config), field_type::root(t.type));
    if (errors.empty()) return std::nullopt;
    // Names the type as kube-apiserver does: group and version, without the leading slash of the
    // core group.
    return plain_error("failed to create typed patch object (" + meta_text(config, "namespace") + "/" +
                       meta_text(config, "name") + "; " + type_of(config) + "): " + joined_errors(errors));
}

// An object that cannot be represented in the version of one of its owners, because fields are
// missing there.
std::optional<api_error> unseen(const bj::value& before, const bj::value& config, const owners& o,
                                const manager_id& who, const typed& t, const writer& w) {
    if (t.version_types.empty()) return std::nullopt;
    const bj::value merged = merge_values(before, config, field_type::root(t.type));
    const std::string self = who.key();
    const auto mine = o.all.find(self);
    const bool prunes = mine != o.all.end() && !mine->second.fields.empty();
    std::string why = prunes ? unreadable_for(o, merged, t, w.api_version, &self) : "";
    if (!why.empty())
        return plain_error(
            "failed to prune fields: failed to convert merged object to last applied version: " + why);
    owners others = o;
    others.all.erase(self);
    why = unreadable_for(others, before, t, w.api_version);
    if (!why.empty()) return plain_error("failed to convert old object: " + why);
    why = unreadable_for(others, merged, t, w.api_version);
    if (!why.empty()) return plain_error("failed to convert new object: " + why);
    return std::nullopt;
}

}  // namespace

void track_update(bj::object& next, const bj::object* live, const typed& t, const writer& w) {
    const bj::object before = live ? *live : blank_of(t, next);
    owners o = owners_for(next, before, w);
    remove_managed_fields(next);
    // An object created without managedFields has none until it is applied to.
    if (o.all.empty() && !meta_text(before, "uid").empty()) return;
    // An object that does not match its type loses its managedFields, as in kube-apiserver.
    const field_type root = field_type::root(t.type);
    const bj::value old = bare(before), now(next);
    if (!fits_type(now, root) || !fits_type(old, root)) return;
    for (const bj::value* each : {&old, &now})
        if (!unreadable_for(o, *each, t, w.api_version).empty()) return;
    updater(t).update(old, now, o, manager_id::updater(w.manager, w.api_version, w.subresource), w.now);
    set_managed_fields(next, o);
}

api_result<bj::object> apply(const bj::object* live, const bj::object& config, const typed& t,
                             const writer& w) {
    const bj::object base = live ? *live : blank_of(t, config);
    std::string why;
    auto read = owners::read(managed_fields_of(base), why);
    if (!read) return plain_error("failed to decode managed fields: " + why);
    if (auto error = refused(base, config, t, w)) return std::move(*error);
    const updater u(t);
    const bj::value before = bare(base);
    owners o = std::move(*read);
    if (o.all.empty()) {
        const manager_id first = manager_id::updater(std::string(before_apply), w.api_version, w.subresource);
        u.update(bj::value(blank_of(t, config)), before, o, first, w.now);
    }
    const manager_id who = manager_id::applier(w.manager, w.subresource);
    if (auto error = unseen(before, bj::value(config), o, who, t, w)) return std::move(*error);
    apply_conflict_list conflicts;
    auto result = u.apply(before, bj::value(config), o, who, w.api_version, w.force, conflicts);
    if (!conflicts.each.empty() && w.manager == "kubectl") {
        const field_set allowed = last_applied_fields(base, w.api_version, field_type::root(t.type));
        std::erase_if(conflicts.each, [&](const auto& each) { return allowed.has(each.second); });
        if (conflicts.each.empty()) {
            result = u.apply(before, bj::value(config), o, who, w.api_version, true, conflicts);
        }
    }
    if (!conflicts.each.empty()) return conflicts.error();
    if (result.changed) {
        if (owner* mine = o.find(who)) mine->time = w.now;
    }
    bj::object out = std::move(result.object.get_object());
    set_managed_fields(out, o);
    if (w.manager == "kubectl") sync_last_applied(out, config);
    if (live) keep_times(out, *live);
    return out;
}

void keep_times(bj::object& next, const bj::object& live) {
    const bj::value *mine = managed_fields_of(next), *old = managed_fields_of(live);
    if (!mine || !old || !mine->is_array() || !old->is_array()) return;
    if (mine->get_array().size() != old->get_array().size() || mine->get_array().empty()) return;
    bj::array timed = mine->get_array();
    const bj::array& were = old->get_array();
    for (std::size_t i = 0; i < timed.size(); ++i) {
        if (!timed[i].is_object() || !were[i].is_object()) return;
        bj::object& entry = timed[i].get_object();
        const bj::value* time = were[i].get_object().if_contains("time");
        if (time) {
            entry["time"] = *time;
        } else if (const auto at = entry.find("time"); at != entry.end()) {
            entry.stable_erase(at);
        }
    }
    if (!same_value(bj::value(timed), *old) || !same_value(bare(next), bare(live))) return;
    next["metadata"].get_object()["managedFields"] = std::move(timed);
}

std::string manager_of_user_agent(std::string_view user_agent) {
    std::string out;
    for (const char c : user_agent.substr(0, user_agent.find('/'))) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) continue;
        if (out.size() == max_manager) break;
        out += c;
    }
    return out;
}

}  // namespace setpoint::apiserver
