#pragma once
// Paths into JSON: a.b[0]['c.d'].

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace detail {

struct path_step {
    std::string_view key;  // of an object, if index is empty
    std::optional<std::size_t> index;
};
// The steps refer to `path`. Returns nothing if it is invalid, is empty, or begins with an index.
std::optional<std::vector<path_step>> split_path(std::string_view path);

}}}  // namespace setpoint::v0::detail
