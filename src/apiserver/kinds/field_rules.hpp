#pragma once
// The one-field rules of the built-in kinds: the member x-rules of types in the catalogue, by JSON field
// name. catalogue/README.md describes the notation.

#include "apiserver/kinds/named_formats.hpp"
#include "apiserver/schema/pattern.hpp"

#include <boost/json/object.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct field_rule {
    bool required = false;   // an empty value counts as absent, but not behind a pointer
    bool non_empty = false;  // if present, for fields that are pointers in Go
    std::string required_detail;
    std::vector<std::string> allowed;  // empty: any value
    bool or_empty = false;             // the empty text is allowed, too
    std::optional<std::int64_t> minimum, maximum, above;
    bool in_range = false;  // one message for both limits: "must be between 1 and 65535, inclusive"
    std::optional<std::size_t> max_length;  // bytes
    std::optional<std::size_t> max_items;
    named_format format = nullptr;
    std::shared_ptr<const pattern> matches;
    std::string message;  // replaces the text of minimum, above and pattern
    bool immutable = false;
    // Present: list elements must differ, in these fields together; empty: as a whole.
    std::optional<std::vector<std::string>> unique;
    std::unique_ptr<field_rule> items, keys;  // of list elements or map values, and of map keys
};

struct type_rules {
    std::map<std::string, field_rule, std::less<>> fields;
};

// Null if the catalogue lists no rules of the type. `type`: "batch.v1.JobSpec". A type is parsed on first use
// and kept. Thread-safe.
const type_rules* find_rules(std::string_view type);
// All listed types, sorted.
std::vector<std::string_view> types_with_rules();

}}}  // namespace setpoint::v0::apiserver
