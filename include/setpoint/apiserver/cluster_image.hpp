#pragma once
// All objects of an embedded API server at one moment, in memory, and how the server gets back to them: what
// test suites do between two tests. cluster_snapshot.hpp has the same as text.
//
//     co_await apiserver::until_controllers_rest(cluster);
//     apiserver::cluster_image clean(cluster);
//     ... a test ...
//     const auto done = co_await apiserver::restore(cluster, clean);

#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "setpoint/core/loop.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

class server;
class state_image;

// Returns when the controllers of the server have no work left, or after `limit`.
// server::ready() does not wait for what they do first.
awaitable<void> until_controllers_rest(server& of, duration limit = std::chrono::seconds(1));

// Objects that were created, replaced and removed. Watches may get more events: a definition that is being
// deleted is stored twice.
struct restore_counts {
    std::size_t created = 0, replaced = 0, removed = 0;

    std::size_t all() const { return created + replaced + removed; }
    restore_counts& operator+=(const restore_counts& more) {
        created += more.created;
        replaced += more.replaced;
        removed += more.removed;
        return *this;
    }
};

// It shares the texts of the server's objects: it costs little until they change.
class cluster_image {
public:
    explicit cluster_image(server& of);
    cluster_image(cluster_image&&) noexcept;
    cluster_image& operator=(cluster_image&&) noexcept;
    ~cluster_image();

    std::size_t objects() const;
    // The text of a snapshot file, which load_snapshot() and restore() take. `of`: the same server.
    std::string text(server& of) const;

private:
    friend awaitable<result<restore_counts>> restore(server& to, cluster_image& image);
    std::unique_ptr<state_image> state_;
};

// Makes the objects equal to the image, but for resourceVersions, which are new: creates what is missing,
// replaces what differs, and removes objects that are not in the image, in one turn of the loop. No finalizer
// holds anything back, and no admission step or webhook sees it. Waits up to a second for controllers of the
// server that are in the middle of something, and undoes what they write because of what they had read
// before. `image` must be of that server, and both must outlive the call. Error: failed, if a data folder
// cannot be written.
awaitable<result<restore_counts>> restore(server& to, cluster_image& image);
// The same with a snapshot of any server. If it is one of some namespaces, only objects in these are removed.
// Errors: bad_data for a snapshot without an origin, since what it lacks would be removed; those of
// load_snapshot(), and nothing has changed then. `warnings` are appended to.
awaitable<result<restore_counts>> restore(server& to, cluster_snapshot content,
                                          std::vector<std::string>& warnings);

}}}  // namespace setpoint::v0::apiserver
