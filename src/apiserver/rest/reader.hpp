#pragma once
// get and list.

#include <setpoint/http/server.hpp>

#include <apiserver/rest/options.hpp>
#include <apiserver/rest/world.hpp>

namespace setpoint::apiserver {

struct listing {
    std::vector<record_ptr> items;
    std::uint64_t revision = 0;
    std::string continue_token;
    std::optional<std::int64_t> remaining;
};

api_result<listing> list_objects(world& w, const resource& r, std::string_view ns, const list_options& o);
// As JSON; items are put in as text.
std::string list_text(const world& w, const resource& r, const listing& l);
// The same piece by piece, with the loop's other work in between. `head` as list_text() has it.
std::shared_ptr<http::body_source> list_stream(std::shared_ptr<world> w, std::shared_ptr<const resource> r,
                                               listing l);
// Longer lists are sent in pieces of this many.
inline constexpr std::size_t list_piece = 256;
bj::object list_tree(const world& w, const resource& r, const listing& l);
// "" and "0" are 0. Errors in the words of Go's strconv.ParseUint.
struct version_number {
    std::uint64_t n = 0;
};
api_result<version_number> read_version(std::string_view text, bool watch);

}  // namespace setpoint::apiserver
