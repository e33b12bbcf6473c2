#pragma once
// Metadata of objects that are created from a template.

#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"

namespace setpoint::inline v0 {

struct template_meta {
    string_map labels{}, annotations{};

    template <class Self = template_meta>
    static constexpr auto describe() {
        using namespace schema;
        return object("Metadata of what is made.", field(&Self::labels, "labels", ""),
                      field(&Self::annotations, "annotations", ""));
    }
};

}  // namespace setpoint::inline v0
