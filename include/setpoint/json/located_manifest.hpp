#pragma once
// Manifests with the places of their fields, for messages that name line and column.

#include "setpoint/core/error.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace json {

// The parsed nodes with their marks; private to src/framework/json.
struct yaml_nodes;

// Both count from 1.
// Columns count characters of the line as libyaml does, not bytes or cells of a terminal.
struct text_position {
    std::uint32_t line = 1, column = 1;
    friend bool operator==(const text_position&, const text_position&) = default;
};

// One document of a manifest.
// Holds the tree, to validate, and the nodes, to report the result. Cheap to copy except for `content`:
// copies share the nodes.
//
//     const auto all = json::locate_manifests(text, "site.yaml");
//     for (const auto& m : *all)
//         for (const field_error& e : rule_errors(kind, m.content)) {
//             const auto [line, column] = m.find(e.path);
//             ...
//         }
class located_manifest {
public:
    // May be changed or moved away: find() does not use it.
    boost::json::value content;

    // `first_line` counts from 0.
    // For locate_manifests(). Precondition: `nodes` is not null.
    located_manifest(boost::json::value tree, std::shared_ptr<const yaml_nodes> nodes,
                     std::uint32_t first_line);

    // Where the field of that path is, as messages of the API server write paths:
    // "spec.containers[0].image", "metadata.labels[a.b/c]". Of a field that does not exist: where the
    // innermost part of the path is that does.
    // Returns the place of the key, for an item of a list the item's. For a key that occurs twice, the
    // last one; aliases lead to their anchor. An index beyond the list, a path that cannot be parsed, and
    // "" return the innermost place known, at worst the start of the document. Takes time linear in the
    // keys on the way.
    [[nodiscard]] text_position find(std::string_view path) const;

private:
    std::shared_ptr<const yaml_nodes> nodes_;
    std::uint32_t first_line_;
};

// Returns what parse_manifests() returns, with the places.
// `name` is that of the file, for messages. Errors: those of parse_manifests().
result<std::vector<located_manifest>> locate_manifests(std::string_view text, std::string_view name);

}}}  // namespace setpoint::v0::json
