#pragma once
// A change of one field, as a user makes it: another value, or the field removed. No I/O.

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

namespace bj = boost::json;

// Keys of objects, and indexes of lists.
struct input_path {
    std::vector<std::variant<std::string, std::size_t>> steps;

    // ".spec.ports[0].name"; a key that is not a word is in brackets: .spec.labels["example.com/a"]
    std::string text() const;
    bool operator==(const input_path&) const = default;
};

struct field_change {
    input_path at;
    std::optional<bj::value> to;  // nothing: the field is removed
    bool is_bad = false;          // the story says that the operator must report it

    // ".spec.parts=3", or ".spec.parts-" if the field is removed. It has no single quotes.
    std::string text() const;
};

// Reads a path, or a change, at the beginning of `text`, and removes it there. Throws cannot_explore.
input_path read_path(std::string_view& text);
field_change read_change(std::string_view& text);

// Null if the object has no such field.
const bj::value* field_at(const bj::object& object, const input_path& path);
// Makes the change; objects on the way to the field are created. Returns whether the place exists: the index
// of a list may be too large, or a parent may be a string.
bool apply_change(bj::object& object, const field_change& c);

}}}  // namespace setpoint::v0::story
