#pragma once
// A cluster that was loaded from a snapshot, and what an operator does to it.

#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "setpoint/apiserver/server.hpp"
#include "testkit/sim/preview/affected_objects.hpp"
#include "testkit/sim/preview/loaded_objects.hpp"
#include "testkit/sim/preview/secret_values.hpp"
#include "testkit/sim/preview/write_recorder.hpp"

#include <memory>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace sim {

struct preview_content {
    apiserver::cluster_snapshot live;
    apiserver::cluster_snapshot definitions{};  // replace those of `live`
    bool keeps_secrets = false;                 // the operator gets the values of Secrets
};

class previewed_cluster {
public:
    // Loads the content. `api` must outlive it, and must not answer requests after it was destroyed. Throws
    // fault: invalid if an object cannot be loaded, with its place.
    previewed_cluster(apiserver::server& api, preview_content content);
    previewed_cluster(const previewed_cluster&) = delete;
    previewed_cluster& operator=(const previewed_cluster&) = delete;
    ~previewed_cluster();

    write_recorder& writes() { return *writes_; }
    // Changes of objects since they were loaded.
    std::size_t changes() const { return affected_->changes(); }
    // What the controllers of the cluster do at once, when the operator is at rest: rollouts are complete.
    // Returns whether an object has changed.
    bool advance();
    // Without what only a driver knows: `incomplete`.
    preview_report report() const;

private:
    void load(preview_content content);

    apiserver::server& api_;
    apiserver::server_state& state_;
    apiserver::secret_redactor redactor_;
    secret_values secrets_;  // if the operator gets them
    loaded_objects live_;
    std::vector<std::string> notes_;
    std::unique_ptr<write_recorder> writes_;
    std::unique_ptr<affected_objects> affected_;
    std::size_t objects_ = 0;  // that were loaded
    std::size_t hooks_ = 0;    // of the state, without those of affected_
};

}}}  // namespace setpoint::v0::sim
