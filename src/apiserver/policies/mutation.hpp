#pragma once
// The mutations of a MutatingAdmissionPolicy (apiserver, admission/plugin/policy/mutating/patch). No I/O.

#include "apiserver/patch/field_type.hpp"
#include "apiserver/policies/activation.hpp"

#include <boost/json/value.hpp>

#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

struct mutation {
    enum class form : std::uint8_t { json_patch, configuration };
    form is = form::json_patch;
    compiled_expression expression;
};

struct mutation_outcome {
    // The operations of a JSON patch, or the configuration to apply.
    bj::value made;
    std::string error;  // empty if there is one
};
mutation_outcome evaluate_mutation(const mutation& m, const policy_input& in,
                                   const expression_compiler& compiler);

// Merges a configuration into an object of that type, as an apply does, but without an owner.
struct configured {
    std::optional<bj::object> object;
    std::string error;  // if there is none
};
configured apply_configuration(const bj::object& object, bj::object configuration,
                               const patching::field_type& type);

}}}  // namespace setpoint::v0::apiserver::policies
