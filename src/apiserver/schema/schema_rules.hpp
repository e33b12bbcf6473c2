#pragma once
// Rules in CEL of a schema (x-kubernetes-validations): checked with the definition, applied to objects.

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"
#include "apiserver/schema/schema_view.hpp"
#include "setpoint/cel/json.hpp"
#include "setpoint/cel/rules.hpp"

#include <optional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// What expressions see of values of that schema, which may be recursive. `root`: of the root of a resource,
// which always has apiVersion, kind, metadata.name and metadata.generateName, or the whole `metadata` if that
// is not null.
cel::json_type declared_type(const schema_node& s, bool root, const schema_node* metadata = nullptr);

// The compiled rules of a schema.
class schema_rules {
public:
    // `root`: whether it is the root of a resource. `s` must outlive it.
    schema_rules(const schema_node& s, bool root);

    // Applies the rules to a value and, for an update, to the change from `old`. Errors of what did not
    // change are appended to `warnings`, if that is not null.
    void validate(const bj::value& now, const bj::value* old, field_errors& errors,
                  std::vector<std::string>* warnings) const;
    // Applies them to the default value of the schema. `path` is that of the default.
    void check_default(const std::string& path, field_errors& errors) const;

private:
    const schema_node& schema_;
    std::shared_ptr<const cel::json_type> declared_;
    std::shared_ptr<const cel::rule_set> rules_;  // null if there are none
};

// The checks of the rules of a definition: that they compile, and what they cost at most. `found` has the
// errors of the schema itself; rules of a schema with such an error, there or below, are not checked.
// `only_total`: a single rule may cost anything.
void check_expressions(const schema_view& json, const schema_node& root, const std::string& path,
                       bool only_total, field_errors& found);

}}}  // namespace setpoint::v0::apiserver
