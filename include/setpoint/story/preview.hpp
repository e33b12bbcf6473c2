#pragma once
// Previews what an operator in any language would write to a cluster: the engine of `setpoint preview`.
// Operators in C++ can be previewed in process instead: setpoint/sim/preview.hpp.

#include "setpoint/apiserver/cluster_snapshot.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/sim/preview_report.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace story {

// An object cannot be loaded, or the operator cannot be started: the message names it.
class cannot_preview : public std::runtime_error {
    using std::runtime_error::runtime_error;
};

struct program_preview {
    apiserver::cluster_snapshot live;
    // CustomResourceDefinitions that are installed with the new version of the operator.
    apiserver::cluster_snapshot definitions{};
    // The program and its arguments, with the placeholders of story::exploration. KUBECONFIG is set too, and
    // names the embedded server only.
    std::vector<std::string> command;
    std::string ns = "default";  // of the kubeconfig
    // The operator gets the values of Secrets. They are not shown in either case.
    bool keeps_secrets = false;
    // The operator is at rest when it has asked for nothing that long, and no object has changed; or, if it
    // keeps asking for the same, when no object has changed for ten times as long, and at least 10 s.
    duration quiet = std::chrono::seconds(1);
    duration limit = std::chrono::minutes(1);  // real time; the report is incomplete if it takes longer
    std::string log{};                         // file for the output of the operator; empty: none
};

// Loads the snapshot into an embedded API server, starts the operator, and waits until it is at rest.
// Precondition: a loop with a real clock. Errors: cannot_preview. Cancellation ends all processes of the
// operator. Afterwards orphans of this process's descendants stay its children: it becomes a subreaper.
//
// Nothing changes before the operator starts. The status of a Deployment, StatefulSet or DaemonSet that it
// changes shows a complete rollout once nothing changes for a quarter of `quiet`; its pods stay. When it has
// created or deleted objects, the controllers of the cluster act on these objects and on what belongs to
// them, and on nothing else.
awaitable<sim::preview_report> preview(loop& l, program_preview what);

}}}  // namespace setpoint::v0::story
