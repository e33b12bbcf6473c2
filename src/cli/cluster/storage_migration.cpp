#include "cli/cluster/storage_migration.hpp"

#include "setpoint/api/dynamic_object.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

using definition = apiextensions_v1::custom_resource_definition;

std::string storage_version(const definition& d) {
    for (const apiextensions_v1::custom_resource_definition_version& v : d.spec.versions)
        if (v.storage.value_or(false)) return v.name.str();
    return {};
}

bool has_version(const bj::object& next, std::string_view name) {
    const bj::object* const spec = object_in(next, "spec");
    const bj::value* const versions = spec ? spec->if_contains("versions") : nullptr;
    if (!versions || !versions->is_array()) return false;
    return std::any_of(versions->get_array().begin(), versions->get_array().end(), [&](const bj::value& v) {
        return v.is_object() && text_in(v.get_object(), "name") == name;
    });
}

// Sent with the version that was read: an object that has changed since is already stored again.
awaitable<result<bool>> write_again(client& api, const kind_info& kind, const dynamic_object& o) {
    write_options w;
    w.resource_version = o.resource_version();
    const auto written = co_await api.merge_patch(kind, o.key(), {}, w);
    if (written) co_return true;
    if (written.error().code == errc::conflict || written.error().code == errc::not_found) co_return false;
    co_return written.error().within(
        fmt::format("{} {}", kind.resource().group_resource(), o.key().to_string()));
}

}  // namespace

std::string version_change::advice(std::string_view definition) const {
    const std::string_view plural = missing.size() == 1 ? "" : "s";
    if (lacks_storage)
        return fmt::format(
            "this definition of {} lacks version{} {}, and the cluster stores objects as {}: it is older "
            "than the "
            "installed one. Install one that has all these versions and stores an older one, with "
            "--migrate-storage; then this one is accepted",
            definition, plural, fmt::join(missing, ", "), storage);
    return fmt::format(
        "this definition of {} lacks version{} {}, in which the cluster may still store objects. Pass "
        "--migrate-storage to store all of them as {} first",
        definition, plural, fmt::join(missing, ", "), storage);
}

version_change compare_versions(const definition& installed, const bj::object& next) {
    version_change c;
    c.storage = storage_version(installed);
    for (const auto& stored : installed.status.stored_versions)
        if (!has_version(next, stored)) c.missing.push_back(stored.str());
    c.lacks_storage = !has_version(next, c.storage);
    return c;
}

std::optional<wall_time> last_change_of(const bj::object& definition) {
    const bj::object* const metadata = object_in(definition, "metadata");
    const bj::value* const managers = metadata ? metadata->if_contains("managedFields") : nullptr;
    std::optional<wall_time> last;
    if (!managers || !managers->is_array()) return last;
    for (const bj::value& m : managers->get_array()) {
        if (!m.is_object() || !text_in(m.get_object(), "subresource").empty()) continue;
        const auto at = timestamp::parse(text_in(m.get_object(), "time"));
        if (at && (!last || *last < at->to_wall_time())) last = at->to_wall_time();
    }
    return last;
}

awaitable<result<migration_result>> migrate_storage(client& api, std::string name,
                                                    std::function<void(std::size_t, std::size_t)> progress) {
    const auto live = co_await api.get<definition>(object_key::cluster(name));
    if (!live) co_return live.error().within(name);
    const definition& d = **live;
    migration_result done;
    done.storage = storage_version(d);
    for (const auto& v : d.status.stored_versions)
        if (v != done.storage) done.freed.push_back(v.str());
    if (done.freed.empty()) co_return done;
    const kind_info kind =
        dynamic_kind({d.spec.group.str(), done.storage, d.spec.names.kind.str()}, d.spec.names.plural.str(),
                     d.spec.scope == "Cluster" ? scope::cluster : scope::namespaced);
    kind_info names = kind;
    names.metadata_only = true;
    const auto objects = co_await api.list(names, {});
    if (!objects) co_return objects.error().within(name);
    for (std::size_t i = 0; i < objects->size(); ++i) {
        const auto written = co_await write_again(api, kind, *(*objects)[i]);
        if (!written) co_return written.error();
        done.objects += *written ? 1 : 0;
        progress(i + 1, objects->size());
    }
    write_options w;
    w.resource_version = d.metadata.resource_version;
    const auto told = co_await api.merge_patch<definition>(
        object_key::cluster(name), {{"status", {{"storedVersions", {done.storage}}}}}, w, "status");
    if (!told) co_return told.error().within(name);
    co_return done;
}

}}}  // namespace setpoint::v0::cli
