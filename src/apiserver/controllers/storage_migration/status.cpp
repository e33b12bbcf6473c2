#include "apiserver/controllers/storage_migration/status.hpp"

#include "apiserver/controllers/controller_manager.hpp"
#include "setpoint/api/dynamic_object.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

awaitable<result<>> write_migration_status(client& api, storage_migration_ptr m, boost::json::object patch) {
    const auto written = co_await api.merge_patch<storage_migration>(
        key_of(*m), std::move(patch), as_controller_manager_at(m->metadata), "status");
    if (!written && written.error().code != errc::not_found) co_return written.error();
    co_return result<>();
}

awaitable<result<>> fail_migration(client& api, storage_migration_ptr m, std::string why, wall_time now) {
    std::vector<condition> next = m->status.conditions;
    set_failed(next, std::move(why), now);
    co_return co_await write_migration_status(api, std::move(m), conditions_patch(next));
}

kind_info migrated_kind(const graph_resource& of) {
    kind_info kind = dynamic_kind(group_version_kind(of.gvr.group, of.gvr.version, of.kind), of.gvr.resource,
                                  of.namespaced ? scope::namespaced : scope::cluster, false);
    kind.metadata_only = true;
    return kind;
}

}}}  // namespace setpoint::v0::apiserver
