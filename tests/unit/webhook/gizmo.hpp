#pragma once
// A kind with all that a patch must get right: defaults, optional fields, keyed and plain lists, maps.

#include "setpoint/api/custom_resource.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace test {

struct gizmo_part {
    std::string name;
    std::optional<std::string> image;
    std::vector<std::string> arguments;
    static constexpr auto describe() {
        using namespace schema;
        using self = gizmo_part;
        return object("A part.", field(&self::name, "name", "", required), field(&self::image, "image", ""),
                      field(&self::arguments, "arguments", ""));
    }
};

struct gizmo_step {
    std::optional<std::int32_t> order;
    static constexpr auto describe() {
        using namespace schema;
        return object("A step.", field(&gizmo_step::order, "order", ""));
    }
};

struct gizmo_spec {
    std::int32_t replicas = 1;
    std::optional<std::string> schedule;
    std::optional<gizmo_step> first;
    std::vector<gizmo_part> parts;
    std::vector<gizmo_step> steps;
    std::vector<std::vector<std::string>> grid;
    std::map<std::string, std::string> labels;
    static constexpr auto describe() {
        using namespace schema;
        using self = gizmo_spec;
        return object("What is wanted.", field(&self::replicas, "replicas", "How many."),
                      field(&self::schedule, "schedule", "When."), field(&self::first, "first", ""),
                      field(&self::parts, "parts", "", list_map("name")), field(&self::steps, "steps", ""),
                      field(&self::grid, "grid", ""), field(&self::labels, "labels", ""));
    }
};

struct gizmo : custom_resource<gizmo_spec> {
    static constexpr auto kind() { return custom_kind("shop.example.com", "v1", "Gizmo", "Has parts."); }
};

}}}  // namespace setpoint::v0::test
