#pragma once
// Checks that several validators need.

#include "setpoint/webhook/verdict.hpp"

#include <string>

namespace setpoint::inline v0 {

// Adds an error unless `text` is a reference of a container image: see parse_image_reference().
void check_image(verdict& v, std::string path, const std::string& text);

}  // namespace setpoint::inline v0
