#pragma once
// Bodies of requests, as trees.

#include <boost/json/value.hpp>

#include <apiserver/schema/api_error.hpp>

namespace setpoint::apiserver {

struct request_body {
    bj::object object;
    std::string text;  // JSON: as it came, or made of YAML; for complaints about its fields
};

// JSON or YAML, by content type ("" is JSON); an object. `kind`: of messages. Errors: 415, 400 with the real
// texts.
api_result<request_body> read_body(std::string_view content_type, std::string_view body,
                                   std::string_view kind);
// JSON, any value; depth is limited. `why`: the complaint in the real server's words.
bool parse_json(std::string_view text, bj::value& to, std::string& why);
// Without parameters, in lower case.
std::string media_type(std::string_view content_type);

}  // namespace setpoint::apiserver
