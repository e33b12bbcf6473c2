#pragma once
// The page at /debug: what /debug/setpoint contains, live. One file, without anything from elsewhere.

#include "setpoint/http/server.hpp"

#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 {

// Returns the embedded page (pages/debug.html).
std::string_view debug_page_text();

// Returns the Content-Security-Policy of a page that has one inline style and one inline script: it allows
// these two by their hashes, and requests to its own server; no other script runs, and none builds HTML from
// text. Throws std::logic_error for a page without them.
std::string content_policy(std::string_view html);

// Returns the page with the headers that isolate it.
http::response debug_page();

}}  // namespace setpoint::v0
