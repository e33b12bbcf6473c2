#pragma once
// Checks the types in ValidatingAdmissionPolicies, and reports in their status what does not fit
// (kubernetes' pkg/controller/validatingadmissionpolicystatus).

#include "apiserver/policies/check_types.hpp"
#include "apiserver/registry/registry.hpp"
#include "setpoint/api/kind_info.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct partial_policy_status {
    generation_number observed_generation{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_policy_status::observed_generation, "observedGeneration", ""));
    }
};

struct partial_policy {
    object_meta metadata{};
    boost::json::value spec{};
    partial_policy_status status{};

    static constexpr auto kind() {
        return builtin_kind("admissionregistration.k8s.io", "v1", "ValidatingAdmissionPolicy",
                            "validatingadmissionpolicies")
            .cluster_scoped();
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_policy;
        return object("", field(&self::metadata, "metadata", ""),
                      field(&self::spec, "spec", "", preserve_unknown), field(&self::status, "status", ""));
    }
};

// The kinds that a policy may be about. `kinds` must outlive the result.
policies::kind_lookup policy_kinds_of(const registry& kinds);

class policy_status {
public:
    // Both must outlive it.
    policy_status(client& api, const registry& kinds) : api_(api), kinds_(kinds) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    client& api_;
    const registry& kinds_;
};

}}}  // namespace setpoint::v0::apiserver
