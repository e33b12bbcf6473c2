// Enforces the UID as a precondition of patches to subresources.
//
// An API server compares metadata.uid in the patch of an object, since that field is immutable. The
// status endpoint of a custom resource replaces the metadata by the stored one before it compares
// (apiextensions-apiserver, registry/customresource/status_strategy.go), its scale endpoint reads
// nothing but the replicas (etcd.go), and so do some built-in kinds (flowcontrol). Two
// preconditions hold on all of them: the resourceVersion, which no two objects share
// (registry/generic/registry/store.go), and a test in a JSON patch. An apply must stay an apply: a
// JSON patch would replace the conditions that others own. So it is sent with the resourceVersion
// of the object that is meant. A concurrent change makes that a conflict, and then one read shows
// whether it is still the same object.
#include "setpoint/client/client.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

constexpr int max_fresh_reads = 5;  // for one write, while others change the object

// Returns the patch with a resourceVersion in its metadata.
std::string under_version(const call& c, std::string_view version) {
    constexpr std::string_view begin = R"("metadata":{)";
    std::string body = c.body;
    const std::size_t at = c.subresource == "status" ? body.find(begin) : body.npos;
    // In an apply of the status only the type precedes the metadata, which is not empty.
    if (c.patch == patch_type::apply && at != body.npos) {
        std::string member = R"("resourceVersion":)";
        json::quote(version, member);
        body.insert(at + begin.size(), member += ',');
        return body;
    }
    boost::json::object tree = boost::json::parse(body).as_object();
    tree["metadata"].as_object()["resourceVersion"] = version;
    return boost::json::serialize(tree);
}

error another_object(const call& c, std::string_view uid) {
    return error(errc::conflict,
                 fmt::format("{}: an object with another UID has that name by now: {}", c.describe(), uid));
}

// Returns the server's version of the object with this UID. Requests the metadata of a dynamic
// object, which no cache holds.
awaitable<result<std::string>> live_version(client& api, const kind_info& kind, const call& c,
                                            std::string_view uid) {
    kind_info bare = dynamic_kind(kind.gvk, kind.plural, kind.scope);
    bare.metadata_only = true;
    const auto live = co_await api.get_object(bare, c.key);
    if (!live) co_return live.error();
    const basic_meta& meta = bare.meta(live->get());
    if (meta.uid != uid) co_return another_object(c, meta.uid);
    co_return meta.resource_version.str();
}

// Returns the version that the client has, cached or not.
awaitable<result<std::string>> cached_version(client& api, const kind_info& kind, const call& c,
                                              std::string_view uid) {
    if (kind.dynamic) co_return co_await live_version(api, kind, c, uid);
    const auto held = co_await api.get_object(kind, c.key);
    if (held && kind.meta(held->get()).uid == uid) co_return kind.meta(held->get()).resource_version.str();
    if (!held && held.error().code != errc::not_found) co_return held.error();
    // A cache may be stale or not cover the object.
    co_return co_await live_version(api, kind, c, uid);
}

}  // namespace

awaitable<result<object_ptr>> client::write_patch(const kind_info& kind, call c,
                                                  const write_options& options) {
    const bool unguarded = options.uid.empty() || c.subresource.empty();
    if (!unguarded && c.patch == patch_type::json) return write_tested(kind, std::move(c), options.uid);
    if (unguarded || !options.resource_version.empty()) return write(kind, std::move(c));
    return write_under_version(kind, std::move(c), options.uid);
}

awaitable<result<object_ptr>> client::write_under_version(const kind_info& kind, call c, std::string uid) {
    auto version = co_await cached_version(*this, kind, c, uid);
    for (int reads = 0;; ++reads) {
        if (!version) co_return version.error();
        call attempt = c;
        attempt.body = under_version(c, *version);
        auto done = co_await write(kind, std::move(attempt));
        if (done || done.error().code != errc::conflict || reads == max_fresh_reads) co_return done;
        auto now = co_await live_version(*this, kind, c, uid);
        // The version is unchanged, so the conflict has another cause.
        if (now && *now == *version) co_return done;
        version = std::move(now);
    }
}

// A failed test and an operation that cannot be applied are the same 422.
awaitable<result<object_ptr>> client::write_tested(const kind_info& kind, call c, std::string uid) {
    auto done = co_await write(kind, c);
    if (done || done.error().code != errc::invalid || done.error().http_status != 422) co_return done;
    const auto version = co_await live_version(*this, kind, c, uid);
    if (!version && version.error().code == errc::conflict) co_return version.error();
    co_return done;
}

}}  // namespace setpoint::v0
