#pragma once
// Bodies of requests, as trees.

#include "apiserver/schema/api_error.hpp"

#include <boost/json/value.hpp>

#include <optional>

namespace setpoint::apiserver {

struct request_body {
    bj::object object;
    std::string text;                   // JSON: as it came, or made of YAML; for complaints about its fields
    std::string repeated{};             // YAML: what is said of keys that repeat; "" when none does
    std::optional<std::string> sent{};  // YAML: as it came

    const std::string& as_sent() const { return sent ? *sent : text; }
};

// JSON or YAML, by content type (none is JSON); an object. `kind`: of messages. Errors: 415, 400 with the
// real texts.
api_result<request_body> read_body(std::string_view content_type, std::string_view body,
                                   std::string_view kind);
// What Go's JSON calls a value that is not null: object, array, string, bool or number.
std::string_view json_kind(const bj::value& v);
// As much of a body as a message has room for.
std::string body_summary(std::string_view body);
// `no kind "Pod" is registered for version "v2" in scheme ...`
std::string not_registered(std::string_view kind, std::string_view api_version);

}  // namespace setpoint::apiserver
