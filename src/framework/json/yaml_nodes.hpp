#pragma once
// The first document of a YAML text as nodes, before scalars are interpreted. Parsed by libyaml,
// the library that go-yaml, and so kubectl and kube-apiserver, was translated from.

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace json {

// The reason why a text was rejected.
struct yaml_refusal {
    std::string go;             // Go's message: "yaml: line 3: did not find expected key"
    std::string why;            // the same without location and text of the document
    int line = -1, column = 0;  // from 0; -1: the complete text
    std::size_t index = 0;      // of characters
};

struct yaml_node {
    enum class kind : std::uint8_t { scalar, sequence, mapping, alias };
    static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

    kind is = kind::scalar;
    bool plain = false;  // of a scalar: without quotes and tag
    std::uint32_t line = 0, column = 0;
    std::uint32_t target = none;  // of an alias: index of its target node
    // of a sequence or mapping: its children, keys before values
    std::uint32_t first = none, count = 0;
    std::string tag, text;  // text: of a scalar; of an alias its name
};

struct yaml_nodes {
    std::vector<yaml_node> all;           // the root is the first; empty if there is no document
    std::vector<std::uint32_t> children;  // indices into `all`, in runs
};

// Nesting is limited to `max_depth` lists and mappings. Throws yaml_refusal.
yaml_nodes read_yaml_nodes(std::string_view text, std::size_t max_depth);

}}}  // namespace setpoint::v0::json
