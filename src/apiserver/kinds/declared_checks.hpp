#pragma once
// The rules of declarative validation that look at one value: functions of apimachinery's api/validate, by
// name. validate_declared.hpp evaluates the others.

#include "apiserver/kinds/declared_rules.hpp"
#include "apiserver/schema/api_error.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// What a rule is evaluated for.
struct declared_place {
    const boost::json::value* now = nullptr;  // null: absent
    const boost::json::value* old = nullptr;  // null: absent, too, or a create
    bool is_update = false;
    bool has_old = false;  // of the object around it; false inside of lists whose elements match no old ones
    std::string path{};
    // Of rules of a type: the object instead of a value.
    const boost::json::object *object = nullptr, *old_object = nullptr;
};

using declared_check = void (*)(const declared_rule& rule, const declared_place& at, field_errors& to);

// Null if the rule is not one of those.
declared_check find_declared_check(std::string_view name);
// Also true of those that validate_declared() evaluates.
bool knows_declared_check(std::string_view name);

// Go's zero value: absent, "", 0, false, or a struct of such fields.
bool is_zero(const boost::json::value* v);

}}}  // namespace setpoint::v0::apiserver
