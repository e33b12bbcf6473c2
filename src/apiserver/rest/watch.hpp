#pragma once
// A watch: the changes of a collection as a stream of JSON lines (apiserver, storage/cacher).

#include "apiserver/rest/options.hpp"
#include "apiserver/rest/server_state.hpp"
#include "setpoint/http/server.hpp"

namespace setpoint::apiserver {

// Makes an object what the client accepts (a table, or metadata alone); empty: as it is. `first`: the first
// of a stream.
using presenter = std::function<bj::object(bj::object object, bool first)>;

struct watch_request {
    world_ptr w;
    resource_ptr kind;
    std::string ns;
    list_options options;
    presenter show;
    // Watches of a kind whose numbers are the same are shown the same text for an event; nothing: the text is
    // this watch's own.
    std::optional<std::uint8_t> format = 0;
};

// Errors that are answered before the stream begins; what comes later is an event ERROR.
api_result<std::shared_ptr<http::body_source>> open_watch(watch_request r);

}  // namespace setpoint::apiserver
