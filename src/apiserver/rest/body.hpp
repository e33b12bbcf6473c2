#pragma once
// Parses request bodies.

#include "apiserver/schema/api_error.hpp"

#include <boost/json/value.hpp>

#include <optional>

namespace setpoint::apiserver {

struct request_body {
    bj::object object;
    std::string text;                   // JSON: as sent, or converted from YAML; for errors about its fields
    std::string repeated{};             // YAML: the error about repeated keys; "" if there are none
    std::optional<std::string> sent{};  // YAML: as sent

    const std::string& as_sent() const { return sent ? *sent : text; }
};

// Parses an object from JSON or YAML, by content type (empty means JSON). `kind`: for messages.
// Errors: 415, or 400 with the real server's messages.
api_result<request_body> read_body(std::string_view content_type, std::string_view body,
                                   std::string_view kind);
// Go's name for the kind of a non-null JSON value: object, array, string, bool or number.
std::string_view json_kind(const bj::value& v);
// The part of a body that fits into a message.
std::string body_summary(std::string_view body);
// `no kind "Pod" is registered for version "v2" in scheme ...`
std::string not_registered(std::string_view kind, std::string_view api_version);

}  // namespace setpoint::apiserver
