#include "apiserver/controllers/pod/control.hpp"
#include "apiserver/controllers/storage_migration/controller.hpp"
#include "apiserver/controllers/storage_migration/status.hpp"
#include "framework/cache/resource_version.hpp"
#include "setpoint/api/dynamic_object.hpp"

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view migrator_manager = "storage-version-migrator-controller";
constexpr std::size_t objects_in_one_turn = 256;

// kube-controller-manager migrates what its garbage collector watches, and tries forever with others.
bool is_watched_by_collector(const graph_resource& of) {
    return of.deletable && of.gvr.resource != "events";
}

}  // namespace

awaitable<outcome> storage_migrator::reconcile(context& ctx, object_key key) {
    const auto found = co_await api_.get<storage_migration>(key);
    if (!found) co_return found.error().code == errc::not_found ? outcome::done() : outcome(found.error());
    const storage_migration_ptr& m = *found;
    if (migration_is_over(*m) || m->status.resource_version.empty()) co_return outcome::done();
    const auto of = graph_.find_resource(m->spec.resource.group, m->spec.resource.resource);
    if (!of) {
        if (const auto wait = wait_for_resource(*m, ctx.wall_now())) co_return outcome::requeue_after(*wait);
        co_return co_await fail_migration(api_, m, unhandled_error("unable to obtain GVR from discovery"),
                                          ctx.wall_now());
    }
    if (!is_watched_by_collector(*of)) co_return outcome::done();
    co_return co_await migrate(ctx, m, *of);
}

awaitable<outcome> storage_migrator::migrate(context& ctx, storage_migration_ptr m, graph_resource of) {
    migration_progress at;
    const auto old = co_await old_objects(ctx, m, of, at.total);
    if (!old) co_return old.error();
    std::vector<condition> next = m->status.conditions;
    at.left = old->size();
    const kind_info kind = migrated_kind(of);
    for (const stored_object& o : *old) {
        const auto written = co_await write_again(kind, o);
        if (!written) {
            const std::string why = server_message(written.error());
            const bool transient = is_transient_failure(written.error());
            set_progress(next, at, transient ? std::string_view(why) : std::string_view(), ctx.wall_now());
            if (!transient) set_failed(next, unhandled_error(why, at), ctx.wall_now());
            const auto noted = co_await write_migration_status(api_, m, conditions_patch(next));
            if (transient) co_return written.error();
            co_return noted;
        }
        --at.left;
    }
    set_succeeded(next, at.total, ctx.wall_now());
    co_return co_await write_migration_status(api_, m, conditions_patch(next));
}

awaitable<result<std::vector<storage_migrator::stored_object>>> storage_migrator::old_objects(
    context& ctx, storage_migration_ptr m, graph_resource of, std::size_t& total) {
    const kind_info kind = migrated_kind(of);
    const auto all = co_await live_.list(kind);
    if (!all) co_return all.error();
    total = all->size();
    std::vector<stored_object> old;
    for (std::size_t i = 0; i < all->size(); ++i) {
        if (i % objects_in_one_turn == objects_in_one_turn - 1) co_await ctx.event_loop().yield();
        const dynamic_object& o = *(*all)[i];
        if (!older(m->status.resource_version, o.resource_version()))
            old.push_back({o.key(), std::string(o.resource_version())});
    }
    co_return old;
}

// An object that has changed since is stored in the current version already; one that is gone needs nothing.
awaitable<result<>> storage_migrator::write_again(const kind_info& kind, stored_object o) {
    write_options options;
    options.field_manager = migrator_manager;
    options.resource_version = std::move(o.version);
    options.field_validation = "Ignore";  // nothing new is written
    boost::json::object body{{"apiVersion", kind.gvk.api_version()}, {"kind", kind.gvk.kind}};
    const auto written =
        co_await live_.merge_patch(kind, std::move(o.key), std::move(body), std::move(options));
    if (written || written.error().code == errc::conflict || written.error().code == errc::not_found)
        co_return result<>();
    co_return written.error();
}

}}}  // namespace setpoint::v0::apiserver
