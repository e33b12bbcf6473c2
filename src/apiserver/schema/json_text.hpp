#pragma once
// JSON texts of objects, read and written as the real server's language does: numbers are read exactly, and
// written by json::append_number(). Everything that the server reads or writes as a tree passes here.

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace setpoint::apiserver::json_text {

namespace bj = boost::json;

// How deep an object may be nested, as it is sent or as a patch makes it.
inline constexpr std::size_t object_depth = 64;
// What the server wrote itself: metadata.managedFields names the fields four levels below where they are,
// and an object stands three levels deep in a list, a Table or a watch event.
inline constexpr std::size_t own_depth = object_depth + 16;

// One document and nothing behind it. False: `why` says so in Go's words, and `to` is as it was. Integers
// between the largest of int64 and of uint64 stay what they are, and are written as the doubles that they are
// for Go.
bool read(std::string_view text, bj::value& to, std::string& why, std::size_t depth = object_depth);
// Of what the server wrote itself; throws std::invalid_argument when it is no JSON.
bj::value read_own(std::string_view text);

std::string written(const bj::value& v);
std::string written(const bj::object& o);
void append(const bj::value& v, std::string& to);

// Whether objects and lists are nested deeper than `most` levels.
bool deeper_than(const bj::value& v, std::size_t most);

}  // namespace setpoint::apiserver::json_text
