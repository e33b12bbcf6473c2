#pragma once
// ControllerRevisions (apps/v1).

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>

namespace setpoint::inline v0 {

struct controller_revision {
    object_meta metadata{};
    boost::json::value data{};
    std::optional<std::int64_t> revision{};

    static constexpr auto kind() {
        return builtin_kind("apps", "v1", "ControllerRevision", "controllerrevisions");
    }
    template <class Self = controller_revision>
    static constexpr auto describe() {
        using namespace schema;
        return object(
            "ControllerRevision implements an immutable snapshot of state data.",
            field(&Self::metadata, "metadata", ""),
            field(&Self::data, "data", "The serialized representation of the state."),
            field(&Self::revision, "revision", "Indicates the revision of the state represented by Data."));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::controller_revision);
