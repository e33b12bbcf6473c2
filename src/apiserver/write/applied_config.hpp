#pragma once
// The configuration sent by a server-side apply.

#include "apiserver/request/options.hpp"
#include "apiserver/schema/api_error.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct applied_config {
    bj::object object;
    std::string repeated;  // the strict decoding error about repeated keys; "" if there are none
};

// Parses YAML; JSON is parsed as YAML too. Errors: 400 with the real server's messages.
api_result<applied_config> read_applied(std::string_view body);
// The error about a patch that is not read: `why` of json_text::parse, behind `prefix` unless it is syntax.
api_error unreadable_patch(std::string_view prefix, const std::string& why);
// Call after the configuration was applied, as the real server does. Error: repeated keys under
// strict validation; under Warn they become warnings.
api_result<> check_repeated(const applied_config& config, field_validation validation,
                            std::vector<std::string>& warnings);

}}}  // namespace setpoint::v0::apiserver
