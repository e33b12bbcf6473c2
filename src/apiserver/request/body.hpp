#pragma once
// Parses request bodies: their Content-Type, JSON, YAML as the real server reads it (converted to
// JSON, which is then parsed), and protobuf.

#include "apiserver/schema/api_error.hpp"
#include "setpoint/core/error.hpp"

#include <boost/json/value.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

struct request_body {
    bj::object object;
    // JSON, as sent or converted from YAML; for errors about its fields. "" for protobuf, which has no
    // strict decoding.
    std::string text;
    std::string repeated{};             // YAML: the error about repeated keys; "" if there are none
    std::optional<std::string> sent{};  // YAML: as sent

    const std::string& as_sent() const { return sent ? *sent : text; }
};

struct expected_kind {
    std::string_view kind;              // for messages
    std::string_view api_version = {};  // with the kind, of protobuf that names none
    bool custom = false;                // has no protobuf
};
// Parses an object from JSON, YAML or protobuf, by content type (empty means JSON). Protobuf is decoded as
// the kind that it names; if that kind is not built in, or if options were expected and it is none, only
// kind and apiVersion are set. Errors: 415, or
// 400 with the real server's messages.
api_result<request_body> read_body(std::string_view content_type, std::string_view body,
                                   const expected_kind& as);
bool is_protobuf(std::string_view content_type);
// The same for protobuf; the error is Go's, without the kind.
struct unread_protobuf {
    std::string why;
    std::string kind, api_version;  // "" if the envelope was not read
};
std::optional<unread_protobuf> read_protobuf(std::string_view body, const expected_kind& as, bj::object& to);
// The part of a body that fits into a message.
std::string body_summary(std::string_view body);
// `no kind "Pod" is registered for version "v2" in scheme ...`
std::string not_registered(std::string_view kind, std::string_view api_version);

// --- YAML ---

struct converted_yaml {
    boost::json::value tree;
    std::string json;      // the JSON that `tree` was parsed from; keys in byte order
    std::string repeated;  // the strict decoding error about repeated keys; "" if there are none
};

// Converts the first document of the text. Error: in the real server's words.
result<converted_yaml> convert_yaml(std::string_view text);

// --- content types ---

// The type in lower case, without parameters. Empty for what Go's mime.ParseMediaType rejects:
// "yaml", "a/b; c", a parameter given twice with different values.
std::optional<std::string> media_type(std::string_view content_type);

// The type of a patch: the text before ';', unchanged. (apiserver, endpoints/handlers/patch.go)
std::string_view patch_type(std::string_view content_type);

}}}  // namespace setpoint::v0::apiserver
