// ComponentStatuses, which are not stored: the server computes them on request.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/objects/fields.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

const bj::object* component_health(const bj::object& o) {
    for (const bj::value& c : list_of(o, "conditions"))
        if (c.is_object() && text_at(c.get_object(), "type") == "Healthy") return &c.get_object();
    return nullptr;
}

bj::value health_cell(const bj::object& o, const char* what) {
    const bj::object* health = component_health(o);
    return cell(health == nullptr ? std::string_view() : text_at(*health, what));
}

constexpr cell_row component_status_cells[] = {
    {"Status",
     [](const bj::object& o, wall_time) {
         const bj::object* health = component_health(o);
         if (health == nullptr) return cell("Unknown");
         return cell(text_at(*health, "status") == "True" ? "Healthy" : "Unhealthy");
     }},
    {"Message", [](const bj::object& o, wall_time) { return health_cell(o, "message"); }},
    {"Error", [](const bj::object& o, wall_time) { return health_cell(o, "error"); }},
};

}  // namespace

constinit const kind_code component_status_kind{.cells = component_status_cells, .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
