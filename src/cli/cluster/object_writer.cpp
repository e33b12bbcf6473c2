#include "cli/cluster/object_writer.hpp"

#include "cli/cluster/storage_migration.hpp"
#include "setpoint/api/apiextensions_v1.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace cli {

namespace {

constexpr duration look_again = std::chrono::milliseconds(50);
constexpr duration progress_period = std::chrono::seconds(2);

// Ownership and versions apart: a dry run returns the version that it would replace.
bool is_same_object(const dynamic_object& a, const dynamic_object& b) {
    const auto content = [](const dynamic_object& o) {
        bj::object json = o.json();
        if (bj::value* const metadata = json.if_contains("metadata"); metadata && metadata->is_object())
            for (const char* const name : {"managedFields", "resourceVersion", "generation"})
                metadata->get_object().erase(name);
        return json;
    };
    return content(a) == content(b);
}

// Why a definition is not served.
std::string why_not(const result<snapshot<apiextensions_v1::custom_resource_definition>>& live) {
    if (!live) return live.error().to_string();
    const condition* const accepted = find_condition((*live)->status.conditions, "NamesAccepted");
    return accepted && accepted->status != condition_status::true_ ? accepted->message.str()
                                                                   : "the API server does not say why";
}

}  // namespace

bool is_definition(const bj::object& o) {
    return text_in(o, "kind") == "CustomResourceDefinition";
}

object_writer::object_writer(loop& l, client& api, kind_lookup& kinds, print out, object_writer_options o)
    : loop_(l), api_(api), kinds_(kinds), out_(std::move(out)), options_(o) {}

awaitable<result<object_writer::target>> object_writer::target_of(bj::object object) {
    const auto gvk = kind_of_object(object);
    if (!gvk) co_return gvk.error();
    target t;
    t.gvk = *gvk;
    const bj::object& metadata = *object_in(object, "metadata");
    t.key.name = text_in(metadata, "name");
    const auto kind = co_await kinds_.find(api_, *gvk);
    if (!kind) co_return kind.error().within(t.shown());
    t.kind = *kind;
    if (t.kind->scope == scope::namespaced) {
        t.key.ns = text_in(metadata, "namespace");
        if (t.key.ns.empty()) t.key.ns = "default";
    }
    co_return t;
}

awaitable<result<>> object_writer::apply(std::vector<bj::object> objects) {
    for (bj::object& o : objects) {
        if (is_definition(o)) kinds_.define(o);
        // One of the definitions before it may be that of its kind.
        if (!is_definition(o) && !to_establish_.empty()) {
            const result<> established = co_await establish_all();
            if (!established) co_return established;
        }
        const result<> applied = co_await apply_one(std::move(o));
        if (!applied) co_return applied;
    }
    co_return co_await establish_all();
}

// On the server, a dry run of an object fails without its namespace and its kind.
bool object_writer::needs_what_a_dry_run_lacks(const target& t) const {
    return std::find(future_namespaces_.begin(), future_namespaces_.end(), t.key.ns) !=
               future_namespaces_.end() ||
           std::any_of(future_kinds_.begin(), future_kinds_.end(),
                       [&](const group_version_kind& k) { return k.same_kind(t.gvk); });
}

awaitable<result<>> object_writer::apply_one(bj::object object) {
    auto found = co_await target_of(object);
    if (!found) co_return found.error();
    const target t = std::move(*found);
    if (t.kind->scope == scope::namespaced) object["metadata"].as_object()["namespace"] = t.key.ns;
    const auto before = co_await api_.get(*t.kind, t.key);
    const bool is_new = !before && before.error().code == errc::not_found;
    if (!before && !is_new) co_return before.error().within(t.shown());
    if (options_.dry_run && needs_what_a_dry_run_lacks(t)) {
        out_(t.shown() + " created (dry run)");
        co_return result<>();
    }
    if (!is_new && is_definition(object)) {
        const result<> allowed = co_await allow_definition(t, object);
        if (!allowed) co_return allowed;
    }
    write_options w;
    w.dry_run = options_.dry_run;
    const bool defines = is_definition(object);
    if (is_new && options_.dry_run && defines) note_future_kind(object);
    const auto after = co_await api_.apply(dynamic_object(std::move(object)), *t.kind, w);
    if (!after) co_return after.error().within(t.shown());
    if (is_new && options_.dry_run && t.gvk.kind == "Namespace") future_namespaces_.push_back(t.key.name);
    if (defines && !options_.dry_run) to_establish_.push_back(t.key.name);
    const bool changed = !is_new && !is_same_object(*before, *after);
    out_(fmt::format("{} {}{}", t.shown(),
                     is_new    ? "created"
                     : changed ? "configured"
                               : "unchanged",
                     options_.dry_run ? " (server dry run)" : ""));
    co_return result<>();
}

// Explains a refusal for which the API server names only a field.
awaitable<result<>> object_writer::allow_definition(target t, bj::object next) {
    const auto installed =
        co_await api_.get<apiextensions_v1::custom_resource_definition>(object_key::cluster(t.key.name));
    if (!installed) co_return installed.error().within(t.shown());
    const version_change change = compare_versions(**installed, next);
    if (change.missing.empty()) co_return result<>();
    if (!options_.migrate_storage || change.lacks_storage)
        co_return error(errc::bad_config, change.advice(t.key.name));
    if (!options_.dry_run) co_return co_await migrate(t.key.name);
    co_return error(
        errc::bad_config,
        fmt::format("{}: a dry run cannot show what follows, since objects have to be migrated from "
                    "{} to {} first",
                    t.shown(), fmt::join(change.missing, ", "), change.storage));
}

// Returns whether there is something to migrate.
awaitable<result<bool>> object_writer::until_settled(std::string definition) {
    const object_key key = object_key::cluster(definition);
    const auto live = co_await api_.get<apiextensions_v1::custom_resource_definition>(key);
    if (!live) co_return live.error().within(definition);
    if ((*live)->status.stored_versions.size() < 2) co_return false;
    const auto whole = co_await api_.get(kind_of<apiextensions_v1::custom_resource_definition>(), key);
    if (!whole) co_return whole.error().within(definition);
    const auto changed = last_change_of(whole->json());
    const duration wait = changed ? *changed + options_.settle - loop_.wall_now() : options_.settle;
    if (wait <= duration::zero()) co_return true;
    const duration at_most = std::min(wait, options_.settle);  // clocks may differ
    out_(fmt::format("{}: waiting {} s until all API servers know its storage version", definition,
                     std::chrono::ceil<std::chrono::seconds>(at_most).count()));
    co_await loop_.sleep(at_most);
    co_return true;
}

awaitable<result<>> object_writer::migrate(std::string definition) {
    const auto needed = co_await until_settled(definition);
    if (!needed) co_return needed.error();
    if (!*needed) co_return result<>();
    time_point told = loop_.now();
    const auto progress = [&](std::size_t n, std::size_t of) {
        if (loop_.now() - told < progress_period) return;
        told = loop_.now();
        out_(fmt::format("{}: {} of {} objects migrated", definition, n, of));
    };
    const auto done = co_await migrate_storage(api_, definition, progress);
    if (!done) co_return done.error();
    if (!done->freed.empty())
        out_(fmt::format(
            "customresourcedefinition.apiextensions.k8s.io/{} migrated: {} objects written as {}, none "
            "is stored as {}",
            definition, done->objects, done->storage, fmt::join(done->freed, ", ")));
    co_return result<>();
}

void object_writer::note_future_kind(const bj::object& definition) {
    const bj::object* const spec = object_in(definition, "spec");
    const bj::object* const names = spec ? object_in(*spec, "names") : nullptr;
    if (names)
        future_kinds_.emplace_back(std::string(text_in(*spec, "group")), "",
                                   std::string(text_in(*names, "kind")));
}

awaitable<result<>> object_writer::establish_all() {
    const time_point due = saturating_add(loop_.now(), options_.patience);
    for (const std::string& name : std::exchange(to_establish_, {})) {
        for (;;) {
            const auto live =
                co_await api_.get<apiextensions_v1::custom_resource_definition>(object_key::cluster(name));
            if (live && is_established(**live)) break;
            if (loop_.now() >= due) {
                co_return error(
                    errc::timeout,
                    fmt::format("customresourcedefinition.apiextensions.k8s.io/{} is not established: {}",
                                name, why_not(live)));
            }
            co_await loop_.sleep(look_again);
        }
        if (!options_.migrate_storage) continue;
        const result<> migrated = co_await migrate(name);
        if (!migrated) co_return migrated;
    }
    co_return result<>();
}

awaitable<result<>> object_writer::remove(std::vector<bj::object> objects) {
    for (bj::object& o : objects) {
        auto found = co_await target_of(std::move(o));
        // The kind went with its definition, and the object with it.
        if (!found && found.error().code == errc::not_found) continue;
        if (!found) co_return found.error();
        const target t = std::move(*found);
        delete_options d;
        d.dry_run = options_.dry_run;
        const result<> removed = co_await api_.remove(*t.kind, t.key, d);
        if (!removed && removed.error().code == errc::not_found) continue;
        if (!removed) co_return removed.error().within(t.shown());
        out_(fmt::format("{} deleted{}", t.shown(), options_.dry_run ? " (server dry run)" : ""));
        if (options_.dry_run) continue;
        const result<> gone = co_await until_gone(t);
        if (!gone) co_return gone;
    }
    co_return result<>();
}

awaitable<result<>> object_writer::until_gone(target t) {
    const time_point due = saturating_add(loop_.now(), options_.patience);
    for (;;) {
        const auto live = co_await api_.get(*t.kind, t.key);
        if (!live && live.error().code == errc::not_found) co_return result<>();
        if (!live) co_return live.error().within(t.shown());
        if (loop_.now() >= due)
            co_return error(
                errc::timeout,
                fmt::format("{} is being deleted, but is not gone after {} s: something in it may have a "
                            "finalizer whose controller does not run",
                            t.shown(),
                            std::chrono::duration_cast<std::chrono::seconds>(options_.patience).count()));
        co_await loop_.sleep(look_again);
    }
}

awaitable<result<std::vector<definition_use>>> object_writer::in_use(std::vector<bj::object> definitions) {
    std::vector<definition_use> all;
    for (const bj::object& d : definitions) {
        const bj::object* const metadata = object_in(d, "metadata");
        if (!metadata) continue;
        const std::string name(text_in(*metadata, "name"));
        const auto live =
            co_await api_.get<apiextensions_v1::custom_resource_definition>(object_key::cluster(name));
        if (!live && live.error().code == errc::not_found) continue;
        if (!live) co_return live.error().within(name);
        const apiextensions_v1::custom_resource_definition_spec& spec = (*live)->spec;
        for (const apiextensions_v1::custom_resource_definition_version& v : spec.versions) {
            if (!v.served.value_or(false)) continue;
            const kind_info kind =
                dynamic_kind({spec.group.str(), v.name.str(), spec.names.kind.str()}, spec.names.plural.str(),
                             spec.scope == "Cluster" ? scope::cluster : scope::namespaced);
            const auto objects = co_await api_.list(kind, {});
            if (!objects) co_return objects.error().within(name);
            definition_use use{name, {}};
            for (const auto& o : *objects) use.objects.push_back(o->key());
            if (!use.objects.empty()) all.push_back(std::move(use));
            break;
        }
    }
    co_return all;
}

}}}  // namespace setpoint::v0::cli
