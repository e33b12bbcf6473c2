#pragma once
// ServiceAccounts (core/v1).

#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint::inline v0 {

struct service_account {
    object_meta metadata{};
    std::vector<object_reference> secrets{};
    std::vector<local_object_reference> image_pull_secrets{};
    std::optional<bool> automount_service_account_token{};

    static constexpr auto kind() { return builtin_kind("", "v1", "ServiceAccount", "serviceaccounts"); }
    template <class Self = service_account>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::metadata, "metadata", ""),
                      field(&Self::secrets, "secrets", "", list_map("name")),
                      field(&Self::image_pull_secrets, "imagePullSecrets", "", exclusive),
                      field(&Self::automount_service_account_token, "automountServiceAccountToken", ""));
    }
};

}  // namespace setpoint::inline v0

SETPOINT_BUILT_IN_KIND(setpoint::service_account);
