#pragma once
// The label pod-template-hash, and the comparison of pod templates.

#include <boost/json/value.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr const char* template_hash_label = "pod-template-hash";

// Up to ten of the characters bcdfghjklmnpqrstvwxz2456789. Stable, but different from the real
// controller's, which hashes Go's memory representation.
std::string template_hash(const boost::json::value& pod_template, std::optional<std::int32_t> collisions);

// The template with the label set to `hash`, or without it if `hash` is empty.
boost::json::value with_hash_label(boost::json::value pod_template, std::string_view hash);
// Equal apart from that label.
bool same_template(const boost::json::value& a, const boost::json::value& b);

}}}  // namespace setpoint::v0::apiserver
