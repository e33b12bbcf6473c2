#include "setpoint/client/api_connection.hpp"

#include "framework/client/client_tls.hpp"
#include "framework/client/exec_plugin.hpp"
#include "framework/client/retry.hpp"
#include "setpoint/client/status.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

api_client_options completed(api_client_options o, const cluster_config& c) {
    o.host = c.server.authority();
    o.path_prefix = c.path_prefix;
    return o;
}

http::pool_options through(const cluster_config& c, client_tls& tls) {
    http::pool_options o;
    o.via = c.proxy;
    o.refused = [&tls] { return tls.check(); };
    return o;
}

std::unique_ptr<exec_plugin> plugin_of(loop& l, const cluster_config& c, client_tls& tls, const logger& log) {
    if (!c.credentials.exec) return nullptr;
    return std::make_unique<exec_plugin>(
        l, *c.credentials.exec, [&l](command run) { return run_command(l, std::move(run)); },
        [&tls](const std::string& cert, const secret& key) { return tls.use_pair(cert, key); }, log);
}

}  // namespace

api_connection::api_connection(loop& l, cluster_config config, const config_sources& sources, logger log,
                               api_client_options options, client_observer* observer)
    : config_(std::move(config)),
      tls_(std::make_unique<client_tls>(config_, l.time(), sources.read_file, log)),
      plugin_(plugin_of(l, config_, *tls_, log)),
      pool_(
          l, config_.server, [this] { return tls_->current(); }, through(config_, *tls_)),
      who_(config_.credentials, l.time(), sources.read_file, log, plugin_.get(),
           {[this] { return tls_->version(); }, [this] { tls_->check(); }}),
      api_(l, pool_, who_, std::move(log), completed(std::move(options), config_), observer) {}

api_connection::~api_connection() = default;

awaitable<void> api_connection::keep_credentials() {
    if (plugin_) co_await plugin_->serve();
}

awaitable<result<std::string>> api_connection::send(http::request r, std::size_t most) {
    credential_stamp with;
    auto done = co_await try_send(r, most, with);
    if (done || done.error().http_status != 401) co_return done;
    const bool others = co_await who_.renew(with);
    if (others) done = co_await try_send(std::move(r), most, with);
    co_return done;
}

awaitable<result<std::unique_ptr<http::response_stream>>> api_connection::authorized_transport::send(
    http::request r, http::timeouts t) {
    result<std::unique_ptr<http::response_stream>> s = error(errc::unauthorized, "");
    for (bool renewed = false;; renewed = true) {
        if (!of.who_.prepared()) {
            const auto ready = co_await of.who_.prepare();
            if (!ready) {
                error why = ready.error();
                why.code = errc::unreachable;  // callers of a transport know by it that nothing was sent
                co_return why;
            }
        }
        http::request one = r;
        const credential_stamp with = of.who_.authorize(one);
        s = co_await of.pool_.send(std::move(one), t);
        if (!s || (*s)->head().status != 401 || renewed) co_return s;
        const bool others = co_await of.who_.renew(with);
        if (!others) co_return s;
    }
}

awaitable<result<std::string>> api_connection::try_send(http::request r, std::size_t most,
                                                        credential_stamp& with) {
    const std::string what = fmt::format("{} {}", r.method, r.target.substr(0, r.target.find('?')));
    if (!who_.prepared()) {
        const auto ready = co_await who_.prepare();
        if (!ready) co_return ready.error().within(what);
    }
    r.target.insert(0, config_.path_prefix);
    r.headers.add("User-Agent", "setpoint/" SETPOINT_VERSION);
    with = who_.authorize(r);
    const auto s = co_await pool_.send(std::move(r), {});
    if (!s) co_return s.error().within(what);
    const int status = (*s)->head().status;
    const bool good = status >= 200 && status <= 299;
    auto body = co_await http::read_all(**s, good ? most : api_client::max_error_body);
    if (good && !body) co_return body.error().within(what);
    if (good) co_return body;
    error e = to_error(parse_status(body ? *body : std::string()), status, what);
    if (const auto after = parse_retry_after((*s)->head().find("Retry-After"))) e.retry_after = after;
    co_return e;
}

}}  // namespace setpoint::v0
