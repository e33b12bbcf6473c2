#include "apiserver/patch/managers.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/schema/text_at.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <tuple>

namespace setpoint { inline namespace v0 { namespace apiserver::patching {

namespace {

constexpr std::size_t max_updaters = 10;
constexpr std::string_view old_updates = "ancient-changes";

// Returns "" if the entry is valid.
std::string read_entry(const bj::object& entry, std::size_t index, manager_entries& to) {
    manager_entry o;
    o.id.manager = text_at(entry, "manager");
    o.id.operation = text_at(entry, "operation");
    o.id.subresource = text_at(entry, "subresource");
    o.api_version = text_at(entry, "apiVersion");
    if (o.id.operation != "Apply" && o.id.operation != "Update")
        return "operation must be `Apply` or `Update`";
    if (o.api_version.empty()) return "apiVersion must not be empty";
    const std::string_view kind = text_at(entry, "fieldsType");
    if (kind.empty()) return "missing fieldsType in managed fields entry " + std::to_string(index);
    if (kind != "FieldsV1") {
        return "invalid fieldsType " + go_text::quoted(kind) + " in managed fields entry " +
               std::to_string(index);
    }
    if (!o.applied()) o.id.api_version = o.api_version;
    if (const bj::value* time = entry.if_contains("time"); time && time->is_string())
        o.time = text_at(entry, "time");
    const bj::value* fields = entry.if_contains("fieldsV1");
    auto set = field_set::parse(fields ? *fields : bj::value(bj::object()));
    if (set.has_error()) return "error decoding versioned set: " + set.error().message;
    o.fields = std::move(*set);
    to.all[o.id.key()] = std::move(o);
    return {};
}

bj::object write_entry(const manager_entry& o) {
    bj::object out;
    if (!o.id.manager.empty()) out.emplace("manager", o.id.manager);
    out.emplace("operation", o.id.operation);
    out.emplace("apiVersion", o.api_version);
    if (o.time) out.emplace("time", *o.time);
    out.emplace("fieldsType", "FieldsV1");
    out.emplace("fieldsV1", o.fields.to_fields_v1());
    if (!o.id.subresource.empty()) out.emplace("subresource", o.id.subresource);
    return out;
}

// Times are in UTC and compare as text. Entries without a time come first.
auto order(const manager_entry& o) {
    return std::make_tuple(std::cref(o.id.operation), o.time.value_or(std::string()), std::cref(o.id.manager),
                           std::cref(o.api_version), std::cref(o.id.subresource));
}

}  // namespace

manager_id manager_id::updater(std::string manager, std::string api_version, std::string subresource) {
    if (manager.empty()) manager = "unknown";
    return {std::move(manager), "Update", std::move(api_version), std::move(subresource)};
}

manager_id manager_id::applier(std::string manager, std::string subresource) {
    if (manager.empty()) manager = "unknown";
    return {std::move(manager), "Apply", {}, std::move(subresource)};
}

std::string manager_id::key() const {
    std::string out = "{";
    const auto add = [&](std::string_view name, const std::string& value) {
        if (value.empty()) return;
        if (out.size() > 1) out += ',';
        out += "\"" + std::string(name) + "\":" + go_text::json(bj::value(value));
    };
    add("manager", manager);
    add("operation", operation);
    add("apiVersion", api_version);
    add("subresource", subresource);
    return out + "}";
}

std::string manager_id::text() const {
    std::string out = go_text::quoted(manager);
    if (!subresource.empty()) out += " with subresource " + go_text::quoted(subresource);
    if (operation == "Update") out += " using " + api_version;
    return out;
}

std::optional<manager_entries> manager_entries::read(const bj::value* managed_fields, std::string& why) {
    manager_entries out;
    if (!managed_fields || !managed_fields->is_array()) return out;
    const bj::array& list = managed_fields->get_array();
    for (std::size_t i = 0; i < list.size(); ++i) {
        static const bj::object nothing;
        why = read_entry(list[i].is_object() ? list[i].get_object() : nothing, i, out);
        if (!why.empty()) return std::nullopt;
    }
    return out;
}

bj::array manager_entries::written() const {
    std::vector<const manager_entry*> list;
    list.reserve(all.size());
    for (const auto& [key, o] : all) list.push_back(&o);
    std::sort(list.begin(), list.end(),
              [](const manager_entry* a, const manager_entry* b) { return order(*a) < order(*b); });
    bj::array out;
    for (const manager_entry* o : list) out.emplace_back(write_entry(*o));
    return out;
}

manager_entry* manager_entries::find(const manager_id& id) {
    const auto found = all.find(id.key());
    return found == all.end() ? nullptr : &found->second;
}

void manager_entries::drop_empty() {
    std::erase_if(all, [](const auto& e) { return e.second.fields.empty(); });
}

// The first entry of a version is remembered and merged with the next one of that version, under a
// name that represents both.
void cap_updaters(manager_entries& o) {
    std::vector<std::string> updaters;
    for (const auto& [key, each] : o.all) {
        if (!each.applied()) updaters.push_back(key);
    }
    if (updaters.size() <= max_updaters) return;
    std::sort(updaters.begin(), updaters.end(), [&](const std::string& a, const std::string& b) {
        const std::string x = o.all.at(a).time.value_or(""), y = o.all.at(b).time.value_or("");
        return x != y ? x < y : a < b;
    });
    std::map<std::string, std::string> first_of_version;
    std::size_t left = updaters.size();
    for (std::size_t i = 0; i < updaters.size() && left > max_updaters; ++i) {
        const manager_entry next = o.all.at(updaters[i]);
        const auto [first, is_first] = first_of_version.emplace(next.api_version, updaters[i]);
        if (is_first) continue;
        const manager_id bucket = manager_id::updater(std::string(old_updates), next.api_version, {});
        const auto older = o.all.find(first->second);
        if (updaters[i] == bucket.key() || !o.find(bucket)) {
            manager_entry joined = older == o.all.end() ? manager_entry{} : std::move(older->second);
            if (older != o.all.end()) o.all.erase(older);
            joined.id = bucket;
            joined.api_version = next.api_version;
            o.all[bucket.key()] = std::move(joined);
        }
        manager_entry& to = *o.find(bucket);
        to.fields = next.fields.united(to.fields);
        to.time = next.time;
        if (updaters[i] != bucket.key()) o.all.erase(updaters[i]);
        --left;
    }
}

const bj::value* managed_fields_of(const bj::object& object) {
    const bj::value* meta = object.if_contains("metadata");
    if (!meta || !meta->is_object()) return nullptr;
    const bj::value* list = meta->get_object().if_contains("managedFields");
    return list && !list->is_null() ? list : nullptr;
}

void remove_managed_fields(bj::object& object) {
    bj::value* meta = object.if_contains("metadata");
    if (!meta || !meta->is_object()) return;
    bj::object& fields = meta->get_object();
    if (const auto at = fields.find("managedFields"); at != fields.end()) fields.stable_erase(at);
}

void set_managed_fields(bj::object& object, const manager_entries& o) {
    remove_managed_fields(object);
    if (o.all.empty()) return;
    bj::value& meta = object["metadata"];
    if (!meta.is_object()) meta.emplace_object();
    meta.get_object()["managedFields"] = o.written();
}

void keep_managed_fields(bj::object& next, const bj::object& live) {
    remove_managed_fields(next);
    const bj::value* const list = managed_fields_of(live);
    if (!list) return;
    bj::value& meta = next["metadata"];
    if (!meta.is_object()) meta.emplace_object();
    meta.get_object()["managedFields"] = *list;
}

}}}  // namespace setpoint::v0::apiserver::patching
