#include "framework/controller/ensure_child.hpp"

#include "framework/controller/applied_text.hpp"
#include "framework/controller/replacement.hpp"
#include "framework/controller/whole_lists.hpp"
#include "setpoint/client/refusal.hpp"
#include "setpoint/json/decode.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <optional>

namespace setpoint {

namespace {

// What create() made is owned by our Update, beside which no apply could take a dropped field from the
// object. So the hash of a created object ends with this until its fields have been handed over to our Apply.
constexpr std::string_view created_suffix = "-created";

constexpr int max_hand_overs = 5;  // further attempts, when somebody else writes at the same time

std::string hash_annotation(std::string_view group) {
    std::string name(group.empty() ? "setpoint" : group);
    return name += "/applied-hash";
}

std::string_view annotation(const object_meta& meta, std::string_view name) {
    const auto at = meta.annotations.find(name);
    return at == meta.annotations.end() ? std::string_view() : at->second.view();
}

std::string_view without_suffix(std::string_view hash) {
    if (hash.ends_with(created_suffix)) hash.remove_suffix(created_suffix.size());
    return hash;
}

// What an object that was read has, and what is of no meaning in one that is desired.
void forget_what_the_server_sets(object_meta& meta) {
    meta.uid = {};
    meta.resource_version = {};
    meta.generation = 0;
    meta.creation_timestamp = {};
    meta.deletion_timestamp.reset();
    meta.deletion_grace_period_seconds.reset();
}

// One call of ensure().
struct child_write {
    client& api;
    std::string_view field_manager;
    const kind_info& kind;
    void* desired;
    object_meta& meta;
    const basic_meta& owner;
    ensure_options policy;
    std::string hash_name;
    applied_text wanted{};

    const object_meta& meta_of(const object_ptr& o) const { return *kind.full_meta(o.get()); }
    bool is_ours(const object_ptr& o) const {
        const owner_reference* controller = controller_of(meta_of(o));
        return controller && controller->uid == owner.uid;
    }
    std::string_view hash_of(const object_ptr& o) const { return annotation(meta_of(o), hash_name); }
    bool was_made_from_it(const object_ptr& o) const { return without_suffix(hash_of(o)) == wanted.hash; }
    // As create() left it.
    bool is_owned_by_update(const object_ptr& o) const { return hash_of(o).ends_with(created_suffix); }
    bool is_going_to_be_replaced(const object_ptr& o) const {
        return policy.mode == ensure_mode::replace_when_immutable && is_deleting(meta_of(o));
    }
    bool is_as_desired(const object_ptr& o) const { return json::contains(*kind.type, o.get(), desired); }
    write_options writing(std::string_view uid, std::string_view resource_version) const {
        write_options w;
        w.field_manager = field_manager;
        w.uid = uid;
        w.resource_version = resource_version;
        return w;
    }
    // Seldom true, and then a read tells for sure.
    bool may_have_surplus(const result<object_ptr>& applied) const {
        return applied && !json::has_no_surplus(*kind.type, applied->get(), desired);
    }
    awaitable<result<object_ptr>> apply(const write_options& options) const {
        return api.write(kind, api.apply_text_call(kind, key_of(meta), wanted.text, options));
    }
};

// As the server has it now, typed and whole.
struct fresh_object {
    object_ptr object;
    boost::json::object tree;
};

// Read as a dynamic object, which no cache holds, so it comes from the server and with what T does not
// describe.
awaitable<result<fresh_object>> read_fresh(const child_write& j) {
    const kind_info whole = dynamic_kind(j.kind.gvk, j.kind.plural, j.kind.scope);
    auto r = co_await j.api.get_object(whole, key_of(j.meta));
    if (!r) co_return r.error();
    const boost::json::object& tree = static_cast<const dynamic_object*>(r->get())->json();
    std::shared_ptr<void> object = j.kind.make();
    const auto ok = json::decode_into(*j.kind.type, object.get(), boost::json::serialize(tree));
    if (!ok) co_return ok.error().within(fmt::format("reading {} {}", j.kind.gvk.kind, key_of(j.meta)));
    co_return fresh_object{std::move(object), tree};
}

// What an apply leaves of others in lists that are ours as a whole.
awaitable<result<object_ptr>> remove_surplus(const child_write& j, object_ptr applied) {
    auto fresh = co_await read_fresh(j);
    if (!fresh) co_return fresh.error();
    boost::json::object patch =
        whole_list_patch(*j.kind.type, object_to_json(j.kind, j.desired), fresh->tree);
    if (patch.empty()) co_return applied;  // something at the server changes what we apply
    const object_meta& meta = j.meta_of(fresh->object);
    const write_options options = j.writing(meta.uid, meta.resource_version);
    co_return co_await j.api.write(j.kind,
                                   j.api.merge_call(j.kind, key_of(meta), std::move(patch), {}, options));
}

bool says(const boost::json::object& entry, std::string_view field, std::string_view text) {
    const boost::json::value* v = entry.if_contains(field);
    return v && v->is_string() && v->get_string() == text;
}

void merge_fields(boost::json::object& to, const boost::json::object& from) {
    for (const auto& [name, fields] : from) {
        boost::json::value& at = to[name];
        if (!at.is_object()) at.emplace_object();
        if (fields.is_object()) merge_fields(at.get_object(), fields.get_object());
    }
}

// The managedFields of `live` with what this manager has written by Update as applied by it, as client-go's
// csaupgrade does; null when there is no such Update.
boost::json::value with_updates_as_applied(const dynamic_object& live, std::string_view field_manager) {
    const boost::json::value* all = live.get("metadata.managedFields");
    if (!all || !all->is_array()) return nullptr;
    boost::json::array entries;
    boost::json::object fields;
    std::optional<std::size_t> ours;  // the entry that they all go to
    bool updates = false;
    for (const boost::json::value& e : all->get_array()) {
        const boost::json::object* entry = e.if_object();
        const bool is_apply = entry && says(*entry, "operation", "Apply");
        const bool is_update = entry && says(*entry, "operation", "Update");
        if (!(is_apply || is_update) || !says(*entry, "manager", field_manager) ||
            entry->contains("subresource")) {
            entries.push_back(e);
            continue;
        }
        if (const boost::json::value* owned = entry->if_contains("fieldsV1"); owned && owned->is_object())
            merge_fields(fields, owned->get_object());
        updates = updates || is_update;
        if (!ours) {
            ours = entries.size();
            entries.push_back(e);
        } else if (is_apply) {
            entries[*ours] = e;
        }
    }
    if (!updates) return nullptr;
    boost::json::object& entry = entries[*ours].get_object();
    entry["operation"] = "Apply";
    if (!fields.empty()) entry["fieldsV1"] = std::move(fields);
    return entries;
}

// Under the version of `at`; answered with the object as a dynamic one, which has managedFields.
awaitable<result<object_ptr>> merge_whole(const child_write& j, const kind_info& whole, const object_meta& at,
                                          boost::json::object patch) {
    return j.api.write(whole, j.api.merge_call(whole, key_of(at), std::move(patch), {},
                                               j.writing(at.uid, at.resource_version)));
}

// Hands what this manager wrote by Update (creations, merge patches) over to its Apply, so that applies can
// drop it. Who watches the object may write it at the same time.
awaitable<result<>> hand_over(const child_write& j, const kind_info& whole, object_ptr now) {
    for (int attempts = 0;; ++attempts) {
        const auto& live = *static_cast<const dynamic_object*>(now.get());
        boost::json::value fields = with_updates_as_applied(live, j.field_manager);
        if (fields.is_null()) co_return result<>();
        const auto done = co_await merge_whole(j, whole, live.meta(),
                                               {{"metadata", {{"managedFields", std::move(fields)}}}});
        if (done) co_return result<>();
        if (done.error().code != errc::conflict || attempts == max_hand_overs) co_return done.error();
        const std::string uid(live.uid());
        auto read = co_await j.api.get_object(whole, key_of(j.meta));
        if (!read) co_return read.error();
        if (static_cast<const dynamic_object*>(read->get())->uid() != uid) co_return done.error();
        now = std::move(*read);
    }
}

awaitable<result<>> hand_over_created(const child_write& j, const object_ptr& live) {
    const kind_info whole = dynamic_kind(j.kind.gvk, j.kind.plural, j.kind.scope);
    auto read = co_await j.api.get_object(whole, key_of(j.meta));
    const bool gone = !read && read.error().code == errc::not_found;
    if (!read && !gone) co_return read.error();
    if (gone || static_cast<const dynamic_object*>(read->get())->uid() != j.meta_of(live).uid)
        co_return error(errc::conflict, fmt::format("{} {} is gone, and the watch is behind", j.kind.gvk.kind,
                                                    key_of(j.meta)));
    co_return co_await hand_over(j, whole, std::move(*read));
}

// What an apply cannot do: it leaves an entry whose key was changed beside the desired one, which makes the
// object invalid when both have one name (of a port, for instance). So a merge patch makes the object as
// desired at once, and the apply follows. Until then the object goes without the hash, so that an apply that
// fails is not forgotten.
awaitable<result<object_ptr>> replace(const child_write& j, fresh_object fresh, error refused) {
    boost::json::object patch = replacing_patch(*j.kind.type, object_to_json(j.kind, j.desired), fresh.tree);
    if (patch.empty()) co_return refused;
    patch["metadata"].as_object()["annotations"].as_object()[j.hash_name] = nullptr;
    const kind_info whole = dynamic_kind(j.kind.gvk, j.kind.plural, j.kind.scope);
    auto replaced = co_await merge_whole(j, whole, j.meta_of(fresh.object), std::move(patch));
    if (!replaced) co_return replaced.error().code == errc::invalid ? refused : replaced.error();
    const auto handed_over = co_await hand_over(j, whole, std::move(*replaced));
    if (!handed_over) co_return handed_over.error();
    auto applied = co_await j.apply(j.writing(j.meta_of(fresh.object).uid, {}));
    if (applied || applied.error().code != errc::invalid) co_return applied;
    error changed_again = applied.error();  // by somebody else, since the merge patch was valid
    changed_again.code = errc::conflict;
    co_return changed_again;
}

// Under the version that was read as ours, so never an object of another or a successor.
awaitable<result<detail::ensured_child>> remove_to_replace(const child_write& j, fresh_object fresh,
                                                           error refused) {
    const object_meta& meta = j.meta_of(fresh.object);
    const std::string_view obstacle = obstacle_to_replacing(
        j.kind, fresh.tree, without_suffix(annotation(meta, j.hash_name)), j.wanted.hash, j.policy.how);
    if (!obstacle.empty()) co_return refused.within(fmt::format("not replaced, since {}", obstacle));
    delete_options o;
    o.uid = meta.uid;
    o.resource_version = meta.resource_version;
    o.how = j.policy.how;
    const auto removed = co_await j.api.remove_object(j.kind, key_of(meta), std::move(o));
    if (!removed && removed.error().code != errc::not_found)
        co_return removed.error().within(fmt::format("replacing {} {}", j.kind.gvk.kind, key_of(meta)));
    co_return detail::ensured_child{ensured::replacing, std::move(fresh.object), {}};
}

// An apply that was refused as invalid: the server calls a second controller so, which is no fault of what is
// desired; else what lives may be in the way of it.
awaitable<result<detail::ensured_child>> after_invalid(const child_write& j, error refused) {
    auto fresh = co_await read_fresh(j);
    if (!fresh) co_return refused;
    if (!j.is_ours(fresh->object))
        co_return detail::ensured_child{ensured::foreign, std::move(fresh->object), {}};
    if (j.is_going_to_be_replaced(fresh->object))
        co_return detail::ensured_child{ensured::replacing, std::move(fresh->object), {}};
    if (j.policy.mode == ensure_mode::replace_when_immutable && is_refused_as_immutable(refused))
        co_return co_await remove_to_replace(j, std::move(*fresh), std::move(refused));
    auto replaced = co_await replace(j, std::move(*fresh), std::move(refused));
    if (!replaced) co_return replaced.error();
    co_return detail::ensured_child{ensured::updated, std::move(*replaced), {}};
}

result<> check(const child_write& j) {
    if (!j.meta.name.empty() && (j.kind.scope == scope::cluster || !j.meta.ns.empty())) return {};
    return error(errc::invalid, fmt::format("ensuring {} {}: what is desired has no name or no namespace",
                                            j.kind.gvk.kind, key_of(j.meta)));
}

}  // namespace

std::string_view to_string(ensured what) noexcept {
    switch (what) {
        case ensured::unchanged:
            return "unchanged";
        case ensured::created:
            return "created";
        case ensured::updated:
            return "updated";
        case ensured::foreign:
            return "foreign";
        case ensured::replacing:
            return "replacing";
        case ensured::refused:
            return "refused";
    }
    return "unknown";
}

namespace detail {

awaitable<result<ensured_child>> ensure_child(client& api, std::string_view field_manager, owner_guard* guard,
                                              const kind_info& kind, void* desired, object_meta& meta,
                                              const kind_info& owner_kind, const basic_meta& owner,
                                              ensure_options options, bool unwatched) {
    child_write j{api,  field_manager, kind,    desired,
                  meta, owner,         options, hash_annotation(owner_kind.gvk.group)};
    if (auto ok = check(j); !ok) co_return ok.error();
    forget_what_the_server_sets(meta);
    if (auto ok = set_controller_reference(meta, owner_kind.gvk, owner); !ok) co_return ok.error();
    j.wanted = make_applied_text(kind, desired, meta, j.hash_name);

    auto live = co_await api.get_object(kind, key_of(meta));
    if (!live && live.error().code != errc::not_found) co_return live.error();
    if (!live && guard && (unwatched || guard->is_suspect(owner))) {
        const auto there = co_await guard->check(api, owner_kind, owner);
        if (!there) co_return there.error();
    }
    if (!live) {
        meta.annotations[j.hash_name] = j.wanted.hash + std::string(created_suffix);
        auto made = co_await api.write(kind, api.create_call(kind, desired, j.writing({}, {})));
        if (j.may_have_surplus(made)) made = co_await remove_surplus(j, std::move(*made));
        if (made) co_return ensured_child{ensured::created, std::move(*made), {}};
        if (made.error().code != errc::already_exists) co_return made.error();
        // Somebody was faster, or the cache is behind or does not cover it.
        auto fresh = co_await read_fresh(j);
        if (!fresh && fresh.error().code == errc::not_found)  // and gone again
            co_return error(errc::conflict, made.error().message);
        if (!fresh) co_return fresh.error();
        meta.annotations.erase(j.hash_name);
        live = std::move(fresh->object);
    }
    if (!j.is_ours(*live)) co_return ensured_child{ensured::foreign, std::move(*live), {}};
    if (options.mode == ensure_mode::create_once || (j.was_made_from_it(*live) && j.is_as_desired(*live)))
        co_return ensured_child{ensured::unchanged, std::move(*live), {}};

    auto changes = json::drift(*kind.type, desired, live->get());
    if (j.is_going_to_be_replaced(*live))
        co_return ensured_child{ensured::replacing, std::move(*live), std::move(changes)};
    if (j.is_owned_by_update(*live)) {
        const auto handed_over = co_await hand_over_created(j, *live);
        if (!handed_over) co_return handed_over.error();
    }
    meta.annotations[j.hash_name] = j.wanted.hash;
    auto applied = co_await j.apply(j.writing(j.meta_of(*live).uid, {}));
    if (!applied && applied.error().code == errc::invalid) {
        auto other = co_await after_invalid(j, applied.error());
        if (other && other->what == ensured::replacing) {
            other->changes = std::move(changes);
            co_return other;
        }
        if (!other || other->what != ensured::updated) co_return other;
        applied = std::move(other->object);
    }
    if (j.may_have_surplus(applied)) applied = co_await remove_surplus(j, std::move(*applied));
    if (!applied) co_return applied.error();
    co_return ensured_child{ensured::updated, std::move(*applied), std::move(changes)};
}

}  // namespace detail
}  // namespace setpoint
