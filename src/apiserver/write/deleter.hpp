#pragma once
// Deletes: immediately, after a grace period, or when the finalizers are gone (apiserver,
// registry/rest/delete.go).

#include "apiserver/request/options.hpp"
#include "apiserver/state/server_state.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// Fewer than a batch of reads: each object is read, written, and sent to every watch.
inline constexpr std::size_t deletes_at_once = 64;

struct removed {
    bj::object object;       // its last state
    bool at_once = false;    // it was removed
    bool as_object = false;  // respond with the object, not a Status
};

// 409 if the object with that metadata does not meet the preconditions of `o`.
api_result<> check_preconditions(const resource& r, const object_key& key, const bj::object& meta,
                                 const delete_options& o);
// For webhooks, which are called for deletes by clients only.
struct delete_request {
    std::vector<std::string>& warnings;
    std::string name;  // in the path; "" for a deletecollection
    time_point due = never;
    const requester* by = nullptr;  // see requester.hpp
};
// References must outlive the call. Suspends only for webhooks: see object_writer.
awaitable<api_result<removed>> delete_object(server_state& w, const resource& r, const object_key& key,
                                             const delete_options& o, const delete_request* by = nullptr);
// Appends warnings about deleting objects of that kind with those options.
void warn_of_delete(const resource& r, const delete_options& o, std::vector<std::string>& to);
// Deletes all of them in batches and yields to the loop in between. Objects that are already gone
// are skipped. `which`, `as` and `warnings` must outlive the call.
awaitable<api_result<>> delete_objects(server_state_ptr w, resource_ptr r,
                                       const std::vector<record_ptr>& which, delete_options o,
                                       const requester* as, std::vector<std::string>& warnings);

}}}  // namespace setpoint::v0::apiserver
