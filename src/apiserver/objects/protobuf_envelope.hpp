#pragma once
// Objects in protobuf as the API sends them: in runtime.Unknown, in lists and in watch events. Text of
// objects is JSON that the server wrote.

#include "apiserver/objects/protobuf_encoder.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

inline constexpr std::string_view protobuf_media_type = "application/vnd.kubernetes.protobuf";

// The object in its envelope. Empty if its kind has no protobuf.
std::optional<std::string> protobuf_of(std::string_view json);

// --- lists, whose size is written before their items ---

// A list is begin(), its items, and end().
class protobuf_list {
public:
    // `head`: the list without items, of a kind that has protobuf.
    explicit protobuf_list(std::string_view head);
    // `items`: the size of all of them.
    std::string begin(std::size_t items) const;
    std::string end() const;
    // Appends an item of that type.
    void append_item(protobuf_encoder& by, const go_type& type, std::string_view json, std::string& to) const;

private:
    std::string api_version_, kind_, metadata_;
    std::uint32_t items_ = 2;  // the number of the field
    bool items_first_ = false;
};

// --- watches ---

// One event: the length of a metav1.WatchEvent in four bytes, then the event. Appends nothing and
// returns false if the kind of the object has no protobuf.
bool append_protobuf_event(protobuf_encoder& by, std::string_view type, std::string_view json,
                           std::string& to);

}}}  // namespace setpoint::v0::apiserver
