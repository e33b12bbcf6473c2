#include "apiserver/rest/kubeconfig_webhook.hpp"

#include "apiserver/go/text.hpp"
#include "framework/client/run_command.hpp"
#include "setpoint/api/time.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/core/race.hpp"
#include "setpoint/core/shortened.hpp"
#include "setpoint/http/detail/pool.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr int throttled = 429, server_failed = 500, answered_too_late = 504;

bool is_success(int status) {
    constexpr int first = 200, last = 299;
    return status >= first && status <= last;
}

// DefaultRetryBackoff
backoff_policy retry_policy() {
    return {.base = std::chrono::milliseconds(500), .factor = 1.5, .jitter = 0.2};
}

config_sources sources_with(const secret& kubeconfig, const std::string& name) {
    config_sources out = system_sources();
    out.read_file = [text = kubeconfig, name, read = out.read_file](const std::string& path) {
        return path == name ? result<std::string>(std::string(text.reveal())) : read(path);
    };
    return out;
}

cluster_config load(const config_sources& sources, const std::string& name, wall_time now) {
    auto out = load_config({.kubeconfig = name, .context = {}}, sources, now);
    if (!out) throw fault(out.error());
    return std::move(*out);
}

std::unique_ptr<exec_plugin> plugin_of(loop& l, const cluster_config& c, client_tls& tls, const logger& log) {
    if (!c.credentials.exec) return nullptr;
    return std::make_unique<exec_plugin>(
        l, *c.credentials.exec, [&l](command run) { return run_command(l, std::move(run)); },
        [&tls](const std::string& cert, const secret& key) { return tls.use_pair(cert, key); }, log);
}

std::unique_ptr<http::transport> pool_of(loop& l, const cluster_config& c, client_tls& tls) {
    http::pool_options o;
    o.via = c.proxy;
    o.refused = [&tls] { return tls.check(); };
    return std::make_unique<http::https_pool>(l, c.server, [&tls] { return tls.current(); }, std::move(o));
}

// NewGenericServerResponse of apimachinery.
constexpr std::size_t most_shown = 1024;  // of a response, in errors

std::string text_of_status(int status, const std::string& body) {
    switch (status) {
        case 400:
            return "the server rejected our request for an unknown reason";
        case 401:
            return "the server has asked for the client to provide credentials";
        case 403:
            return body.empty() ? "unknown" : shortened(body, most_shown);
        case 404:
            return "the server could not find the requested resource";
        case 405:
            return "the server does not allow this method on the requested resource";
        case throttled:
            return "the server has received too many requests and has asked us to try again later";
        case server_failed:
            return fmt::format("an error on the server ({}) has prevented the request from succeeding",
                               go_text::quoted(body.empty() ? "unknown" : shortened(body, most_shown)));
        case 503:
            return "the server is currently unable to handle the request";
        case answered_too_late:
            return "the server was unable to return a response in the time allotted, but may still be "
                   "processing the request";
        default:
            return fmt::format(
                "the server responded with the status code {} but did not return more information", status);
    }
}

error refused_by_server(int status, const std::string& body) {
    return {errc::server_error, text_of_status(status, body)};
}

}  // namespace

bool webhook_retries::may_pass(int status, errc code, bool has_date) {
    if (status == 0) return code == errc::connection_lost;
    return has_date || status == throttled || status == server_failed || status == answered_too_late;
}

duration webhook_retries::next(random_source& random) {
    backoff pause(retry_policy());
    duration out{0};
    for (unsigned i = 0; i < calls_; ++i) out = pause.next({}, random);
    ++calls_;
    return out;
}

kubeconfig_webhook::kubeconfig_webhook(loop& l, const logger& log, const secret& kubeconfig,
                                       const std::string& name, duration timeout, const connector& connect)
    : loop_(l),
      sources_(sources_with(kubeconfig, name)),
      config_(load(sources_, name, l.wall_now())),
      timeout_(timeout),
      target_(fmt::format("{}?timeout={}", config_.path_prefix.empty() ? "/" : config_.path_prefix,
                          go_duration(timeout).to_string())),
      tls_(std::make_unique<client_tls>(config_, l.time(), sources_.read_file, log)),
      plugin_(plugin_of(l, config_, *tls_, log)),
      to_(connect ? connect(config_) : pool_of(l, config_, *tls_)),
      who_(std::make_unique<setpoint::credentials>(
          config_.credentials, l.time(), sources_.read_file, log, plugin_.get(),
          certificate_check{[this] { return tls_->version(); }, [this] { tls_->check(); }})) {}

kubeconfig_webhook::~kubeconfig_webhook() = default;

awaitable<result<kubeconfig_webhook::attempt>> kubeconfig_webhook::send(std::string body) {
    if (!who_->prepared())
        if (auto ready = co_await who_->prepare(); !ready) co_return ready.error();
    http::request r;
    r.method = "POST";
    r.target = target_;
    r.headers.add("Content-Type", "application/json");
    r.headers.add("Accept", "application/json, */*");
    r.headers.add("User-Agent", "setpoint-apiserver");
    r.body = std::move(body);
    who_->authorize(r);
    auto stream = co_await to_->send(std::move(r), {});
    if (!stream) co_return stream.error();
    auto text = co_await http::read_all(**stream, max_answer);
    if (!text) co_return text.error();
    const http::response_head& head = (*stream)->head();
    co_return attempt{head.status, !head.find("Retry-After").empty(), std::move(*text),
                      std::string(head.find("Content-Type"))};
}

awaitable<result<kubeconfig_webhook::attempt>> kubeconfig_webhook::send_in_time(std::string body) {
    co_return co_await with_timeout(loop_, timeout_, "the webhook", send(std::move(body)));
}

result<std::string> kubeconfig_webhook::body_of(result<attempt> got) const {
    if (!got) {
        const std::string url =
            fmt::format("{}://{}{}", config_.server.scheme, config_.server.authority(), target_);
        return error(got.error().code, fmt::format("Post {}: {}", go_text::quoted(url), got.error().message));
    }
    if (!is_success(got->status)) return refused_by_server(got->status, got->body);
    return std::move(got->body);
}

awaitable<result<std::string>> kubeconfig_webhook::post_once(std::string body) {
    co_return body_of(co_await send_in_time(std::move(body)));
}

awaitable<result<std::string>> kubeconfig_webhook::post(std::string body) {
    webhook_retries retries;
    for (;;) {
        auto got = co_await send_in_time(body);
        const int status = got ? got->status : 0;
        if (is_success(status) && got->body.empty())
            co_return error(errc::bad_data,
                            fmt::format("0-length response with status code: {} and content type: {}", status,
                                        got->type));
        const bool again = !is_success(status) &&
                           webhook_retries::may_pass(status, got ? errc::server_error : got.error().code,
                                                     got && got->has_date);
        if (!again || retries.is_over()) co_return body_of(std::move(got));
        co_await loop_.sleep(retries.next(loop_.random()));
    }
}

}}}  // namespace setpoint::v0::apiserver
