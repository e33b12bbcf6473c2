#pragma once
// The names of what belongs to a Podroute: those of the original with the Podroute's name before them, so
// that no two Podroutes of a namespace mean the same object.

#include "operators/podroute/types.hpp"

#include <string>
#include <string_view>

namespace podroute {

inline constexpr std::string_view deployment_suffix = "-pod-route", service_suffix = "-podroute-service",
                                  route_suffix = "-podroute-route";

// What the names begin with: the Podroute's name where that can be part of a Service's name, otherwise a
// changed one (child_name.hpp).
std::string stem_of(std::string_view name);
// The value of the label that says whose an object is.
std::string label_of(std::string_view name);

std::string deployment_name(const podroute& self);  // "<stem>-pod-route"
std::string service_name(const podroute& self);     // "<stem>-podroute-service"
std::string route_name(const podroute& self);       // "<stem>-podroute-route"

}  // namespace podroute
