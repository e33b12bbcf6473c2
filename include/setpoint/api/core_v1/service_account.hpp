#pragma once
// clang-format off
// ServiceAccount (v1).
// Written by src/apiserver/kinds/headers; to change it, change the catalogue or the rules there.

#include "setpoint/api/core_v1/local_object_reference.hpp"
#include "setpoint/api/core_v1/object_reference.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/kinds.hpp"
#include "setpoint/api/meta.hpp"
#include "setpoint/json/describe.hpp"
#include "setpoint/json/detail/compiled_table.hpp"

#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace core_v1 {

struct service_account {
    object_meta metadata{};
    std::vector<object_reference> secrets{};
    std::vector<local_object_reference> image_pull_secrets{};
    std::optional<bool> automount_service_account_token{};

    static constexpr auto kind() { return builtin_kind("", "v1", "ServiceAccount", "serviceaccounts"); }
    template <class Self = service_account>
    static constexpr auto describe() {
        return schema::object(
            "ServiceAccount binds together: * a name, understood by users, and perhaps by peripheral "
            "systems, for an identity * a principal that can be authenticated and ...",
            schema::field(&Self::metadata, "metadata", "Standard object's metadata."),
            schema::field(&Self::secrets, "secrets",
                          "Secrets is a list of the secrets in the same namespace that pods running using "
                          "this ServiceAccount are allowed to use.", schema::list_map("name")),
            schema::field(&Self::image_pull_secrets, "imagePullSecrets",
                          "ImagePullSecrets is a list of references to secrets in the same namespace to "
                          "use for pulling any images in pods that reference this ServiceAccount."),
            schema::field(&Self::automount_service_account_token, "automountServiceAccountToken",
                          "AutomountServiceAccountToken indicates whether pods running as this service "
                          "account should have an API token automatically mounted."));
    }
};

}}}  // namespace setpoint::v0::core_v1

SETPOINT_BUILT_IN_KIND(setpoint::core_v1::service_account);
