#include "apiserver/patch/managed_fields.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/patch/last_applied.hpp"
#include "apiserver/patch/merge_values.hpp"
#include "apiserver/patch/same_value.hpp"
#include "apiserver/patch/updater.hpp"
#include "apiserver/patch/version_conversion.hpp"
#include "apiserver/schema/text_at.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

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

bj::object zero_value_of(const versioned_type& t, const bj::object& like) {
    if (t.zero_value) return *t.zero_value;
    bj::object out;
    for (const char* key : {"apiVersion", "kind"}) {
        if (const bj::value* v = like.if_contains(key)) out.emplace(key, *v);
    }
    return out;
}

// [] and [{}] reset managedFields.
bool resets_managed_fields(const bj::value* list) {
    if (!list || !list->is_array()) return false;
    const bj::array& entries = list->get_array();
    if (entries.empty()) return true;
    return entries.size() == 1 && entries[0].is_object() && entries[0].get_object().empty();
}

manager_entries owners_for(const bj::object& next, const bj::object& live, const field_manager& manager) {
    std::string why;
    const bj::value* sent = managed_fields_of(next);
    if (manager.subresource.empty()) {
        if (resets_managed_fields(sent)) return {};
        auto read = manager_entries::read(sent, why);
        if (read && !read->all.empty()) return std::move(*read);
    }
    return manager_entries::read(managed_fields_of(live), why).value_or(manager_entries());
}

std::string type_of(const bj::object& object) {
    std::string version(text_at(object, "apiVersion"));
    if (version.empty()) version = "/";
    if (version.find('/') == std::string::npos) version = "/" + version;
    return version + ", Kind=" + std::string(text_at(object, "kind"));
}

// Rejects a configuration that does not match the request or the type.
std::optional<api_error> config_error(const bj::object& base, const bj::object& config,
                                      const versioned_type& t, const field_manager& manager) {
    if (text_at(config, "apiVersion") != manager.api_version ||
        text_at(config, "kind") != text_at(base, "kind")) {
        return bad_request("invalid object type: " + type_of(config));
    }
    if (managed_fields_of(config)) return bad_request("metadata.managedFields must be nil");
    const auto errors = type_errors(bj::value(config), field_type::root(t.type));
    if (errors.empty()) return std::nullopt;
    // Names the type as kube-apiserver does: group and version, without the leading slash of the
    // core group.
    return plain_error("failed to create typed patch object (" + meta_text(config, "namespace") + "/" +
                       meta_text(config, "name") + "; " + type_of(config) + "): " + join_errors(errors));
}

// Rejects an object that no longer matches its schema.
std::optional<api_error> live_error(const bj::object& live, const bj::value& bare, const versioned_type& t) {
    const field_type root = field_type::root(t.type);
    if (fits_type(bare, root)) return std::nullopt;
    return plain_error("failed to create typed live object (" + meta_text(live, "namespace") + "/" +
                       meta_text(live, "name") + "; " + type_of(live) +
                       "): " + join_errors(type_errors(bare, root, true)));
}

// An object that cannot be represented in the version of one of its owners, because fields are
// missing there.
std::optional<api_error> conversion_error(const bj::value& before, const bj::value& config,
                                          const manager_entries& o, const manager_id& who,
                                          const versioned_type& t, const field_manager& manager) {
    if (t.version_types.empty()) return std::nullopt;
    const bj::value merged = merge_values(before, config, field_type::root(t.type));
    const std::string self = who.key();
    const auto mine = o.all.find(self);
    // Owners are reconciled with their schemas first.
    std::string why = version_error(o, before, t, manager.api_version);
    if (!why.empty()) return plain_error(why);
    const bool prunes = mine != o.all.end() && !mine->second.fields.empty();
    if (prunes) why = version_error(o, merged, t, manager.api_version, &self);
    if (!why.empty())
        return plain_error(
            "failed to prune fields: failed to convert merged object to last applied version: " + why);
    manager_entries others = o;
    others.all.erase(self);
    why = version_error(others, merged, t, manager.api_version);
    if (!why.empty()) return plain_error("failed to convert new object: " + why);
    return std::nullopt;
}

}  // namespace

void track_update(bj::object& next, const bj::object* live, const versioned_type& t,
                  const field_manager& manager) {
    const bj::object before = live ? *live : zero_value_of(t, next);
    manager_entries o = owners_for(next, before, manager);
    remove_managed_fields(next);
    // An object created without managedFields has none until it is applied to.
    if (o.all.empty() && !meta_text(before, "uid").empty()) return;
    // An object that does not match its type keeps its managedFields, as in kube-apiserver.
    const field_type root = field_type::root(t.type);
    const bj::value old = bare(before), now(next);
    if (!fits_type(now, root) || !fits_type(old, root)) return keep_managed_fields(next, before);
    for (const bj::value* each : {&old, &now})
        if (!version_error(o, *each, t, manager.api_version).empty())
            return keep_managed_fields(next, before);
    updater(t).update(old, now, o,
                      manager_id::updater(manager.name, manager.api_version, manager.subresource),
                      manager.now);
    set_managed_fields(next, o);
}

api_result<bj::object> apply(const bj::object* live, const bj::object& config, const versioned_type& t,
                             const field_manager& manager) {
    const bj::object base = live ? *live : zero_value_of(t, config);
    std::string why;
    auto read = manager_entries::read(managed_fields_of(base), why);
    if (!read) return plain_error("failed to decode managed fields: " + why);
    if (auto error = config_error(base, config, t, manager)) return std::move(*error);
    const updater u(t);
    const bj::value before = bare(base);
    if (live && t.changes)
        if (auto error = live_error(base, before, t)) return std::move(*error);
    manager_entries o = std::move(*read);
    if (o.all.empty()) {
        const manager_id first =
            manager_id::updater(std::string(before_apply), manager.api_version, manager.subresource);
        u.update(bj::value(zero_value_of(t, config)), before, o, first, manager.now);
    }
    const manager_id who = manager_id::applier(manager.name, manager.subresource);
    if (auto error = conversion_error(before, bj::value(config), o, who, t, manager))
        return std::move(*error);
    apply_conflict_list conflicts;
    auto result = u.apply(before, bj::value(config), o, who, manager.api_version, manager.force, conflicts);
    if (!conflicts.each.empty() && manager.name == "kubectl") {
        const field_set allowed = last_applied_fields(base, manager.api_version, field_type::root(t.type));
        std::erase_if(conflicts.each, [&](const auto& each) { return allowed.has(each.second); });
        if (conflicts.each.empty()) {
            result = u.apply(before, bj::value(config), o, who, manager.api_version, true, conflicts);
        }
    }
    if (!conflicts.each.empty()) return conflicts.error();
    if (result.changed) {
        if (manager_entry* mine = o.find(who)) mine->time = manager.now;
    }
    bj::object out = std::move(result.object.get_object());
    set_managed_fields(out, o);
    if (manager.name == "kubectl") sync_last_applied(out, config);
    if (live) restore_times(out, *live);
    return out;
}

void restore_times(bj::object& next, const bj::object& live) {
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

std::string manager_from_user_agent(std::string_view user_agent) {
    std::string out;
    for (const char c : user_agent.substr(0, user_agent.find('/'))) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) continue;
        if (out.size() == max_manager) break;
        out += c;
    }
    return out;
}

std::string managed_fields_error(const bj::array& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const bj::object none;
        const bj::object& entry = entries[i].is_object() ? entries[i].get_object() : none;
        const std::string_view operation = text_at(entry, "operation"), type = text_at(entry, "fieldsType");
        if (operation != "Apply" && operation != "Update") return "operation must be `Apply` or `Update`";
        if (text_at(entry, "apiVersion").empty()) return "apiVersion must not be empty";
        if (type.empty()) return fmt::format("missing fieldsType in managed fields entry {}", i);
        if (type != "FieldsV1")
            return fmt::format("invalid fieldsType {} in managed fields entry {}", go_text::quoted(type), i);
    }
    return {};
}

}}}  // namespace setpoint::v0::apiserver
