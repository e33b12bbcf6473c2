#pragma once
// Checks that several validators need.

#include "setpoint/webhook/verdict.hpp"

#include <string>

namespace setpoint { inline namespace v0 {

// Adds an error unless `text` is a reference of a container image: see parse_image_reference().
// The error is invalid() at `path` with the text as its value; the detail is "not an image reference: "
// and parse_image_reference()'s reason. The API server itself accepts any text here, and a pod with an
// invalid reference never starts (InvalidImageName): that is why it is worth a check.
//
//     check_image(v, "spec.image", site.spec.image);
void check_image(verdict& v, std::string path, const std::string& text);

}}  // namespace setpoint::v0
