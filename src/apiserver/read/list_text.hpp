#pragma once
// Encodes lists as head, items and end, in the requested shape and format.

#include "apiserver/format/table.hpp"
#include "apiserver/objects/protobuf_envelope.hpp"
#include "apiserver/read/lister.hpp"
#include "setpoint/http/server.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

class list_writer {
public:
    list_writer(server_state_ptr w, resource_ptr r, answer_format f, include_object include);

    // In protobuf: `items` is the size of all items.
    std::string begin(const listing& l, std::size_t items = 0) const;
    void add(std::string& to, const record& o, bool first) const;
    std::string end(const listing& l) const;
    std::string_view content_type() const { return format_.content_type(); }
    // The size of a list precedes its items.
    bool needs_size() const { return format_.type == answer_format::media::protobuf; }

private:
    bj::object head(const listing& l) const;
    void add_plain(std::string& to, const record& o) const;
    void add_protobuf(std::string& to, const record& o) const;

    server_state_ptr state_;
    resource_ptr kind_;
    answer_format format_;
    shaper shape_;
    std::string plain_begin_;             // of the text of a built-in object
    const go_type* item_type_ = nullptr;  // in protobuf
    protobuf_list items_{{}};
};

// The response to a list. Error: 406 if the requested shape is that of a single object. Long lists
// are encoded while they are sent, and yield to the loop in between.
api_result<http::response> answer_list(server_state_ptr w, resource_ptr r, const answer_format& f,
                                       include_object include, listing l);

// How much of a list is encoded in one turn: objects (fewer if each is transformed), and bytes,
// which the last object may exceed.
inline constexpr std::size_t list_piece = 256, shaped_list_piece = 64, list_piece_bytes = 256 * 1024;

}}}  // namespace setpoint::v0::apiserver
