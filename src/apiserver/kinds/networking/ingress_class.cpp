// IngressClasses (pkg/apis/networking/validation, pkg/registry/networking/ingressclass).

#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/metadata.hpp"

namespace setpoint::inline v0::apiserver {

namespace {

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

void validate_ingress_class(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_any_ingress_class(o, nullptr, to);
}

void validate_ingress_class_update(const bj::object& o, const bj::object& old, const strategy_context&,
                                   field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_any_ingress_class(o, &object_of(old, "spec"), to);
}

}  // namespace

const strategy ingress_class_strategy{.defaults = apply_go_encoding,
                                      .validate = validate_ingress_class,
                                      .validate_update = validate_ingress_class_update};

}  // namespace setpoint::inline v0::apiserver
