#pragma once
// Manifests with the places of their fields, for messages that name line and column.

#include "setpoint/core/error.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace setpoint::inline v0::json {

struct yaml_nodes;

// Both count from 1.
struct text_position {
    std::uint32_t line = 1, column = 1;
    friend bool operator==(const text_position&, const text_position&) = default;
};

// One document of a manifest.
class located_manifest {
public:
    boost::json::value content;

    // `first_line` counts from 0.
    located_manifest(boost::json::value tree, std::shared_ptr<const yaml_nodes> nodes,
                     std::uint32_t first_line);

    // Where the field of that path is, as messages of the API server write paths:
    // "spec.containers[0].image", "metadata.labels[a.b/c]". Of a field that does not exist: where the
    // innermost part of the path is that does.
    [[nodiscard]] text_position find(std::string_view path) const;

private:
    std::shared_ptr<const yaml_nodes> nodes_;
    std::uint32_t first_line_;
};

// Returns what parse_manifests() returns, with the places.
result<std::vector<located_manifest>> locate_manifests(std::string_view text, std::string_view name);

}  // namespace setpoint::inline v0::json
