#pragma once
// Which requests a webhook or a policy is about: the selectors, and the other versions of a resource
// (apiserver, admission/plugin/webhook/predicates).

#include "apiserver/admission/webhook_admission.hpp"
#include "apiserver/resources/admission_review.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// In the version of the path.
seen_as as_sent(const admission_attributes& a);
// In another version of it.
seen_as as_equivalent(const admission_attributes& a, const resource_ptr& r);

// Whether the namespace's labels matter: not for objects without a namespace.
bool selects_namespaces(const bj::object& selector, const admission_attributes& a);
// For a Namespace that is created or updated, its new labels. Error: 404.
api_result<bj::object> labels_of_namespace(const server_state& w, const admission_attributes& a);
bool selects_object(const bj::object& selector, const admission_attributes& a);
// metadata.labels of a stored object.
bj::object labels_of(const record& o);
// The other resources that store the same objects, in discovery order.
std::vector<resource_ptr> equivalents_of(const server_state& w, const admission_attributes& a);

// `object`, which may be null, as it is seen. Error: of the conversion.
awaitable<api_result<std::optional<bj::object>>> converted(server_state& w, const admission_attributes& a,
                                                           const seen_as& to, const bj::object* object);
// Without a version.
admission_review review_of(const admission_attributes& a, const seen_as& s);
// The AdmissionRequest that expressions see.
bj::object admission_request_of(const admission_attributes& a, const seen_as& s);
cel::authorization_request checked_resource(const admission_attributes& a);

}}}  // namespace setpoint::v0::apiserver
