#include "apiserver/controllers/node/pod_failure.hpp"

#include <algorithm>
#include <charconv>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr duration first_crash_backoff = std::chrono::seconds(10);
constexpr duration longest_crash_backoff = std::chrono::minutes(5);

std::optional<int> number_after(std::string_view prefix, std::string_view s) {
    if (!s.starts_with(prefix)) return std::nullopt;
    s.remove_prefix(prefix.size());
    int n = 0;
    const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), n);
    if (ec != std::errc() || end != s.data() + s.size()) return std::nullopt;
    return n;
}

}  // namespace

pod_failure failure_of(const partial_pod& p) {
    pod_failure f;
    const auto at = p.metadata.annotations.find(fail_annotation);
    if (at == p.metadata.annotations.end()) return f;
    std::string_view s = at->second;
    f.crash = s == "crash";
    f.image_pull = s == "image-pull";
    f.unready = s == "unready";
    f.never_ready = f.unready || s == "never-ready";
    if (const auto code = number_after("exit=", s)) f.exit = *code & 255;
    constexpr int day = 86'400;
    if (const auto n = number_after("slow=", s)) f.slow = std::chrono::seconds(std::clamp(*n, 0, day));
    if (const auto n = number_after("flap=", s)) f.flap = std::chrono::seconds(std::clamp(*n, 1, day));
    return f;
}

duration crash_backoff(std::int32_t restarts) {
    duration d = first_crash_backoff;
    for (std::int32_t i = 1; i < restarts && d < longest_crash_backoff; ++i) d *= 2;
    return std::min(d, longest_crash_backoff);
}

}}}  // namespace setpoint::v0::apiserver
