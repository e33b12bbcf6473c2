#include <fmt/format.h>

#include <apiserver/rest/applied_config.hpp>
#include <apiserver/rest/body.hpp>
#include <apiserver/rest/yaml_text.hpp>

namespace setpoint::apiserver {

api_result<applied_config> read_applied(std::string_view body) {
    auto config = convert_yaml(body);
    if (!config)
        return bad_request("error decoding YAML: error converting YAML to JSON: " + config.error().message);
    if (config->tree.is_null()) return applied_config{};
    if (!config->tree.is_object())
        return bad_request(fmt::format(
            "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {} "
            "into Go value of type map[string]interface {{}}",
            json_kind(config->tree)));
    return applied_config{std::move(config->tree.get_object()), std::move(config->repeated)};
}

}  // namespace setpoint::apiserver
