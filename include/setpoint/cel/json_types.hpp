#pragma once
// The static types of a declared JSON value, for the checker and for estimates of costs.
//
//     const json_types known(declared, "Widget");
//     in.set_provider(&known);
//     in.add_variable("self", known.root_type());
//     const cost_range cost = in.compile(source).made->estimate(&known);

#include "setpoint/cel/cost.hpp"
#include "setpoint/cel/environment.hpp"
#include "setpoint/cel/json.hpp"
#include "setpoint/cel/type.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace cel {

// Names the object types in `root` as kube-apiserver does: `name` for the root, `name`.spec for its field
// spec, .@idx for the elements of lists, .@elem for those of maps. Sizes are those of variables that hold a
// root. Not thread-safe: types are made when they are first asked for.
// Keep it as long as the expressions that were compiled with it: they refer to its types.
class json_types final : public type_provider, public size_estimator {
public:
    // `root` must be exposed and outlive this object.
    // `name` is the root's name in error messages, such as "selfType1" in rules of a
    // CustomResourceDefinition. Throws std::length_error for a type that is too large; see type_pool.
    json_types(const json_type& root, std::string name);
    json_types(const json_types&) = delete;
    json_types& operator=(const json_types&) = delete;

    [[nodiscard]] const type* root_type() const { return root_type_; }

    [[nodiscard]] const type* find_type(std::string_view name) const override;
    // `field` is the escaped name; see escape_property(). Nullptr for a field that is not declared or
    // hidden.
    [[nodiscard]] const type* find_field(std::string_view type_name, std::string_view field) const override;
    // node.path begins with the variable, which must hold a root: the first element is skipped. Keys of
    // maps have the size 0, as the real server counts them.
    [[nodiscard]] std::optional<cost_range> size_of(const cost_node& node) const override;

private:
    struct named_type {
        const json_type* declared;
        const type* made;
    };
    const type* type_of(const json_type& declared, const std::string& name) const;

    const json_type& root_;
    mutable type_pool pool_;
    mutable std::map<std::string, named_type, std::less<>> objects_;
    const type* root_type_;
};

}}}  // namespace setpoint::v0::cel
