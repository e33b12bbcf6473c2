#include "framework/manager/webhook_host.hpp"

#include "framework/manager/tls_files.hpp"
#include "framework/webhook/webhook_server.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "setpoint/core/backoff.hpp"

#include <boost/json/array.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

constexpr backoff_policy retries{std::chrono::seconds(1), 2.0, std::chrono::seconds(30), 0.5,
                                 duration::zero()};

}  // namespace

manager::webhook_host::webhook_host(manager& m)
    : of_(m),
      log_(m.log_.with({{"server", "webhooks"}})),
      at_(address_of(m.options_)),
      admission_(m.loop_, m.unfenced_reads_, log_, m.metrics_),
      conversion_(log_, m.metrics_),
      handler_(webhook_handler(admission_, conversion_, m.options_.webhooks.authenticate)) {
    for (const webhook_declaration& d : m.webhooks_) admission_.add(d);
    for (const conversion_declaration& d : m.conversions_) conversion_.add(d);
}

// Outside of a cluster nothing could call them at a Service.
bool manager::webhook_host::is_served() const {
    const webhook_options& o = of_.options_.webhooks;
    return o.address != "0" && (!o.ns.empty() || !o.url.empty() || !o.cert_dir.empty());
}

void manager::webhook_host::open() {
    const webhook_options& o = of_.options_.webhooks;
    if (!is_served()) {
        if (o.address != "0")
            log_.warn(
                "The webhooks are not served: this is not a pod. Use --webhook-url to have a cluster "
                "call this process");
        serving_ = true;  // nothing is waited for
        return;
    }
    auto listen = http::parse_listen_address(o.address, "--webhook-port");
    if (!listen) throw fault(listen.error());
    webhook_server_options so;
    so.at = *listen;
    so.flag = "--webhook-port";
    so.tls = make_tls();
    // With files somebody else injects their CA, but a URL is registered by this process.
    if (keeper_ || !at_.url.empty()) make_injector();
    server_.emplace(of_.loop_, of_.log_, server_options_for(std::move(so)), handler_);
    if (const auto opened = server_->open(); !opened) throw fault(opened.error());
}

std::function<http::tls_context_ptr()> manager::webhook_host::make_tls() {
    if (of_.options_.webhooks.cert_dir.empty()) {
        keep_certificates();
        return [this] { return keeper_->current(); };
    }
    read_files();
    return [this] { return files_->current(); };
}

void manager::webhook_host::read_files() {
    const webhook_options& o = of_.options_.webhooks;
    std::vector<http::tls_file> files = tls_files_in(o.cert_dir, "--webhook-cert-dir");
    if (!o.client_ca_file.empty())
        files.push_back({o.client_ca_file, "client-ca", "--webhook-client-ca-file"});
    files_.emplace(of_.loop_.time(), system_sources().read_file, log_, std::move(files),
                   measured_pair(of_.metrics_, "webhooks"));
    reads_ = count_reads(*files_, of_.metrics_);
    if (const result<> ok = files_->load(); !ok) throw fault(ok.error());
}

void manager::webhook_host::keep_certificates() {
    const webhook_options& o = of_.options_.webhooks;
    certificate_keeper::options k;
    if (o.url.empty()) k.secret = webhook_secret(of_.options_);
    k.names = webhook_host_names(at_);
    if (!o.client_ca_file.empty())
        k.client_ca = [file = o.client_ca_file]() -> result<std::string> {
            auto text = system_sources().read_file(file);
            if (!text)
                return error(errc::bad_config,
                             fmt::format("--webhook-client-ca-file: {}: {}", file, text.error().message));
            return text;
        };
    keeper_.emplace(of_.loop_, of_.api_, log_, std::move(k));
    keeper_->certificate_changed = [this, &expiry = certificate_expiry(of_.metrics_, "webhooks")] {
        measure_expiry(expiry, keeper_->certificate());
    };
}

void manager::webhook_host::make_injector() {
    targets_.emplace(of_.loop_, of_.api_, log_, of_.metrics_);
    injector_.emplace(of_.loop_, *targets_, of_.api_, log_, targets());
    if (keeper_)
        keeper_->bundle_changed = [this] { injector_->set_bundle(keeper_->ca_bundle()); };
    else
        injector_->set_bundle(ca_bundle());
}

ca_injector::targets manager::webhook_host::targets() const {
    ca_injector::targets t;
    for (const webhook_declaration& d : of_.webhooks_) {
        if (d.defaults) t.mutating = configuration_name(of_.options_.name, true);
        if (d.validates) t.validating = configuration_name(of_.options_.name, false);
    }
    for (const conversion_declaration& d : of_.conversions_) t.definitions.push_back(definition_name(d));
    t.at = at_;
    return t;
}

void manager::webhook_host::start(task_scope& in) {
    if (!server_) return;
    if (keeper_) in.spawn("webhook certificates", keeper_->run());
    if (injector_) {
        targets_->start(in);
        in.spawn("webhook CA injection", injector_->run());
    }
    in.spawn("webhook server", serve());
    if (!at_.url.empty()) in.spawn("webhook registration", register_at_url());
}

awaitable<void> manager::webhook_host::serve() {
    if (keeper_) co_await keeper_->wait_ready();
    if (const auto started = server_->start(); !started) throw fault(started.error());
    serving_ = true;
    log_.info("Serving webhooks", {{"port", server_->port()}});
}

std::string manager::webhook_host::ca_bundle() const {
    if (keeper_) return keeper_->ca_bundle();
    // Beside the pair in Secrets of cert-manager; without it the certificate is trusted by the system.
    const auto text = system_sources().read_file(in_folder(of_.options_.webhooks.cert_dir, "ca.crt"));
    return text ? *text : std::string();
}

// What is registered stays when the process ends, as with manifests: requests then fail rather than go
// unchecked.
awaitable<void> manager::webhook_host::register_at_url() {
    if (keeper_) co_await keeper_->wait_ready();
    backoff delays(retries);
    std::string last;
    for (;;) {
        const auto done = co_await apply_configurations();
        if (done) break;
        if (last != done.error().to_string())
            log_.warn("The webhooks cannot be registered", {{"error", done.error().to_string()}});
        last = done.error().to_string();
        co_await of_.loop_.sleep(delays.next(of_.loop_.now(), of_.loop_.random()));
    }
    log_.info("Registered the webhooks", {{"url", at_.url}});
}

awaitable<result<>> manager::webhook_host::apply_configurations() {
    webhook_address at = at_;
    at.ca_bundle = ca_bundle();
    const std::string& name = of_.options_.name;
    const auto mutating = mutating_configuration(name, of_.webhooks_, at);
    const auto validating = validating_configuration(name, of_.webhooks_, at);
    if (!mutating) throw fault(mutating.error());
    if (!validating) throw fault(validating.error());
    if (!mutating->webhooks.empty()) {
        const auto done = co_await of_.api_.apply(*mutating);
        if (!done) co_return done.error();
    }
    if (!validating->webhooks.empty()) {
        const auto done = co_await of_.api_.apply(*validating);
        if (!done) co_return done.error();
    }
    co_return result<>();
}

awaitable<void> manager::webhook_host::stop(time_point unrouted, duration limit) {
    if (!server_) co_return;
    const bool by_service = at_.url.empty() && !of_.options_.webhooks.ns.empty();
    const time_point now = of_.loop_.now();
    if (by_service && serving_ && now < unrouted) co_await server_->leave(unrouted - now);
    co_await server_->stop(limit);
}

std::string manager::webhook_host::problem() const {
    if (serving_) return {};
    return keeper_ && !keeper_->problem().empty() ? keeper_->problem() : std::string("not serving yet");
}

boost::json::value manager::webhook_host::describe() const {
    boost::json::object o;
    boost::json::array paths;
    for (const std::string& p : admission_.paths()) paths.emplace_back(p);
    if (!conversion_.empty()) paths.emplace_back(std::string(conversion_path));
    o["paths"] = std::move(paths);
    if (server_) o["port"] = server_->port();
    if (const std::string why = problem(); !why.empty()) o["problem"] = why;
    if (injector_) {
        boost::json::array behind;
        for (const std::string& t : injector_->behind()) behind.emplace_back(t);
        o["withoutCA"] = std::move(behind);
    }
    return o;
}

}}  // namespace setpoint::v0
