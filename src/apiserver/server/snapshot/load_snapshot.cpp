#include "apiserver/server/server_access.hpp"
#include "apiserver/server/snapshot/snapshot_plan.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

result<load_summary> load_snapshot(server& to, cluster_snapshot content) {
    snapshot_plan plan(server_access::state(to));
    if (auto ok = plan.make(std::move(content)); !ok) return ok.error();
    return plan.store();
}

}}}  // namespace setpoint::v0::apiserver
