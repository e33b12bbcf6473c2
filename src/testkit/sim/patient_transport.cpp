#include "testkit/sim/patient_transport.hpp"

#include "testkit/sim/world.hpp"

namespace setpoint { inline namespace v0 { namespace sim {

namespace {

constexpr int most_attempts = 60;
constexpr duration between_attempts = std::chrono::seconds(1);

bool has_failed(const result<std::unique_ptr<http::response_stream>>& a) {
    return !a || (*a)->head().status >= 500;
}

}  // namespace

awaitable<result<std::unique_ptr<http::response_stream>>> patient_transport::send(http::request r,
                                                                                  http::timeouts t) {
    if (r.method == "GET") co_return co_await api_.send(std::move(r), t);
    const bool calls_webhook = world_.calls_webhook(point_namer().request("", r));
    auto answer = co_await api_.send(r, t);
    for (int i = 0; i < most_attempts && calls_webhook && has_failed(answer); ++i) {
        co_await world_.event_loop().sleep(between_attempts);
        answer = co_await api_.send(r, t);
    }
    co_return answer;
}

}}}  // namespace setpoint::v0::sim
