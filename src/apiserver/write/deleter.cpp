#include "apiserver/write/deleter.hpp"

#include "apiserver/admission/webhook_admission.hpp"
#include "apiserver/go/seconds.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/state/converter.hpp"
#include "apiserver/write/definition_clean_up.hpp"
#include "apiserver/write/definition_status.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr const char *orphan_finalizer = "orphan", *foreground = "foregroundDeletion";

bool has(const bj::object& meta, std::string_view finalizer) {
    const bj::array& all = list_of(meta, "finalizers");
    return std::ranges::any_of(all, [&](const bj::value& v) { return text_of(v) == finalizer; });
}

bool wants_orphans(const resource& r, const bj::object& meta, const delete_options& o) {
    if (o.orphan) return *o.orphan;
    if (o.propagation) return *o.propagation == "Orphan";
    if (has(meta, orphan_finalizer)) return true;
    return !has(meta, foreground) && r.orphans_dependents;
}

bool wants_foreground(const bj::object& meta, const delete_options& o) {
    if (o.orphan) return false;
    if (o.propagation) return *o.propagation == "Foreground";
    return !has(meta, orphan_finalizer) && has(meta, foreground);
}

bool set_finalizers(const resource& r, bj::object& meta, const delete_options& o) {
    if (r.gvr.resource == "events") return false;
    bj::array wanted;
    for (const bj::value& f : list_of(meta, "finalizers"))
        if (text_of(f) != orphan_finalizer && text_of(f) != foreground) wanted.push_back(f);
    if (wants_orphans(r, meta, o)) wanted.emplace_back(orphan_finalizer);
    if (wants_foreground(meta, o)) wanted.emplace_back(foreground);
    const bj::array& live = list_of(meta, "finalizers");
    const bool same = wanted.size() == live.size() &&
                      std::ranges::all_of(wanted, [&](const bj::value& v) { return has(meta, text_of(v)); });
    if (same) return false;
    if (wanted.empty())
        meta.erase("finalizers");
    else
        meta["finalizers"] = std::move(wanted);
    return true;
}

void bump_generation(bj::object& meta) {
    const auto n = number_at(meta, "generation");
    constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();
    if (n && *n > 0 && *n < last) meta["generation"] = *n + 1;
}

std::string after(server_state& w, std::int64_t seconds) {
    return go_time_after(w.now(), seconds).to_string();
}

}  // namespace

api_result<> check_preconditions(const resource& r, const object_key& key, const bj::object& meta,
                                 const delete_options& o) {
    const std::string_view uid = text_at(meta, "uid"), version = text_at(meta, "resourceVersion");
    const group_resource named{r.gvr.group, r.kind};
    if (o.uid && *o.uid != uid)
        return conflict(
            named, key.name,
            fmt::format("the UID in the precondition ({}) does not match the UID in record ({}). The "
                        "object might have been deleted and then recreated",
                        *o.uid, uid));
    if (o.resource_version && *o.resource_version != version)
        return conflict(
            named, key.name,
            fmt::format("the ResourceVersion in the precondition ({}) does not match the ResourceVersion "
                        "in record ({}). The object might have been modified",
                        *o.resource_version, version));
    return {};
}

namespace {

enum class grace_state : std::uint8_t { none, waiting, running };

grace_state begin_grace(server_state& w, const resource& r, bj::object& object, const delete_options& o,
                        std::int64_t& seconds) {
    seconds = 0;
    if (!r.code->grace) return grace_state::none;
    const std::int64_t wanted = r.code->grace(object, o.grace);
    bj::object& meta = make_object(object, "metadata");
    const auto begun = timestamp::parse(text_at(meta, "deletionTimestamp"));
    if (begun) {
        const auto left = number_at(meta, "deletionGracePeriodSeconds");
        if (!left) return grace_state::none;
        if (!o.grace || std::max<std::int64_t>(*o.grace, 0) >= *left) return grace_state::running;
        seconds = *o.grace < 0 ? 1 : *o.grace;
        meta["deletionTimestamp"] = go_time_after(*begun, seconds, *left).to_string();
        meta["deletionGracePeriodSeconds"] = seconds;
        return grace_state::waiting;
    }
    seconds = wanted;
    meta["deletionTimestamp"] = after(w, seconds);
    meta["deletionGracePeriodSeconds"] = seconds;
    bump_generation(meta);
    return grace_state::waiting;
}

void mark(server_state& w, bj::object& meta) {
    if (!value_at(meta, "deletionTimestamp")) {
        bump_generation(meta);
        meta["deletionTimestamp"] = after(w, 0);
    }
    meta["deletionGracePeriodSeconds"] = 0;
}

// A namespace is kept until it is empty and spec.finalizers is empty.
bool hold_namespace(server_state& w, bj::object& object) {
    if (list_of(object_of(object, "spec"), "finalizers").empty()) return false;
    bj::object& meta = make_object(object, "metadata");
    if (!value_at(meta, "deletionTimestamp")) meta["deletionTimestamp"] = after(w, 0);
    make_object(object, "status")["phase"] = "Terminating";
    return true;
}

// A definition is removed when its objects are gone.
void begin_clean_up(const server_state& w, bj::object& definition) {
    bj::object& meta = make_object(definition, "metadata");
    meta["deletionTimestamp"] = w.time_text();
    if (!has(meta, clean_up_finalizer)) {
        bj::array all = list_of(meta, "finalizers");
        all.emplace_back(clean_up_finalizer);
        meta["finalizers"] = std::move(all);
    }
    set_terminating(w, definition, "True", "InstanceDeletionPending",
                    "CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon");
}

// The options that webhooks see: with the grace period that a single delete gets, and with the UID that
// namespaces and definitions always require (their REST storages in pkg/registry).
bj::object options_for_webhooks(const resource& r, const bj::object& object, delete_options o,
                                bool collection) {
    if (r.code->grace && !collection) o.grace = r.code->grace(object, o.grace);
    if ((r.storage == "namespaces" || r.storage == definitions_storage) && !o.uid && !collection)
        o.uid = std::string(text_at(object_of(object, "metadata"), "uid"));
    return o.as_sent();
}

awaitable<api_result<>> admit_delete(server_state& w, const resource& r, const object_key& key,
                                     const bj::object& object, const delete_options& o,
                                     const delete_request& by) {
    admission_attributes a = attributes_of("DELETE", r, "", r, key);
    a.name = by.name;
    a.old = &object;
    a.dry_run = o.dry_run;
    a.due = by.due;
    a.by = by.by;
    a.options = options_for_webhooks(r, object, o, by.name.empty());
    co_return co_await admit_by_webhooks(w, a, by.warnings);
}

// A delete in progress.
struct deletion {
    server_state& w;
    const resource& kind;
    const object_key& key;
    const delete_options& options;
    bj::object before, object;  // as served

    removed answer(bj::object state, bool gone, bool as_object) const {
        return {std::move(state), gone, as_object};
    }
    // Stores the object. Null if another request wrote it meanwhile: it was `now`.
    awaitable<api_result<record_ptr>> keep(record_ptr now, time_point due) {
        auto forms = co_await stored_forms_of(w, kind, object, due);
        if (!forms) co_return forms.error();
        if (w.of(kind).get(key) != now) co_return record_ptr();
        const record_ptr kept = keep_converted(w, kind, key, std::move(*forms));
        object = w.served(kind, *kept);
        co_return kept;
    }
    // Marks the object, and returns whether it stays for now. `changed`: whether that is to be stored.
    bool hold(grace_state grace, std::int64_t seconds, bool& changed) {
        changed = set_finalizers(kind, make_object(object, "metadata"), options);
        bj::object& meta = make_object(object, "metadata");
        bool held = !list_of(meta, "finalizers").empty();
        if (held && grace == grace_state::none) mark(w, meta);
        if (kind.storage == "namespaces" && hold_namespace(w, object)) held = true;
        held = held || seconds > 0;
        object = in_order(std::move(object));
        changed = (held || changed || grace == grace_state::waiting) && object != before;
        return held;
    }
    removed drop() {
        const record_ptr last = w.drop(kind, key);
        if (!kind.webhook) return answer(w.served(kind, *last), true, kind.returns_deleted);
        // The webhook is not called again.
        make_object(object, "metadata")["resourceVersion"] = std::to_string(last->revision);
        return answer(std::move(object), true, kind.returns_deleted);
    }
};

// Nothing if another request wrote the object while webhooks were called.
awaitable<api_result<std::optional<removed>>> try_delete(server_state& w, const resource& r,
                                                         const object_key& key, const delete_options& o,
                                                         const delete_request* by) {
    const time_point due = by ? by->due : never;
    const record_ptr now = w.of(r).get(key);
    if (!now) co_return object_not_found(r.gr(), key.name);
    api_result<record_ptr> read = now;
    if (r.webhook) read = co_await convert_record(w, r, now, due);
    if (!read) co_return read.error();
    bj::object served = w.served(r, **read);
    deletion d{w, r, key, o, served, std::move(served)};
    pending_write p{r, "delete", "", key, nullptr, &d.before, o.dry_run, nullptr, by ? by->by : nullptr};
    if (auto ok = run_steps(w.admission, p); !ok) co_return ok.error();
    if (auto ok = check_preconditions(r, key, object_of(d.object, "metadata"), o); !ok) co_return ok.error();
    std::int64_t seconds = 0;
    const grace_state grace = begin_grace(w, r, d.object, o, seconds);
    const auto done = [](removed which) { return std::optional<removed>(std::move(which)); };
    if (grace == grace_state::running) co_return done(d.answer(d.before, false, r.returns_deleted));
    if (by && w.admits())
        if (auto ok = co_await admit_delete(w, r, key, d.before, o, *by); !ok) co_return ok.error();
    if (w.of(r).get(key) != now) co_return std::optional<removed>();
    if (r.storage == definitions_storage && !value_at(object_of(d.object, "metadata"), "deletionTimestamp")) {
        begin_clean_up(w, d.object);
        d.object = in_order(std::move(d.object));
        if (!o.dry_run) d.object = w.served(r, *w.keep(r, key, d.object));
        co_return done(d.answer(std::move(d.object), false, true));
    }
    bool changed = false;
    const bool held = d.hold(grace, seconds, changed);
    if (!o.dry_run && changed) {
        const auto kept = co_await d.keep(now, due);
        if (!kept) co_return kept.error();
        if (!*kept) co_return std::optional<removed>();
    }
    if (held) co_return done(d.answer(std::move(d.object), false, true));
    if (o.dry_run) co_return done(d.answer(std::move(d.object), true, r.returns_deleted));
    co_return done(d.drop());
}

}  // namespace

awaitable<api_result<removed>> delete_object(server_state& w, const resource& r, const object_key& key,
                                             const delete_options& o, const delete_request* by) {
    const std::size_t warnings_before = by ? by->warnings.size() : 0;
    for (;;) {
        auto done = co_await try_delete(w, r, key, o, by);
        if (!done) co_return done.error();
        if (*done) co_return std::move(**done);
        if (by) by->warnings.resize(warnings_before);
        if (by && w.event_loop.now() >= by->due) co_return request_timeout();
    }
}

void warn_of_delete(const resource& r, const delete_options& o, std::vector<std::string>& to) {
    if (r.storage != "jobs.batch" || o.propagation || o.orphan) return;
    to.emplace_back(
        "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to "
        "remove "
        "them or set propagationPolicy=Orphan to suppress this warning");
}

awaitable<api_result<>> delete_objects(server_state_ptr w, resource_ptr r,
                                       const std::vector<record_ptr>& which, delete_options o,
                                       const requester* as, std::vector<std::string>& warnings) {
    for (std::size_t i = 0; i < which.size(); ++i) {
        if (i > 0 && i % deletes_at_once == 0) co_await w->event_loop.yield();
        const delete_request by{warnings, "", saturating_add(w->event_loop.now(), request_limit), as};
        const auto done = co_await delete_object(*w, *r, which[i]->key, o, &by);
        if (!done && done.error().code != 404) co_return done.error();
    }
    co_return api_result<>();
}

}}}  // namespace setpoint::v0::apiserver
