// ClusterRoles (pkg/apis/rbac/validation).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/rbac/role.hpp"
#include "apiserver/kinds/shared/lists.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_aggregation(const bj::object& o, selector_values values, field_errors& to) {
    const bj::object* rule = object_at(o, "aggregationRule");
    if (rule == nullptr) return;
    const bj::array& selectors = list_of(*rule, "clusterRoleSelectors");
    const std::string path = "aggregationRule.clusterRoleSelectors";
    if (selectors.empty()) {
        required(to, path, "at least one clusterRoleSelector required if aggregationRule is non-nil");
    }
    for (std::size_t i = 0; i < selectors.size(); ++i) {
        const bj::object& s = struct_of(selectors[i]);
        validate_selector(s, indexed(path, i), to, values);
        if (!is_valid_selector(s))
            invalid_unsorted(to, indexed(path, i), bj::value(), "invalid label selector.");
    }
}

void validate_any_cluster_role(const bj::object& o, selector_values values, field_errors& to) {
    validate_metadata(o, false, role_name, to);
    validate_policy_rules(o, false, to);
    validate_aggregation(o, values, to);
}

void validate_cluster_role(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_cluster_role(o, selector_values::valid, to);
}

bool had_invalid_selector(const bj::object& role) {
    return std::ranges::any_of(
        list_of(object_of(role, "aggregationRule"), "clusterRoleSelectors"),
        [](const bj::value& s) { return s.is_object() && !is_valid_selector(s.get_object()); });
}

void validate_cluster_role_update(const bj::object& o, const bj::object& old, const kind_context&,
                                  field_errors& to) {
    validate_any_cluster_role(
        o, had_invalid_selector(old) ? selector_values::any_label_value : selector_values::valid, to);
    validate_metadata_update(o, old, to);
}

}  // namespace

constinit const kind_code cluster_role_kind{.defaults = apply_go_encoding,
                                            .validate = validate_cluster_role,
                                            .validate_update = validate_cluster_role_update,
                                            .has_generation = false,
                                            .create_on_update = true};

}}}  // namespace setpoint::v0::apiserver
