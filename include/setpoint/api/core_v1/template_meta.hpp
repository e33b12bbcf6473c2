#pragma once
// Metadata of objects that are created from a template.

#include "setpoint/core/text.hpp"
#include "setpoint/core/text_map.hpp"
#include "setpoint/json/describe.hpp"

namespace setpoint {

struct template_meta {
    text_map labels{}, annotations{};

    static constexpr auto describe() {
        using namespace schema;
        using self = template_meta;
        return object("Metadata of what is made.", field(&self::labels, "labels", ""),
                      field(&self::annotations, "annotations", ""));
    }
};

}  // namespace setpoint
