#include "apiserver/authorization/cel_authorizer.hpp"

#include <memory>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

cel::authorization_decision cel_authorizer::decide(const cel::authorization_request& request) const {
    attributes of{.user = user_, .verb = request.verb};
    if (!request.service_account_name.empty())
        of.user = std::make_shared<user_info>(
            service_account(request.service_account_namespace, request.service_account_name));
    if (!request.path.empty()) {
        of.is_resource = false;
        of.path = request.path;
    } else {
        of.group = request.group;
        of.version = "*";
        of.resource = request.resource;
        of.subresource = request.subresource;
        of.namespace_name = request.namespace_name;
        of.name = request.name;
        of.fields = field_terms(request.field_selector);
        of.labels = label_terms(request.label_selector);
    }
    decision d = asked_.authorize(of);
    cel::authorization_decision out{d.allows(), std::move(d.reason), std::nullopt};
    if (!d.error.empty()) out.error = std::move(d.error);
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
