#pragma once
// The names of what belongs to a Podroute: those of the original with the Podroute's name before them, so
// that no two Podroutes of a namespace mean the same object.

#include "types.hpp"

#include <string>
#include <string_view>

namespace podroute {

inline constexpr std::string_view deployment_suffix = "-pod-route", service_suffix = "-podroute-service",
                                  route_suffix = "-podroute-route";

// What the names begin with: the Podroute's name where that can be part of a Service's name, which is a DNS
// label of at most 63 characters (RFC 1035). A name that is too long for that, or holds a dot, or begins with
// a digit, is changed to fit, cut, and ends with "--" and a hash of itself; so is a name that looks as if it
// had been. Two Podroutes of a namespace never share one but by a collision of 64-bit hashes.
std::string stem_of(std::string_view name);
// The same for the value of a label: at most 63 characters, of which dots and digits may be any.
std::string label_of(std::string_view name);

std::string deployment_name(const podroute& self);  // "<stem>-pod-route"
std::string service_name(const podroute& self);     // "<stem>-podroute-service"
std::string route_name(const podroute& self);       // "<stem>-podroute-route"

}  // namespace podroute
