#pragma once
// Metadata of objects that are created from a template.

#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"

namespace setpoint {

struct template_meta {
    string_map labels{}, annotations{};

    static constexpr auto describe() {
        using namespace schema;
        using self = template_meta;
        return object("Metadata of what is made.", field(&self::labels, "labels", ""),
                      field(&self::annotations, "annotations", ""));
    }
};

}  // namespace setpoint
