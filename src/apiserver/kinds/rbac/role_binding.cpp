// RoleBindings, and what ClusterRoleBindings have in common with them (pkg/apis/rbac/validation).

#include "apiserver/kinds/rbac/role_binding.hpp"

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/rbac/role.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char* rbac_group_name = "rbac.authorization.k8s.io";

void fill_subject_group(bj::object& s) {
    const std::string_view kind = text_at(s, "kind");
    if (kind == "User" || kind == "Group") set_text_default(s, "apiGroup", rbac_group_name);
}

}  // namespace

void fill_role_ref(bj::object& binding) {
    set_text_default(make_object(binding, "roleRef"), "apiGroup", rbac_group_name);
}

namespace {

constexpr type_default role_binding_type_defaults[] = {{"rbac.v1.RoleBinding", fill_role_ref},
                                                       {"rbac.v1.Subject", fill_subject_group}};

void validate_subject(const bj::object& s, bool namespaced, const std::string& path, field_errors& to) {
    const std::string_view name = text_at(s, "name"), kind = text_at(s, "kind"),
                           group = text_at(s, "apiGroup");
    if (name.empty()) required(to, path + ".name");
    if (kind == "ServiceAccount") {
        if (!name.empty()) add_invalid(to, path + ".name", name, dns1123_subdomain(name));
        if (!group.empty()) not_supported(to, path + ".apiGroup", group, {""});
        if (!namespaced && text_at(s, "namespace").empty()) required(to, path + ".namespace");
    } else if (kind == "User" || kind == "Group") {
        if (group != rbac_group_name) not_supported(to, path + ".apiGroup", group, {rbac_group_name});
    } else {
        not_supported(to, path + ".kind", kind, {"ServiceAccount", "User", "Group"});
    }
}

}  // namespace

void validate_any_binding(const bj::object& o, bool namespaced, field_errors& to) {
    validate_metadata(o, namespaced, role_name, to);
    const bj::object& ref = object_of(o, "roleRef");
    const std::string_view group = text_at(ref, "apiGroup"), kind = text_at(ref, "kind"),
                           name = text_at(ref, "name");
    if (group != rbac_group_name) not_supported(to, "roleRef.apiGroup", group, {rbac_group_name});
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
        validate_subject(s, namespaced, indexed("subjects", i), to);
    });
}

void validate_any_binding_update(const bj::object& o, const bj::object& old, bool namespaced,
                                 field_errors& to) {
    validate_any_binding(o, namespaced, to);
    validate_metadata_update(o, old, to);
    if (!same_field(o, old, "roleRef")) {
        const bj::object& ref = object_of(o, "roleRef");
        const bj::object shown{{"APIGroup", text_at(ref, "apiGroup")},
                               {"Kind", text_at(ref, "kind")},
                               {"Name", text_at(ref, "name")}};
        invalid_unsorted(to, "roleRef", bj::value(shown), std::string(immutable));
    }
}

namespace {

void validate_role_binding(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_binding(o, true, to);
}

void validate_role_binding_update(const bj::object& o, const bj::object& old, const kind_context&,
                                  field_errors& to) {
    validate_any_binding_update(o, old, true, to);
}

bj::value role_cell(const bj::object& o, wall_time) {
    const bj::object& ref = object_of(o, "roleRef");
    return cell(fmt::format("{}/{}", text_at(ref, "kind"), text_at(ref, "name")));
}

bj::value subjects_cell(const bj::object& o, std::string_view kind) {
    std::string out;
    for_each_object(list_of(o, "subjects"), [&](const bj::object& s, std::size_t) {
        if (text_at(s, "kind") != kind) return;
        out += out.empty() ? "" : ", ";
        if (kind == "ServiceAccount") out += std::string(text_at(s, "namespace")) + "/";
        out += text_at(s, "name");
    });
    return cell(out);
}

}  // namespace

constinit const cell_row binding_cells[4] = {
    {"Role", role_cell},
    {"Users", [](const bj::object& o, wall_time) { return subjects_cell(o, "User"); }},
    {"Groups", [](const bj::object& o, wall_time) { return subjects_cell(o, "Group"); }},
    {"ServiceAccounts", [](const bj::object& o, wall_time) { return subjects_cell(o, "ServiceAccount"); }},
};

constinit const kind_code role_binding_kind{.defaults = apply_go_encoding,
                                            .type_defaults = role_binding_type_defaults,
                                            .validate = validate_role_binding,
                                            .validate_update = validate_role_binding_update,
                                            .cells = binding_cells,
                                            .has_generation = false,
                                            .create_on_update = true};

}}}  // namespace setpoint::v0::apiserver
