#pragma once
// The configuration that a server-side apply sends.

#include "apiserver/rest/options.hpp"
#include "apiserver/schema/api_error.hpp"

#include <boost/json/object.hpp>

namespace setpoint::apiserver {

struct applied_config {
    bj::object object;
    std::string repeated;  // what strict reading says of keys that repeat; "" when none does
};

// Of YAML; JSON is read as such too. Errors: 400 with the real texts.
api_result<applied_config> read_applied(std::string_view body);
// To be asked once the configuration is applied, as on the real server. Error: keys that repeat, when
// validation is strict; they are warnings when it warns.
api_result<> check_repeated(const applied_config& config, field_validation validation,
                            std::vector<std::string>& warnings);

}  // namespace setpoint::apiserver
