#pragma once
// The JSON paths of printer columns, scale and selectable fields: .spec.a,
// .status.conditions[?(@.type=="Ready")].status, .a['b.c'][0], .a[*].b,
// .metadata.labels.app\.kubernetes\.io/name.

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint::apiserver::kinds {

struct json_step {
    enum class type : std::uint8_t { name, index, all, equals, differs };
    type what = type::name;
    std::string name;        // of a field; the field that a condition looks at, with dots between its parts
    std::int64_t index = 0;  // negative: from the end
    std::string value;       // of a condition
};

// Nothing when it cannot be read. "." is no step.
std::optional<std::vector<json_step>> split_json_path(std::string_view path);
// The first value that the path leads to; null when there is none.
const boost::json::value* find_first(const boost::json::value& root, const std::vector<json_step>& steps);

}  // namespace setpoint::apiserver::kinds
