#pragma once
// Who may read the paths at /debug, which have no authentication: not the pages of other sites.

#include "setpoint/http/server.hpp"

#include <optional>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Whether `host`, a header Host, is a name that no other site can have: an IP address, localhost or a name in
// it, a name without a dot, a Service of the cluster. "" is one too: only browsers are a danger, and they
// send a Host.
bool is_own_host(std::string_view host);

// Returns 403 for a request under another name: a site that lets its name point to this server (DNS
// rebinding) could read the responses. A request of the API server's proxy has the name under which the API
// server was called: it is accepted if it does not come from this host, since ports that are forwarded to a
// browser do.
std::optional<http::response> refuse_other_host(const http::server_request& r);

// Returns 403 unless the client is on this host, as `kubectl port-forward` is: for paths that not everyone in
// the cluster may read. A proxy on this host, such as that of a service mesh, names the client for whom it
// asks.
std::optional<http::response> refuse_other_client(const http::server_request& r);

// Whether the request comes from the page of this server, or not from a page at all, as far as its headers
// tell.
bool is_same_origin(const http::server_request& r);

}}  // namespace setpoint::v0
