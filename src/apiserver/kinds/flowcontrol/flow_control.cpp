#include "apiserver/kinds/flowcontrol/flow_control.hpp"

#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/objects/fields.hpp"

#include <fmt/format.h>

#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

void validate_flow_conditions(const bj::object& o, field_errors& to) {
    std::set<std::string, std::less<>> seen;
    for_each_object(list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t i) {
        const std::string path = indexed("status.conditions", i) + ".type", type(text_at(c, "type"));
        if (!seen.insert(type).second) duplicate(to, path, type);
        if (type.empty()) required(to, path);
    });
}

void validate_mandatory_spec(const bj::object& o, const bj::object& old, bool except_exempt,
                             field_errors& to) {
    const std::string_view name = flow_object_name(o);
    if (name != "exempt" && name != "catch-all") return;
    const bool partly = except_exempt && name == "exempt";
    bj::object next = object_of(o, "spec"), before = object_of(old, "spec");
    if (partly)
        for (bj::object* spec : {&next, &before}) spec->erase("exempt");
    const bj::value now(std::move(next)), then(std::move(before));
    if (same(&now, &then)) return;
    invalid_unsorted(to, "spec", bj::value(object_of(o, "spec")),
                     fmt::format("spec of '{}' {}must equal the fixed value", name,
                                 partly ? "except the 'spec.exempt' field " : ""));
}

std::string_view flow_object_name(const bj::object& o) {
    return text_at(object_of(o, "metadata"), "name");
}

}}}  // namespace setpoint::v0::apiserver
