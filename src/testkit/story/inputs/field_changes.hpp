#pragma once
// The changes that users may make to an object of a custom kind, from the structural schema of its
// definition. No I/O.

#include "testkit/story/inputs/field_change.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// Which fields are changed, and to what. Paths are texts of input_path without indexes: ".spec.ports.name".
struct input_choice {
    std::vector<std::string> only{}, skip{};  // with all fields below them; `only` empty: all of .spec
    // Values in addition to those of the schema; of `bad` the operator must report each.
    std::map<std::string, std::vector<bj::value>> values{}, bad{};
};

// The changes of an object with this schema, which is that of the whole object: of each field of the spec,
// other values and its removal. The most usual change of each field comes first, then the second one of each.
// At most 600, all of them different; values that must not change (`oldSelf` in a rule) have none.
std::vector<field_change> changes_of(const bj::object& schema, const bj::object& object,
                                     const input_choice& c);

// Whether the story says that the operator must report this value.
bool is_bad_value(const input_choice& c, const input_path& at, const bj::value& v);

// The path without indexes: fields of all items of a list have one name.
std::string name_of_field(const input_path& p);

}}}  // namespace setpoint::v0::story
