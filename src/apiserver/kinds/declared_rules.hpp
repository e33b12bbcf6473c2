#pragma once
// Kubernetes' declarative validation of the built-in kinds: the member x-declared of types in the catalogue,
// written from the functions that Kubernetes generates from the tags of its types.
// catalogue/README.md describes the notation.

#include <boost/json/value.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct catalogue_entry;

// Which of the errors count: those of alpha rules never do.
enum class rule_stage : std::uint8_t { alpha, beta, stable };

struct declared_rule {
    std::string is;  // a function of apimachinery's api/validate: "RequiredValue"; or Group, Type, Custom
    rule_stage stage = rule_stage::stable;
    bool has_stage = false;  // false: that of the rules inside
    bool stops = false;      // an error ends the validation of the field
    bool quiet = false;      // an error only stops

    std::int64_t limit = 0;
    std::string field;   // of Subfield, Discriminated, Dependent...: the one that is validated
    std::string by;      // of Discriminated and Dependent...: the one that decides
    std::string option;  // of IfOption: a feature gate,
    bool on = false;     // and how it must be
    std::string of;      // of Type
    std::string name;    // of Custom: the function of Kubernetes
    std::vector<std::string>
        texts;                      // of Enum: values; of unions: names of members; of Update...: constraints
    std::vector<std::string> keys;  // of list elements that match; empty: whole elements
    bool matches = false;           // of EachValSliceVal: old elements are looked for, by `keys`,
    bool skips_matched = false;     // and elements that have one are skipped; false: only equal ones
    // Of unions: the field, and if it is a list the value of that field in an element.
    std::vector<std::pair<std::string, std::string>> members;
    std::vector<declared_rule> each, otherwise;
    std::map<std::string, std::vector<declared_rule>, std::less<>> values;
};

struct declared_field {
    std::string name;       // "": the object itself
    bool embedded = false;  // of the object, as an embedded struct
    bool compares = true;   // what an update leaves as it is is not validated
    std::vector<declared_rule> rules;
};

struct declared_type {
    std::vector<declared_field> fields;     // in the order of the Go struct
    std::vector<std::string> validated_at;  // of kinds: "/", "/status"
};

// Null if nothing is declared for the type. `type`: "batch.v1.JobSpec". A type is parsed on first use and
// kept. Thread-safe. Throws catalogue_error for rules that this server does not know.
const declared_type* find_declared(std::string_view type);
std::vector<std::string_view> types_with_declared_rules();  // sorted

}}}  // namespace setpoint::v0::apiserver
