// Nobody waits for a large cache: while 100,000 objects are listed, indexed, replaced, freed and read, beside
// them a timer of 1 ms, probes over a socket and the renewals of a Lease. All figures are processor time of
// the one thread, so that other processes of the machine do not count; the machine code of a debug build is
// several times slower than what is deployed.
#include "serving_world.hpp"
#include "setpoint/api/core_v1/pod.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/client/api_client.hpp"
#include "setpoint/client/credentials.hpp"
#include "setpoint/client/interceptor.hpp"
#include "support/watched_collection.hpp"

#include <ctime>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t many = 100000;
// What is deployed stays below 20 ms (bench/turn_bench.cpp measures that); code that is not optimised takes
// about five times as long.
#ifdef NDEBUG
constexpr duration bound = 20ms;
#else
constexpr duration bound = 100ms;
#endif

duration cpu_now() {
    timespec t{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return std::chrono::seconds(t.tv_sec) + std::chrono::nanoseconds(t.tv_nsec);
}

double ms(duration d) {
    return std::chrono::duration<double, std::milli>(d).count();
}

struct placement {
    interned_string node_name{};
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&placement::node_name, "nodeName", ""));
    }
};
struct placed_pod {
    basic_meta metadata{};
    placement spec{};
    static constexpr auto kind() { return partial<pod>(); }
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&placed_pod::metadata, "metadata", ""), field(&placed_pod::spec, "spec", ""));
    }
};

// A list of pods that is made while it is read.
class made_list final : public http::response_stream {
public:
    made_list(loop& l, std::size_t version) : loop_(l), version_(version) {}
    const http::response_head& head() const override { return head_; }
    awaitable<result<std::string_view>> read() override {
        piece_ = next_ == 0 ? fmt::format(R"({{"metadata":{{"resourceVersion":"{}"}},"items":[)",
                                          (version_ + 1) * 10 * many)
                            : "";
        for (std::size_t end = std::min(many, next_ + 50); next_ < end; ++next_)
            piece_ += fmt::format(
                R"({}{{"metadata":{{"name":"pod-{:06}","namespace":"default","uid":"u{}","resourceVersion":"{}"}},)"
                R"("spec":{{"nodeName":"node-{}","containers":[{{"name":"c","image":"registry.example/app:1"}}]}},)"
                R"("status":{{"phase":"Running","podIP":"10.0.0.1"}}}})",
                next_ == 0 ? "" : ",", next_, next_, version_ * 10 * many + next_, next_ % 1000);
        if (next_ == many && !std::exchange(ended_, true)) piece_ += "]}";
        co_await loop_.yield();
        co_return std::string_view(piece_);
    }

private:
    loop& loop_;
    std::size_t version_, next_ = 0;
    http::response_head head_{200, {}};
    std::string piece_;
    bool ended_ = false;
};

// The longest of each since it was last printed.
struct longest final : loop_observer {
    void turn(std::string_view task, duration, duration) override {
        const duration now = cpu_now(), used = now - std::exchange(last_, now);
        ++turns;
        if (used <= in_turn) return;
        in_turn = used;
        worst = task;
    }
    void print_and_check(std::string_view phase) {
        BOOST_TEST_MESSAGE(fmt::format(
            "{:<28} {:>6} turns, longest {:.2f} ms ({}); beat {:.2f}, {} probes {:.2f}, {} "
            "renewals {:.2f}",
            phase, turns, ms(in_turn), worst, ms(beat), probes, ms(probe), renewals, ms(renewal)));
        BOOST_TEST((in_turn <= bound),
                   phase << ": " << worst << " held the loop for " << ms(in_turn) << " ms");
        total_probes += probes;
        total_renewals += renewals;
        turns = probes = renewals = 0;
        in_turn = beat = probe = renewal = {};
        worst.clear();
        last_ = cpu_now();
    }
    std::size_t turns = 0, probes = 0, renewals = 0, total_probes = 0, total_renewals = 0;
    duration in_turn{}, beat{}, probe{}, renewal{};
    std::string worst;

private:
    duration last_ = cpu_now();
};

// Processor time that was used between one beat and the next is how late it can have been by our own doing.
awaitable<void> beat(loop& l, longest& t) {
    for (;;) {
        const duration before = cpu_now();
        co_await l.sleep(1ms);
        t.beat = std::max(t.beat, cpu_now() - before);
    }
}

awaitable<void> probe(loop& l, longest& t, std::uint16_t port) {
    http::https_pool pool(l, {"http", "127.0.0.1", std::to_string(port)}, [] { return nullptr; });
    for (;;) {
        http::request r;
        r.target = "/healthz";
        const duration before = cpu_now();
        auto s = co_await pool.send(std::move(r), {});
        BOOST_REQUIRE(s.has_value());
        const auto body = co_await http::read_all(**s, 1000);
        t.probe = std::max(t.probe, cpu_now() - before);
        ++t.probes;
        BOOST_REQUIRE(body.has_value());
        BOOST_REQUIRE((*s)->head().status == 200);
        co_await l.sleep(20ms);
    }
}

struct turns_world : serving_world {
    turns_world()
        : server(l, quiet, server_options()),
          nobody(
              {}, time, [](const std::string&) -> result<std::string> { return error(); }, quiet),
          inner(l, server.transport(), nobody, quiet, named()),
          api(inner),
          pods(l, [this] { return std::make_unique<made_list>(l, version); }) {
        options.metrics_address = "0";
        options.election.enabled = true;
        options.election.ns = "default";
        // Renewed often, for many of them.
        options.election.lease_duration = 30s;
        options.election.renew_deadline = 20s;
        options.election.retry_period = 100ms;
        api.on_open = [this](client& to, call c) { return open(to, std::move(c)); };
        api.on_write = [this](client& to, const kind_info& k, call c) { return write(to, k, std::move(c)); };
    }
    static apiserver::server_options server_options() {
        apiserver::server_options o;
        o.run = {.garbage_collection = false,
                 .workloads = false,
                 .addresses = false,
                 .endpoints = false,
                 .nodes = false};
        return o;
    }
    static api_client_options named() {
        api_client_options o;
        o.name = "test";
        return o;
    }
    awaitable<result<std::unique_ptr<http::response_stream>>> open(client& to, call c) {
        if (c.resource.resource != "pods") co_return co_await to.open(std::move(c));
        co_return pods.open(c);
    }
    awaitable<result<object_ptr>> write(client& to, const kind_info& k, call c) {
        const bool renews = c.resource.resource == "leases";
        const duration before = cpu_now();
        auto r = co_await to.write(k, std::move(c));
        if (renews) {
            t.renewal = std::max(t.renewal, cpu_now() - before);
            ++t.renewals;
        }
        co_return r;
    }
    // Everything anew, in another version when `changed`.
    void expire(bool changed) {
        version += changed ? 1 : 0;
        pods.expire();
    }

    null_sink nowhere;
    logger quiet{nowhere, time};
    apiserver::server server;
    credentials nobody;
    api_client inner;
    interceptor api;
    std::size_t version = 1;
    watched_collection pods;
    longest t;
};

awaitable<void> work(turns_world& w, manager& m, cached_collection& v) {
    const auto must = [&](std::function<bool()> condition) -> awaitable<void> {
        const bool held = co_await w.eventually(std::move(condition), 200s, 50ms);
        BOOST_REQUIRE(held);
    };
    std::size_t told = 0, indexed = 0;
    v.subscribe([&told](const object_change&) { ++told; });
    co_await must([&] { return v.synced() && v.size() == many && told == many; });
    w.t.print_and_check("list");
    v.add_index("node", [&indexed](const void* o, std::vector<std::string>& values) {
         ++indexed;
         values.push_back(static_cast<const placed_pod*>(o)->spec.node_name.str());
     }).value();
    co_await must([&] { return indexed >= many; });
    w.t.print_and_check("index");
    told = 0;
    w.expire(true);
    co_await must([&] { return told == many; });
    co_await w.l.sleep(200ms);  // what was replaced is freed
    w.t.print_and_check("list anew, all changed");
    const std::size_t read = (co_await m.client().list<placed_pod>()).value().size();
    BOOST_TEST(read == many);
    co_await w.l.yield();
    w.t.print_and_check("client::list()");
    BOOST_TEST((co_await m.client().list_indexed<placed_pod>("node", "node-7")).value().size() ==
               many / 1000);
    told = 0;
    w.expire(false);
    const std::size_t before = indexed;
    co_await must([&] { return indexed >= before + many; });
    co_await w.l.sleep(200ms);
    BOOST_TEST(told == 0u);
    w.t.print_and_check("list anew, nothing changed");
}

awaitable<void> run(turns_world& w) {
    manager m(w.l, w.api, w.quiet, w.measured, w.options);
    cached_collection& v = m.cache().watch<placed_pod>();
    std::exception_ptr failure;
    task_scope behind(w.l, "server"), tasks(w.l, "manager"), beside(w.l, "beside");
    behind.spawn("server", w.server.run());
    co_await w.server.ready();
    w.l.observe(&w.t);
    tasks.spawn("manager", m.run());
    try {
        const bool up = co_await w.eventually([&] { return m.health_port() != 0; });
        BOOST_REQUIRE(up);
        beside.spawn("beat", beat(w.l, w.t));
        beside.spawn("probe", probe(w.l, w.t, m.health_port()));
        co_await work(w, m, v);
    } catch (...) {
        failure = std::current_exception();
    }
    w.l.observe(nullptr);
    beside.request_stop();
    co_await beside.join();
    m.request_stop();
    co_await tasks.join();
    behind.request_stop();
    co_await behind.join();
    if (failure) std::rethrow_exception(failure);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(turns_test)

BOOST_AUTO_TEST_CASE(neither_a_probe_nor_a_renewal_waits_for_a_hundred_thousand_objects) {
    turns_world w;
    w.run([&] { return run(w); }, 500s);
    BOOST_TEST(w.t.total_probes > 10u);
    BOOST_TEST(w.t.total_renewals > 10u);
}

BOOST_AUTO_TEST_SUITE_END()
