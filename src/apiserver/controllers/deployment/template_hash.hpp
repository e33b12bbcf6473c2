#pragma once
// Names pod templates: the label pod-template-hash, and whether two templates make equal pods.

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace setpoint::apiserver {

inline constexpr const char* template_hash_label = "pod-template-hash";

// Up to ten of the characters bcdfghjklmnpqrstvwxz2456789. Stable, but not the one that the real controller
// makes: that hashes Go's memory.
std::string template_hash(const boost::json::value& pod_template, std::optional<std::int32_t> collisions);

// The template with the label set to `hash`; without it when `hash` is empty.
boost::json::value with_hash_label(boost::json::value pod_template, std::string_view hash);
// Equal but for that label.
bool same_template(const boost::json::value& a, const boost::json::value& b);

}  // namespace setpoint::apiserver
