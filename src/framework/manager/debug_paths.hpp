#pragma once
// What the listener of the probes serves with --debug-endpoint, by path.

#include "setpoint/core/loop.hpp"
#include "setpoint/http/server.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 {

// `answer` is called for GET and HEAD.
struct debug_path {
    std::string path;
    std::function<http::response(const http::server_request&)> answer;
};

// /debug is a page, /debug/setpoint the document that `document` makes, and /debug/setpoint/events its
// changes. `l` must outlive the functions, which must outlive their responses.
std::vector<debug_path> debug_paths(loop& l, std::function<boost::json::object()> document);

}}  // namespace setpoint::v0
