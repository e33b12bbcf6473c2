#include "apiserver/kinds/shared/workload_cells.hpp"

#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

std::int64_t part_number(const bj::object& o, const char* part, const char* key) {
    return number_at(object_of(o, part), key).value_or(0);
}

const bj::object& pod_spec_of(const bj::object& o) {
    if (const bj::object* job = object_at(o, {"spec", "jobTemplate", "spec", "template", "spec"}))
        return *job;
    if (const bj::object* direct = object_at(o, {"template", "spec"})) return *direct;
    return object_of(o, {"spec", "template", "spec"});
}

bj::value containers_cell(const bj::object& o, wall_time) {
    return cell(joined_fields(list_of(pod_spec_of(o), "containers"), "name"));
}

bj::value images_cell(const bj::object& o, wall_time) {
    return cell(joined_fields(list_of(pod_spec_of(o), "containers"), "image"));
}

bj::value ready_of_desired_cell(const bj::object& o, wall_time) {
    return cell(
        fmt::format("{}/{}", part_number(o, "status", "readyReplicas"), part_number(o, "spec", "replicas")));
}

bj::value selector_cell(const bj::object& o, wall_time) {
    return cell(selector_text(object_of(o, {"spec", "selector"})));
}

bj::value wanted_replicas_cell(const bj::object& o, wall_time) {
    return part_number(o, "spec", "replicas");
}

}}}  // namespace setpoint::v0::apiserver
