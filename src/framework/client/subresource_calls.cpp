// Client calls for collections and subresources: deletecollection and scale.
#include "framework/client/delete_body.hpp"
#include "setpoint/client/client.hpp"

namespace setpoint { inline namespace v0 {

namespace {

// The response is a Scale, but caches treat the call as one on an object of `kind`.
kind_info scale_kind(const kind_info& kind) {
    const kind_info& s = kind_of<autoscaling_v1::scale>();
    kind_info k = kind;
    k.type = s.type;
    k.meta = s.meta;
    k.full_meta = s.full_meta;
    k.make = s.make;
    k.dynamic = false;
    k.metadata_only = false;
    return k;
}

call scale_call(verb op, const kind_info& kind, object_key key) {
    call c;
    c.op = op;
    c.resource = kind.resource();
    c.where = kind.scope;
    c.key = std::move(key);
    c.subresource = "scale";
    return c;
}

void take_options(call& c, const write_options& o, std::string_view manager) {
    c.field_manager = o.field_manager.empty() ? std::string(manager) : o.field_manager;
    c.field_validation = o.field_validation;
    if (o.dry_run) c.dry_run = "All";
}

result<snapshot<autoscaling_v1::scale>> scale_answer(result<object_ptr> erased) {
    if (!erased) return std::move(erased).error();
    return std::static_pointer_cast<const autoscaling_v1::scale>(std::move(*erased));
}

}  // namespace

awaitable<result<>> client::remove_all(const kind_info& kind, list_options which, delete_options options) {
    call c;
    c.op = verb::remove_collection;
    c.resource = kind.resource();
    c.where = kind.scope;
    c.key.ns = std::move(which.ns);
    c.query().label_selector = std::move(which.label_selector);
    c.query().field_selector = std::move(which.field_selector);
    if (options.dry_run) c.dry_run = "All";
    c.body = delete_body(options);
    c.may_start = std::move(options.may_start);
    auto done = co_await write(kind, std::move(c));
    if (!done) co_return std::move(done).error();
    co_return result<>();
}

awaitable<result<snapshot<autoscaling_v1::scale>>> client::get_scale(const kind_info& kind, object_key key) {
    const kind_info k = scale_kind(kind);
    co_return scale_answer(co_await write(k, scale_call(verb::get, kind, std::move(key))));
}

awaitable<result<snapshot<autoscaling_v1::scale>>> client::update_scale(const kind_info& kind,
                                                                        autoscaling_v1::scale wanted,
                                                                        write_options options) {
    const kind_info k = scale_kind(kind);
    call c = scale_call(verb::update, kind, key_of(wanted));
    take_options(c, options, default_field_manager());
    if (!options.resource_version.empty()) wanted.metadata.resource_version = options.resource_version;
    if (!options.uid.empty()) wanted.metadata.uid = options.uid;
    c.body = encode_object(wanted);
    co_return scale_answer(co_await write(k, std::move(c)));
}

awaitable<result<snapshot<autoscaling_v1::scale>>> client::set_replicas(const kind_info& kind, object_key key,
                                                                        std::int32_t replicas,
                                                                        write_options options) {
    const kind_info k = scale_kind(kind);
    const boost::json::object merge{{"spec", {{"replicas", replicas}}}};
    // A merge patch would do, but the scale endpoint of custom resources ignores its UID.
    call c = options.uid.empty()
                 ? merge_call(k, std::move(key), merge, "scale", options)
                 : patch_call(k, std::move(key), json_patch().add({"spec", "replicas"}, replicas), "scale",
                              options);
    co_return scale_answer(co_await write_patch(k, std::move(c), options));
}

}}  // namespace setpoint::v0
