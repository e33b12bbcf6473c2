// IngressClasses (pkg/apis/networking/validation, pkg/registry/networking/ingressclass).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void fill_parameters_scope(bj::object& spec) {
    if (bj::object* parameters = object_at(spec, "parameters")) set_default(*parameters, "scope", "Cluster");
}

constexpr type_default ingress_class_type_defaults[] = {
    {"networking.v1.IngressClassSpec", fill_parameters_scope}};

void validate_class_parameters(const bj::object& parameters, field_errors& to) {
    const std::string path = "spec.parameters";
    const bj::value *scope = value_at(parameters, "scope"), *ns = value_at(parameters, "namespace");
    if (scope == nullptr) return;
    if (text_of(*scope) == "Namespace") {
        if (ns == nullptr) {
            required(to, child(path, "namespace"), "`parameters.scope` is set to 'Namespace'");
        } else {
            add_invalid(to, child(path, "namespace"), *ns, dns1123_label(text_of(*ns)));
        }
    } else if (text_of(*scope) == "Cluster" && ns != nullptr) {
        forbidden(to, child(path, "namespace"), "`parameters.scope` is set to 'Cluster'");
    }
}

void validate_any_ingress_class(const bj::object& o, const bj::object* old, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    const bj::object& spec = object_of(o, "spec");
    validate_fields("networking.v1.IngressClassSpec", spec, old, "spec", to);
    if (text_at(spec, "controller").empty()) required(to, "spec.controller");
    if (const bj::object* parameters = object_at(spec, "parameters"))
        validate_class_parameters(*parameters, to);
}

void validate_ingress_class(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_ingress_class(o, nullptr, to);
}

void validate_ingress_class_update(const bj::object& o, const bj::object& old, const kind_context&,
                                   field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_any_ingress_class(o, &object_of(old, "spec"), to);
}

bj::value class_parameters_cell(const bj::object& o, wall_time) {
    const bj::object* p = object_at(o, {"spec", "parameters"});
    if (p == nullptr) return "<none>";
    std::string out(text_at(*p, "kind"));
    if (value_at(*p, "apiGroup") != nullptr) out.append(".").append(text_at(*p, "apiGroup"));
    return cell(out.append("/").append(text_at(*p, "name")));
}

constexpr cell_row ingress_class_cells[] = {
    {"Name", [](const bj::object& o,
                wall_time) { return class_name_cell(o, "ingressclass.kubernetes.io/is-default-class"); }},
    {"Controller",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "controller")); }},
    {"Parameters", class_parameters_cell},
};

}  // namespace

constinit const kind_code ingress_class_kind{.defaults = apply_go_encoding,
                                             .type_defaults = ingress_class_type_defaults,
                                             .validate = validate_ingress_class,
                                             .validate_update = validate_ingress_class_update,
                                             .cells = ingress_class_cells};

}}}  // namespace setpoint::v0::apiserver
