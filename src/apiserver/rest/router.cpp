#include "apiserver/rest/router.hpp"

#include "apiserver/audit/notes.hpp"
#include "apiserver/authorization/request_attributes.hpp"
#include "apiserver/documents/discovery.hpp"
#include "apiserver/format/table.hpp"
#include "apiserver/format/warning_headers.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/go/time.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/read/component_status.hpp"
#include "apiserver/read/list_text.hpp"
#include "apiserver/read/lister.hpp"
#include "apiserver/request/deadline.hpp"
#include "apiserver/rest/access_control.hpp"
#include "apiserver/write/definition_clean_up.hpp"
#include "apiserver/write/deleter.hpp"
#include "apiserver/write/patcher.hpp"
#include "apiserver/write/subresources.hpp"
#include "apiserver/write/unsafe_delete.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

api_error no_such_resource() {
    return path_not_found();
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
    if (q.proxy_path) return "proxy";
    if (q.watch_path) return "watch";
    std::string verb = q.verb();
    if (!verb.empty()) return verb;
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

// responsewriters.InternalError, for what fails before a handler is found.
http::response internal_error_page(const http::server_request& r, std::string_view why) {
    const std::string text = fmt::format("Internal Server Error: {}: {}", go_text::quoted(r.target), why);
    return {500,
            {{"Content-Type", "text/plain; charset=utf-8"}, {"X-Content-Type-Options", "nosniff"}},
            authorization::without_markup(text) + "\n",
            {}};
}

// RequestInfo has no kind and no namespace for it: the first filter answers.
http::response incomplete_path_page(const http::server_request& r) {
    return internal_error_page(
        r, "failed to create RequestInfo: unable to determine kind and namespace from url, " + r.target);
}

http::response access_error(const http::server_request& r, const api_error& e) {
    return e.code == 0 ? internal_error_page(r, e.message) : error_response(e, r);
}

constexpr std::string_view never_kept = "no-cache, private";

bool has_header(const http::response& r, std::string_view name) {
    return std::ranges::any_of(r.headers, [&](const auto& h) { return h.name == name; });
}

// What every response gets.
void complete(http::response& r, const std::vector<std::string>& warnings) {
    add_warnings(r, warnings);
    if (r.status == 504 && !has_header(r, "Retry-After")) r.headers.push_back({"Retry-After", "1"});
    if (!has_header(r, "Cache-Control")) r.headers.push_back({"Cache-Control", std::string(never_kept)});
}

}  // namespace

bool connects(const exchange& x) {
    const std::string& sub = x.q.subresource;
    return sub == "exec" || sub == "attach" || sub == "portforward" || sub == "proxy";
}

api_error wrong_method() {
    api_error e{
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {}};
    e.empty_details = true;
    return e;
}

router::router(server_state_ptr w, router_options o)
    : state_(std::move(w)),
      options_(std::move(o)),
      audit_ids_(static_cast<std::uint64_t>(state_->event_loop.wall_now().time_since_epoch().count())) {}

void router::identify(const http::server_request& r, http::response& to) {
    if (r.from.empty() || has_broken_escape(r.path())) return;
    std::string id(r.find("Audit-ID"));
    to.headers.push_back({"Audit-Id", id.empty() ? audit_ids_.uuid() : std::move(id)});
}

std::optional<http::response> router::malformed(const http::server_request& r,
                                                const std::optional<request_info>& q, sender& from) const {
    // Go's HTTP server rejects it before any handler.
    if (has_broken_escape(r.path()))
        return http::response{400, {{"Content-Type", "text/plain; charset=utf-8"}}, "400 Bad Request", {}};
    if (options_.audit) from.record = options_.audit->open(r);
    if (q && q->incomplete) return incomplete_path_page(r);
    const auto ok = check_timeout(r, q);
    if (ok) return std::nullopt;
    if (from.record)
        if (const auto asked = authorization::request_attributes({}, r.method, r.path(), r.query()))
            from.record->begin_refused(*asked);
    return error_response(ok.error(), r);
}

void router::let_in(const http::server_request& r, user_ptr as, sender& from) {
    if (!as) as = administrator();
    auto asked = authorization::request_attributes(std::move(as), r.method, r.path(), r.query());
    if (!asked) return;
    from.record->begin(*asked);
    from.record->set_access({.decided = authorization::decision::allow()});
    from.by = unrestricted_requester(std::move(*asked), from.record.get());
}

std::optional<http::response> router::refusal(const http::server_request& r, user_ptr as,
                                              sender& from) const {
    auto by = options_.access->admit(r, std::move(as), from.warnings, from.record.get());
    if (!by) return access_error(r, by.error());
    from.by = std::move(*by);
    return std::nullopt;
}

awaitable<std::optional<http::response>> router::refusal_waiting(const http::server_request& r, user_ptr as,
                                                                 sender& from) const {
    auto by = co_await options_.access->admit_waiting(r, std::move(as), from.warnings, from.record.get());
    if (!by) co_return access_error(r, by.error());
    from.by = std::move(*by);
    co_return std::nullopt;
}

awaitable<http::response> router::handle_now(const http::server_request& r, user_ptr as) {
    const auto q = read_request(r.method, r.path(), r.query());
    sender from;
    std::optional<http::response> out = malformed(r, q, from);
    if (!out && options_.access) {
        if (options_.access->waits())
            out = co_await refusal_waiting(r, std::move(as), from);
        else
            out = refusal(r, std::move(as), from);
    } else if (!out && from.record) {
        let_in(r, std::move(as), from);
    }
    const resource_ptr kind = q ? state_->kinds.find(q->group, q->version, q->resource) : nullptr;
    const bool accepted = !out;
    try {
        if (accepted && q && (!kind || q->odd || ((q->long_path || q->proxy_path) && !kind->custom))) {
            out = resource_not_served(r, state_->kinds, q->group, q->version);
        } else if (accepted && q) {
            auto x = open(r, *q, kind);
            if (x) {
                x->by = from.by.get();
                auto measured = measure(*x);
                auto done = co_await respond(*x);
                // Continues if the client disconnects: the objects of a definition are deleted with it.
                if (x->verb == "delete" && kind->storage == definitions_storage && done)
                    co_await clean_up_definition(state_, x->key());
                out = done ? std::move(*done) : error_response(done.error(), r);
                add_warnings(*out, x->warnings);
                count(std::move(measured), *out, state_);
                if (from.record && !kind->deprecation_warning.empty())
                    from.record->annotate("k8s.io/deprecated", "true");
            } else if (x.error().code != 0) {
                out = error_response(x.error(), r);
            }
        } else if (accepted && options_.documents) {
            out = co_await options_.documents(r);
        }
    } catch (const cancelled&) {
        if (from.record) from.record->cut();
        throw;
    } catch (const std::exception& e) {
        if (from.record) from.record->panic(e.what());
        throw;
    }
    if (!out) out = not_found_page();
    complete(*out, from.warnings);
    if (from.record)
        from.record->answer(*out);
    else
        identify(r, *out);
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
    if (options_.admission && makes_pod(x))
        co_await wait_for_default_account(state_, options_.admission, x.q.ns);
    x.due = saturating_add(state_->event_loop.now(), limit_of(x));
    co_return co_await dispatch(x);
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
    if (!q.subresource.empty() && !kind->has_subresource(q.subresource)) {
        if (kind->custom) return object_not_found(kind->gr(), q.name);
        return no_such_resource();
    }
    const bool reviews = kind->code->answer != nullptr;
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
        auto read = read_delete_options(x.q.query, state_->kinds.delete_options, x.r.find("Content-Type"),
                                        x.r.body, state_->features.is_on(unsafe_delete_feature));
        if (!read) co_return read.error();
        if (auto ok = refuse_unsafe_collection(*read); !ok) co_return ok.error();
        how = std::move(*read);
        audit::note_delete(x.by, *how, x.r.body);
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
        const auto done = co_await delete_objects(state_, x.kind, found->items, *how, x.by, x.warnings);
        if (x.kind->storage == definitions_storage)
            for (const record_ptr& one : found->items) co_await clean_up_definition(state_, one->key);
        if (!done) co_return done.error();
    }
    co_return answer_list(state_, x.kind, x.format, x.include, std::move(*found));
}

}}}  // namespace setpoint::v0::apiserver
