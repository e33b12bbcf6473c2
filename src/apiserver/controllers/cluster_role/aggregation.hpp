#pragma once
// Fills in the rules of ClusterRoles with an aggregationRule (kubernetes'
// pkg/controller/clusterroleaggregation).

#include "setpoint/api/kind_info.hpp"
#include "setpoint/api/selector.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/controller/outcome.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value.hpp>

#include <memory>
#include <optional>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct partial_aggregation_rule {
    std::vector<label_selector> selectors{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&partial_aggregation_rule::selectors, "clusterRoleSelectors", ""));
    }
};

struct partial_cluster_role {
    object_meta metadata{};
    std::optional<partial_aggregation_rule> aggregation{};
    boost::json::value rules{};

    static constexpr auto kind() {
        return builtin_kind("rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles")
            .cluster_scoped();
    }
    static constexpr auto describe() {
        using namespace schema;
        using self = partial_cluster_role;
        return object("", field(&self::metadata, "metadata", ""),
                      field(&self::aggregation, "aggregationRule", ""),
                      field(&self::rules, "rules", "", preserve_unknown));
    }
};
using cluster_role_ptr = std::shared_ptr<const partial_cluster_role>;

// The rules of all roles that are selected, in the order of selectors and names, each once.
boost::json::array aggregated_rules(const partial_cluster_role& of, std::vector<cluster_role_ptr> all);

class cluster_role_aggregation {
public:
    // `api` must outlive it.
    explicit cluster_role_aggregation(client& api) : api_(api) {}
    awaitable<outcome> reconcile(context& ctx, object_key key);

private:
    client& api_;
};

}}}  // namespace setpoint::v0::apiserver
