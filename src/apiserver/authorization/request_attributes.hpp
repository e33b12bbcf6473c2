#pragma once
// The attributes of a request over HTTP (apiserver, endpoints/request/requestinfo.go and
// endpoints/filters/authorization.go). They differ from request_info in that a request for a namespace is
// also one in that namespace.

#include "apiserver/authorization/attributes.hpp"

#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

// `method` in upper case; `path` and `query` as sent, without the question mark. Nothing for a path that ends
// after the deprecated /watch or /proxy, for which kube-apiserver answers 500.
std::optional<attributes> request_attributes(user_ptr user, std::string_view method, std::string_view path,
                                             std::string_view query);

}}}  // namespace setpoint::v0::apiserver::authorization
