#pragma once
// Decodes protobuf messages to the JSON that Go encodes the same value as.

#include "apiserver/objects/protobuf_types.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// runtime.Unknown, the envelope of each object.
struct protobuf_envelope {
    std::string_view api_version, kind;  // "" if the client left them out
    std::string_view message;
};
inline constexpr std::string_view protobuf_magic{"k8s\0", 4};
// Errors: in the words of Go's serializer. The result views `body`.
bool open_envelope(std::string_view body, protobuf_envelope& to, std::string& why);

// How large a message may become: values that it consists of, with those that are set again.
inline constexpr std::size_t max_protobuf_values = 1'000'000;

// Decodes a message of that type. Adds kind and apiVersion unless they are "". Invalid UTF-8 becomes
// U+FFFD, as in Go's JSON. Unknown fields are skipped, as by the code that go-to-protobuf generates. On
// failure, returns false, sets `why` to the error of that code, and leaves `to` unchanged. Values nest as
// deep as json_text::object_depth.
bool decode_protobuf(const go_type& type, std::string_view message, std::string_view kind,
                     std::string_view api_version, bj::object& to, std::string& why);

}}}  // namespace setpoint::v0::apiserver
