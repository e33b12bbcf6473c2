#pragma once
// clang-format off
// NFSVolumeSource (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/kinds.hpp"
#include "setpoint/core/interned_string.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct nfs_volume_source {
    interned_string server{};
    interned_string path{};
    std::optional<bool> read_only{};

    template <class Self = nfs_volume_source>
    static constexpr auto describe() {
        return schema::object(
            "Represents an NFS mount that lasts the lifetime of a pod.",
            schema::field(&Self::server, "server", "server is the hostname or IP address of the NFS server.",
                          schema::required),
            schema::field(&Self::path, "path", "path that is exported by the NFS server.", schema::required),
            schema::field(&Self::read_only, "readOnly",
                          "readOnly here will force the NFS export to be mounted with read-only "
                          "permissions.", schema::omitzero));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_COMPILED_TABLE(setpoint::core_v1::nfs_volume_source);
