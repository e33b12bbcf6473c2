#pragma once
// Lists, and the versions that requests name.

#include "apiserver/request/options.hpp"
#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

struct listing {
    std::vector<record_ptr> items;
    std::uint64_t revision = 0;
    std::string continue_token;
    std::optional<std::int64_t> remaining;
};

// Reads the collection in batches and yields in between. The result is the state at one revision,
// in the version of `r`.
awaitable<api_result<listing>> list_objects(server_state_ptr w, resource_ptr r, std::string ns,
                                            list_options o);
// "" and "0" are 0. Errors as from Go's strconv.ParseUint.
struct version_number {
    std::uint64_t n = 0;
};
api_result<version_number> read_version(std::string_view text, bool watch);

}}}  // namespace setpoint::v0::apiserver
