// Roles and their bindings (pkg/apis/rbac/validation).

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr const char* group_name = "rbac.authorization.k8s.io";

messages role_name(std::string_view s, bool) {
    return path_segment(s, false);
}

void check_rules(const bj::object& o, bool namespaced, field_errors& to) {
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

void check_aggregation(const bj::object& o, selector_values values, field_errors& to) {
    const bj::object* rule = object_at(o, "aggregationRule");
    if (rule == nullptr) return;
    const bj::array& selectors = list_of(*rule, "clusterRoleSelectors");
    const std::string path = "aggregationRule.clusterRoleSelectors";
    if (selectors.empty()) {
        required(to, path, "at least one clusterRoleSelector required if aggregationRule is non-nil");
    }
    for (std::size_t i = 0; i < selectors.size(); ++i) {
        static const bj::object everything;
        const bj::object& s = selectors[i].is_object() ? selectors[i].get_object() : everything;
        validate_selector(s, indexed(path, i), to, values);
        if (!is_valid_selector(s))
            invalid_unsorted(to, indexed(path, i), bj::value(), "invalid label selector.");
    }
}

template <bool namespaced>
void validate_any_role(const bj::object& o, selector_values values, field_errors& to) {
    validate_metadata(o, namespaced, role_name, to);
    check_rules(o, namespaced, to);
    if (!namespaced) check_aggregation(o, values, to);
}

template <bool namespaced>
void validate_role(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_any_role<namespaced>(o, selector_values::valid, to);
}

bool had_invalid_selector(const bj::object& role) {
    return std::ranges::any_of(
        list_of(object_of(role, "aggregationRule"), "clusterRoleSelectors"),
        [](const bj::value& s) { return s.is_object() && !is_valid_selector(s.get_object()); });
}

template <bool namespaced>
void validate_role_update(const bj::object& o, const bj::object& old, const strategy_context&,
                          field_errors& to) {
    validate_any_role<namespaced>(
        o, had_invalid_selector(old) ? selector_values::any_label_value : selector_values::valid, to);
    validate_metadata_update(o, old, to);
}

void check_subject(const bj::object& s, bool namespaced, const std::string& path, field_errors& to) {
    const std::string_view name = text_at(s, "name"), kind = text_at(s, "kind"),
                           group = text_at(s, "apiGroup");
    if (name.empty()) required(to, path + ".name");
    if (kind == "ServiceAccount") {
        if (!name.empty()) add_invalid(to, path + ".name", name, dns1123_subdomain(name));
        if (!group.empty()) not_supported(to, path + ".apiGroup", group, {""});
        if (!namespaced && text_at(s, "namespace").empty()) required(to, path + ".namespace");
    } else if (kind == "User" || kind == "Group") {
        if (group != group_name) not_supported(to, path + ".apiGroup", group, {group_name});
    } else {
        not_supported(to, path + ".kind", kind, {"ServiceAccount", "User", "Group"});
    }
}

template <bool namespaced>
void validate_binding(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, namespaced, role_name, to);
    const bj::object& ref = object_of(o, "roleRef");
    const std::string_view group = text_at(ref, "apiGroup"), kind = text_at(ref, "kind"),
                           name = text_at(ref, "name");
    if (group != group_name) not_supported(to, "roleRef.apiGroup", group, {group_name});
    if (kind != "ClusterRole" && !(namespaced && kind == "Role")) {
        not_supported(to, "roleRef.kind", kind,
                      namespaced ? std::vector<std::string>{"Role", "ClusterRole"}
                                 : std::vector<std::string>{"ClusterRole"});
    }
    if (name.empty()) {
        required(to, "roleRef.name");
    } else {
        add_invalid(to, "roleRef.name", name, path_segment(name, false));
    }
    for_each_object(list_of(o, "subjects"), [&](const bj::object& s, std::size_t i) {
        check_subject(s, namespaced, indexed("subjects", i), to);
    });
}

template <bool namespaced>
void validate_binding_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                             field_errors& to) {
    validate_binding<namespaced>(o, c, to);
    validate_metadata_update(o, old, to);
    if (!same_field(o, old, "roleRef")) {
        const bj::object& ref = object_of(o, "roleRef");
        const bj::object shown{{"APIGroup", text_at(ref, "apiGroup")},
                               {"Kind", text_at(ref, "kind")},
                               {"Name", text_at(ref, "name")}};
        invalid_unsorted(to, "roleRef", bj::value(shown), "cannot change roleRef");
    }
}

}  // namespace

const strategy role_strategy{.defaults = apply_go_encoding,
                             .validate = validate_role<true>,
                             .validate_update = validate_role_update<true>,
                             .has_generation = false,
                             .create_on_update = true};
const strategy cluster_role_strategy{.defaults = apply_go_encoding,
                                     .validate = validate_role<false>,
                                     .validate_update = validate_role_update<false>,
                                     .has_generation = false,
                                     .create_on_update = true};
const strategy role_binding_strategy{.defaults = apply_go_encoding,
                                     .validate = validate_binding<true>,
                                     .validate_update = validate_binding_update<true>,
                                     .has_generation = false,
                                     .create_on_update = true};
const strategy cluster_role_binding_strategy{.defaults = apply_go_encoding,
                                             .validate = validate_binding<false>,
                                             .validate_update = validate_binding_update<false>,
                                             .has_generation = false,
                                             .create_on_update = true};

}  // namespace setpoint::inline v0::apiserver
