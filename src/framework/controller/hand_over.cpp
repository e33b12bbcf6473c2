#include "framework/controller/hand_over.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 {

namespace {

constexpr int max_hand_overs = 5;  // further attempts after conflicts with other writers

bool says(const boost::json::object& entry, std::string_view field, std::string_view text) {
    const boost::json::value* v = entry.if_contains(field);
    return v && v->is_string() && v->get_string() == text;
}

void merge_fields(boost::json::object& to, const boost::json::object& from) {
    for (const auto& [name, fields] : from) {
        boost::json::value& at = to[name];
        if (!at.is_object()) at.emplace_object();
        if (fields.is_object()) merge_fields(at.get_object(), fields.get_object());
    }
}

// Returns the managedFields of `live` with this manager's Updates turned into its Apply, as client-go's
// csaupgrade does; null if there is no such Update.
boost::json::value with_updates_as_applied(const dynamic_object& live, std::string_view field_manager) {
    const boost::json::value* all = live.get("metadata.managedFields");
    if (!all || !all->is_array()) return nullptr;
    boost::json::array entries;
    boost::json::object fields;
    std::optional<std::size_t> ours;  // the entry that receives all fields
    bool updates = false;
    for (const boost::json::value& e : all->get_array()) {
        const boost::json::object* entry = e.if_object();
        const bool is_apply = entry && says(*entry, "operation", "Apply");
        const bool is_update = entry && says(*entry, "operation", "Update");
        if (!(is_apply || is_update) || !says(*entry, "manager", field_manager) ||
            entry->contains("subresource")) {
            entries.push_back(e);
            continue;
        }
        if (const boost::json::value* owned = entry->if_contains("fieldsV1"); owned && owned->is_object())
            merge_fields(fields, owned->get_object());
        updates = updates || is_update;
        if (!ours) {
            ours = entries.size();
            entries.push_back(e);
        } else if (is_apply) {
            entries[*ours] = e;
        }
    }
    if (!updates) return nullptr;
    boost::json::object& entry = entries[*ours].get_object();
    entry["operation"] = "Apply";
    if (!fields.empty()) entry["fieldsV1"] = std::move(fields);
    return entries;
}

}  // namespace

awaitable<result<>> hand_over(const child_write& j, object_ptr now) {
    for (int attempts = 0;; ++attempts) {
        const auto& live = *static_cast<const dynamic_object*>(now.get());
        boost::json::value fields = with_updates_as_applied(live, j.field_manager);
        if (fields.is_null()) co_return result<>();
        const auto done =
            co_await j.merge_whole(live.meta(), {{"metadata", {{"managedFields", std::move(fields)}}}});
        if (done) co_return result<>();
        if (done.error().code != errc::conflict || attempts == max_hand_overs) co_return done.error();
        auto read = co_await j.read_whole(std::string(live.uid()));
        if (!read) co_return read.error();
        now = std::move(*read);
    }
}

}}  // namespace setpoint::v0
