#pragma once
// Where a list that came in parts goes on: the real server's encoding (apiserver, storage/continue.go).

#include "apiserver/schema/api_error.hpp"
#include "setpoint/api/object_key.hpp"

namespace setpoint::apiserver {

struct continue_token {
    std::int64_t revision = 0;  // -1: as it is now
    object_key after;           // the last one that was listed

    // `ns`: of the list; "" when it is of all.
    std::string text(std::string_view ns) const;
    static api_result<continue_token> read(std::string_view text, std::string_view ns);
};

}  // namespace setpoint::apiserver
