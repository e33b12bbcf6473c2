#pragma once
// Metadata of objects that are created from a template.

#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"

namespace setpoint { inline namespace v0 {

// Less than object_meta: other members of a template's metadata have no effect, or, as finalizers, an
// unwanted one, and the API server prunes them. Labels must satisfy the selector of the object that
// contains the template.
struct template_meta {
    // Part of the templates of pods, jobs and claims.
    string_map labels{}, annotations{};

    // A template, so that a source that includes this header compiles the description only if it needs it.
    template <class Self = template_meta>
    static constexpr auto describe() {
        using namespace schema;
        return object("Metadata of what is made.", field(&Self::labels, "labels", ""),
                      field(&Self::annotations, "annotations", ""));
    }
};

}}  // namespace setpoint::v0
