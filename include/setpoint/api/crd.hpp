#pragma once
// Creates CustomResourceDefinitions (apiextensions.k8s.io/v1) from descriptions.

#include "setpoint/api/kind_info.hpp"

#include <boost/json/object.hpp>

#include <span>

namespace setpoint { inline namespace v0 {

// Returns the definition of one kind from its versions, in the given order: names, scope, schema
// with defaults and limits, status and scale subresources, columns, selectable fields. Names and
// scope come from the storage version. A definition that would be too large for `kubectl apply` has no
// descriptions of its innermost fields. For an external() kind it is the definition for test servers. Throws
// fault(errc::invalid) if the versions are not of one custom kind, contain duplicates or partial types, or do
// not have exactly one storage version.
// Spec and fields of the schema come in a fixed order, so the text is the same for the same description.
// Throws fault: invalid, too, for a rule that does not compile and for a default outside its limits;
// messages name the kind or its type. `versions` is only read during the call.
boost::json::object crd_of(std::span<const kind_info* const> versions);
// A definition with one version, which therefore must be the stored one.
boost::json::object crd_of(const kind_info& kind);

//     std::cout << json::to_yaml(crd_of<v1::site, v1beta1::site>());
template <class First, class... Others>
boost::json::object crd_of() {
    const kind_info* const versions[] = {&kind_of<First>(), &kind_of<Others>()...};
    return crd_of(versions);
}

}}  // namespace setpoint::v0
