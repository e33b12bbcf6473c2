#include "framework/controller/child_write.hpp"

#include "setpoint/json/decode.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

std::string hash_annotation(std::string_view group) {
    std::string name(group.empty() ? "setpoint" : group);
    return name += "/applied-hash";
}

}  // namespace

child_write::child_write(const detail::child_request& r)
    : api(r.api),
      field_manager(r.field_manager),
      kind(r.kind),
      desired(r.desired),
      meta(r.meta),
      owner_kind(r.owner_kind),
      owner(r.owner),
      policy(r.options),
      hash_name(hash_annotation(r.owner_kind.gvk.group)),
      wanted(make_applied_text(r.kind, r.desired, r.meta, hash_name)) {}

std::string_view child_write::hash_of(const object_ptr& o) const {
    const auto& annotations = meta_of(o).annotations;
    const auto at = annotations.find(hash_name);
    return at == annotations.end() ? std::string_view() : at->second.view();
}

bool child_write::is_going_to_be_replaced(const object_ptr& o) const {
    return policy.mode == ensure_mode::replace_when_immutable && is_deleting(meta_of(o));
}

bool child_write::is_as_desired(const object_ptr& o) const {
    return hash_of(o) == wanted.hash && json::contains(*kind.type, o.get(), desired);
}

bool child_write::may_have_surplus(const result<object_ptr>& applied) const {
    return applied && !json::has_no_surplus(*kind.type, applied->get(), desired);
}

write_options child_write::writing(std::string_view uid, std::string_view resource_version) const {
    write_options w;
    w.field_manager = field_manager;
    w.uid = uid;
    w.resource_version = resource_version;
    return w;
}

const kind_info& child_write::whole() const {
    if (!whole_) whole_.emplace(dynamic_kind(kind.gvk, kind.plural, kind.scope));
    return *whole_;
}

error child_write::is_gone() const {
    return {errc::conflict,
            fmt::format("{} {} is gone, and the watch is behind", kind.gvk.kind, key_of(meta))};
}

// By apply: a POST would make our Update the owner of the fields, and no apply could remove a dropped one.
awaitable<result<object_ptr>> child_write::create() const {
    return api.write(kind, api.create_by_apply_call(kind, key_of(meta), wanted.text, writing({}, {})));
}

awaitable<result<object_ptr>> child_write::apply(std::string uid) const {
    return api.write(kind, api.apply_text_call(kind, key_of(meta), wanted.text, writing(uid, {})));
}

awaitable<result<object_ptr>> child_write::read_whole() const {
    return api.get_object(whole(), key_of(meta));
}

awaitable<result<object_ptr>> child_write::read_whole(std::string uid) const {
    auto read = co_await read_whole();
    if (read ? static_cast<const dynamic_object*>(read->get())->uid() != uid
             : read.error().code == errc::not_found)
        co_return is_gone();
    co_return read;
}

awaitable<result<fresh_object>> child_write::read_fresh() const {
    const auto r = co_await read_whole();
    if (!r) co_return r.error();
    const boost::json::object& tree = static_cast<const dynamic_object*>(r->get())->json();
    std::shared_ptr<void> object = kind.make();
    const auto ok = json::decode_into(*kind.type, object.get(), boost::json::serialize(tree));
    if (!ok) co_return ok.error().within(fmt::format("reading {} {}", kind.gvk.kind, key_of(meta)));
    co_return fresh_object{std::move(object), tree};
}

awaitable<result<object_ptr>> child_write::merge_whole(const object_meta& at,
                                                       boost::json::object patch) const {
    auto merged = co_await api.write(whole(), api.merge_call(whole(), key_of(at), std::move(patch), {},
                                                             writing(at.uid, at.resource_version)));
    if (!merged && merged.error().code == errc::not_found) co_return is_gone();
    co_return merged;
}

}}  // namespace setpoint::v0
