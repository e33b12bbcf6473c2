#pragma once
// The object types that the expressions of policies and match conditions know (apiserver,
// admission/plugin/cel/compile.go and cel/mutation).

#include "setpoint/cel/environment.hpp"

#include <map>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

inline constexpr std::string_view request_type = "kubernetes.AdmissionRequest";
inline constexpr std::string_view namespace_type = "kubernetes.Namespace";
inline constexpr std::string_view variables_type = "kubernetes.variables";
inline constexpr std::string_view json_patch_type = "JSONPatch";
inline constexpr std::string_view configuration_type = "Object";

// Provides those types. An environment and what it compiles refer to it.
class admission_types final : public cel::type_provider {
public:
    // `patches`: also knows JSONPatch, Object, Object.spec and so on. `variables`: the types of a policy's
    // variables. `more`: further types, may be null. Both must outlive this.
    using variable_types = std::map<std::string, const cel::type*, std::less<>>;
    admission_types(bool patches, const variable_types& variables, const cel::type_provider* more = nullptr)
        : patches_(patches), variables_(variables), more_(more) {}

    [[nodiscard]] const cel::type* find_type(std::string_view name) const override;
    [[nodiscard]] const cel::type* find_field(std::string_view type_name,
                                              std::string_view field) const override;

private:
    bool patches_;
    const variable_types& variables_;
    const cel::type_provider* more_;
    // The types of patches that were asked for: their names are those in expressions.
    mutable cel::type_pool pool_;
    mutable std::map<std::string, const cel::type*, std::less<>> objects_;
};

// The type that a variable of a policy is declared with, from that of its expression: objects and functions'
// own types are dyn (convertCelTypeToDeclType).
const cel::type* declared_variable_type(const cel::type& of, cel::type_pool& pool);

}}}  // namespace setpoint::v0::apiserver::policies
