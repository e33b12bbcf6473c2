#include "framework/webhook/certificate_keeper.hpp"

#include "setpoint/core/backoff.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

namespace {

constexpr const char *ca_crt = "ca.crt", *ca_key = "ca.key", *tls_crt = "tls.crt", *tls_key = "tls.key";

std::optional<webhook_keys> keys_in(const core_v1::secret& s) {
    for (const char* name : {ca_crt, ca_key, tls_crt, tls_key})
        if (!find_value(s, name)) return std::nullopt;
    return webhook_keys{std::string(find_value(s, ca_crt)->reveal()), *find_value(s, ca_key),
                        std::string(find_value(s, tls_crt)->reveal()), *find_value(s, tls_key)};
}

// Of those that need the API server.
constexpr backoff_policy retries{std::chrono::seconds(1), 2.0, std::chrono::seconds(30), 0.5,
                                 duration::zero()};

}  // namespace

certificate_keeper::certificate_keeper(loop& l, client& api, logger log, options o)
    : loop_(l),
      api_(api),
      log_(o.secret ? log.with({{"secret", o.secret->to_string()}}) : std::move(log)),
      options_(std::move(o)),
      ready_(l) {}

awaitable<void> certificate_keeper::run() {
    backoff delays(retries);
    for (;;) {
        const auto next = co_await step();
        if (!next) {
            if (problem_ != next.error().to_string())
                log_.warn("The certificates of the webhooks cannot be kept",
                          {{"error", next.error().to_string()}});
            problem_ = next.error().to_string();
            co_await loop_.sleep(delays.next(loop_.now(), loop_.random()));
            continue;
        }
        delays.reset();
        problem_.clear();
        const duration until = *next - loop_.wall_now();
        co_await loop_.sleep(std::clamp(until, duration::zero(), options_.period));
    }
}

// Returns when to look again: now, after each write, since the answer may not be what was written.
awaitable<result<wall_time>> certificate_keeper::step() {
    if (!options_.secret) co_return step_in_memory();
    const auto found = co_await api_.get<core_v1::secret>(*options_.secret);
    if (!found && found.error().code != errc::not_found) co_return found.error();
    // A clock that was set back may make the certificate one that is not valid yet.
    const wall_time now = loop_.wall_now();
    if (found && (*found)->metadata.resource_version == seen_ && adopted_at_ <= now && now < look_again_ &&
        !options_.client_ca)
        co_return look_again_;
    std::optional<webhook_keys> stored;
    if (found) stored = keys_in(**found);
    auto plan = plan_certificates(stored, options_.names, loop_.wall_now(), loop_.random(), options_.times);
    if (!plan) co_return plan.error();
    if (plan->write && plan->from_nothing && ready()) plan = restored();
    if (!plan) co_return plan.error();
    if (!plan->write) {
        if (auto ok = adopt(std::move(*stored)); !ok) co_return ok.error();
        seen_ = (*found)->metadata.resource_version;
        adopted_at_ = now;
        look_again_ = plan->look_again;
        co_return look_again_;
    }
    const auto done = co_await write(*plan->write, found ? found->get() : nullptr);
    // Another replica was faster: what it wrote counts.
    const bool lost =
        !done && (done.error().code == errc::conflict || done.error().code == errc::already_exists ||
                  done.error().code == errc::unknown_outcome);
    if (!done && !lost) co_return done.error();
    if (done) log_.info("Wrote certificates for the webhooks", {{"reason", plan->why}});
    co_return loop_.wall_now();
}

// Somebody deleted or broke the Secret: what this process serves with is put back, since a new CA would not
// be trusted until it is injected.
result<certificate_plan> certificate_keeper::restored() {
    auto plan = plan_certificates(held_, options_.names, loop_.wall_now(), loop_.random(), options_.times);
    if (!plan || plan->write) return plan;
    return certificate_plan{held_, "the Secret was lost", loop_.wall_now(), false};
}

result<wall_time> certificate_keeper::step_in_memory() {
    std::optional<webhook_keys> held;
    if (ready()) held = held_;
    auto plan = plan_certificates(held, options_.names, loop_.wall_now(), loop_.random(), options_.times);
    if (!plan) return plan.error();
    if (plan->write) log_.info("Made certificates for the webhooks", {{"reason", plan->why}});
    if (auto ok = adopt(plan->write ? std::move(*plan->write) : held_); !ok) return ok.error();
    return plan->look_again;
}

awaitable<result<>> certificate_keeper::write(const webhook_keys& keys, const core_v1::secret* before) {
    core_v1::secret s;
    if (before) s = *before;
    s.metadata.ns = options_.secret->ns;
    s.metadata.name = options_.secret->name;
    if (!before) s.type = "kubernetes.io/tls";
    s.data[ca_crt] = secret(keys.ca_bundle);
    s.data[ca_key] = keys.ca_key;
    s.data[tls_crt] = secret(keys.cert);
    s.data[tls_key] = keys.key;
    if (!before) {
        const auto made = co_await api_.create(s);
        if (!made) co_return made.error();
        co_return result<>();
    }
    boost::json::object data;
    const boost::json::object tree = object_to_json(s);
    for (const char* name : {ca_crt, ca_key, tls_crt, tls_key}) data[name] = tree.at("data").at(name);
    write_options under;
    under.uid = before->metadata.uid;
    under.resource_version = before->metadata.resource_version;
    const auto done =
        co_await api_.merge_patch<core_v1::secret>(*options_.secret, {{"data", std::move(data)}}, under);
    if (!done) co_return done.error();
    co_return result<>();
}

result<> certificate_keeper::adopt(webhook_keys keys) {
    std::string client_ca;
    if (options_.client_ca) {
        auto text = options_.client_ca();
        if (!text) return text.error();
        client_ca = std::move(*text);
    }
    const bool same_bundle = keys.ca_bundle == held_.ca_bundle, same_certificate = keys.cert == held_.cert;
    if (!tls_ || keys.cert != held_.cert || keys.key != held_.key || client_ca != client_ca_) {
        auto made = http::make_server_tls(keys.cert, keys.key, client_ca);
        if (!made) return made.error();
        tls_ = std::move(*made);
        client_ca_ = std::move(client_ca);
    }
    held_ = std::move(keys);
    if (!same_bundle && bundle_changed) bundle_changed();
    if (!same_certificate && certificate_changed) certificate_changed();
    ready_.set();
    return {};
}

}}  // namespace setpoint::v0
