#pragma once
// The rules in CEL of a described kind (schema::rule), evaluated in this process.

#include "setpoint/api/field_error.hpp"
#include "setpoint/api/kind_info.hpp"

#include <boost/json/value.hpp>

namespace setpoint { inline namespace v0 {

// The errors that the API server reports for an object that breaks rules of its kind, in the same words;
// empty if it keeps all. `old`: the object before an update, for rules about oldSelf; null for a new object.
// Both as JSON with apiVersion and kind; a schema::server_default stands for a field that is missing. The
// rules are compiled once for each kind, by the thread that asks first; no other may ask then. Throws fault:
// invalid for a rule that does not compile, as crd_of() does.
// Neither the schema's limits nor required fields are checked: this is only about rules. Rules about
// oldSelf are skipped without `old`, unless they are optional. `now` and `old` are not changed and not
// kept. A rule that fails while it is evaluated is an error of its field, as on the server.
field_errors rule_errors(const kind_info& kind, const boost::json::value& now,
                         const boost::json::value* old = nullptr);

// The same for objects of a type, in tests or before a write. Fields that are not set have their defaults,
// which the API server fills in before it evaluates rules.
//     site s;
//     s.spec.min = 3, s.spec.max = 1;
//     BOOST_TEST(joined_messages(rule_errors(s)).find("min is at most max") != std::string::npos);
template <api_object T>
field_errors rule_errors(const T& now, const T* old = nullptr) {
    const kind_info& kind = kind_of<T>();
    const boost::json::value after = object_to_json(kind, &now);
    if (!old) return rule_errors(kind, after);
    const boost::json::value before = object_to_json(kind, old);
    return rule_errors(kind, after, &before);
}

}}  // namespace setpoint::v0
