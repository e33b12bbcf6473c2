#include "apiserver/controllers/storage_migration/controller.hpp"
#include "apiserver/controllers/storage_migration/status.hpp"
#include "setpoint/api/dynamic_object.hpp"

#include <fmt/format.h>

#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// No namespace can have this name: a list of it is empty, and has the newest version.
constexpr const char* no_namespace = "@fake:svm_ns!";

std::string not_migratable(const group_version_resource& r) {
    return fmt::format(
        R"(resource "{}/{}, Resource={}" does not support discovery operations: [update patch list])",
        r.group, r.version, r.resource);
}

}  // namespace

awaitable<outcome> migration_versioner::reconcile(context& ctx, object_key key) {
    const auto found = co_await api_.get<storage_migration>(key);
    if (!found) co_return found.error().code == errc::not_found ? outcome::done() : outcome(found.error());
    const storage_migration_ptr m = *found;
    if (!migration_is_running(*m) || migration_is_over(*m) || !m->status.resource_version.empty())
        co_return outcome::done();
    const auto of = graph_.find_resource(m->spec.resource.group, m->spec.resource.resource);
    if (!of) {
        if (const auto wait = wait_for_resource(*m, ctx.wall_now())) co_return outcome::requeue_after(*wait);
        co_return co_await fail_migration(api_, m, "resource does not exist in discovery", ctx.wall_now());
    }
    if (!of->migratable) co_return co_await fail_migration(api_, m, not_migratable(of->gvr), ctx.wall_now());
    const auto version = co_await latest_version(*of);
    if (!version) co_return version.error();
    boost::json::object status, patch;
    status["resourceVersion"] = *version;
    patch["status"] = std::move(status);
    co_return co_await write_migration_status(api_, m, std::move(patch));
}

awaitable<result<std::string>> migration_versioner::latest_version(graph_resource of) {
    const kind_info list = migrated_kind(of);
    call c;
    c.op = verb::list;
    c.resource = of.gvr;
    c.where = list.scope;
    if (of.namespaced) c.key.ns = no_namespace;
    c.metadata_only = true;
    c.query().limit = 1;
    // The response is decoded as an object: of a list, too, only the metadata matters.
    const auto answer = co_await live_.write(list, std::move(c));
    if (!answer)
        co_return answer.error().within(
            fmt::format("getting the latest resourceVersion of {}", of.gvr.group_resource()));
    co_return list.meta(answer->get()).resource_version.str();
}

}}}  // namespace setpoint::v0::apiserver
