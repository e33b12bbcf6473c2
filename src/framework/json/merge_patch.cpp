#include "setpoint/json/schema.hpp"

#include <utility>

namespace setpoint::json {

namespace {

// A merge patch cannot contain null members: null means "remove".
boost::json::value without_nulls(const boost::json::value& v) {
    if (!v.is_object()) return v;
    boost::json::object out;
    for (const auto& [key, value] : v.get_object())
        if (!value.is_null()) out.emplace(key, without_nulls(value));
    return out;
}

// In one pass: erasing the members one by one, in order, takes quadratic time.
void remove_nulled(boost::json::object& object, const boost::json::object& patch) {
    boost::json::object kept(object.storage());
    kept.reserve(object.size());
    for (auto& member : object) {
        const boost::json::value* const said = patch.if_contains(member.key());
        if (!said || !said->is_null()) kept.emplace(member.key(), std::move(member.value()));
    }
    object = std::move(kept);
}

}  // namespace

boost::json::value merge_patch(const boost::json::value& from, const boost::json::value& to) {
    if (!from.is_object() || !to.is_object()) return without_nulls(to);
    const boost::json::object &before = from.get_object(), &after = to.get_object();
    boost::json::object patch;
    for (const auto& [key, value] : before) {
        const auto* const now = after.if_contains(key);
        if (!value.is_null() && (!now || now->is_null())) patch.emplace(key, nullptr);
    }
    for (const auto& [key, value] : after) {
        if (value.is_null()) continue;
        const auto* const was = before.if_contains(key);
        if (!was || was->is_null()) {
            patch.emplace(key, without_nulls(value));
        } else if (*was != value) {
            boost::json::value change = merge_patch(*was, value);
            const bool nothing =
                was->is_object() && change.is_object() && change.get_object().empty() && value.is_object();
            if (!nothing) patch.emplace(key, std::move(change));
        }
    }
    return patch;
}

void apply_merge_patch(boost::json::value& target, const boost::json::value& patch) {
    if (!patch.is_object()) {
        target = patch;
        return;
    }
    if (!target.is_object()) target.emplace_object();
    boost::json::object& object = target.get_object();
    bool removes = false;
    for (const auto& [key, value] : patch.get_object()) {
        if (value.is_null()) {
            removes = removes || object.contains(key);
        } else {
            apply_merge_patch(object[key], value);
        }
    }
    if (removes) remove_nulled(object, patch.get_object());
}

}  // namespace setpoint::json
