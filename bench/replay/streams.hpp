#pragma once
// Bodies that are made while they are sent: lists and watches.

#include "collection.hpp"
#include "setpoint/http/server.hpp"
#include "tally.hpp"

#include <memory>
#include <string>

namespace setpoint { inline namespace v0 { namespace replay {

struct list_query {
    format in = format::json;
    std::uint64_t version = 0;
    std::size_t limit = 0;  // 0: everything
    // Of the page before: its last name, the version that it had, and how many objects went until its end.
    std::string after;
    std::uint64_t of = 0, sent = 0;
};
// One page of a list. The objects are those of this moment, also on later pages: a client then sees a change
// twice, once by its watch.
std::shared_ptr<http::body_source> make_list(loop& l, const collection& c, const list_query& q, tally& t);

struct watch_query {
    format in = format::json;
    std::uint64_t from = 0;
    bool initial_events = false;  // first all objects, then a bookmark that says so
    bool bookmarks = false;
    duration timeout{};
};
// `now`: the version of the server.
std::shared_ptr<http::body_source> make_watch(loop& l, collection& c, const watch_query& q, std::uint64_t now,
                                              const std::uint64_t& version, tally& t);

}}}  // namespace setpoint::v0::replay
