#pragma once
// The inside of a server, for test kits that observe it.

#include "apiserver/authentication/user_info.hpp"
#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/server.hpp"

#include <functional>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Returns the response to a request of the server's controllers that is not to be carried out.
using controller_screen = std::function<std::optional<http::response>(const http::server_request&)>;

struct server_access {
    // Valid as long as the server.
    static server_state& state(server& of);
    static server_state_ptr shared_state(server& of);
    // Like server::handle(), but `as` sends the request: credentials are not looked at. `r` must outlive the
    // call.
    static awaitable<http::response> handle(server& of, const http::server_request& r, user_ptr as);
    // Asks `refuse` before each request of the controllers, until it is null again.
    static void screen_controllers(server& of, controller_screen refuse);
    // Returns when no controller of the server is in the middle of something, or at `due`: what it writes
    // next is then based on what it reads next.
    // With `quiet`, also nothing follows for that long: what failed is tried again within milliseconds.
    static awaitable<void> until_controllers_rest(server& of, time_point due,
                                                  duration quiet = duration::zero());
};

}}}  // namespace setpoint::v0::apiserver
