#pragma once
// The types that schemas give objects in expressions (apiserver, cel/common/schemas.go). No I/O.

#include "apiserver/schema/schema.hpp"
#include "setpoint/cel/environment.hpp"

#include <map>
#include <string>
#include <string_view>

namespace setpoint::inline v0::apiserver::policies {

// Types of objects are named by where they are: Deployment1.spec.template. A field without a type in its
// schema is not known.
class schema_types final : public cel::type_provider {
public:
    // The type of a root object; null if its schema is not that of an object. The schema must outlive this.
    const cel::type* add_root(std::string_view name, const schema_node& schema);

    [[nodiscard]] const cel::type* find_type(std::string_view name) const override;
    [[nodiscard]] const cel::type* find_field(std::string_view type_name,
                                              std::string_view field) const override;

private:
    struct object_type {
        const cel::type* self;
        const schema_node* schema;
        bool root;  // or an embedded resource: has apiVersion, kind and metadata
    };
    const cel::type* type_of(const schema_node& n, const std::string& name, bool root, int depth) const;
    const cel::type* object_of_type(const schema_node* n, const std::string& name, bool root) const;

    // Filled in as names are asked for: schemas may be recursive.
    mutable cel::type_pool pool_;
    mutable std::map<std::string, object_type, std::less<>> objects_;
};

}  // namespace setpoint::inline v0::apiserver::policies
