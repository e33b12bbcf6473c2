#include "setpoint/client/api_client.hpp"

#include "framework/client/body_reader.hpp"
#include "framework/client/delete_body.hpp"
#include "framework/client/retry.hpp"
#include "framework/client/warnings.hpp"
#include "setpoint/client/status.hpp"
#include "setpoint/core/race.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

http::timeouts timeouts_for(const call& c, http::timeouts t) {
    if (c.op == verb::watch) t.idle = duration::zero();
    return t;
}

// A renewal that waits behind many slow requests costs the leadership. A watch is no request that waits.
bool is_of_lease(const call& c) {
    return c.resource.resource == "leases" && c.resource.group == "coordination.k8s.io" &&
           !c.key.name.empty();
}

call call_for(verb op, const kind_info& kind, object_key key) {
    call c;
    c.op = op;
    c.resource = kind.resource();
    c.where = kind.scope;
    c.key = std::move(key);
    c.metadata_only = kind.metadata_only;
    return c;
}

// Adds the header and, if the trace is sampled, a span. Its name contains no object name.
[[gnu::noinline]] void trace_request(reconcile_trace& trace, const call& c, http::request& r,
                                     attempt_state& state) {
    if (!trace.is_sampled()) {
        r.headers.add("traceparent", trace.traceparent());
        return;
    }
    std::string name(c.patch == patch_type::apply ? std::string_view("apply") : to_string(c.op));
    name.append(1, ' ').append(c.resource.group_resource());
    if (!c.subresource.empty()) name.append(1, '/').append(c.subresource);
    state.span = call_span(trace, std::move(name), span_kind::client);
    r.headers.add("traceparent", state.span ? state.span.traceparent() : trace.traceparent());
    state.span.add("http.request.method", r.method);
    if (!c.key.ns.empty()) state.span.add("k8s.namespace.name", c.key.ns);
    if (!c.key.name.empty()) state.span.add("setpoint.object.name", c.key.name);
    if (state.attempts > 1)
        state.span.add("http.request.resend_count", static_cast<std::int64_t>(state.attempts) - 1);
}

}  // namespace

api_client::api_client(loop& l, http::transport& net, credentials& who, logger log,
                       api_client_options options, client_observer* observer)
    : loop_(l),
      transport_(net),
      credentials_(who),
      log_(log),
      options_(std::move(options)),
      observer_(observer),
      user_agent_(fmt::format("setpoint/{} ({})", SETPOINT_VERSION, options_.name)),
      warnings_(std::make_unique<warning_log>(std::move(log))) {
    if (options_.field_manager.empty()) options_.field_manager = options_.name;
}

api_client::~api_client() = default;

awaitable<result<object_ptr>> api_client::get_object(const kind_info& kind, object_key key) {
    const call c = call_for(verb::get, kind, std::move(key));
    object_reader reader(kind, max_answer, texts_);
    const auto done = co_await run(c, reader, saturating_add(loop_.now(), options_.call_deadline));
    if (!done) co_return done.error();
    co_return reader.take();
}

awaitable<result<object_ptr>> api_client::write(const kind_info& kind, call c) {
    if (c.op == verb::remove_collection || c.answer_unread) {
        // A deletecollection returns the deleted objects or a Status; neither is needed.
        ignoring_reader ignored(max_answer);
        const auto gone = co_await run(c, ignored, saturating_add(loop_.now(), options_.call_deadline));
        if (!gone) co_return gone.error();
        co_return object_ptr();
    }
    object_reader reader(kind, max_answer, texts_, &c.find_cached);
    const auto done = co_await run(c, reader, saturating_add(loop_.now(), options_.call_deadline));
    if (!done) co_return done.error();
    co_return reader.take();
}

awaitable<result<>> api_client::remove_object(const kind_info& kind, object_key key, delete_options options) {
    call c = call_for(verb::remove, kind, std::move(key));
    if (options.dry_run) c.dry_run = "All";
    c.body = delete_body(options);
    c.may_start = std::move(options.may_start);
    const time_point due = saturating_add(loop_.now(), options_.call_deadline);
    if (!options.on_answer) {
        ignoring_reader ignored(max_answer);
        co_return co_await run(c, ignored, due);
    }
    deletion_reader reader(kind, max_answer, texts_);
    const auto done = co_await run(c, reader, due);
    if (!done) co_return done.error();
    if (const object_ptr last = reader.take()) options.on_answer(last);
    co_return done;
}

awaitable<result<std::vector<object_ptr>>> api_client::list_objects(const kind_info& kind,
                                                                    list_options options) {
    call c = call_for(verb::list, kind, {options.ns, ""});
    collection_query& q = c.query();
    q.label_selector = std::move(options.label_selector);
    q.field_selector = std::move(options.field_selector);
    q.limit = options.limit;
    const time_point due = saturating_add(loop_.now(), options_.list_deadline);
    std::vector<object_ptr> all;
    page_reader reader(kind, max_page);
    for (bool unpaged = false;;) {
        const auto done = co_await run(c, reader, due);
        if (!done && done.error().code == errc::gone && !q.continue_token.empty() && !unpaged) {
            // The list is too old to continue: request it once without pages.
            unpaged = true;
            all.clear();
            q.continue_token.clear();
            q.limit = 0;
            continue;
        }
        if (!done) co_return done.error();
        if (all.empty())
            all = std::move(reader.items());
        else
            all.insert(all.end(), std::make_move_iterator(reader.items().begin()),
                       std::make_move_iterator(reader.items().end()));
        q.continue_token = reader.meta().continue_token;
        if (q.continue_token.empty()) co_return all;
    }
}

awaitable<result<api_client::stream_ptr>> api_client::open(call c) {
    if (const auto ok = validate(c); !ok) co_return ok.error();
    attempt_state state;
    auto s = co_await send(c, state);
    state.span.end(s);
    if (!s && s.error().http_status == 401) {
        const bool others = co_await credentials_.renew(state.with);
        if (others) {
            s = co_await send(c, state);
            state.span.end(s);
        }
    }
    if (s && (*s)->head().status != 200) {
        const error e = co_await read_error(c, **s);
        co_return e;
    }
    co_return s;
}

// One call with all its requests. Implements with_deadline() inline, since another coroutine would
// cost every call.
awaitable<result<>> api_client::run(const call& c, body_reader& reader, time_point due) {
    if (const auto ok = validate(c); !ok) co_return ok.error();
    attempt_state state;
    retry_policy policy(c.writes(), due);
    result<> done;
    const time_point begin = loop_.now();
    cancel_scope scope(loop_, due);
    try {
        for (bool renewed = false;;) {
            done = co_await attempt(c, reader, state);
            state.span.end(done);
            if (done) break;
            if (done.error().http_status == 401 && !renewed) {
                renewed = true;
                const bool others = co_await credentials_.renew(state.with);
                if (others) continue;
            }
            const auto wait = policy.next(done.error(), loop_.now(), loop_.random());
            if (!wait) break;
            log_.debug("trying again", {{"error", done.error().message}, {"after", *wait}});
            co_await loop_.sleep(*wait);
        }
    } catch (const cancelled&) {
        if (!scope.timed_out() || scope.outer_active()) throw;
        done = error(errc::timeout, detail::timeout_text(c.describe(), loop_.now() - begin));
    }
    if (!done) co_return outcome_of(c, done.error(), state);
    co_return done;
}

awaitable<result<>> api_client::attempt(const call& c, body_reader& reader, attempt_state& state) {
    const auto s = co_await send(c, state);
    if (!s) co_return s.error();
    reader.start();
    for (std::size_t size = 0;;) {
        const auto piece = co_await (*s)->read();
        if (!piece && reader.is_needed()) co_return piece.error().within(c.describe());
        if (!piece || piece->empty()) break;
        size += piece->size();
        if (size > reader.limit() && !reader.is_needed()) break;
        if (size > reader.limit())
            co_return error(errc::too_large,
                            fmt::format("{}: the response is over {} bytes", c.describe(), reader.limit()));
        if (const auto ok = reader.write(*piece); !ok) co_return ok.error().within(c.describe());
    }
    const auto ok = reader.finish();
    if (!ok) co_return ok.error().within(c.describe());
    co_return result<>();
}

// One request. Returns once the head of a 2xx response has arrived; reads any other response and
// returns it as an error.
awaitable<result<api_client::stream_ptr>> api_client::send(const call& c, attempt_state& state) {
    if (!credentials_.prepared()) {
        const auto ready = co_await credentials_.prepare();
        if (!ready) co_return ready.error().within(c.describe());
    }
    if (const result<> allowed = c.may_start ? c.may_start() : result<>(); !allowed)
        co_return allowed.error().within(c.describe());
    http::request r = to_request(c);
    r.may_start = c.may_start;
    r.urgent = is_of_lease(c);
    r.target.insert(0, options_.path_prefix);
    r.headers.add("User-Agent", user_agent_);
    state.with = credentials_.authorize(r);
    ++state.attempts;
    if (reconcile_trace* const trace = running_trace(loop_)) trace_request(*trace, c, r, state);
    const std::string method = r.method;
    const time_point begin = loop_.now();
    state.sent = true;
    auto s = co_await transport_.send(std::move(r), timeouts_for(c, options_.timeouts));
    const int status = s ? (*s)->head().status : 0;
    if (observer_) observer_->request(c, method, options_.host, status, loop_.now() - begin);
    if (state.span && status != 0) state.span.add("http.response.status_code", std::int64_t{status});
    if (!s) {
        if (http::surely_not_sent(s.error().code)) state.sent = false;
        co_return s.error().within(c.describe());
    }
    warnings_->take((*s)->head(), c);
    if (status >= 200 && status <= 299) {
        state.accepted = status;
        co_return s;
    }
    state.sent = false;
    const error e = co_await read_error(c, **s);
    co_return e;
}

// A partial body is enough: the status alone is an answer.
awaitable<void> api_client::read_error_body(http::response_stream& s, std::string& body) {
    while (body.size() < max_error_body) {
        const auto piece = co_await s.read();
        if (!piece || piece->empty()) break;
        body.append(piece->substr(0, max_error_body - body.size()));
    }
}

awaitable<error> api_client::read_error(const call& c, http::response_stream& s) {
    std::string body;
    // A watch's stream has no limit of its own, and a stalled response must not delay the next
    // attempt.
    (void)co_await with_timeout(loop_, options_.timeouts.idle, "error answer", read_error_body(s, body));
    error e = to_error(parse_status(body), s.head().status, c.describe());
    if (const auto after = parse_retry_after(s.head().find("Retry-After"))) e.retry_after = after;
    co_return e;
}

}}  // namespace setpoint::v0
