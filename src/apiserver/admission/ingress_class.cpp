// plugin/pkg/admission/network/defaultingressclass.
#include "apiserver/admission/builtin_plugins.hpp"
#include "apiserver/admission/default_class.hpp"
#include "apiserver/objects/fields.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

api_result<> default_ingress_class_admit(admission_request& q) {
    if (!q.is_create_of("ingresses.networking.k8s.io")) return {};
    bj::object& spec = make_object(q.object, "spec");
    if (value_at(spec, "ingressClassName") ||
        value_at(object_of(q.object, {"metadata", "annotations"}), "kubernetes.io/ingress.class"))
        return {};
    if (const auto name = newest_default(q.cluster, "ingressclasses.networking.k8s.io",
                                         {"ingressclass.kubernetes.io/is-default-class"}))
        spec["ingressClassName"] = *name;
    return {};
}

}}}  // namespace setpoint::v0::apiserver
