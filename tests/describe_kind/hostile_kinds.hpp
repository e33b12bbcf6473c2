#pragma once
// Kinds whose definition is written to break the header.

#include <string>

// Instantiates all of their descriptions.
std::string encoded_hostile_kinds();
