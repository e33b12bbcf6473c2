#pragma once
// A watch: the changes of a collection as a stream of JSON lines, or of frames in protobuf (apiserver,
// storage/cacher).

#include "apiserver/request/options.hpp"
#include "apiserver/state/server_state.hpp"
#include "setpoint/http/server.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Converts an object to the shape that the client accepts (a Table, or metadata only); null:
// unchanged. `first`: the first object of the stream.
using presenter = std::function<bj::object(bj::object object, bool first)>;

struct watch_request {
    server_state_ptr w;
    resource_ptr kind;
    std::string ns;
    list_options options;
    presenter show;
    // The stream ends at the first event, without it: the objects cannot be shown in the wanted form.
    bool ends_at_event = false;
    bool protobuf = false;  // for a kind, or a shape of it, that has protobuf
    // Watches of a kind with the same number share the text of an event; empty: the text is not
    // shared.
    std::optional<std::uint8_t> format = 0;
};

// Errors are those found before the stream begins; later ones are sent as an ERROR event.
api_result<std::shared_ptr<http::body_source>> open_watch(watch_request r);

}}}  // namespace setpoint::v0::apiserver
