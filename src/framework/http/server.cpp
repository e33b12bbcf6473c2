#include "setpoint/http/server.hpp"

#include "framework/http/listener.hpp"
#include "framework/http/server_session.hpp"
#include "setpoint/core/race.hpp"

#include <list>

namespace setpoint { inline namespace v0 { namespace http {

std::string_view server_request::query() const {
    const std::size_t at = target.find('?');
    return at == std::string::npos ? std::string_view() : std::string_view(target).substr(at + 1);
}

response text_response(int status, std::string_view line) {
    return {status, {{"Content-Type", "text/plain; charset=utf-8"}}, std::string(line) + "\n"};
}

response not_found() {
    return text_response(404, "not found");
}

response method_not_allowed(std::string_view allowed) {
    response r = text_response(405, "method not allowed");
    r.headers.push_back({"Allow", std::string(allowed)});
    return r;
}

struct server::impl {
    impl(loop& the_loop, logger to, server_options o, handler h)
        : l(the_loop),
          log(to.with({{"server", o.name}})),
          options(std::move(o)),
          handle(std::move(h)),
          from(the_loop),
          ended(the_loop),
          tasks(the_loop, options.name,
                [this](std::string_view, std::exception_ptr why) { note_failure(why); }) {}

    // Removes the session from the list when it is destroyed, whether or not its task ever ran.
    struct unregister {
        impl* server;
        void operator()(server_session* s) const {
            server->sessions.remove(s);
            delete s;
            server->ended.notify();
        }
    };
    using session_ptr = std::unique_ptr<server_session, unregister>;

    void note_failure(const std::exception_ptr& why) const {
        try {
            std::rethrow_exception(why);
        } catch (const connection_end&) {
            log.debug("a connection was ended without a response");
        } catch (...) {  // rule-ok: logged
            log.error("a connection's task failed");
        }
    }
    awaitable<void> accept();
    awaitable<void> make_room();
    static awaitable<void> serve(session_ptr session) { co_await session->run(); }
    session_ptr add(std::unique_ptr<byte_stream> stream) {
        sessions.push_back(new server_session(l, log, options, handle, stock, std::move(stream)));
        if (leaving) sessions.back()->last_response();
        return session_ptr(sessions.back(), unregister{this});
    }

    loop& l;
    logger log;
    server_options options;
    handler handle;
    listener from;
    buffer_stock stock;
    std::list<server_session*> sessions;
    notifier ended;  // a session has ended
    bool leaving = false;
    task_scope tasks;
};

awaitable<void> server::impl::accept() {
    for (;;) {
        result<std::unique_ptr<byte_stream>> stream = co_await from.accept();
        if (!from.is_open()) co_return;
        if (!stream) {
            log.warn("accepting no connections for 1 s", {{"error", stream.error().message}});
            co_await l.sleep(std::chrono::seconds(1));
            continue;
        }
        if (!*stream) continue;
        co_await make_room();
        if (!from.is_open()) co_return;
        tasks.spawn(options.name + " connection", serve(add(std::move(*stream))));
    }
}

awaitable<void> server::impl::make_room() {
    // Long for a client that reads, short for those who wait behind one that does not.
    constexpr duration patience = std::chrono::seconds(2), look_again = std::chrono::milliseconds(500);
    const time_point began = l.now();
    while (sessions.size() >= options.max_connections) {
        const auto longest = [this](time_point (server_session::*since)() const) {
            return *std::ranges::min_element(sessions, {},
                                             [&](const server_session* s) { return (s->*since)(); });
        };
        server_session* const waiting = longest(&server_session::waiting_since);
        server_session* const streaming = longest(&server_session::streaming_since);
        if (waiting->waiting_since() != never) {
            waiting->finish();
        } else {
            for (server_session* s : sessions)
                if (s->is_stalled(patience)) s->cut();
            // Streams may last for hours, and their clients expect an end.
            if (l.now() - began >= patience && streaming->streaming_since() != never) streaming->finish();
        }
        co_await ended.wait(saturating_add(l.now(), look_again));
    }
}

server::server(loop& l, logger log, server_options options, handler h)
    : impl_(std::make_unique<impl>(l, std::move(log), std::move(options), std::move(h))) {}

server::~server() = default;

result<> server::open() {
    const result<> opened = impl_->from.open(impl_->options.at, impl_->options.flag);
    if (!opened) return opened.error().within(impl_->options.name);
    return {};
}

result<> server::start() {
    if (!impl_->from.is_open())
        if (const result<> opened = open(); !opened) return opened;
    impl_->log.info("listening", {{"address", listen_address{impl_->options.at.host, port()}.text()}});
    impl_->tasks.spawn(impl_->options.name + " listener", impl_->accept());
    return {};
}

std::uint16_t server::port() const {
    return impl_->from.port();
}
std::size_t server::connections() const {
    return impl_->sessions.size();
}

awaitable<void> server::leave(duration d) {
    impl_->leaving = true;
    for (server_session* session : impl_->sessions) session->last_response();
    co_await impl_->l.sleep(d);
}

awaitable<void> server::stop(duration limit) {
    impl& s = *impl_;
    s.from.close();
    for (server_session* session : s.sessions) session->finish();
    const auto in_time = co_await with_timeout(s.l, limit, "requests under way", s.tasks.join());
    if (!in_time) s.log.warn("requests were cut", {{"error", in_time.error().message}});
}

}}}  // namespace setpoint::v0::http
