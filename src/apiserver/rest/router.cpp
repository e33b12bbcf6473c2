#include "apiserver/rest/router.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/rest/admission.hpp"
#include "apiserver/rest/component_status.hpp"
#include "apiserver/rest/converter.hpp"
#include "apiserver/rest/decode.hpp"
#include "apiserver/rest/definition_clean_up.hpp"
#include "apiserver/rest/deleter.hpp"
#include "apiserver/rest/discovery.hpp"
#include "apiserver/rest/list_text.hpp"
#include "apiserver/rest/lister.hpp"
#include "apiserver/rest/object_metadata.hpp"
#include "apiserver/rest/patcher.hpp"
#include "apiserver/rest/subresources.hpp"
#include "apiserver/rest/table.hpp"
#include "apiserver/rest/turns.hpp"
#include "apiserver/rest/warning_headers.hpp"
#include "apiserver/schema/go_time.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

api_error no_such_resource() {
    return path_not_found();
}

api_error wrong_method() {
    api_error e{
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {}};
    e.empty_details = true;
    return e;
}

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

bool makes_pod(const exchange& x) {
    return x.kind->storage == "pods" && x.q.subresource.empty() &&
           (x.verb == "create" || (x.verb == "patch" && is_apply(x.r.find("Content-Type"))));
}

// WithRequestDeadline: checked first for every request, whatever its path, except watches.
api_result<> check_timeout(const http::server_request& r, const std::optional<request_info>& q) {
    if (r.query().find("timeout") == std::string_view::npos || (q && q->verb() == "watch")) return {};
    const query_parameters query(r.query());
    const std::string_view text = query.get("timeout");
    if (text.empty()) return {};
    const auto read = parse_go_duration(text);
    if (!read) return bad_request("invalid timeout specified in the request URL - " + read.error());
    return {};
}

bool only_reads(const exchange& x) {
    return x.verb == "get" || x.verb == "list" || x.verb == "watch";
}

bool connects(const exchange& x) {
    const std::string& sub = x.q.subresource;
    return sub == "exec" || sub == "attach" || sub == "portforward" || sub == "proxy";
}

bool is_admitted(const exchange& x) {
    return !only_reads(x) || connects(x);
}

duration limit_of(const exchange& x) {
    const duration most = only_reads(x) ? request_limit : write_limit;
    const auto asked = parse_go_duration(x.q.query.get("timeout"));
    return asked && *asked > duration::zero() ? std::min<duration>(*asked, most) : most;
}

// longRunningRequestCheck of the real server.
bool is_long_running(const exchange& x) {
    return x.verb == "watch" || x.q.subresource == "log" || connects(x);
}

std::string_view verb_label(const exchange& x) {
    if (connects(x)) return "CONNECT";
    if (x.verb == "get") return "GET";
    if (x.verb == "list") return "LIST";
    if (x.verb == "watch") return "WATCH";
    if (x.verb == "create") return "POST";
    if (x.verb == "update") return "PUT";
    if (x.verb == "patch") return is_apply(x.r.find("Content-Type")) ? "APPLY" : "PATCH";
    return "DELETE";  // of a collection too
}

// CleanScope of the real server.
std::string_view scope_label(const exchange& x) {
    if (!x.q.name.empty() || x.verb == "create") return "resource";
    return x.q.ns.empty() ? "cluster" : "namespace";
}

// Counts a response when it ends: a stream ends long after its head was sent.
void count(std::optional<request_metrics::running> what, http::response& r, const server_state_ptr& w) {
    if (!what) return;
    if (!r.stream) {
        what->answered(r.status, w->event_loop.now());
        return;
    }
    const auto end = [code = r.status, w](request_metrics::running* open) {
        open->answered(code, w->event_loop.now());
        delete open;
    };
    r.stream = holding(std::move(r.stream), std::shared_ptr<request_metrics::running>(
                                                new request_metrics::running(std::move(*what)), end));
}

// Paths of custom resources have no routes of their own on the real server: the method alone is the verb
// (RequestInfo, and ServeHTTP of customresource_handler.go).
std::string verb_of_custom(const request_info& q) {
    std::string verb = q.verb();
    if (!verb.empty() || q.watch_path) return verb;
    if (q.method == "HEAD") return q.name.empty() ? "list" : "get";
    if (q.method == "PUT") return "update";
    if (q.method == "PATCH") return "patch";
    return q.method == "POST" ? "create" : "";
}

// A write of one object needs its name, which a collection's path lacks. Paths of built-in kinds have no such
// method.
api_result<> check_has_name(const exchange& x) {
    if (!x.q.name.empty() || (x.verb != "update" && x.verb != "patch")) return {};
    if (x.verb == "patch")
        if (auto ok = check_patch_type(x.r.find("Content-Type"), *x.kind); !ok) return ok.error();
    return bad_request("name must be provided");
}

constexpr std::string_view never_kept = "no-cache, private";

bool has_header(const http::response& r, std::string_view name) {
    return std::ranges::any_of(r.headers, [&](const auto& h) { return h.name == name; });
}

}  // namespace

awaitable<http::response> router::handle(const http::server_request& r) {
    const auto q = read_request(r.method, r.path(), r.query());
    std::optional<http::response> out;
    const resource_ptr kind = q ? state_->kinds.find(q->group, q->version, q->resource) : nullptr;
    if (has_broken_escape(r.path())) {
        // Go's HTTP server rejects it before any handler.
        out = http::response{400, {{"Content-Type", "text/plain; charset=utf-8"}}, "400 Bad Request", {}};
    } else if (const auto ok = check_timeout(r, q); !ok) {
        out = error_response(ok.error(), r);
    } else if (q && (!kind || q->odd || (q->long_path && !kind->custom))) {
        out = resource_not_served(r, state_->kinds, q->group, q->version);
    } else if (q) {
        auto x = open(r, *q, kind);
        if (x) {
            auto measured = measure(*x);
            auto done = co_await respond(*x);
            // Continues if the client disconnects: the objects of a definition are deleted with it.
            if (x->verb == "delete" && kind->storage == definitions_storage && done)
                co_await clean_up_definition(state_, x->key());
            out = done ? std::move(*done) : error_response(done.error(), r);
            add_warnings(*out, x->warnings);
            count(std::move(measured), *out, state_);
        } else if (x.error().code != 0) {
            out = error_response(x.error(), r);
        }
    } else if (options_.documents) {
        out = co_await options_.documents(r);
    }
    if (!out) out = not_found_page();
    if (out->status == 504 && !has_header(*out, "Retry-After")) out->headers.push_back({"Retry-After", "1"});
    if (!has_header(*out, "Cache-Control"))
        out->headers.push_back({"Cache-Control", std::string(never_kept)});
    co_return std::move(*out);
}

awaitable<api_result<http::response>> router::respond(exchange& x) {
    const std::vector<std::string> before = x.warnings;
    auto done = co_await respond_now(x);
    if (done || !done.error().future_revision || options_.version_patience == duration::zero())
        co_return done;
    const time_point end = saturating_add(state_->event_loop.now(), options_.version_patience);
    // Even if it has not come: the error then names the revision of that time.
    co_await state_->wait_for_revision(*done.error().future_revision, end);
    x.warnings = before;
    co_return co_await respond_now(x);
}

awaitable<api_result<http::response>> router::respond_now(exchange& x) {
    if (is_long(x)) co_return co_await dispatch_long(x);
    if (makes_pod(x)) co_await wait_for_default_account(state_, x.q.ns);
    if (x.kind->webhook || (state_->calls_webhooks() && is_admitted(x)))
        co_return co_await answer_in_turns(x);
    co_return dispatch(x);
}

api_result<exchange> router::open(const http::server_request& r, const request_info& q,
                                  const resource_ptr& kind) {
    api_error not_ours{0, {}, {}, {}};
    exchange x{r, q, kind->custom ? verb_of_custom(q) : q.verb(), kind};
    const bool everywhere = kind->namespaced && q.ns.empty();
    if (!fits_scope(*kind, q)) {
        if (kind->custom) return not_ours;
        return no_such_resource();
    }
    if (kind->custom && everywhere && x.verb != "list" && x.verb != "watch") return not_ours;
    if (!q.subresource.empty() && !has_subresource(*kind, q.subresource)) {
        if (kind->custom) return object_not_found(kind->gr(), q.name);
        return no_such_resource();
    }
    const bool reviews = kind->kind_strategy->answer != nullptr;
    // Resources that can only be created have no path for a single object.
    if (!q.name.empty() && q.subresource.empty() && !kind->allows("get") && !kind->custom)
        return no_such_resource();
    if (x.verb.empty() || (q.subresource.empty() && !reviews && !kind->allows(x.verb)) ||
        (reviews && x.verb != "create") || (!q.subresource.empty() && !has_method(q.subresource, x.verb)) ||
        (everywhere && x.verb != "list" && x.verb != "watch")) {
        if (kind->custom || (reports_components(*kind) && x.verb == "watch"))
            return method_not_allowed(kind->gr(), x.verb);
        return wrong_method();
    }
    if (auto ok = check_has_name(x); !ok) return ok.error();
    if (r.body.size() > options_.max_body) return too_large(fmt::format("limit is {}", options_.max_body));
    const route to = x.verb == "watch" ? route::watch : x.verb == "list" ? route::list : route::one;
    auto format = negotiate(r, kind->custom, to,
                            has_table(*kind, q.subresource) ? transforms::objects : transforms::metadata);
    if (!format) return format.error();
    x.format = *format;
    if (x.format.as == shape::table) {
        auto include = read_include_object(q.query.get("includeObject"));
        if (!include) return include.error();
        x.include = *include;
    }
    if (options_.on_request) options_.on_request(q, x.verb);
    if (!kind->deprecation_warning.empty()) x.warnings.push_back(kind->deprecation_warning);
    return x;
}

std::optional<request_metrics::running> router::measure(const exchange& x) const {
    if (!options_.metrics) return std::nullopt;
    // Clients choose the text: the label has three values.
    const std::string_view dry_run_text = x.q.query.get("dryRun");
    const std::string_view dry_run = dry_run_text.empty() || dry_run_text == "All" ? dry_run_text : "invalid";
    const request_labels labels{verb_label(x),   x.q.group,      x.q.version, x.q.resource,
                                x.q.subresource, scope_label(x), dry_run};
    return request_metrics::running(options_.metrics, labels, is_long_running(x), state_->event_loop.now());
}

bool router::is_long(const exchange& x) {
    return x.q.subresource.empty() && (x.verb == "list" || x.verb == "deletecollection");
}

awaitable<api_result<http::response>> router::dispatch_long(exchange& x) {
    auto o = read_list_options(x.q.query, *x.kind);
    if (!o) co_return o.error();
    std::optional<delete_options> how;
    if (x.verb == "deletecollection") {
        auto read =
            read_delete_options(x.q.query, state_->kinds.delete_options, x.r.find("Content-Type"), x.r.body);
        if (!read) co_return read.error();
        how = std::move(*read);
        warn_of_delete(*x.kind, *how, x.warnings);
    }
    if (reports_components(*x.kind)) {
        listing all;
        for (const record_ptr& one : component_statuses())
            if (o->takes(*x.kind, *one)) all.items.push_back(one);
        co_return answer_list(state_, x.kind, x.format, x.include, std::move(all));
    }
    auto found = co_await list_objects(state_, x.kind, x.q.ns, std::move(*o));
    if (!found) co_return found.error();
    if (how) {
        const auto done = co_await delete_objects(state_, x.kind, found->items, *how, x.warnings);
        if (x.kind->storage == definitions_storage)
            for (const record_ptr& one : found->items) co_await clean_up_definition(state_, one->key);
        if (!done) co_return done.error();
    }
    co_return answer_list(state_, x.kind, x.format, x.include, std::move(*found));
}

awaitable<api_result<http::response>> router::answer_in_turns(exchange& x) {
    const std::vector<std::string> before = x.warnings;
    const std::function<api_result<http::response>()> turn = [&] {
        x.warnings = before;
        return dispatch(x);
    };
    co_return co_await in_turns(state_, limit_of(x), turn);
}

api_result<http::response> router::dispatch(exchange& x) {
    const std::string& sub = x.q.subresource;
    if (!sub.empty() && sub != "status" && sub != "finalize" && sub != "approval" &&
        sub != "ephemeralcontainers")
        return below(x);
    if (x.verb == "get") return get(x);
    if (x.verb == "watch") return watch(x);
    if (x.verb == "create") return create(x);
    if (x.verb == "update") return update(x);
    if (x.verb == "patch") return patch(x);
    if (x.verb == "delete" && sub.empty()) return remove(x);
    return wrong_method();
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

api_result<http::response> router::get(exchange& x) {
    if (auto ok = check_version(x); !ok) return ok.error();
    if (reports_components(*x.kind) && !component_status(x.q.name))
        return object_not_found({"", "componentstatus"}, x.q.name);
    const record_ptr o =
        reports_components(*x.kind) ? component_status(x.q.name) : state_->of(*x.kind).get(x.key());
    if (!o) return object_not_found(x.kind->gr(), x.q.name);
    if (x.format.as == shape::plain) return answer_text(200, state_->served_text(*x.kind, *o), x.format);
    return show(x, 200, state_->served(*x.kind, *o));
}

api_result<http::response> router::watch(exchange& x) {
    auto o = read_list_options(x.q.query, *x.kind);
    if (!o) return o.error();
    if (!x.q.name.empty()) {
        if (auto ok = watch_one(*o, x.q.name); !ok) return ok.error();
    }
    const bool protobuf = x.format.type == answer_format::media::protobuf;
    watch_request w{state_, x.kind, x.q.ns, std::move(*o), {}, protobuf};
    if (x.format.as != shape::plain) {
        // Rows contain ages, and the first row comes with the columns.
        w.format.reset();
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

api_result<http::response> router::create(exchange& x) {
    auto o = read_write_options(x.q.query, write_verb::create, x.r.find("User-Agent"));
    if (!o) return o.error();
    const std::string version = x.kind->gvr.api_version();
    auto body = read_body(x.r.find("Content-Type"), x.r.body, {x.kind->kind, version, x.kind->custom});
    if (!body) return body.error();
    object_writer writer(*state_, *x.kind, "", *o, x.warnings);
    writer.note_sent_labels(body->object);
    auto object = decode_body(state_->kinds, *x.kind, std::move(*body), o->validation, x.warnings);
    if (!object) return object.error();
    if (auto ok = check_names(*x.kind, *object, x.q.ns, ""); !ok) return ok.error();
    if (x.kind->storage == "bindings")
        return bind(x, *o, std::string(text_at(*object, {"metadata", "name"})));
    if (x.kind->kind_strategy->answer) {
        writer.own(*object);
        const object_key key = x.key();
        form_admission webhooks(*state_, *x.kind, "", *x.kind, key, *o, x.warnings);
        if (auto ok = webhooks.mutate(*object); !ok) return ok.error();
        if (auto ok = webhooks.validate(*object); !ok) return ok.error();
        auto answer = x.kind->kind_strategy->answer(std::move(*object), state_->context(""));
        if (!answer) return answer.error();
        return show(x, 201, std::move(*answer));
    }
    merge_owners(*object, owners_of::body, x.warnings);
    auto done = writer.create(std::move(*object));
    if (!done) return done.error();
    return show(x, 201, std::move(done->object));
}

api_result<http::response> router::update(exchange& x) {
    auto o = read_write_options(x.q.query, write_verb::update, x.r.find("User-Agent"));
    if (!o) return o.error();
    const std::string version = x.kind->gvr.api_version();
    auto body = read_body(x.r.find("Content-Type"), x.r.body, {x.kind->kind, version, x.kind->custom});
    if (!body) return body.error();
    auto object = decode_body(state_->kinds, *x.kind, std::move(*body), o->validation, x.warnings);
    if (!object) return object.error();
    if (auto ok = check_names(*x.kind, *object, x.q.ns, x.q.name); !ok) return ok.error();
    object_writer::update_rules rules;
    // The status endpoint may create it too.
    rules.may_create = x.kind->kind_strategy->create_on_update;
    rules.uid = text_at(object_of(*object, "metadata"), "uid");
    object_writer writer(*state_, *x.kind, x.q.subresource, *o, x.warnings);
    merge_owners(*object, owners_of::body, x.warnings);
    auto done =
        writer.update(x.key(), [&](const bj::object*) -> api_result<bj::object> { return *object; }, rules);
    if (!done) return done.error();
    return show(x, done->created ? 201 : 200, std::move(done->object));
}

api_result<http::response> router::patch(exchange& x) {
    const std::string type(x.r.find("Content-Type"));
    if (auto ok = check_patch_type(type, *x.kind); !ok) return ok.error();
    auto o = read_write_options(x.q.query, is_apply(type) ? write_verb::apply : write_verb::patch,
                                x.r.find("User-Agent"));
    if (!o) return o.error();
    auto done = patch_object(*state_, *x.kind, {type, x.r.body, x.key(), x.q.subresource}, *o, x.warnings);
    if (!done) return done.error();
    return show(x, done->created ? 201 : 200, std::move(done->object));
}

api_result<http::response> router::remove(exchange& x) {
    auto o = read_delete_options(x.q.query, state_->kinds.delete_options, x.r.find("Content-Type"), x.r.body);
    if (!o) return o.error();
    warn_of_delete(*x.kind, *o, x.warnings);
    const delete_request by{x.warnings, x.q.name};
    auto done = delete_object(*state_, *x.kind, x.key(), *o, &by);
    if (!done) return done.error();
    const bool accepted = !done->at_once && o->orphan && !*o->orphan;
    if (done->as_object) return show(x, accepted ? 202 : 200, std::move(done->object));
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
    return answer(200, bj::value(std::move(status)), x.format);
}

// The old way to bind a pod: the body names it.
api_result<http::response> router::bind(exchange& x, const write_options& o, std::string name) {
    const resource_ptr pods = state_->kinds.find("", "v1", "pods");
    const subresource_request q{"create",
                                "binding",
                                std::string(x.r.find("Content-Type")),
                                x.r.body,
                                object_key(x.q.ns, std::move(name)),
                                o,
                                x.q.query,
                                x.kind.get()};
    auto done = serve_other(*state_, *pods, q, x.warnings);
    if (!done) return done.error();
    return answer(done->status, bj::value(std::move(done->object)), x.format);
}

api_result<http::response> router::below(exchange& x) {
    if (connects(x) && state_->calls_webhooks())
        if (auto ok = admit_connect(*state_, *x.kind, x.q, x.warnings); !ok) return ok.error();
    if (x.verb == "get") {
        if (auto ok = check_version(x); !ok) return ok.error();
    }
    if (x.verb == "patch") {
        if (auto ok = check_patch_type(x.r.find("Content-Type"), *x.kind); !ok) return ok.error();
    }
    const write_verb patching = is_apply(x.r.find("Content-Type")) ? write_verb::apply : write_verb::patch;
    const write_verb verb = x.verb == "update"  ? write_verb::update
                            : x.verb == "patch" ? patching
                                                : write_verb::create;
    auto o = read_write_options(x.q.query, verb, x.r.find("User-Agent"));
    if (!o) return o.error();
    const subresource_request q{
        x.verb, x.q.subresource, std::string(x.r.find("Content-Type")), x.r.body, x.key(), *o, x.q.query};
    auto done = q.subresource == "scale" ? serve_scale(*state_, *x.kind, q, x.warnings)
                                         : serve_other(*state_, *x.kind, q, x.warnings);
    if (!done) return done.error();
    if (q.subresource == "scale" && x.format.as != shape::plain) {
        auto shaped =
            shaper(*state_->kinds.scale, x.format, x.include, state_->now()).object(std::move(done->object));
        if (!shaped) return shaped.error();
        done->object = std::move(*shaped);
    }
    return answer(done->status, bj::value(std::move(done->object)), x.format);
}

}  // namespace setpoint::inline v0::apiserver
