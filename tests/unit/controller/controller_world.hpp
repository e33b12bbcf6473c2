#pragma once
// One controller over a real cache and a fake API, under virtual time.

#include "gadget.hpp"
#include "log_lines.hpp"
#include "setpoint/cache/cache.hpp"
#include "setpoint/controller/controller.hpp"
#include "support/fake_client.hpp"
#include "support/fake_collection.hpp"
#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>

namespace setpoint { inline namespace v0 {

struct controller_world : virtual_world {
    using reconciler = std::function<awaitable<outcome>(context&, object_key)>;

    explicit controller_world(std::uint64_t seed = 1) : virtual_world(seed) {
        api.on_open = [this](const call& c) { return parts.serves(c) ? parts.open(c) : gadgets.open(c); };
        options.name = "gadget";
        options.field_manager = "gadget-operator";
    }
    ~controller_world() { stop(); }

    // Watches gadgets and the parts that they own, and runs `f`.
    void start(reconciler f) {
        made.emplace(l, store, controller_clients{reads, api}, nothing, logger(log, time), measured,
                     kind_of<test::gadget>(), options, std::move(f));
        made->add_watch(
            {&kind_of<test::gadget>(), map_self(kind_of<test::gadget>()), predicates, "Gadget", {}});
        made->add_watch({&kind_of<test::part>(),
                         map_owner(kind_of<test::part>(), kind_of<test::gadget>()),
                         {},
                         "Part",
                         {}});
        made->add_channel(posts);
        made->subscribe();
        store.start(informers);
        if (run_at_once) controllers.spawn("controller", made->run(grace));
    }
    void settle(duration d = std::chrono::milliseconds(0)) { l.run_until(l.now() + d); }
    // Returns how long the controller took to stop.
    duration stop() {
        const time_point begin = l.now();
        time_point end{};
        task_scope waiting(l, "stop");
        waiting.spawn("stop", wait_for_end(end));
        settle(grace + std::chrono::seconds(1));
        BOOST_TEST(waiting.size() == 0u);
        informers.request_stop();
        settle(std::chrono::seconds(1));
        return end - begin;
    }
    void put(const std::string& name, const std::string& metadata = "") { gadgets.put(name, metadata); }
    void post(const std::string& name) { posts.post({"default", name}); }

    double counter(std::string_view name, metric_labels labels = {{"controller", "gadget"}}) {
        (void)measured.text();  // as at a scrape
        return measured.counter(name, labels).Value();
    }
    double result_count(const char* what) {
        return counter("controller_runtime_reconcile_total", {{"controller", "gadget"}, {"result", what}});
    }
    double gauge(std::string_view name) { return measured.gauge(name, {{"controller", "gadget"}}).Value(); }

    fake_client api{l};
    fake_collection gadgets{l, kind_of<test::gadget>()};
    fake_collection parts{l, kind_of<test::part>()};
    log_lines log{log_level::debug};
    prometheus::Registry registry;
    metrics measured{registry};
    null_recorder nothing;
    cache store{l, api, logger(log, time), measured};
    cached_client reads{l, store, api};
    channel posts;
    controller_options options;
    std::vector<predicate> predicates;
    duration grace = std::chrono::seconds(10);
    bool run_at_once = true;
    std::optional<controller> made;
    task_scope informers{l, "informers"},
        controllers{l, "controllers",
                    [this](std::string_view, std::exception_ptr e) { failure = std::move(e); }};
    std::exception_ptr failure;

private:
    awaitable<void> wait_for_end(time_point& end) {
        controllers.request_stop();
        co_await controllers.join();
        end = l.now();
    }
};

}}  // namespace setpoint::v0
