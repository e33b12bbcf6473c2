// A controller whose children are of a kind that may be missing, in an embedded cluster.
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(optional_kind_test)

namespace {

struct sized_spec {
    std::int32_t size = 1;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&sized_spec::size, "size", ""));
    }
};
struct gadget : custom_resource<sized_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Gadget", "A gadget."); }
};
// Of another product: its definition may be missing.
struct monitor : custom_resource<sized_spec> {
    static constexpr auto kind() { return custom_kind("monitoring.example", "v1", "Monitor", "A monitor."); }
};

// Makes a Monitor for each Gadget, where there are Monitors.
struct monitoring {
    client& api;
    cache& kinds;
    std::size_t& reconciles;
    awaitable<outcome> reconcile(context&, object_key k) {
        ++reconciles;
        auto self = co_await api.get<gadget>(k);
        if (!self) co_return outcome(self.error());
        if (!kinds.serves<monitor>()) co_return outcome::done();
        monitor m;
        m.metadata.name = k.name;
        m.metadata.ns = k.ns;
        m.spec.size = (*self)->spec.size;
        const auto set = set_controller_reference(m, **self);
        if (!set) co_return set.error();
        auto there = co_await api.get<monitor>(k);
        if (there && (*there)->spec.size == m.spec.size) co_return outcome::done();
        auto made = co_await api.apply(m);
        co_return made ? outcome::done() : outcome(made.error());
    }
};

gadget make(std::string_view name) {
    gadget g;
    g.metadata.name = name;
    g.metadata.ns = "default";
    return g;
}

struct world {
    void start(presence need) {
        env.install<gadget>();
        m = &env.start([this, need](manager& to) {
            to.controller<gadget>().owns<monitor>(need).claims_name<monitor>().reconcile_keys(
                monitoring{to.client(), to.cache(), reconciles});
        });
    }
    testing::environment env;
    std::size_t reconciles = 0;
    manager* m = nullptr;
};

bool grants_all(const boost::json::object& role, std::string_view resource) {
    for (const auto& rule : role.at("rules").as_array())
        if (rule.at("resources").as_array().front().as_string() == resource)
            return rule.at("verbs").as_array().size() == 5;
    return false;
}

}  // namespace

BOOST_AUTO_TEST_CASE(it_starts_without_and_catches_up_when_the_definition_comes) {
    world w;
    w.start(presence::optional);
    const object_key a{"default", "a"};
    w.env.run([&]() -> awaitable<void> {
        (co_await w.env.client().create(make("a"))).value();
        co_await w.env.async_eventually("a reconcile", [&] { return w.reconciles == 1; });
        co_await w.env.async_eventually("ready", [&] { return w.m->ready(); });
        co_await w.env.event_loop().sleep(5min);
        BOOST_TEST(w.m->ready());
        BOOST_TEST(w.reconciles == 1u);
    });
    BOOST_TEST(grants_all(w.m->roles({}).at(0), "monitors"));
    const std::string line = "the server does not serve monitors.monitoring.example, which is optional";
    const std::string log = w.env.log();
    BOOST_TEST(log.find(line) != std::string::npos);
    BOOST_TEST(log.find(line) == log.rfind(line));
    // Nobody touches the gadget: that monitors are there is reason enough.
    w.env.install<monitor>();
    w.env.run([&]() -> awaitable<void> {
        co_await w.env.async_until<monitor>(a, "the child", [](const monitor&) { return true; }, 2min);
        (co_await w.env.client().remove<monitor>(a)).value();
        co_await w.env.async_until<monitor>(a, "the child, from its watch",
                                            [](const monitor& m) { return !m.metadata.deletion_timestamp; });
        co_await w.env.async_until_idle();
        BOOST_TEST(w.m->ready());
    });
}

BOOST_AUTO_TEST_CASE(without_it_the_controller_waits_and_is_not_ready) {
    world w;
    w.start(presence::required);
    w.env.run([&]() -> awaitable<void> {
        (co_await w.env.client().create(make("a"))).value();
        co_await w.env.async_never(
            "ready, or a reconcile", [&] { return w.m->ready() || w.reconciles > 0; }, 5min);
    });
}

BOOST_AUTO_TEST_SUITE_END()
