#include "whole_lists.hpp"
#include <setpoint/controller/ensure.hpp>
#include <setpoint/controller/owner_guard.hpp>
#include <setpoint/json/decode.hpp>
#include <setpoint/json/encode.hpp>

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint {

namespace {

// Creating without taking over: a POST would do, but records its fields as those of an Update, and the
// applies that follow could then never take a dropped field from the object, since the Update still owns it.
// An apply under a resourceVersion creates the object all the same when there is none (tried with
// kube-apiserver 1.36; generic/registry/store.go is the same from 1.33 to 1.37) and is a conflict when there
// is one with another version. No object has version 1: that is the revision of an empty etcd. A UID would
// not do: with one, the server creates nothing.
constexpr std::string_view version_of_nothing = "1";

// FNV-1a, 64 bits: the same in every build, and good enough to tell one desired state from the one before.
std::string hash_of(std::string_view s) {
    std::uint64_t h = 0xcbf29ce484222325;
    for (const char c : s) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    return fmt::format("{:016x}", h);
}

std::string hash_annotation(std::string_view group) {
    return fmt::format("{}/applied-hash", group.empty() ? "setpoint" : group);
}

std::string_view annotation(const object_meta& meta, std::string_view name) {
    const auto at = meta.annotations.find(name);
    return at == meta.annotations.end() ? std::string_view() : at->second.view();
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
    std::string_view field_owner;
    const kind_info& kind;
    void* desired;
    object_meta& meta;
    const basic_meta& owner;

    const object_meta& meta_of(const object_ptr& o) const { return *kind.full_meta(o.get()); }
    bool is_ours(const object_ptr& o) const {
        const owner_reference* controller = controller_of(meta_of(o));
        return controller && controller->uid == owner.uid;
    }
    bool is_as_desired(const object_ptr& o) const { return json::contains(*kind.type, o.get(), desired); }
    write_options writing(std::string_view uid, std::string_view resource_version) const {
        write_options w;
        w.field_manager = field_owner;
        w.uid = uid;
        w.resource_version = resource_version;
        return w;
    }
    awaitable<result<object_ptr>> apply(write_options options) const {
        return api.write(kind, api.apply_call(kind, desired, {}, options));
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
    if (j.is_as_desired(applied)) co_return applied;
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

// The server calls a second controller invalid, which is no fault of what is desired.
awaitable<result<detail::ensured_child>> explain_invalid(const child_write& j, error refused) {
    auto fresh = co_await read_fresh(j);
    if (!fresh || j.is_ours(fresh->object)) co_return refused;
    co_return detail::ensured_child{ensured::foreign, std::move(fresh->object), {}};
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
    }
    return "unknown";
}

namespace detail {

awaitable<result<ensured_child>> ensure_child(client& api, std::string_view field_owner, owner_guard* guard,
                                              const kind_info& kind, void* desired, object_meta& meta,
                                              const kind_info& owner_kind, const basic_meta& owner) {
    const child_write j{api, field_owner, kind, desired, meta, owner};
    if (auto ok = check(j); !ok) co_return ok.error();
    forget_what_the_server_sets(meta);
    if (auto ok = set_controller_reference(meta, owner_kind.gvk, owner); !ok) co_return ok.error();
    std::string encoded;
    json::encode(*kind.type, desired, encoded);
    const std::string hash = hash_of(encoded), hash_name = hash_annotation(owner_kind.gvk.group);

    auto live = co_await api.get_object(kind, key_of(meta));
    if (!live && live.error().code != errc::not_found) co_return live.error();
    if (!live && guard) {
        const auto there = co_await guard->check(api, owner_kind, owner);
        if (!there) co_return there.error();
    }
    if (!live) {
        meta.annotations[hash_name] = hash;
        auto made = co_await j.apply(j.writing({}, version_of_nothing));
        if (made) made = co_await remove_surplus(j, std::move(*made));
        if (made) co_return ensured_child{ensured::created, std::move(*made), {}};
        if (made.error().code != errc::conflict) co_return made.error();
        // Somebody was faster, or the cache is behind or does not cover it.
        auto fresh = co_await read_fresh(j);
        if (!fresh) co_return fresh.error().code == errc::not_found ? made.error() : fresh.error();
        meta.annotations.erase(hash_name);
        live = std::move(fresh->object);
    }
    if (!j.is_ours(*live)) co_return ensured_child{ensured::foreign, std::move(*live), {}};
    if (annotation(j.meta_of(*live), hash_name) == hash && j.is_as_desired(*live))
        co_return ensured_child{ensured::unchanged, std::move(*live), {}};

    auto changes = json::drift(*kind.type, desired, live->get());
    meta.annotations[hash_name] = hash;
    auto applied = co_await j.apply(j.writing(j.meta_of(*live).uid, {}));
    if (!applied && applied.error().code == errc::invalid)
        co_return co_await explain_invalid(j, applied.error());
    if (applied) applied = co_await remove_surplus(j, std::move(*applied));
    if (!applied) co_return applied.error();
    co_return ensured_child{ensured::updated, std::move(*applied), std::move(changes)};
}

}  // namespace detail
}  // namespace setpoint
