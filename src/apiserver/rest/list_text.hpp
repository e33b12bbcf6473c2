#pragma once
// Lists as they are sent: head, items, end; in the shape and the encoding that were asked for.

#include "apiserver/rest/lister.hpp"
#include "apiserver/rest/table.hpp"
#include "setpoint/http/server.hpp"

namespace setpoint::apiserver {

class list_writer {
public:
    list_writer(world_ptr w, resource_ptr r, answer_format f, include_object include);

    std::string begin(const listing& l) const;
    void add(std::string& to, const record& o, bool first) const;
    std::string end(const listing& l) const;
    std::string_view content_type() const { return format_.content_type(); }

private:
    bj::object head(const listing& l) const;
    void add_plain(std::string& to, const record& o) const;

    world_ptr world_;
    resource_ptr kind_;
    answer_format format_;
    shaper shape_;
    std::string plain_begin_;  // of the text of an object of a built-in kind
};

// The answer to a list. Error: 406 when the shape is that of one object. Long lists are made while they are
// sent, with the loop's other work in between.
api_result<http::response> answer_list(world_ptr w, resource_ptr r, const answer_format& f,
                                       include_object include, listing l);

// How much of a list is made in one turn: objects (fewer when each is taken apart), and bytes, one object
// more at most.
inline constexpr std::size_t list_piece = 256, shaped_list_piece = 64, list_piece_bytes = 256 * 1024;

}  // namespace setpoint::apiserver
