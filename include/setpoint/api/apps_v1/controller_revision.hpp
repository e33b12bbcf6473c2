#pragma once
// ControllerRevisions (apps/v1).

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>

namespace setpoint {

struct controller_revision {
    object_meta metadata{};
    boost::json::value data{};
    std::optional<std::int64_t> revision{};

    static constexpr auto kind() {
        return builtin_kind("apps", "v1", "ControllerRevision", "controllerrevisions");
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = controller_revision;
        return object(
            "ControllerRevision implements an immutable snapshot of state data.",
            field(&self::metadata, "metadata", ""),
            field(&self::data, "data", "The serialized representation of the state."),
            field(&self::revision, "revision", "Indicates the revision of the state represented by Data."));
    }
};

}  // namespace setpoint

SETPOINT_COMPILED_TABLE(setpoint::controller_revision);
