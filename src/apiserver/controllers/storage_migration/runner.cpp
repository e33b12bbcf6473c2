#include "apiserver/controllers/controller_manager.hpp"
#include "apiserver/controllers/storage_migration/controller.hpp"
#include "apiserver/controllers/storage_migration/status.hpp"
#include "setpoint/api/dynamic_object.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view runner_manager = "migration-runner-controller";

}  // namespace

awaitable<outcome> migration_runner::reconcile(context& ctx, object_key key) {
    const auto found = co_await api_.get<storage_migration>(key);
    if (!found) co_return found.error().code == errc::not_found ? outcome::done() : outcome(found.error());
    const auto all = co_await api_.list<storage_migration>();
    if (!all) co_return all.error();
    const migration_turn turn = plan_turn(*all, **found);
    for (const storage_migration_ptr& m : turn.over) {
        const auto finished = co_await finish(m, ctx.wall_now());
        if (!finished) co_return finished.error();
    }
    if (turn.next) co_return co_await start(turn.next, ctx.wall_now());
    co_return outcome::done();
}

awaitable<result<>> migration_runner::start(storage_migration_ptr m, wall_time now) {
    const auto marked = co_await mark_definition(m, true, now);
    if (!marked) co_return marked.error();
    std::vector<condition> next = m->status.conditions;
    set_started(next, now);
    co_return co_await write_migration_status(api_, std::move(m), conditions_patch(next));
}

awaitable<result<>> migration_runner::finish(storage_migration_ptr m, wall_time now) {
    const auto marked = co_await mark_definition(m, false, now);
    if (!marked) co_return marked.error();
    std::vector<condition> next = m->status.conditions;
    set_completed(next, *m, now);
    co_return co_await write_migration_status(api_, std::move(m), conditions_patch(next));
}

awaitable<result<>> migration_runner::mark_definition(storage_migration_ptr m, bool begins, wall_time now) {
    const meta_v1::group_resource& of = m->spec.resource;
    if (of.group.empty()) co_return result<>();
    const object_key key = object_key::cluster(fmt::format("{}.{}", of.resource.view(), of.group.view()));
    const auto found = co_await api_.get<migrated_definition>(key);
    if (!found && found.error().code == errc::not_found) co_return result<>();
    if (!found) co_return found.error();
    const migrated_definition& d = **found;
    const bool succeeded = is_true(m->status.conditions, "Succeeded");
    const kind_info kind =
        dynamic_kind(group_version_kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition"),
                     "customresourcedefinitions", scope::cluster, true);
    write_options options;
    options.field_manager = runner_manager;
    // The generation in the condition, and the stored versions, are those of this version.
    options.resource_version = d.metadata.resource_version.str();
    dynamic_object body(begins ? definition_in_migration(d, *m, now)
                               : definition_after_migration(d, succeeded, now));
    const auto applied = co_await api_.apply(std::move(body), kind, std::move(options), "status");
    if (!applied) co_return applied.error();
    co_return result<>();
}

}}}  // namespace setpoint::v0::apiserver
