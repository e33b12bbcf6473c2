#pragma once
// Names that the namespace of a kind cannot have, since the generated code or the headers that it includes
// use them for something else. Pure.

#include <string_view>

namespace setpoint { inline namespace v0 { namespace cli::scaffold {

// Whether headers of the C library, POSIX, Linux or the libraries that setpoint needs declare this name in
// the global namespace, or define it as a macro. tests/scaffold/run compares the table with what a compiler
// finds.
bool is_global_name(std::string_view name);

// Whether the generated code of any kind uses this name of setpoint, or gives it to a variable or function of
// its own, so that it would mean the kind.
bool is_generated_name(std::string_view name);

}}}  // namespace setpoint::v0::cli::scaffold
