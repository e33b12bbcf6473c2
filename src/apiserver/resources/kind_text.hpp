#pragma once
// How kube-apiserver writes the kind of a webhook's answer in its messages.

#include "apiserver/schema/text_at.hpp"

#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <string>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Returns "apiextensions.k8s.io/v1, Kind=ConversionReview" for an object.
inline std::string kind_text(const boost::json::object& o) {
    const std::string version(text_at(o, "apiVersion"));
    return fmt::format("{}, Kind={}", version.empty() ? "/" : version, text_at(o, "kind"));
}

}}}  // namespace setpoint::v0::apiserver
