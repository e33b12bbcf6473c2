#pragma once
// Schema of a type, with one node per field. Custom resources (from their CustomResourceDefinition)
// and built-in kinds (from tables generated from /openapi/v3) share it.

#include <boost/json/value.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cel {
struct rule;
}}}  // namespace setpoint::v0::cel

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

struct schema_node;
class pattern;

// Value constraints, as in JSONSchemaProps.
struct limits {
    std::optional<double> minimum, maximum, multiple_of;
    bool exclusive_minimum = false, exclusive_maximum = false, unique_items = false;
    std::optional<std::int64_t> min_length, max_length, min_items, max_items, min_properties, max_properties;
    std::string format;  // "" for formats that kube-apiserver does not check
    std::shared_ptr<const pattern> matches;
    std::vector<bj::value> enumeration;
    std::vector<const schema_node*> all_of, any_of, one_of;
    const schema_node* negated = nullptr;
};

struct property {
    std::string name;
    const schema_node* type = nullptr;
    // Built-in types: the Go struct that embeds the field, such as "VolumeSource"; used in decode
    // errors.
    std::string inlined = {};
};

// Immutable once its schema_set is complete. Nodes refer to nodes of the same set and may be
// recursive.
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
    bool preserve_unknown = false;   // unknown fields of objects are kept
    bool embedded = false;           // x-kubernetes-embedded-resource
    bool atomic_map = false;         // x-kubernetes-map-type: atomic
    bool has_rules = false;          // of a root: some node has x-kubernetes-validations
    bool patch_merge = false;        // strategic merge patch: merge the list by patch_merge_key
    bool patch_retain_keys = false;  // strategic merge patch: retainKeys
    std::string patch_merge_key;
    std::vector<std::string> map_keys;
    std::vector<std::string> required;
    std::vector<property> properties;         // sorted by name
    const schema_node* items = nullptr;       // of an array
    const schema_node* additional = nullptr;  // of the values of a map
    bool no_additional = false;               // "additionalProperties": false
    std::optional<bj::value> default_value;
    std::unique_ptr<limits> limit;  // null if unconstrained
    // x-kubernetes-validations of this node, with the field paths as they are written; null if there are
    // none.
    std::shared_ptr<const std::vector<cel::rule>> rules;
    std::string description;
    std::string type_name;       // built-in types: "io.k8s.api.core.v1.Container"; "" otherwise
    std::string integer_format;  // "int32", "int64", or ""
    std::string go_type;         // built-in types: "v1.PodSpec", "[]string"; used in decode errors

    const schema_node* find(std::string_view property) const noexcept;  // null if unknown
};

// Owns nodes.
class schema_set {
public:
    schema_node& make() { return *nodes_.emplace_back(std::make_unique<schema_node>()); }

private:
    std::vector<std::unique_ptr<schema_node>> nodes_;
};

// "Container" for "io.k8s.api.core.v1.Container".
inline std::string_view last_part(std::string_view type_name) {
    return type_name.substr(type_name.rfind('.') + 1);
}

}}}  // namespace setpoint::v0::apiserver
