#include "framework/webhook/ca_injector.hpp"

#include "framework/core/base64.hpp"
#include "setpoint/api/admissionregistration_v1/mutating_webhook_configuration.hpp"
#include "setpoint/api/admissionregistration_v1/validating_webhook_configuration.hpp"
#include "setpoint/api/apiextensions_v1.hpp"
#include "setpoint/core/backoff.hpp"
#include "setpoint/webhook/conversion.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 {

using namespace admissionregistration_v1;

namespace {

struct webhook_part {
    interned_string name{};
    webhook_client_config client_config{};
    static constexpr auto describe() {
        using namespace schema;
        using self = webhook_part;
        return object("", field(&self::name, "name", ""), field(&self::client_config, "clientConfig", ""));
    }
};

template <class Whole>
struct configuration_part {
    object_meta metadata{};
    std::vector<webhook_part> webhooks{};
    static constexpr auto kind() { return partial<Whole>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = configuration_part;
        return object("", field(&self::metadata, "metadata", ""), field(&self::webhooks, "webhooks", ""));
    }
};

struct conversion_webhook_part {
    webhook_client_config client_config{};
    static constexpr auto describe() {
        using namespace schema;
        using self = conversion_webhook_part;
        return object("", field(&self::client_config, "clientConfig", ""));
    }
};
struct conversion_part {
    interned_string strategy{};
    std::optional<conversion_webhook_part> webhook{};
    static constexpr auto describe() {
        using namespace schema;
        using self = conversion_part;
        return object("", field(&self::strategy, "strategy", ""), field(&self::webhook, "webhook", ""));
    }
};
struct definition_spec_part {
    conversion_part conversion{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&definition_spec_part::conversion, "conversion", ""));
    }
};
struct definition_part {
    object_meta metadata{};
    definition_spec_part spec{};
    static constexpr auto kind() { return partial<apiextensions_v1::custom_resource_definition>(); }
    static constexpr auto describe() {
        using namespace schema;
        using self = definition_part;
        return object("", field(&self::metadata, "metadata", ""), field(&self::spec, "spec", ""));
    }
};

bool is_own(const webhook_client_config& c, const webhook_address& at) {
    if (at.url.empty())
        return c.service && c.service->ns == at.service_ns && c.service->name == at.service_name;
    return c.url && std::string_view(*c.url).starts_with(at.url_of("/"));
}

// Appends the steps that set the bundle where it is missing.
template <class Whole>
void add_steps(const configuration_part<Whole>& c, const ca_injector::wanted& w, json_patch& steps) {
    const std::string& bundle = w.bundle;
    for (std::size_t i = 0; i < c.webhooks.size(); ++i) {
        const webhook_client_config& client = c.webhooks[i].client_config;
        if (client.ca_bundle == bundle || !is_own(client, w.at)) continue;
        const std::string at = std::to_string(i);
        steps.add({"webhooks", at, "clientConfig", "caBundle"}, boost::json::value(bundle));
    }
}
void add_steps(const definition_part& d, const ca_injector::wanted& w, json_patch& steps) {
    const conversion_part& c = d.spec.conversion;
    const webhook_client_config* const at =
        c.strategy == "Webhook" && c.webhook ? &c.webhook->client_config : nullptr;
    if (w.at.url.empty()) {
        if (!at || at->ca_bundle == w.bundle || !is_own(*at, w.at)) return;
        steps.add({"spec", "conversion", "webhook", "clientConfig", "caBundle"},
                  boost::json::value(w.bundle));
        return;
    }
    const std::string url = w.at.url_of(conversion_path);
    if (at && at->url == url && at->ca_bundle == w.bundle) return;
    boost::json::object client{{"url", url}};
    if (!w.bundle.empty()) client["caBundle"] = w.bundle;
    steps.add(
        {"spec", "conversion"},
        {{"strategy", "Webhook"},
         {"webhook",
          {{"conversionReviewVersions", boost::json::array{"v1"}}, {"clientConfig", std::move(client)}}}});
}

constexpr backoff_policy injection_retries{std::chrono::seconds(1), 2.0, std::chrono::minutes(1), 0.5,
                                           duration::zero()};

constexpr duration rest_after_writing = std::chrono::seconds(10);

}  // namespace

struct ca_injector::target {
    virtual ~target() = default;
    virtual std::string text() const = 0;
    virtual json_patch steps(const wanted& w) const = 0;
    virtual awaitable<result<>> send(client& api, json_patch steps) const = 0;
    time_point rests_until{};
};

namespace {

template <class Part>
struct target_of final : ca_injector::target {
    target_of(cache& c, std::string n, std::function<void()> changed) : name(std::move(n)) {
        cached_collection& all = c.watch<Part>(cache_scope{{}, {}, "metadata.name=" + name});
        objects = &all;
        all.subscribe([changed](const object_change&) { changed(); });
    }
    const Part* find() const {
        held = objects->find(object_key::cluster(name));
        return static_cast<const Part*>(held.get());
    }
    std::string text() const override { return fmt::format("{} {}", kind_of<Part>().gvk.kind, name); }
    json_patch steps(const ca_injector::wanted& w) const override {
        json_patch s;
        if (const Part* const p = find()) add_steps(*p, w, s);
        return s;
    }
    awaitable<result<>> send(client& api, json_patch steps) const override {
        const Part* const p = find();
        write_options under;
        under.uid = p->metadata.uid;
        under.resource_version = p->metadata.resource_version;
        const auto done = co_await api.patch<Part>(object_key::cluster(name), std::move(steps), under);
        if (!done) co_return done.error();
        co_return result<>();
    }

    std::string name;
    cached_collection* objects;
    mutable object_ptr held;
};

}  // namespace

ca_injector::ca_injector(loop& l, cache& c, client& api, logger log, const targets& t)
    : loop_(l), api_(api), log_(std::move(log)), wanted_{{}, t.at}, changed_(l) {
    const auto changed = [this] {
        dirty_ = true;
        changed_.notify();
    };
    if (!t.validating.empty())
        targets_.push_back(std::make_unique<target_of<configuration_part<validating_webhook_configuration>>>(
            c, t.validating, changed));
    if (!t.mutating.empty())
        targets_.push_back(std::make_unique<target_of<configuration_part<mutating_webhook_configuration>>>(
            c, t.mutating, changed));
    for (const std::string& d : t.definitions)
        targets_.push_back(std::make_unique<target_of<definition_part>>(c, d, changed));
}

ca_injector::~ca_injector() = default;

void ca_injector::set_bundle(std::string bundle) {
    wanted_.bundle = base64_encode(bundle);
    known_ = true;
    dirty_ = true;
    changed_.notify();
}

std::vector<std::string> ca_injector::behind() const {
    std::vector<std::string> all;
    for (const auto& t : targets_)
        if (!t->steps(wanted_).empty()) all.push_back(t->text());
    return all;
}

awaitable<void> ca_injector::run() {
    backoff delays(injection_retries);
    std::string last;
    for (;;) {
        while (!known_ || (!dirty_ && loop_.now() < due_)) co_await changed_.wait(due_);
        dirty_ = false;
        const auto done = co_await inject_all();
        if (done) {
            delays.reset();
            last.clear();
            continue;
        }
        if (last != done.error().to_string())
            log_.warn("The CA of the webhooks cannot be injected", {{"error", done.error().to_string()}});
        last = done.error().to_string();
        dirty_ = true;
        co_await loop_.sleep(delays.next(loop_.now(), loop_.random()));
    }
}

// All are tried; the first error is returned. A conflict is none: the change that caused it arrives
// with the watch and marks everything dirty again.
awaitable<result<>> ca_injector::inject_all() {
    result<> outcome;
    due_ = never;
    for (const auto& t : targets_) {
        json_patch steps = t->steps(wanted_);
        if (steps.empty()) continue;
        if (loop_.now() < t->rests_until) {
            due_ = std::min(due_, t->rests_until);
            continue;
        }
        const auto done = co_await t->send(api_, std::move(steps));
        if (done) {
            t->rests_until = loop_.now() + rest_after_writing;
            log_.info("Injected the CA of the webhooks", {{"into", t->text()}});
        } else if (done.error().code != errc::conflict && outcome) {
            outcome = done.error().within(t->text());
        }
    }
    co_return outcome;
}

}}  // namespace setpoint::v0
