#pragma once
// Deletes: at once, after a grace period, or when finalizers are gone (apiserver, registry/rest/delete.go).

#include "apiserver/rest/options.hpp"
#include "apiserver/rest/server_state.hpp"

namespace setpoint::apiserver {

// Each is read, written and told to all who follow the store: fewer than of what is only read.
inline constexpr std::size_t deletes_at_once = 64;

struct removed {
    bj::object object;       // its last state
    bool at_once = false;    // it is gone
    bool as_object = false;  // the answer shows the object, not a Status
};

// 409 when the object with that metadata is not the one that `o` is about.
api_result<> check_preconditions(const resource& r, const object_key& key, const bj::object& meta,
                                 const delete_options& o);
api_result<removed> delete_object(world& w, const resource& r, const object_key& key,
                                  const delete_options& o);
// Adds what there is to say of deleting such objects in that way.
void warn_of_delete(const resource& r, const delete_options& o, std::vector<std::string>& to);
// All of them, in batches, with the loop's other work in between; who is gone by then does not count. `which`
// outlives the call.
awaitable<api_result<>> delete_objects(world_ptr w, resource_ptr r, const std::vector<record_ptr>& which,
                                       delete_options o);

}  // namespace setpoint::apiserver
