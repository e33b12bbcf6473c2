// The verbs of a resource.
#include "apiserver/audit/notes.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/read/component_status.hpp"
#include "apiserver/read/lister.hpp"
#include "apiserver/read/pod_log.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/request/object_metadata.hpp"
#include "apiserver/rest/access_control.hpp"
#include "apiserver/rest/router.hpp"
#include "apiserver/write/deleter.hpp"
#include "apiserver/write/patcher.hpp"
#include "apiserver/write/subresources.hpp"
#include "apiserver/write/unsafe_delete.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// listOpts of the real server: a watch path of one object accepts no other name selection.
api_result<> watch_one(list_options& o, std::string_view name) {
    const bool answer = std::ranges::any_of(o.fields.requirements(), [&](const auto& one) {
        return one.path == "metadata.name" && one.equals && one.value == name;
    });
    if (answer) return {};
    if (!o.fields.empty()) return bad_request("fieldSelector metadata.name doesn't match requested name");
    o.fields.add("metadata.name", name);
    return {};
}

api_result<http::response> answer_log(server_state& w, const exchange& x) {
    auto text = read_pod_log(w, *x.kind, x.key(), x.q.query);
    if (!text) return text.error();
    if (!*text) return http::response{204, {}, {}, {}};
    return http::response{200, {{"Content-Type", "text/plain"}}, std::move(**text), {}};
}

}  // namespace

awaitable<api_result<http::response>> router::dispatch(exchange& x) {
    const std::string& sub = x.q.subresource;
    if (!sub.empty() && sub != "status" && sub != "finalize" && sub != "approval" &&
        sub != "ephemeralcontainers" && sub != "resize")
        co_return co_await below(x);
    if (x.verb == "get") co_return co_await get(x);
    if (x.verb == "watch") co_return watch(x);
    if (x.verb == "create") co_return co_await create(x);
    if (x.verb == "update") co_return co_await update(x);
    if (x.verb == "patch") co_return co_await patch(x);
    if (x.verb == "delete" && sub.empty()) co_return co_await remove(x);
    co_return wrong_method();
}

api_result<http::response> router::show(const exchange& x, int status, bj::object tree) const {
    if (x.format.as == shape::plain) return answer(status, bj::value(std::move(tree)), x.format);
    const shaper as(*x.kind, x.format, x.include, state_->now());
    auto shaped = as.object(std::move(tree));
    if (!shaped) return shaped.error();
    return answer(status, bj::value(std::move(*shaped)), x.format);
}

// Reads at that version or a later one.
api_result<> router::check_version(const exchange& x) const {
    auto version = read_version(x.q.query.get("resourceVersion"), true);
    if (!version) return version.error();
    if (version->n > state_->store.revision()) return version_too_large(version->n, state_->store.revision());
    return {};
}

awaitable<api_result<http::response>> router::get(exchange& x) {
    if (auto ok = check_version(x); !ok) co_return ok.error();
    if (reports_components(*x.kind) && !component_status(x.q.name))
        co_return object_not_found({"", "componentstatus"}, x.q.name);
    const record_ptr o =
        reports_components(*x.kind) ? component_status(x.q.name) : state_->of(*x.kind).get(x.key());
    if (!o) co_return object_not_found(x.kind->gr(), x.q.name);
    api_result<record_ptr> read = o;
    if (x.kind->webhook) read = co_await convert_record(*state_, *x.kind, o, x.due);
    if (!read) co_return read.error();
    if (x.format.as == shape::plain)
        co_return answer_text(200, state_->served_text(*x.kind, **read), x.format);
    co_return show(x, 200, state_->served(*x.kind, **read));
}

api_result<http::response> router::watch(exchange& x) {
    auto o = read_list_options(x.q.query, *x.kind);
    if (!o) return o.error();
    if (!x.q.name.empty()) {
        if (auto ok = watch_one(*o, x.q.name); !ok) return ok.error();
    }
    const bool protobuf = x.format.type == answer_format::media::protobuf;
    watch_request w{state_, x.kind, x.q.ns, std::move(*o), {}, false, protobuf};
    if (x.format.as != shape::plain) {
        // Rows contain ages, and the first row comes with the columns.
        w.format.reset();
        w.ends_at_event = x.format.as == shape::partial_list;
        if (x.format.as == shape::partial) w.format = x.format.meta_version == "v1" ? 1 : 2;
        auto as = std::make_shared<shaper>(*x.kind, x.format, x.include, state_->now());
        w.show = [as, keep = state_, kind = x.kind](bj::object tree, bool) {
            return as->event(std::move(tree), keep->now());
        };
    }
    constexpr std::uint8_t protobuf_formats = 4;
    if (protobuf && w.format) w.format = static_cast<std::uint8_t>(*w.format + protobuf_formats);
    auto stream = open_watch(std::move(w));
    if (!stream) return stream.error();
    http::response out;
    out.headers = {
        {"Content-Type", std::string(x.format.content_type()) + (protobuf ? ";stream=watch" : "")}};
    out.stream = std::move(*stream);
    out.websocket = true;
    out.framed = protobuf;
    return out;
}

awaitable<api_result<http::response>> router::create(exchange& x) {
    auto o = read_write_options(x.q.query, write_verb::create, x.r.find("User-Agent"));
    if (!o) co_return o.error();
    o->by = x.by;
    const std::string version = x.kind->gvr.api_version();
    auto body = read_body(x.r.find("Content-Type"), x.r.body, {x.kind->kind, version, x.kind->custom});
    if (!body) co_return body.error();
    object_writer writer(*state_, *x.kind, "", *o, x.warnings, x.due);
    writer.note_sent_labels(body->object);
    auto object = decode_body(state_->kinds, *x.kind, std::move(*body), o->validation, x.warnings);
    if (!object) co_return object.error();
    audit::note_request(x.by, *object);
    if (auto ok = check_names(*x.kind, *object, x.q.ns, ""); !ok) co_return ok.error();
    if (x.kind->storage == "bindings")
        co_return co_await bind(x, *o, std::string(text_at(*object, {"metadata", "name"})));
    if (x.kind->code->answer) {
        writer.own(*object);
        co_return co_await review(x, std::move(*object), *o);
    }
    merge_owners(*object, owners_of::body, x.warnings);
    auto done = co_await writer.create(std::move(*object));
    if (!done) co_return done.error();
    co_return show(x, 201, std::move(done->object));
}

// Reviews are answered, not stored.
awaitable<api_result<http::response>> router::review(exchange& x, bj::object object, const write_options& o) {
    const object_key key = x.key();
    form_admission webhooks(*state_, *x.kind, "", *x.kind, key, o, x.warnings, x.due);
    if (auto ok = co_await webhooks.mutate(object); !ok) co_return ok.error();
    if (auto ok = co_await webhooks.validate(object); !ok) co_return ok.error();
    kind_context c = state_->context("");
    c.user = &user_of(x.by);
    const bj::object request = x.by ? object : bj::object();
    auto answer = x.kind->code->answer(std::move(object), c);
    if (!answer) co_return answer.error();
    set_review_status(x.by, x.kind->kind, request, *answer);
    while (awaits_reviews(x.by)) {
        co_await answer_reviews(x.by);
        set_review_status(x.by, x.kind->kind, request, *answer);
    }
    if (options_.access && x.kind->kind == "TokenReview") {
        const bj::object& spec = object_of(request, "spec");
        auto status =
            co_await options_.access->clients().review(text_at(spec, "token"), list_of(spec, "audiences"));
        if (!status) co_return status.error();
        (*answer)["status"] = std::move(*status);
    }
    co_return show(x, 201, std::move(*answer));
}

awaitable<api_result<http::response>> router::update(exchange& x) {
    auto o = read_write_options(x.q.query, write_verb::update, x.r.find("User-Agent"));
    if (!o) co_return o.error();
    o->by = x.by;
    const std::string version = x.kind->gvr.api_version();
    auto body = read_body(x.r.find("Content-Type"), x.r.body, {x.kind->kind, version, x.kind->custom});
    if (!body) co_return body.error();
    auto object = decode_body(state_->kinds, *x.kind, std::move(*body), o->validation, x.warnings);
    if (!object) co_return object.error();
    audit::note_request(x.by, *object);
    if (auto ok = check_names(*x.kind, *object, x.q.ns, x.q.name); !ok) co_return ok.error();
    object_writer::update_rules rules;
    // The status endpoint may create it too.
    rules.may_create = x.kind->code->create_on_update;
    rules.uid = text_at(object_of(*object, "metadata"), "uid");
    object_writer writer(*state_, *x.kind, x.q.subresource, *o, x.warnings, x.due);
    merge_owners(*object, owners_of::body, x.warnings);
    const object_writer::change change = [&](const bj::object*, conversion_memo&) -> api_result<bj::object> {
        return *object;
    };
    const object_key key = x.key();
    auto done = co_await writer.update(key, change, rules);
    if (!done) co_return done.error();
    co_return show(x, done->created ? 201 : 200, std::move(done->object));
}

awaitable<api_result<http::response>> router::patch(exchange& x) {
    const std::string type(x.r.find("Content-Type"));
    if (auto ok = check_patch_type(type, *x.kind); !ok) co_return ok.error();
    auto o = read_write_options(x.q.query, is_apply(type) ? write_verb::apply : write_verb::patch,
                                x.r.find("User-Agent"));
    if (!o) co_return o.error();
    o->by = x.by;
    audit::note_patch(x.by, type, x.r.body);
    const patch_request request{type, x.r.body, x.key(), x.q.subresource, x.due};
    auto done = co_await patch_object(*state_, *x.kind, request, *o, x.warnings);
    if (!done) co_return done.error();
    co_return show(x, done->created ? 201 : 200, std::move(done->object));
}

awaitable<api_result<http::response>> router::remove(exchange& x) {
    auto o = read_delete_options(x.q.query, state_->kinds.delete_options, x.r.find("Content-Type"), x.r.body,
                                 state_->features.is_on(unsafe_delete_feature));
    if (!o) co_return o.error();
    audit::note_delete(x.by, *o, x.r.body);
    if (o->is_unsafe) {
        auto why = refuse_unsafe(*state_, *x.kind, x.key(), x.by);
        while (awaits_reviews(x.by)) {
            co_await answer_reviews(x.by);
            why = refuse_unsafe(*state_, *x.kind, x.key(), x.by);
        }
        co_return why;
    }
    warn_of_delete(*x.kind, *o, x.warnings);
    const delete_request by{x.warnings, x.q.name, x.due, x.by};
    const object_key key = x.key();
    auto done = co_await delete_object(*state_, *x.kind, key, *o, &by);
    if (!done) co_return done.error();
    const bool accepted = !done->at_once && o->orphan && !*o->orphan;
    if (done->as_object) co_return show(x, accepted ? 202 : 200, std::move(done->object));
    bj::object status;
    status["kind"] = "Status";
    status["apiVersion"] = "v1";
    status["metadata"] = bj::object();
    status["status"] = "Success";
    bj::object details{{"name", x.q.name}};
    if (!x.kind->gvr.group.empty()) details["group"] = x.kind->gvr.group;
    details["kind"] = x.kind->gvr.resource;
    copy_field(details, object_of(done->object, "metadata"), "uid");
    status["details"] = std::move(details);
    co_return answer(200, bj::value(std::move(status)), x.format);
}

// The old way to bind a pod: the body names it.
awaitable<api_result<http::response>> router::bind(exchange& x, const write_options& o, std::string name) {
    const resource_ptr pods = state_->kinds.find("", "v1", "pods");
    const subresource_request q{"create",
                                "binding",
                                std::string(x.r.find("Content-Type")),
                                x.r.body,
                                object_key(x.q.ns, std::move(name)),
                                o,
                                x.q.query,
                                x.kind.get(),
                                x.due};
    auto done = co_await serve_other(*state_, *pods, q, x.warnings);
    if (!done) co_return done.error();
    co_return answer(done->status, bj::value(std::move(done->object)), x.format);
}

awaitable<api_result<http::response>> router::below(exchange& x) {
    if (connects(x) && state_->admits())
        if (auto ok = co_await admit_connect(*state_, *x.kind, x.q, x.by, x.warnings, x.due); !ok)
            co_return ok.error();
    if (connects(x) && x.q.subresource != "proxy") {
        auto ok = check_connect(x.by);
        while (awaits_reviews(x.by)) {
            co_await answer_reviews(x.by);
            ok = check_connect(x.by);
        }
        if (!ok) co_return ok.error();
    }
    if (x.verb == "get") {
        if (auto ok = check_version(x); !ok) co_return ok.error();
    }
    if (x.kind->storage == "pods" && x.q.subresource == "log") co_return answer_log(*state_, x);
    if (x.verb == "patch") {
        if (auto ok = check_patch_type(x.r.find("Content-Type"), *x.kind); !ok) co_return ok.error();
    }
    const write_verb patching = is_apply(x.r.find("Content-Type")) ? write_verb::apply : write_verb::patch;
    const write_verb verb = x.verb == "update"  ? write_verb::update
                            : x.verb == "patch" ? patching
                                                : write_verb::create;
    auto o = read_write_options(x.q.query, verb, x.r.find("User-Agent"));
    if (!o) co_return o.error();
    o->by = x.by;
    if (x.verb == "patch") audit::note_patch(x.by, x.r.find("Content-Type"), x.r.body);
    const subresource_request q{x.verb,    x.q.subresource, std::string(x.r.find("Content-Type")),
                                x.r.body,  x.key(),         *o,
                                x.q.query, nullptr,         x.due};
    auto serving = q.subresource == "scale" ? serve_scale(*state_, *x.kind, q, x.warnings)
                                            : serve_other(*state_, *x.kind, q, x.warnings);
    auto done = co_await std::move(serving);
    if (!done) co_return done.error();
    if (q.subresource == "scale" && x.format.as != shape::plain) {
        auto shaped =
            shaper(*state_->kinds.scale, x.format, x.include, state_->now()).object(std::move(done->object));
        if (!shaped) co_return shaped.error();
        done->object = std::move(*shaped);
    }
    co_return answer(done->status, bj::value(std::move(done->object)), x.format);
}

}}}  // namespace setpoint::v0::apiserver
