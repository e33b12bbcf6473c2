#pragma once
// Parses and serializes JSON of objects as Go does: numbers are parsed exactly and printed by
// json::append_number(). The API server parses and prints all of its JSON trees here.

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::json_text {

namespace bj = boost::json;

// Maximum nesting of an object, whether a client sent it or a patch produced it.
inline constexpr std::size_t object_depth = 64;
// Maximum nesting of JSON that the server wrote: metadata.managedFields nests field names four
// levels deeper than the fields themselves, and an object is three levels deep in a list, a Table
// or a watch event.
inline constexpr std::size_t trusted_depth = object_depth + 16;

// Parses one document without trailing text. On failure, returns false, sets `why` to the error of
// Go's decoder and leaves `to` unchanged. Integers above the largest int64 are kept exactly as
// uint64 and printed as doubles, as Go does.
bool parse(std::string_view text, bj::value& to, std::string& why, std::size_t depth = object_depth);
// Parses JSON that the server wrote; throws std::invalid_argument if it is invalid.
bj::value parse_own(std::string_view text);

std::string serialize(const bj::value& v);
std::string serialize(const bj::object& o);
void append(const bj::value& v, std::string& to);

// Whether objects and arrays nest deeper than `most` levels.
bool deeper_than(const bj::value& v, std::size_t most);

}}}  // namespace setpoint::v0::apiserver::json_text
