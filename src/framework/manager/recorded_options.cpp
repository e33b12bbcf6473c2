#include "setpoint/manager/replayed_manager.hpp"

#include <boost/json/array.hpp>
#include <boost/json/value_to.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

boost::json::object recorded_options(const manager_options& o) {
    boost::json::array namespaces;
    for (const std::string& one : o.namespaces) namespaces.emplace_back(one);
    const election_options& e = o.election;
    return {{"name", o.name},
            {"instance", o.instance},
            {"namespaces", std::move(namespaces)},
            {"streamingLists", o.streaming_lists},
            {"maxConcurrentReconciles", o.max_concurrent_reconciles},
            {"pauseAll", o.pause_all},
            {"loopBreaker", o.loop_breaker},
            {"shutdownTimeout", o.shutdown_timeout.count()},
            {"logLevel", static_cast<int>(o.level)},
            {"election", boost::json::object{{"enabled", e.enabled},
                                             {"id", e.id},
                                             {"namespace", e.ns},
                                             {"identity", e.identity},
                                             {"leaseDuration", e.lease_duration.count()},
                                             {"renewDeadline", e.renew_deadline.count()},
                                             {"retryPeriod", e.retry_period.count()},
                                             {"standBy", e.on_loss == on_lost_lease::stand_by}}}};
}

result<manager_options> options_of(const recording_header& h) {
    using boost::json::value_to;
    manager_options o;
    try {
        const boost::json::object& from = h.found.at("options").as_object();
        o.name = value_to<std::string>(from.at("name"));
        o.instance = value_to<std::string>(from.at("instance"));
        o.namespaces = value_to<std::vector<std::string>>(from.at("namespaces"));
        o.streaming_lists = from.at("streamingLists").as_bool();
        o.max_concurrent_reconciles = from.at("maxConcurrentReconciles").to_number<std::size_t>();
        o.pause_all = from.at("pauseAll").as_bool();
        o.loop_breaker = from.at("loopBreaker").as_bool();
        o.shutdown_timeout = duration(from.at("shutdownTimeout").to_number<std::int64_t>());
        o.level = static_cast<log_level>(from.at("logLevel").to_number<int>());
        const boost::json::object& e = from.at("election").as_object();
        o.election.enabled = e.at("enabled").as_bool();
        o.election.id = value_to<std::string>(e.at("id"));
        o.election.ns = value_to<std::string>(e.at("namespace"));
        o.election.identity = value_to<std::string>(e.at("identity"));
        o.election.lease_duration = duration(e.at("leaseDuration").to_number<std::int64_t>());
        o.election.renew_deadline = duration(e.at("renewDeadline").to_number<std::int64_t>());
        o.election.retry_period = duration(e.at("retryPeriod").to_number<std::int64_t>());
        o.election.on_loss = e.at("standBy").as_bool() ? on_lost_lease::stand_by : on_lost_lease::exit;
    } catch (const std::exception& e) {
        return error(errc::bad_data, fmt::format("the recording has no options of a manager: {}", e.what()));
    }
    o.metrics_address = o.health_address = "0";
    o.webhooks.address = "0";
    o.when_overdue = [] {};
    return o;
}

}}  // namespace setpoint::v0
