#pragma once
// Keeps definitions small enough for `kubectl apply`.

#include <boost/json/object.hpp>

#include <cstddef>

namespace setpoint { inline namespace v0 {

// kubectl stores what it applies in an annotation, and an API server accepts 256 KiB of annotations
// (TotalAnnotationSizeLimitB in k8s.io/apimachinery/pkg/api/validation/objectmeta.go).
inline constexpr std::size_t applicable_size = 250'000;

// Removes descriptions from the innermost fields outwards until the definition has at most that many bytes,
// or until only the descriptions of the kind, its spec and status, and their fields are left.
void shorten_descriptions(boost::json::object& definition, std::size_t most = applicable_size);

}}  // namespace setpoint::v0
