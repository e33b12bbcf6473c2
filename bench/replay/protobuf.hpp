#pragma once
// JSON trees to protobuf and back, by the tables of protobuf_fields.hpp, and the frames around them that
// Kubernetes has. The bytes are those that Go's types write.

#include "kinds.hpp"

#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace setpoint::inline v0::replay {

inline constexpr std::string_view protobuf_type = "application/vnd.kubernetes.protobuf";

// The message, without an envelope. `kind` and `apiVersion` are not part of it. What the tables do not have
// throws a fault.
std::string encode_message(const message_shape& shape, const boost::json::object& o);
// Throws a fault when the bytes are not of that shape, or have fields that it has not.
boost::json::object decode_message(const message_shape& shape, std::string_view bytes);

// The envelope, runtime.Unknown after four magic bytes, is this, the message of that size, and the end.
std::string envelope_begin(std::string_view api_version, std::string_view kind, std::size_t message);
inline constexpr std::string_view envelope_end{"\x1a\x00\x22\x00", 4};
// The message in an envelope. Throws a fault when there is none.
std::string_view open_envelope(std::string_view bytes);

// What stands before the `size` bytes of a field that has a length.
void append_field_head(std::string& out, std::uint32_t number, std::size_t size);
// One event of a watch: its length and a metav1.WatchEvent.
void append_watch_frame(std::string& out, std::string_view type, const kind_facts& kind,
                        std::string_view message);

}  // namespace setpoint::inline v0::replay
