#pragma once
// clang-format off
// ControllerRevision (apps/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apps_v1 {

struct controller_revision {
    object_meta metadata{};
    boost::json::value data{};
    std::optional<std::int64_t> revision{};

    static constexpr auto kind() {
        return builtin_kind("apps", "v1", "ControllerRevision", "controllerrevisions");
    }
    template <class Self = controller_revision>
    static constexpr auto describe() {
        return schema::object(
            "ControllerRevision implements an immutable snapshot of state data.",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::data, "data", "Data is the serialized representation of the state."),
            schema::field(&Self::revision, "revision",
                          "Revision indicates the revision of the state represented by Data."));
    }
};

}}}  // namespace setpoint::v0::apps_v1

SETPOINT_BUILT_IN_KIND(setpoint::apps_v1::controller_revision);
