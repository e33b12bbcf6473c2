#pragma once
// clang-format off
// VolumeAttributesClass (storage.k8s.io/v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/core/string_map.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

namespace setpoint { inline namespace v0 { namespace storage_v1 {

struct volume_attributes_class {
    object_meta metadata{};
    interned_string driver_name{};
    string_map parameters{};

    static constexpr auto kind() {
        return builtin_kind("storage.k8s.io", "v1", "VolumeAttributesClass",
                            "volumeattributesclasses").cluster_scoped();
    }
    template <class Self = volume_attributes_class>
    static constexpr auto describe() {
        return schema::object(
            "VolumeAttributesClass represents a specification of mutable volume attributes defined by the "
            "CSI driver.",
            schema::field(&Self::metadata, "metadata", "metadata is the standard object metadata."),
            schema::field(&Self::driver_name, "driverName",
                          "driverName is the name of the CSI driver This field is immutable."),
            schema::field(&Self::parameters, "parameters",
                          "parameters hold volume attributes defined by the CSI driver."));
    }
};

}}}  // namespace setpoint::v0::storage_v1

SETPOINT_BUILT_IN_KIND(setpoint::storage_v1::volume_attributes_class);
