// The example of docs/command.md: an operator that uses a kind of others.
#include "describe_kind/backup.hpp"
#include "setpoint/api/core_v1/persistent_volume_claim.hpp"
#include "setpoint/operator.hpp"

namespace setpoint { inline namespace v0 {

backup_v1::backup nightly(const core_v1::persistent_volume_claim& claim);

backup_v1::backup nightly(const core_v1::persistent_volume_claim& claim) {
    auto b = child_of<backup_v1::backup>(claim);
    b.spec.claim = claim.metadata.name;
    b.spec.keep = 7;
    b.spec.options = {{"storageClass", "cold"}};
    return b;
}

}}  // namespace setpoint::v0
