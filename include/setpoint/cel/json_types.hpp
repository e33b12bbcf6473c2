#pragma once
// The static types of a declared JSON value, for the checker and for estimates of costs.

#include "setpoint/cel/cost.hpp"
#include "setpoint/cel/environment.hpp"
#include "setpoint/cel/json.hpp"
#include "setpoint/cel/type.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace setpoint::inline v0::cel {

// Names the object types in `root` as kube-apiserver does: `name` for the root, `name`.spec for its field
// spec, .@idx for the elements of lists, .@elem for those of maps. Sizes are those of variables that hold a
// root. Not thread-safe: types are made when they are first asked for.
class json_types final : public type_provider, public size_estimator {
public:
    // `root` must be exposed and outlive this object.
    json_types(const json_type& root, std::string name);
    json_types(const json_types&) = delete;
    json_types& operator=(const json_types&) = delete;

    [[nodiscard]] const type* root_type() const { return root_type_; }

    [[nodiscard]] const type* find_type(std::string_view name) const override;
    [[nodiscard]] const type* find_field(std::string_view type_name, std::string_view field) const override;
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

}  // namespace setpoint::inline v0::cel
