#include "setpoint/manager/connection.hpp"

#include "setpoint/client/api_connection.hpp"

#include <prometheus/counter.h>
#include <prometheus/histogram.h>

#include <map>

namespace setpoint { inline namespace v0 {

namespace {

// Counts and times requests as client-go does.
class request_metrics final : public client_observer {
public:
    request_metrics(metrics& m, std::function<void(const call&)> seen)
        : metrics_(m), seen_(std::move(seen)) {}

    void request(const call& c, std::string_view method, std::string_view host, int code,
                 duration took) override {
        if (seen_) seen_(c);
        auto& counter = counters_[{code, std::string(method)}];
        if (!counter) {
            const std::string status = code == 0 ? "<error>" : std::to_string(code);
            counter = &metrics_.counter(
                "rest_client_requests_total",
                {{"code", status}, {"method", std::string(method)}, {"host", std::string(host)}});
        }
        counter->Increment();
        auto& time = times_[std::string(method)];
        if (!time)
            time = &metrics_.histogram("rest_client_request_duration_seconds",
                                       {{"verb", std::string(method)}, {"host", std::string(host)}});
        time->Observe(std::chrono::duration<double>(took).count());
    }

private:
    metrics& metrics_;
    std::function<void(const call&)> seen_;
    std::map<std::pair<int, std::string>, prometheus::Counter*> counters_;
    std::map<std::string, prometheus::Histogram*> times_;
};

api_client_options named(std::string name) {
    api_client_options o;
    o.name = std::move(name);
    return o;
}

}  // namespace

struct connection::parts {
    parts(loop& l, cluster_config config, std::string name, const logger& log, metrics& m,
          std::function<void(const call&)> seen)
        : observer(m, std::move(seen)),
          to_api(l, std::move(config), system_sources(), log, named(std::move(name)), &observer) {}
    request_metrics observer;
    api_connection to_api;
};

connection::connection(loop& l, cluster_config config, std::string name, logger log, metrics& m,
                       std::function<void(const call&)> seen)
    : parts_(std::make_unique<parts>(l, std::move(config), std::move(name), log, m, std::move(seen))) {
    const cluster_config& used = parts_->to_api.config();
    if (used.tls.insecure_skip_verify) {
        log.warn("The certificate of the API server is not verified: insecure-skip-tls-verify is set",
                 {{"config", used.description}});
    }
}

connection::~connection() = default;
awaitable<result<>> connection::probe() {
    http::request r;
    r.target = parts_->to_api.config().path_prefix + "/version";
    auto answer = co_await parts_->to_api.connections().send(std::move(r), {});
    if (!answer) co_return explain(parts_->to_api.config(), answer.error());
    // Reading to the end keeps the connection open for the first list.
    constexpr std::size_t version_limit = 64 * 1024;
    auto body = co_await http::read_all(**answer, version_limit);
    if (!body) co_return body.error();
    co_return result<>();
}

awaitable<void> connection::keep_credentials() {
    co_await parts_->to_api.keep_credentials();
}

setpoint::client& connection::client() {
    return parts_->to_api.api();
}

http::transport& connection::transport() {
    return parts_->to_api.authorized();
}

namespace {

api_client_options named(std::string name, std::string host, std::string path_prefix) {
    api_client_options o = named(std::move(name));
    o.host = std::move(host);
    o.path_prefix = std::move(path_prefix);
    return o;
}

}  // namespace

struct detached_connection::parts {
    parts(loop& l, http::transport& net, api_client_options o, const logger& log, metrics& m)
        : observer(m, {}),
          nobody({}, l.time(), system_sources().read_file, log),
          api(l, net, nobody, log, std::move(o), &observer) {}
    request_metrics observer;
    credentials nobody;
    api_client api;
};

detached_connection::detached_connection(loop& l, http::transport& net, std::string name, std::string host,
                                         std::string path_prefix, logger log, metrics& m)
    : parts_(std::make_unique<parts>(l, net, named(std::move(name), std::move(host), std::move(path_prefix)),
                                     log, m)) {}

detached_connection::~detached_connection() = default;

setpoint::client& detached_connection::client() {
    return parts_->api;
}

}}  // namespace setpoint::v0
