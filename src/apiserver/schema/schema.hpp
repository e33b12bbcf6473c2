#pragma once
// What the API server knows of a type: one node for each field, the same for custom resources (from their
// CustomResourceDefinition) and for built-in kinds (from tables made of the real server's /openapi/v3).

#include <boost/json/value.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint::apiserver {

namespace bj = boost::json;

struct schema_node;
class pattern;

// What values must be, beyond their type. As in JSONSchemaProps.
struct limits {
    std::optional<double> minimum, maximum, multiple_of;
    bool exclusive_minimum = false, exclusive_maximum = false, unique_items = false;
    std::optional<std::int64_t> min_length, max_length, min_items, max_items, min_properties, max_properties;
    std::string format;                      // "" when it is none that the real server checks
    std::shared_ptr<const pattern> matches;  // see pattern.hpp
    std::vector<bj::value> enumeration;
    std::vector<const schema_node*> all_of, any_of, one_of;
    const schema_node* negated = nullptr;
};

struct property {
    std::string name;
    const schema_node* type = nullptr;
    std::string inlined =
        {};  // built-in types: the Go struct it is embedded by, "VolumeSource"; of decode errors
};

// Immutable once its set is complete. Nodes point to nodes of the same set, possibly in circles.
struct schema_node {
    enum class type : std::uint8_t {
        any,
        object,
        array,
        string,
        integer,
        number,
        boolean,
        int_or_string,
        quantity,
        time
    };
    enum class list : std::uint8_t { atomic, set, map };

    type what = type::any;
    list list_type = list::atomic;
    bool nullable = false;
    bool preserve_unknown = false;   // objects: unknown fields are kept
    bool embedded = false;           // x-kubernetes-embedded-resource
    bool atomic_map = false;         // x-kubernetes-map-type: atomic
    bool patch_merge = false;        // strategic merge: the list is merged by patch_merge_key
    bool patch_retain_keys = false;  // strategic merge: retainKeys
    std::string patch_merge_key;
    std::vector<std::string> map_keys;
    std::vector<std::string> required;
    std::vector<property> properties;         // sorted by name
    const schema_node* items = nullptr;       // of an array
    const schema_node* additional = nullptr;  // of the values of a map
    bool no_additional = false;               // "additionalProperties": false
    std::optional<bj::value> default_value;
    std::unique_ptr<limits> limit;  // null: none
    std::string description;
    std::string type_name;       // built-in types: "io.k8s.api.core.v1.Container"; "" otherwise
    std::string integer_format;  // "int32", "int64", or ""
    std::string go_type;         // built-in types: "v1.PodSpec", "[]string"; of decode errors

    const schema_node* find(std::string_view property) const noexcept;  // null: unknown
};

// Owns nodes.
class schema_set {
public:
    schema_node& make() { return *nodes_.emplace_back(std::make_unique<schema_node>()); }

private:
    std::vector<std::unique_ptr<schema_node>> nodes_;
};

// "Container" of "io.k8s.api.core.v1.Container".
inline std::string_view last_part(std::string_view type_name) {
    return type_name.substr(type_name.rfind('.') + 1);
}

}  // namespace setpoint::apiserver
