#pragma once
// All objects of a server at one moment, in memory, and how a server gets back to it.

#include "apiserver/state/server_state.hpp"
#include "setpoint/apiserver/cluster_image.hpp"

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Removes the objects for which `is_kept` returns false.
// Watches see each go, objects of a definition before it. No finalizer holds anything back.
restore_counts remove_others(server_state& w,
                             const std::function<bool(std::string_view storage, const record& o)>& is_kept);

// Whether two objects are equal but for their resourceVersions.
bool is_same_content(bj::object a, bj::object b);

// Shares the texts of the server's objects: an image costs little until they change.
class state_image {
public:
    explicit state_image(const server_state& w);

    std::size_t size() const;
    // The text of a snapshot file, of the server whose image it is. See cluster_snapshot.hpp.
    std::string text(const server_state& w) const;

    // Makes the objects of that server, in one turn of the loop, equal to the image but for resourceVersions:
    // creates what is missing, replaces what differs, and removes objects that are not in the image.
    // `terminating`: gets the names of definitions that are being deleted, which the caller cleans up
    // (clean_up_definition).
    restore_counts restore(server_state& w, std::vector<object_key>& terminating);

private:
    using objects = std::map<object_key, record_ptr>;

    restore_counts put(server_state& w, const std::string& storage, record_ptr& one) const;
    restore_counts renew_definitions(server_state& w);
    restore_counts restore_once(server_state& w);

    std::map<std::string, objects, std::less<>> all_;  // by storage
};

}}}  // namespace setpoint::v0::apiserver
