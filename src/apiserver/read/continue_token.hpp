#pragma once
// Where a paged list continues, in the real server's encoding (apiserver, storage/continue.go).

#include "apiserver/schema/api_error.hpp"
#include "setpoint/api/object_key.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

struct continue_token {
    std::int64_t revision = 0;  // -1: the latest
    object_key after;           // the last key listed

    // `ns`: the namespace of the list; "" for all namespaces.
    std::string text(std::string_view ns) const;
    static api_result<continue_token> read(std::string_view text, std::string_view ns);
};

}}}  // namespace setpoint::v0::apiserver
