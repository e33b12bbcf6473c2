#pragma once
// Decides what is recorded, and passes events on to the log and to the webhook. No I/O: both are functions.

#include "apiserver/audit/event.hpp"
#include "apiserver/audit/policy.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/random.hpp"
#include "setpoint/http/server.hpp"

#include <prometheus/collectable.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

class request_record;

// Where events go; both may be null.
struct outputs {
    // One line without its end. An exception counts as an event that was not recorded.
    std::function<void(std::string_view line)> log{};
    std::function<void(std::string event)> webhook{};
};

// Also kube-apiserver's metrics of audit logs.
class auditor : public prometheus::Collectable, public std::enable_shared_from_this<auditor> {
public:
    // `time` and `random` must outlive it.
    auditor(policy rules, outputs to, logger log, const clock& time, random_source& random)
        : policy_(std::move(rules)), to_(std::move(to)), log_(log), clock_(time), random_(random) {}

    // For one request, which must outlive its answer. Held by shared_ptr: a stream keeps it.
    std::shared_ptr<request_record> open(const http::server_request& r);
    // Requests that end later are not recorded.
    void close() { to_ = {}; }

    // What is recorded of the request; counts it.
    request_config begin(const authorization::attributes& of);
    void publish(const event& e);
    // Counts events that `plugin` could not deliver, and logs it unless `why` is empty.
    void lose(std::string_view plugin, std::size_t events, std::string_view why);
    wall_time now() const { return clock_.wall_now(); }

    std::vector<prometheus::MetricFamily> Collect() const override;

private:
    enum plugin : std::uint8_t { in_log, in_buffer, in_webhook, plugin_count };
    static constexpr std::array<std::string_view, plugin_count> plugin_names{"log", "buffered", "webhook"};

    policy policy_;
    outputs to_;
    logger log_;
    const clock& clock_;
    random_source& random_;
    std::uint64_t events_ = 0;
    std::array<std::uint64_t, level_names.size()> levels_{};
    std::array<std::uint64_t, plugin_count> lost_{};
};

}}}  // namespace setpoint::v0::apiserver::audit
