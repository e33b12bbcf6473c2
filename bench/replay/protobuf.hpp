#pragma once
// JSON to protobuf and back, by the encoder of the embedded API server, and the frames around messages
// that Kubernetes has. The bytes are those that Go's types write.

#include "kinds.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace replay {

inline constexpr std::string_view protobuf_type = "application/vnd.kubernetes.protobuf";

// The message, without an envelope. `kind` and `apiVersion` are not part of it. Throws a fault when the
// kind has no protobuf.
std::string encode_message(std::string_view api_version, std::string_view kind, std::string_view json);
// The object in an envelope. Throws a fault when there is none, or no such object in it.
boost::json::object decode_body(const kind_facts& kind, std::string_view bytes);

// The envelope, runtime.Unknown after four magic bytes, is this, the message of that size, and the end.
std::string envelope_begin(std::string_view api_version, std::string_view kind, std::size_t message);
inline constexpr std::string_view envelope_end{"\x1a\x00\x22\x00", 4};

// What stands before the `size` bytes of a field that has a length.
void append_field_head(std::string& out, std::uint32_t number, std::size_t size);
// One event of a watch: its length and a metav1.WatchEvent.
void append_watch_frame(std::string& out, std::string_view type, const kind_facts& kind,
                        std::string_view message);

}}}  // namespace setpoint::v0::replay
