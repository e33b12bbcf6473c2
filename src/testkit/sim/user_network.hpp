#pragma once
// The way of the story's requests to the API. Each write is a point, and may wait, be tried again, or reach
// the API after the next one.

#include "setpoint/core/sync.hpp"
#include "setpoint/http/transport.hpp"
#include "testkit/sim/perturbation.hpp"

#include <optional>

namespace setpoint { inline namespace v0 { namespace sim {

class user_network final : public http::transport {
public:
    // Both must outlive it.
    user_network(world& w, http::transport& api);
    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override;
    // Returns when no write of the story is under way.
    awaitable<void> until_done();

private:
    awaitable<result<std::unique_ptr<http::response_stream>>> write(http::request r, http::timeouts t);
    // Answers as if the object were created, and creates it after the next write of the story.
    awaitable<result<std::unique_ptr<http::response_stream>>> keep_back(http::request r, http::timeouts t,
                                                                        std::string path);
    // Sends what was kept back, if anything was.
    awaitable<void> deliver_kept();
    awaitable<void> deliver_in_time();

    struct kept_request {
        http::request what;
        std::string path;  // of the object
    };
    world& world_;
    http::transport& api_;
    notifier changed_;
    std::size_t under_way_ = 0;
    std::optional<kept_request> kept_;
};

}}}  // namespace setpoint::v0::sim
