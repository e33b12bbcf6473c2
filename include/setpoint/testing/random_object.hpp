#pragma once
// Random objects of described types.
//
// For tests of properties that hold for every object: encoding and decoding, conversion, comparison.

#include "setpoint/api/kind_info.hpp"
#include "setpoint/core/random.hpp"

namespace setpoint { inline namespace v0 { namespace testing {

// Sets the fields of the value at random, within the bounds that its description gives; some stay unset.
// Patterns and rules between fields are not known here. Lists and maps are short, and what lies deeper than
// eight levels stays unset.
// `value` points to an object of the type that `type` describes; void*, since one function serves all
// types. It is not owned. The same seed gives the same object.
void set_random(const json::type_info& type, void* value, random_source& random);

// Returns an object of T with a name, labels and annotations, and everything else at random.
// The metadata is what an object before its creation has: no UID, no versions, no owner. It may violate
// rules that its type does not describe.
template <api_object T>
T random_object(random_source& random) {
    T object;
    set_random(json::type_of<T>(), &object, random);
    object.metadata = {};
    object.metadata.name = "random";
    object.metadata.ns = kind_of<T>().scope == scope::namespaced ? "default" : "";
    object.metadata.labels["l"] = std::to_string(random.below(10));
    object.metadata.annotations["a"] = std::to_string(random.below(10));
    return object;
}

}}}  // namespace setpoint::v0::testing
