#include "apiserver/go/json_text.hpp"
#include "apiserver/request/body.hpp"
#include "setpoint/json/yaml.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

result<converted_yaml> convert_yaml(std::string_view text) {
    std::vector<std::string> repeated;
    auto read = json::parse_yaml(text, "", &repeated);
    if (!read) return read.error();
    converted_yaml out;
    out.json = json_text::serialize(*read);
    // Parsed again, as the real server does: 1.0 becomes an integer, and numbers beyond 64 bits
    // become doubles.
    std::string why;
    if (!json_text::parse(out.json, out.tree, why)) return error(errc::bad_data, "json: " + why);
    if (!repeated.empty())
        out.repeated = fmt::format("yaml: unmarshal errors:\n  {}", fmt::join(repeated, "\n  "));
    return out;
}

}}}  // namespace setpoint::v0::apiserver
