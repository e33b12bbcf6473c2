#pragma once
// The names of a Podroute's children: those of the original operator, prefixed with the Podroute's name,
// so that two Podroutes in a namespace never use the same object.

#include "operators/podroute/types.hpp"

#include <string>
#include <string_view>

namespace podroute {

inline constexpr std::string_view deployment_suffix = "-pod-route", service_suffix = "-podroute-service",
                                  route_suffix = "-podroute-route";

// The prefix of the names: the Podroute's name if a Service's name can begin with it, otherwise a derived
// name (child_name.hpp).
std::string stem_of(std::string_view name);
// The value of the label podroute_cr.
std::string label_of(std::string_view name);

std::string deployment_name(const podroute& self);  // "<stem>-pod-route"
std::string service_name(const podroute& self);     // "<stem>-podroute-service"
std::string route_name(const podroute& self);       // "<stem>-podroute-route"

}  // namespace podroute
