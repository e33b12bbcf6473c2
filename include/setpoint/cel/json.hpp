#pragma once
// JSON documents as values of the language, read in place.

#include "setpoint/cel/value.hpp"

#include <boost/json/value.hpp>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint::inline v0::cel {

// What a JSON value is declared as, e.g. by a schema. A type tree must outlive the values that are read with
// it.
struct json_type {
    enum class form : std::uint8_t {
        dyn,
        boolean,
        integer,
        real,
        string,
        bytes,
        timestamp,
        date,
        duration,
        int_or_string,
        list,
        map,
        object,
        hidden  // any value, of which expressions know nothing; nor of what contains it as an element
    };
    // x-kubernetes-list-type: sets are equal in any order, and + merges them; so are lists with keys.
    enum class list_kind : std::uint8_t { atomic, set, keyed };

    form is = form::dyn;
    bool preserves_unknown = false;                 // object: fields that are not declared are dyn
    std::shared_ptr<const json_type> element = {};  // list, map
    std::map<std::string, json_type, std::less<>> fields = {};  // object, by property
    bool nullable = true;                                       // otherwise null is an error
    list_kind list = list_kind::atomic;
    std::vector<std::string> keys = {};  // of keyed lists: properties of the elements
    // For estimates of costs: characters, elements or entries at most, and bytes of JSON at least.
    std::uint64_t most_elements = 0;
    std::uint64_t least_bytes = 1;
};

// The limits of a schema, for estimates.
struct json_limits {
    std::optional<std::int64_t> most;      // maxLength, maxItems or maxProperties
    std::optional<std::uint64_t> longest;  // of the strings of an enumeration
    std::span<const std::string> needed;   // required properties without a default
};

// Sets the sizes of `to`, whose elements and fields have theirs already, as kube-apiserver estimates them: a
// request has at most 3 MiB.
void set_sizes(json_type& to, const json_limits& limits);

// Adds what the root of a resource always has: apiVersion, kind, metadata.name and metadata.generateName.
void add_object_identity(json_type& to);

// Whether expressions may use values of that type.
[[nodiscard]] bool is_exposed(const json_type& tested);

// Views `from` as a value. Nothing is copied: `from` must outlive the evaluation. Without a type, integers
// are ints, other numbers doubles. With one, a declared double is a double though it is written as 1, texts
// of a format are decoded, and fields are found by their escaped names; a value of another type is an error.
[[nodiscard]] value json_value(const boost::json::value& from, arena& memory,
                               const json_type* declared = nullptr);
// The same for an object that is kept outside of a boost::json::value.
[[nodiscard]] value json_value(const boost::json::object& from);
[[nodiscard]] value json_value(const boost::json::object& from, arena& memory, const json_type* declared);

}  // namespace setpoint::inline v0::cel
