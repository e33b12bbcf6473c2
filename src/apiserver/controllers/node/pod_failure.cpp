#include "apiserver/controllers/node/pod_failure.hpp"

#include <algorithm>
#include <charconv>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr duration first_crash_backoff = std::chrono::seconds(10);
constexpr duration longest_crash_backoff = std::chrono::minutes(5);

}  // namespace

pod_failure failure_of(const pod_view& p) {
    pod_failure f;
    const auto at = p.metadata.annotations.find(fail_annotation);
    if (at == p.metadata.annotations.end()) return f;
    std::string_view s = at->second;
    f.crash = s == "crash";
    f.image_pull = s == "image-pull";
    f.never_ready = s == "never-ready";
    if (s.starts_with("exit=")) {
        s.remove_prefix(5);
        int code = 0;
        const auto [end, ec] = std::from_chars(s.data(), s.data() + s.size(), code);
        if (ec == std::errc() && end == s.data() + s.size()) f.exit = code & 255;
    }
    return f;
}

duration crash_backoff(std::int32_t restarts) {
    duration d = first_crash_backoff;
    for (std::int32_t i = 1; i < restarts && d < longest_crash_backoff; ++i) d *= 2;
    return std::min(d, longest_crash_backoff);
}

}  // namespace setpoint::inline v0::apiserver
