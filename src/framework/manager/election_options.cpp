#include "setpoint/manager/election_options.hpp"

#include "framework/api/label_syntax.hpp"
#include "framework/manager/lease_fsm.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 {

namespace {

std::string text_of(duration d) {
    return go_duration(d).to_string();
}

}  // namespace

result<> validate(const election_options& o) {
    using std::chrono::seconds;
    const auto refuse = [](std::string why) { return error(errc::bad_config, std::move(why)); };
    if (!o.id.empty() && !detail::is_dns_subdomain(o.id))
        return refuse(fmt::format(
            "--leader-election-id: \"{}\" is not a valid Lease name: use lower-case letters, digits, "
            "'-' and '.', at most 253",
            o.id));
    if (!o.ns.empty() && !detail::is_dns_label(o.ns))
        return refuse(
            fmt::format("--leader-election-namespace: \"{}\" is not a valid namespace: use lower-case "
                        "letters, digits and '-', at most 63",
                        o.ns));
    if (o.retry_period <= duration::zero())
        return refuse(
            fmt::format("--leader-election-retry-period: {} is not positive", text_of(o.retry_period)));
    if (o.lease_duration < seconds(1) || o.lease_duration % seconds(1) != duration::zero())
        return refuse(fmt::format("--leader-election-lease-duration: {} is not a whole number of seconds",
                                  text_of(o.lease_duration)));
    if (o.lease_duration <= o.renew_deadline)
        return refuse(
            fmt::format("--leader-election-lease-duration: {} must be more than the renew deadline, {}",
                        text_of(o.lease_duration), text_of(o.renew_deadline)));
    const auto longest = std::chrono::duration<double, std::nano>(o.retry_period) * lease_fsm::jitter;
    if (std::chrono::duration<double, std::nano>(o.renew_deadline) <= longest)
        return refuse(fmt::format(
            "--leader-election-renew-deadline: {} must be more than {} times the retry period, {}",
            text_of(o.renew_deadline), lease_fsm::jitter, text_of(o.retry_period)));
    return {};
}

}}  // namespace setpoint::v0
