// Roles, and what ClusterRoles have in common with them (pkg/apis/rbac/validation).

#include "apiserver/kinds/rbac/role.hpp"

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

messages role_name(std::string_view s, bool) {
    return path_segment(s, false);
}

void validate_policy_rules(const bj::object& o, bool namespaced, field_errors& to) {
    for_each_object(list_of(o, "rules"), [&](const bj::object& r, std::size_t i) {
        const std::string path = indexed("rules", i);
        if (list_of(r, "verbs").empty())
            required(to, path + ".verbs", "verbs must contain at least one value");
        const bj::array& urls = list_of(r, "nonResourceURLs");
        const bool groups = !list_of(r, "apiGroups").empty(), resources = !list_of(r, "resources").empty();
        if (!urls.empty()) {
            if (namespaced) {
                invalid_unsorted(to, path + ".nonResourceURLs", bj::value(urls),
                                 "namespaced rules cannot apply to non-resource URLs");
            }
            if (groups || resources || !list_of(r, "resourceNames").empty()) {
                invalid_unsorted(to, path + ".nonResourceURLs", bj::value(urls),
                                 "rules cannot apply to both regular resources and non-resource URLs");
            }
            return;
        }
        if (!groups) required(to, path + ".apiGroups", "resource rules must supply at least one api group");
        if (!resources) required(to, path + ".resources", "resource rules must supply at least one resource");
    });
}

namespace {

void validate_role(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, role_name, to);
    validate_policy_rules(o, true, to);
}

void validate_role_update(const bj::object& o, const bj::object& old, const kind_context& c,
                          field_errors& to) {
    validate_role(o, c, to);
    validate_metadata_update(o, old, to);
}

}  // namespace

constinit const kind_code role_kind{.defaults = apply_go_encoding,
                                    .validate = validate_role,
                                    .validate_update = validate_role_update,
                                    .has_generation = false,
                                    .create_on_update = true};

}}}  // namespace setpoint::v0::apiserver
