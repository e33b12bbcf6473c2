#pragma once
// Candidates for one Lease in one virtual cluster, each with its own connection that can fail.

#include "setpoint/client/api_client.hpp"
#include "setpoint/client/credentials.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/testing/environment.hpp"
#include "term_ledger.hpp"

#include <prometheus/registry.h>

#include <functional>
#include <memory>
#include <sstream>
#include <string>

namespace embedded {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

enum class network_fault : std::uint8_t {
    none,
    cut,           // nothing arrives; requests wait until their own deadline
    lost_answers,  // requests arrive, responses do not
    late,          // requests arrive up to max_delay later, even if the caller has given up
    no_leases,     // requests for Leases are cut, all others pass
    paused         // the process is stopped: it sends and observes nothing until it resumes
};

// The connection of one candidate.
class faulty_transport final : public http::transport {
public:
    // Less than lease duration - renew deadline: a request that started in time arrives before
    // then.
    static constexpr duration max_delay = std::chrono::seconds(4);

    // `deliveries`: runs requests whose caller has given up. `on_accepted`: a write of a ConfigMap
    // got a 2xx response.
    faulty_transport(loop& l, http::transport& inner, task_scope& deliveries,
                     std::function<std::int32_t()> term, std::function<void(std::int32_t)> on_accepted)
        : loop_(l),
          inner_(inner),
          deliveries_(deliveries),
          term_(std::move(term)),
          on_accepted_(std::move(on_accepted)) {}

    network_fault now = network_fault::none;
    bool checks_lease = true;  // false: skip the lease check before the wire

    awaitable<result<std::unique_ptr<http::response_stream>>> send(http::request r,
                                                                   http::timeouts t) override;

private:
    struct delivery {
        explicit delivery(loop& l) : arrived(l) {}
        latch arrived;
        std::optional<result<std::unique_ptr<http::response_stream>>> answer;
    };
    awaitable<void> deliver(std::shared_ptr<delivery> d, http::request r, http::timeouts t, duration after,
                            std::int32_t term);

    loop& loop_;
    http::transport& inner_;
    task_scope& deliveries_;
    std::function<std::int32_t()> term_;
    std::function<void(std::int32_t)> on_accepted_;
};

// A process: a manager with one controller that continuously writes its name into ConfigMaps.
struct candidate {
    candidate(testing::environment& env, term_ledger& ledger, task_scope& deliveries, std::string name,
              on_lost_lease on_loss);
    std::int32_t term() const { return m ? m->election().value_or(election_state{}).transitions : -1; }
    bool leading() const { return m->election().value_or(election_state{}).leading; }

    std::string name;
    faulty_transport net;
    std::ostringstream text;
    text_sink sink{text};
    logger log;
    credentials no_credentials;
    api_client api;
    prometheus::Registry registry;
    metrics measured;
    std::unique_ptr<manager> m;
};

class election_cluster {
public:
    explicit election_cluster(std::uint64_t seed, on_lost_lease on_loss = on_lost_lease::stand_by);

    // Keeps that many candidates running alongside `body`. One that ends, because it lost the lease
    // or was stopped, is replaced after a second, as a Deployment would do.
    void with(std::size_t candidates, std::function<awaitable<void>()> body);
    candidate& at(std::size_t i) { return *slots_.at(i); }
    std::size_t size() const { return slots_.size(); }
    // The current leader, or null.
    candidate* leader();
    awaitable<void> until_leader(duration within = 1min);
    awaitable<std::string> holder();

    testing::environment env;
    term_ledger ledger;
    std::size_t lost = 0, stopped = 0;  // how candidates ended

private:
    awaitable<void> live(std::size_t slot);
    awaitable<void> run(std::size_t candidates, std::function<awaitable<void>()> body);

    on_lost_lease on_loss_;
    bool over_ = false;
    int made_ = 0;
    std::vector<std::unique_ptr<candidate>> slots_, ended_;
    std::unique_ptr<task_scope> deliveries_;
};

}  // namespace embedded
