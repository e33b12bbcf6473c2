#pragma once
// Responses as JSON, whatever a client prefers. No I/O.

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace story {

// The value of an Accept header that asks for the same in JSON instead of protobuf or CBOR: events are read
// as lines of JSON, and every client understands that. The form that a client asks for stays: a Table, or
// PartialObjectMetadata ("as=PartialObjectMetadataList;g=meta.k8s.io;v=v1").
std::string accept_as_json(std::string_view accept);

}}}  // namespace setpoint::v0::story
