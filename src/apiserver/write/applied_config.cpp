#include "apiserver/write/applied_config.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/request/body.hpp"
#include "apiserver/request/decode.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

api_result<applied_config> read_applied(std::string_view body) {
    auto config = convert_yaml(body);
    if (!config) return bad_request("error encoding patch: " + config.error().message);
    if (config->tree.is_null()) return applied_config{};
    if (!config->tree.is_object())
        return bad_request(fmt::format(
            "error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {} "
            "into Go value of type map[string]interface {{}}",
            go_text::json_kind(config->tree)));
    return applied_config{std::move(config->tree.get_object()), std::move(config->repeated)};
}

api_error unreadable_patch(std::string_view prefix, const std::string& why) {
    // json.Valid of Go knows no limits of depth and range.
    if (why.starts_with("invalid character") || why.starts_with("unexpected end"))
        return bad_request("invalid JSON patch");
    return bad_request(std::string(prefix) + why);
}

api_result<> check_repeated(const applied_config& config, field_validation validation,
                            std::vector<std::string>& warnings) {
    if (config.repeated.empty() || validation == field_validation::ignore) return {};
    const std::string why = "error converting YAML to JSON: " + config.repeated;
    if (validation == field_validation::strict) return bad_request("error strict decoding patch: " + why);
    for (std::string& one : yaml_warnings(why)) warnings.push_back(std::move(one));
    return {};
}

}}}  // namespace setpoint::v0::apiserver
