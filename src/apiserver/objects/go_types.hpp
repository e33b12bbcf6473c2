#pragma once
// The Go types of the built-in kinds, as far as Go's JSON encoder needs them. Read from
// tables/go_types.json, which script/builtin-go-encoding generates.

#include "apiserver/objects/go_encoding.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace setpoint::inline v0::apiserver {

struct go_field {
    // What the encoder does with an empty field: `a` encodes it, `o` (omitempty) and `z` (omitzero)
    // omit it. Pointers: `n` encodes nil as null, `p` (with omitempty) omits it.
    char rule;
    std::string name;
    // s string, b bool, n number, q quantity (in maps: rounded to thousandths; Q: not rounded), t time, u
    // microtime, d duration, i int or string, r raw, y bytes, J JSON schema, [T list, <T map, {name struct
    std::string type;
};

struct go_type {
    std::vector<go_field> fields;  // in the order of the struct
    type_defaults fill = nullptr;
};

// Null if there is no such struct. `name`: "apps.v1.Deployment". A struct is parsed on first use and
// kept for good. Thread-safe.
const go_type* find_go_type(std::string_view name);

// The name of a kind's struct; "" if the kind is not built in. `kind`: "apps/v1/Deployment".
std::string_view go_type_of_kind(std::string_view kind);

}  // namespace setpoint::inline v0::apiserver
