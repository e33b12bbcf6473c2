#include "cli/control/fault_parser.hpp"

#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace setpoint { inline namespace v0 { namespace cli { namespace control {

using apiserver::fault_effect;
using apiserver::request_fault;
using apiserver::request_filter;

namespace {

constexpr duration longest_wait = std::chrono::hours(1);
constexpr std::int64_t most_requests = 1'000'000'000, longest_retry = 86'400;

// As kube-apiserver gives it with that code.
std::string_view reason_of(int code) {
    struct row {
        int code;
        std::string_view reason;
    };
    constexpr std::array all{row{400, "BadRequest"},
                             row{401, "Unauthorized"},
                             row{403, "Forbidden"},
                             row{404, "NotFound"},
                             row{405, "MethodNotAllowed"},
                             row{406, "NotAcceptable"},
                             row{409, "Conflict"},
                             row{410, "Expired"},
                             row{413, "RequestEntityTooLarge"},
                             row{415, "UnsupportedMediaType"},
                             row{422, "Invalid"},
                             row{429, "TooManyRequests"},
                             row{500, "InternalError"},
                             row{503, "ServiceUnavailable"},
                             row{504, "Timeout"}};
    const auto* const found = std::ranges::find(all, code, &row::code);
    return found == all.end() ? std::string_view("Unknown") : found->reason;
}

void read_refusal(member_reader& m, fault_effect& to) {
    to.what = fault_effect::kind::refuse;
    to.status = static_cast<int>(m.number("refuse", 400, 599).value_or(0));
    to.reason = m.text("reason").value_or(std::string(reason_of(to.status)));
    to.message = m.text("message").value_or("injected by the test: " + to.reason);
    if (const auto seconds = m.number("retryAfter", 0, longest_retry))
        to.retry_after = static_cast<int>(*seconds);
}

void read_delay(member_reader& m, fault_effect& to) {
    to.what = fault_effect::kind::delay;
    const std::string text = m.text("delay").value_or("0s");
    const auto read = go_duration::parse(text);
    if (!read || read->value() < duration::zero() || read->value() > longest_wait)
        m.fail("delay", fmt::format("\"{}\" is not a duration from 0s to 1h, such as 250ms", text));
    else
        to.wait = read->value();
}

void read_loss(member_reader& m, fault_effect& to) {
    const std::string which = m.text("lose").value_or("");
    to.what = which == "answer" ? fault_effect::kind::lose_answer : fault_effect::kind::lose_request;
    if (which != "answer" && which != "request") m.fail("lose", "neither \"request\" nor \"answer\"");
}

fault_effect parse_effect(const boost::json::object& o, member_reader& outer) {
    constexpr std::array<std::string_view, 4> kinds{"refuse", "delay", "lose", "hold-watches"};
    fault_effect out;
    member_reader m(o, "fault: effect");
    if (std::ranges::count_if(kinds, [&](std::string_view k) { return m.has(k); }) != 1) {
        outer.fail("effect", fmt::format("it needs one of {}", fmt::join(kinds, ", ")));
        return out;
    }
    if (m.has("refuse")) read_refusal(m, out);
    if (m.has("delay")) read_delay(m, out);
    if (m.has("lose")) read_loss(m, out);
    if (m.is_true("hold-watches")) out.what = fault_effect::kind::hold_watches;
    if (const auto ok = m.verdict(); !ok) outer.fail_as(ok.error().message);
    return out;
}

request_filter parse_filter(member_reader& m) {
    request_filter out;
    out.verbs = m.texts("verbs");
    const auto known = request_filter::all_verbs();
    for (std::size_t i = 0; i < out.verbs.size(); ++i)
        if (std::ranges::find(known, out.verbs[i]) == known.end())
            m.fail(fmt::format("verbs[{}]", i),
                   fmt::format("\"{}\" is not one of {}", out.verbs[i], fmt::join(known, ", ")));
    out.resource = m.text("resource");
    out.group = m.text("group");
    out.subresource = m.text("subresource");
    out.ns = m.text("namespace");
    out.name = m.text("name");
    out.user_agent = m.text("userAgent").value_or("");
    return out;
}

}  // namespace

request_fault parse_fault(member_reader& m) {
    request_fault out;
    const boost::json::object* const effect = m.object("effect");
    if (effect != nullptr)
        out.effect = parse_effect(*effect, m);
    else
        m.fail("effect", "it is missing");
    out.requests = parse_filter(m);
    out.skip = static_cast<std::uint64_t>(m.number("skip", 0, most_requests).value_or(0));
    out.times = static_cast<std::uint64_t>(m.number("times", 0, most_requests).value_or(1));
    if (out.effect.what != fault_effect::kind::hold_watches) return out;
    for (const std::string_view name : {"skip", "times"})
        if (m.has(name)) m.fail(name, "watches are held until the fault is cleared: leave it out");
    if (std::ranges::any_of(out.requests.verbs, [](const std::string& v) { return v != "watch"; }))
        m.fail("verbs", "only watches can be held: leave it out");
    return out;
}

}}}}  // namespace setpoint::v0::cli::control
