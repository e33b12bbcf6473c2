#include "apiserver/resources/conditions.hpp"

#include "apiserver/objects/fields.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

const boost::json::object* find_condition(const boost::json::object& status, std::string_view type) {
    for (const bj::value& v : list_of(status, "conditions"))
        if (v.is_object() && text_at(v.get_object(), "type") == type) return &v.get_object();
    return nullptr;
}

bool has_condition(const boost::json::object& status, std::string_view type) {
    const bj::object* const found = find_condition(status, type);
    return found != nullptr && text_at(*found, "status") == "True";
}

bool put_condition(boost::json::object& status, boost::json::object condition) {
    if (list_at(status, "conditions") == nullptr) status["conditions"] = bj::array();
    bj::array& all = status.at("conditions").get_array();
    for (bj::value& v : all) {
        const bj::object* const old = v.if_object();
        if (old == nullptr || text_at(*old, "type") != text_at(condition, "type")) continue;
        if (same_field(*old, condition, "status")) copy_field(condition, *old, "lastTransitionTime");
        if (*old == condition) return false;
        v = std::move(condition);
        return true;
    }
    all.push_back(std::move(condition));
    return true;
}

}}}  // namespace setpoint::v0::apiserver
