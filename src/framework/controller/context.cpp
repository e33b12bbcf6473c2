#include "setpoint/controller/context.hpp"

#include "framework/controller/child_changes.hpp"
#include "framework/controller/context_parts.hpp"
#include "framework/controller/ensure_child.hpp"
#include "framework/controller/kept_child.hpp"
#include "framework/tracing/tracer.hpp"
#include "setpoint/controller/finalizer.hpp"
#include "setpoint/json/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace setpoint { inline namespace v0 {

namespace {

std::string title(const kind_info& kind, std::string_view name) {
    return fmt::format("{} \"{}\"", kind.gvk.kind, name);
}

problem not_ours(const kind_info& kind, const object_meta& there) {
    const owner_reference* owner = controller_of(there);
    return {"NotOurs", fmt::format("{} exists and {}; it is not taken over", title(kind, there.name),
                                   owner ? fmt::format("belongs to {} \"{}\"", owner->kind, owner->name)
                                         : "has no controller")};
}

awaitable<result<>> nothing_to_write() {
    co_return result<>();
}

// A condition Degraded that is True, as a problem.
std::optional<problem> degraded(const std::vector<condition>* conditions) {
    const condition* const c = conditions ? find_condition(*conditions, "Degraded") : nullptr;
    if (!c || c->status != condition_status::true_) return std::nullopt;
    return problem{c->reason.str(), c->message.str()};
}

bool is_reported(const problem& p, const std::vector<condition>* conditions) {
    return conditions && std::ranges::any_of(*conditions, [&](const condition& c) {
               return c.reason == p.reason && c.message == p.message;
           });
}

}  // namespace

bool any_owner::is_deleting() const {
    const object_meta* const full = kind_->full_meta(object_);
    return full && setpoint::is_deleting(*full);
}

cached_client& context::client() const {
    return parts_.reads;
}
client& context::live() const {
    return parts_.live;
}
const logger& context::log() const {
    return parts_.log;
}
std::string_view context::reason() const {
    return parts_.reason;
}
unsigned context::attempt() const {
    return parts_.attempt;
}
std::optional<problem> context::loop_problem() const {
    return parts_.cycle ? *parts_.cycle : std::nullopt;
}
std::string context::traceparent() const {
    const reconcile_trace* const trace = running_trace(parts_.loop);
    return trace ? trace->traceparent() : std::string();
}
std::string_view context::field_manager() const {
    return parts_.field_manager;
}
loop& context::event_loop() const {
    return parts_.loop;
}

void context::record(const kind_info& kind, const void* object, event_type type, std::string_view reason,
                     std::string note) const {
    parts_.events.record(kind, object, type, reason, std::move(note));
}

// Writes to other kinds have no echo in a watch of this controller.
void context::acknowledge(const kind_info& kind, object_ptr answer) const {
    if (answer && parts_.is_watched(kind)) parts_.flight.acknowledge(kind, std::move(answer));
}

void context::report_child(const kind_info& kind, const object_meta& child, const detail::ensured_object& r,
                           const kind_info& owner_kind, const void* owner) const {
    const std::string_view name = child.name;
    if (r.what == ensured::created) {
        const std::string created = "Created " + std::string(kind.gvk.kind);
        log().info(created, {{"child", name}});
        record(owner_kind, owner, event_type::normal, "Created", fmt::format("{} {}", created, name));
    }
    if (r.what == ensured::unchanged && !r.changes.empty())
        log().debug(
            fmt::format("{}: an apply changes nothing, as if admission restored each change", kind.gvk.kind),
            {{"child", name}, {"changes", summary_of(r.changes)}});
    if (r.what != ensured::updated || r.changes.empty()) return;
    log_changes(log(), kind, name, r.changes);
    record(owner_kind, owner, event_type::normal, "Updated",
           fmt::format("{} {}: {}", kind.gvk.kind, name, summary_of(r.changes)));
}

awaitable<result<detail::ensured_object>> context::ensure_object(const kind_info& kind, void* desired,
                                                                 object_meta& meta, any_owner owner,
                                                                 ensure_options options) {
    setpoint::client& api = options.through ? *options.through : parts_.reads;
    const detail::child_request request{.api = api,
                                        .field_manager = field_manager(),
                                        .kind = kind,
                                        .desired = desired,
                                        .meta = meta,
                                        .owner_kind = owner.kind(),
                                        .owner = owner.meta(),
                                        .owner_is_deleting = owner.is_deleting(),
                                        .options = options,
                                        .guard = &parts_.guard,
                                        .unwatched = !parts_.is_watched(kind)};
    // A programming error is returned as an error: a user could do nothing about a condition.
    const auto valid = detail::prepare_child(request);
    if (!valid) co_return valid.error();
    auto r = co_await detail::ensure_child(request);
    detail::ensured_object made;
    if (!r) {
        made.what = ensured::refused;
        made.why = explain(title(kind, meta.name), r.error());
        if (!made.why) co_return r.error();
        parts_.refused = true;
        auto live = co_await api.get_object(kind, key_of(meta));
        if (live && is_child_of(*kind.full_meta(live->get()), owner.kind(), owner.meta()))
            made.object = std::move(*live);
        co_return made;
    }
    made.what = r->what;
    made.changes = std::move(r->changes);
    if (made.what == ensured::foreign) {
        parts_.refused = true;
        made.why = not_ours(kind, *kind.full_meta(r->object.get()));
        made.in_the_way = std::move(r->object);
        co_return made;
    }
    made.object = std::move(r->object);
    if (made.what == ensured::created || made.what == ensured::updated) acknowledge(kind, made.object);
    report_child(kind, *kind.full_meta(made.object.get()), made, owner.kind(), owner.object());
    co_return made;
}

awaitable<result<>> context::remove_grandchild(const kind_info& kind, const object_meta& grandchild,
                                               any_owner owner, any_owner child, delete_options options) {
    const object_meta* const between = child.kind().full_meta(child.object());
    if (!between || !is_child_of(*between, owner.kind(), owner.meta()) ||
        !is_controlled_by(grandchild, child.meta().uid))
        co_return error(errc::invalid,
                        fmt::format("deleting {}: it is not a child of {}, or that is not a child of {}",
                                    title(kind, grandchild.name), title(child.kind(), child.meta().name),
                                    title(owner.kind(), owner.meta().name)));
    co_return co_await remove_as(kind, grandchild, owner, std::move(options));
}

awaitable<result<>> context::remove_child(const kind_info& kind, const object_meta& child, any_owner owner,
                                          delete_options options) {
    if (!is_child_of(child, owner.kind(), owner.meta()))
        co_return error(errc::invalid,
                        fmt::format("deleting {}: it is not a child of {}", title(kind, child.name),
                                    title(owner.kind(), owner.meta().name)));
    co_return co_await remove_as(kind, child, owner, std::move(options));
}

awaitable<result<>> context::remove_as(const kind_info& kind, const object_meta& child, any_owner owner,
                                       delete_options options) {
    if (is_deleting(child)) co_return result<>();
    options.uid = child.uid.str();
    const bool only_asks = options.dry_run;
    const auto removed = co_await client().remove(kind, key_of(child), std::move(options));
    if (!removed && removed.error().code == errc::not_found) co_return result<>();
    if (!removed) co_return removed.error().within("deleting " + title(kind, child.name));
    if (only_asks) co_return result<>();
    const std::string deleted = "Deleted " + std::string(kind.gvk.kind);
    log().info(deleted, {{"child", child.name.view()}});
    record(owner.kind(), owner.object(), event_type::normal, "Deleted",
           fmt::format("{} {}", deleted, child.name));
    co_return result<>();
}

awaitable<result<object_ptr>> context::controlled(const kind_info& kind, object_key key, any_owner owner) {
    auto r = co_await client().get_object(kind, std::move(key));
    if (!r && r.error().code != errc::not_found) co_return r.error();
    if (!r || !is_child_of(*kind.full_meta(r->get()), owner.kind(), owner.meta())) co_return object_ptr();
    co_return std::move(*r);
}

awaitable<result<std::vector<object_ptr>>> context::controlled_by(const kind_info& kind, std::string ns,
                                                                  std::string owner_uid) {
    client().index_by_controller(kind, ns);
    indexed_list_options o;
    o.ns = std::move(ns);
    o.index = controller_index;
    o.index_value = std::move(owner_uid);
    auto found = co_await client().list_indexed(kind, std::move(o));
    if (!found && found.error().code == errc::invalid && !parts_.is_watched(kind))
        co_return error(
            errc::invalid,
            fmt::format("children() of kind {0} are read from the cache: declare owns<T>() for {0} "
                        "at the controller",
                        kind.gvk.kind));
    co_return found;
}

void context::warn_about(const kind_info& kind, const void* self, const std::vector<condition>* reported,
                         const std::vector<std::optional<problem>>& problems) const {
    for (auto p = problems.begin(); p != problems.end(); ++p) {
        if (!*p || is_reported(**p, reported) || std::find(problems.begin(), p, *p) != p) continue;
        log().warn(fmt::format("{} has a problem", kind.gvk.kind),
                   {{"reason", (*p)->reason}, {"why", (*p)->message}});
        record(kind, self, event_type::warning, (*p)->reason, (*p)->message);
    }
}

awaitable<result<>> context::report_status(const kind_info& kind, const void* self, const void* next,
                                           const std::vector<condition>* before,
                                           const std::vector<condition>* after,
                                           std::vector<std::optional<problem>> problems) {
    const json::field_info* const status = kind.type->find("status");
    if (!status) throw std::logic_error(fmt::format("{} has no status to report", kind.gvk.kind));
    if (json::same(*status->type, next, static_cast<const char*>(self) + status->offset))
        return nothing_to_write();
    if (problems.empty()) problems.push_back(degraded(after));
    warn_about(kind, self, before, problems);
    const basic_meta& meta = kind.meta(self);
    write_options options;
    options.field_manager = field_manager();
    options.uid = meta.uid.str();  // never write the status of another object of that name
    return write_status(client().apply_status(kind, meta, next, options), kind);
}

awaitable<result<>> context::write_status(awaitable<result<object_ptr>> write, const kind_info& kind) {
    auto written = co_await std::move(write);
    if (written)
        acknowledge(kind, std::move(*written));
    else if (written.error().code != errc::not_found)  // not_found: deleted meanwhile
        co_return written.error().within("reporting the status");
    co_return result<>();
}

awaitable<result<bool>> context::patch_finalizers(const kind_info& kind, const object_meta& meta,
                                                  std::string_view name, bool add) {
    if (add && !deletions_arrive_)
        co_return error(errc::invalid,
                        fmt::format("adding the finalizer {} to {}: declare uses_finalizer() at the "
                                    "controller: without it no deletion arrives, and the object would stay",
                                    name, title(kind, meta.name)));
    co_return co_await detail::patch_finalizers(client(), kind, meta, name, add);
}

awaitable<result<>> context::check_owner(any_owner owner) {
    if (!parts_.guard.is_suspect(owner.meta())) co_return result<>();
    co_return co_await parts_.guard.check(client(), owner.kind(), owner.meta(), owner.is_deleting());
}

}}  // namespace setpoint::v0
