#pragma once
// JSON documents as values of the language, read in place.

#include "setpoint/cel/value.hpp"

#include <boost/json/value.hpp>

#include <map>
#include <memory>
#include <string>
#include <string_view>

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
        list,
        map,
        object
    };

    form is = form::dyn;
    bool preserves_unknown = false;                        // object: fields that are not declared are dyn
    std::shared_ptr<const json_type> element;              // list, map
    std::map<std::string, json_type, std::less<>> fields;  // object, by property
    const cel::type* object = nullptr;                     // object: its type at run time
};

// Views `from` as a value. Nothing is copied: `from` must outlive the evaluation. Without a type, integers
// are ints, other numbers doubles. With one, a declared double is a double though it is written as 1, texts
// of a format are decoded, and fields are found by their escaped names.
[[nodiscard]] value json_value(const boost::json::value& from, arena& memory,
                               const json_type* declared = nullptr);
// The same for an object that is kept outside of a boost::json::value, without a type.
[[nodiscard]] value json_value(const boost::json::object& from);

}  // namespace setpoint::inline v0::cel
