#include "framework/manager/debug_paths.hpp"

#include "framework/manager/debug_feed.hpp"
#include "framework/manager/debug_page.hpp"

#include <boost/json/serialize.hpp>

#include <memory>

namespace setpoint { inline namespace v0 {

std::vector<debug_path> debug_paths(loop& l, std::function<boost::json::object()> document) {
    const auto feed = std::make_shared<debug_feed>(l, document);
    return {
        {"/debug", [](const http::server_request&) { return debug_page(); }},
        {"/debug/setpoint",
         [document](const http::server_request&) {
             return http::response{
                 200,
                 {{"Content-Type", "application/json"}, {"X-Content-Type-Options", "nosniff"}},
                 boost::json::serialize(document()) + "\n"};
         }},
        {"/debug/setpoint/events", [feed](const http::server_request& r) { return feed->open(r); }},
    };
}

}}  // namespace setpoint::v0
