#pragma once
// One object as bytes, in the forms in which clients ask for it.

#include "kinds.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace replay {

class prepared {
public:
    // protobuf: the message without its envelope; empty: made of the JSON when it is first asked for.
    prepared(const kind_facts& of, std::string json, std::string protobuf = {})
        : kind(of), json_(std::move(json)), protobuf_(std::move(protobuf)) {}

    const std::string& json() const { return json_; }
    // Throws a fault when the kind has no protobuf.
    const std::string& protobuf() const;
    // As an answer has it.
    std::string body(format f) const;

    const kind_facts& kind;  // lives as long as the program

private:
    std::string json_;
    mutable std::string protobuf_;
};
using object_ptr = std::shared_ptr<const prepared>;

// metav1.Status, as API servers answer errors.
prepared failure(int code, std::string_view reason, std::string_view message);

}}}  // namespace setpoint::v0::replay
