#pragma once
// Results of expressions as JSON, and the names of the object types in them. No I/O.

#include "setpoint/cel/value.hpp"

#include <boost/json/value.hpp>

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver::policies {

namespace bj = boost::json;

// Which of Go's conversions is meant.
enum class json_form : std::uint8_t {
    native,   // numbers stay integers or doubles: of an Object (cel/mutation/dynamic)
    protocol  // google.protobuf.Value: large integers are texts, whole doubles integers
};

struct json_result {
    bj::value made;
    std::string error;  // empty if there is a value
};
// Lists and maps that share parts can be larger than the memory they take: results have at most a million
// values and three megabytes of text, and 64 levels.
json_result json_of(const cel::value& from, json_form form, cel::arena& memory);

// Why the types of nested objects are not named by their fields, e.g. Object.spec below the field spec of an
// Object, one per line; empty if they are, or if the object is too large for json_of().
std::string type_name_errors(const cel::value& object, cel::arena& memory);

}}}  // namespace setpoint::v0::apiserver::policies
