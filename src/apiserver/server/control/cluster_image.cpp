#include "setpoint/apiserver/cluster_image.hpp"

#include "apiserver/server/server_access.hpp"
#include "apiserver/server/snapshot/snapshot_plan.hpp"
#include "apiserver/server/snapshot/state_image.hpp"
#include "apiserver/state/durability.hpp"
#include "apiserver/write/definition_clean_up.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// For controllers that are in the middle of something.
constexpr duration rest_limit = std::chrono::seconds(1);
// What controllers wrote because of what they had read before is undone.
constexpr int most_restorations = 3;

std::uint64_t undone_by(server& of) {
    const std::shared_ptr<durability>& kept = server_access::state(of).kept;
    return kept ? kept->undone() : 0;
}

// `since`: undone_by() when the last object was stored.
awaitable<result<>> until_saved(server& of, std::uint64_t since) {
    const std::shared_ptr<durability> kept = server_access::state(of).kept;
    if (!kept) co_return result<>();
    const bool saved = co_await kept->saved(since);
    if (saved) co_return result<>();
    co_return kept->failure().within("write the restored objects to the data folder");
}

awaitable<result<restore_counts>> restore_state(server& to, state_image& image, restore_counts done) {
    std::vector<object_key> terminating;
    std::uint64_t since = undone_by(to);
    for (int i = 0; i < most_restorations; ++i) {
        co_await server_access::until_controllers_rest(
            to, saturating_add(server_access::state(to).event_loop.now(), rest_limit));
        terminating.clear();
        const restore_counts now = image.restore(server_access::state(to), terminating);
        since = undone_by(to);
        done += now;
        if (now.all() == 0) break;
    }
    for (const object_key& key : terminating)
        co_await clean_up_definition(server_access::shared_state(to), key);
    const result<> saved = co_await until_saved(to, since);
    if (!saved) co_return saved.error();
    co_return done;
}

}  // namespace

awaitable<void> until_controllers_rest(server& of, duration limit) {
    constexpr duration quiet = std::chrono::milliseconds(20);
    co_await server_access::until_controllers_rest(
        of, saturating_add(server_access::state(of).event_loop.now(), limit), quiet);
}

cluster_image::cluster_image(server& of) : state_(std::make_unique<state_image>(server_access::state(of))) {}
cluster_image::cluster_image(cluster_image&&) noexcept = default;
cluster_image& cluster_image::operator=(cluster_image&&) noexcept = default;
cluster_image::~cluster_image() = default;

std::size_t cluster_image::objects() const {
    return state_->size();
}

std::string cluster_image::text(server& of) const {
    return state_->text(server_access::state(of));
}

awaitable<result<restore_counts>> restore(server& to, cluster_image& image) {
    co_return co_await restore_state(to, *image.state_, {});
}

awaitable<result<restore_counts>> restore(server& to, cluster_snapshot content,
                                          std::vector<std::string>& warnings) {
    if (content.origin.server_version.empty())
        co_return error(errc::bad_data,
                        "not a file of `setpoint snapshot save`: what it lacks would be removed");
    const std::vector<std::string> namespaces = content.origin.namespaces;
    co_await server_access::until_controllers_rest(
        to, saturating_add(server_access::state(to).event_loop.now(), rest_limit));
    server_state& w = server_access::state(to);
    restore_counts done;
    {
        snapshot_plan plan(w);
        if (const auto ok = plan.make(std::move(content)); !ok) co_return ok.error();
        load_summary summary;
        done = plan.replace(namespaces, summary);
        warnings.insert(warnings.end(), summary.warnings.begin(), summary.warnings.end());
    }
    state_image image(w);
    co_return co_await restore_state(to, image, done);
}

}}}  // namespace setpoint::v0::apiserver
