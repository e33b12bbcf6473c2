#include "election_cluster.hpp"

#include "setpoint/api/coordination_v1.hpp"
#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/core/race.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

namespace embedded {

namespace {

constexpr int objects = 3;

// Writes and requeues itself; its own writes do not trigger it.
struct writing_reconciler {
    client& api;
    std::string name;
    int writes = 0;
    awaitable<outcome> reconcile(context&, object_key key) {
        auto done = co_await api.merge_patch<config_map>(
            std::move(key), {{"data", {{"by", name}, {"n", std::to_string(++writes)}}}});
        if (!done) co_return done.error();
        co_return outcome::requeue_after(700ms);
    }
};

bool is_addition(const object_change& c, const kind_info&) {
    return c.what == object_change::kind::added;
}

manager_options options_of(const std::string& name, on_lost_lease on_loss) {
    manager_options o = testing::environment::default_options();
    o.name = "busy";
    o.instance = name;
    o.election.enabled = true;
    o.election.ns = "default";
    o.election.identity = name;
    o.election.on_loss = on_loss;
    o.when_overdue = [name] { BOOST_ERROR(name + " has not stopped in time"); };
    return o;
}

api_client_options named(const std::string& name) {
    api_client_options o;
    o.name = name;
    return o;
}

result<std::string> no_file(const std::string&) {
    return error(errc::not_found, "no files in this test");
}

bool is_write(const http::request& r) {
    return r.method != "GET" && r.method != "HEAD";
}

testing::environment_options seeded(std::uint64_t seed) {
    testing::environment_options o;
    o.seed = seed;
    o.api.run = {.garbage_collection = false,
                 .workloads = false,
                 .addresses = false,
                 .endpoints = false,
                 .nodes = false};
    return o;
}

}  // namespace

awaitable<result<std::unique_ptr<http::response_stream>>> faulty_transport::send(http::request r,
                                                                                 http::timeouts t) {
    if (now == network_fault::paused) {
        const cancel_scope stopped(loop_, never, true);
        while (now == network_fault::paused) co_await loop_.sleep(10ms);
    }
    const bool about_leases = r.target.find("/leases") != std::string::npos;
    network_fault how = now;
    if (how == network_fault::no_leases) how = about_leases ? network_fault::cut : network_fault::none;
    const duration patience = t.first_byte == duration::zero() ? duration(1h) : t.first_byte;
    if (how == network_fault::cut) {
        co_await loop_.sleep(patience);
        co_return error(errc::timeout, "no response");
    }
    // The wire: a request that passes here has started, and belongs to the term it started in.
    if (const result<> allowed = checks_lease && r.may_start ? r.may_start() : result<>(); !allowed)
        co_return allowed.error();
    r.may_start = {};
    duration after{0};
    if (how == network_fault::late)
        after = duration(
            static_cast<duration::rep>(static_cast<double>(max_delay.count()) * loop_.random().unit()));
    auto d = std::make_shared<delivery>(loop_);
    deliveries_.spawn("delivery", deliver(d, std::move(r), t, after, term_()));
    co_await d->arrived.wait();
    if (how == network_fault::lost_answers) co_return error(errc::connection_lost, "the response was lost");
    co_return std::move(*d->answer);
}

awaitable<void> faulty_transport::deliver(std::shared_ptr<delivery> d, http::request r, http::timeouts t,
                                          duration after, std::int32_t term) {
    const cancel_scope to_end(loop_, never, true);
    if (after > duration::zero()) co_await loop_.sleep(after);
    const bool counts = is_write(r) && r.target.find("/configmaps/") != std::string::npos;
    d->answer = co_await inner_.send(std::move(r), t);
    if (counts && *d->answer && (**d->answer)->head().status / 100 == 2) on_accepted_(term);
    d->arrived.set();
}

candidate::candidate(testing::environment& env, term_ledger& ledger, task_scope& deliveries,
                     std::string a_name, on_lost_lease on_loss)
    : name(std::move(a_name)),
      net(
          env.event_loop(), env.server().transport(), deliveries, [this] { return term(); },
          [&ledger, this](std::int32_t of) { ledger.accepted(of, name); }),
      log(sink, env.event_loop().time()),
      no_credentials({}, env.event_loop().time(), no_file, log),
      api(env.event_loop(), net, no_credentials, log, named(name)),
      measured(registry),
      m(std::make_unique<manager>(env.event_loop(), api, log, measured, options_of(name, on_loss))) {
    m->controller<config_map>().when(is_addition).reconcile_keys(writing_reconciler{m->client(), name});
}

election_cluster::election_cluster(std::uint64_t seed, on_lost_lease on_loss)
    : env(seeded(seed)),
      on_loss_(on_loss),
      deliveries_(std::make_unique<task_scope>(env.event_loop(), "deliveries")) {
    env.run([&]() -> awaitable<void> {
        for (int i = 0; i < objects; ++i) {
            config_map c;
            c.metadata.name = "c" + std::to_string(i);
            c.metadata.ns = "default";
            (co_await env.client().create(c)).value();
        }
    });
}

awaitable<void> election_cluster::live(std::size_t slot) {
    while (!over_) {
        // Requests that have been sent still arrive.
        if (slots_[slot]) ended_.push_back(std::move(slots_[slot]));
        slots_[slot] =
            std::make_unique<candidate>(env, ledger, *deliveries_, "p" + std::to_string(++made_), on_loss_);
        bool was_lost = false;
        try {
            co_await slots_[slot]->m->run();
        } catch (const fault& f) {
            was_lost = f.why().code == errc::not_leader;
            if (!was_lost) throw;
        }
        ++(was_lost ? lost : stopped);
        co_await env.event_loop().sleep(1s);
    }
}

awaitable<void> election_cluster::run(std::size_t candidates, std::function<awaitable<void>()> body) {
    slots_.resize(candidates);
    task_scope processes(env.event_loop(), "processes");
    for (std::size_t i = 0; i < candidates; ++i) processes.spawn("process " + std::to_string(i), live(i));
    std::exception_ptr failure;
    try {
        co_await env.event_loop().sleep(1ms);
        co_await body();
    } catch (const cancelled&) {
        throw;
    } catch (...) {
        failure = std::current_exception();
    }
    over_ = true;
    for (const auto& c : slots_) {
        c->net.now = network_fault::none;
        c->m->request_stop();
    }
    co_await processes.join();
    co_await deliveries_->join();
    if (failure) std::rethrow_exception(failure);
}

void election_cluster::with(std::size_t candidates, std::function<awaitable<void>()> body) {
    env.run([&] { return run(candidates, body); });
}

candidate* election_cluster::leader() {
    for (const auto& c : slots_)
        if (c->leading()) return c.get();
    return nullptr;
}

awaitable<void> election_cluster::until_leader(duration within) {
    co_await env.async_eventually("a candidate leads", [this] { return leader() != nullptr; }, within);
}

awaitable<std::string> election_cluster::holder() {
    auto l = co_await env.client().get<lease>({"default", "busy"});
    co_return l ? (*l)->spec.holder_identity.value_or("").str() : l.error().to_string();
}

}  // namespace embedded
