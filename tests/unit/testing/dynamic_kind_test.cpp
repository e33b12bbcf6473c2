// A controller whose kinds are known at run time only, in an embedded cluster.
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(dynamic_kind_test)

namespace {

struct parcel_spec {
    std::string color;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&parcel_spec::color, "color", ""));
    }
};
struct parcel : custom_resource<parcel_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Parcel", "A parcel."); }
};

// Copies the colour of an object into a ConfigMap of its name.
struct painter {
    client& api;
    const kind_info &kind, &child;
    awaitable<outcome> reconcile(context&, object_key k) {
        auto self = co_await api.get(kind, k);
        if (!self) co_return outcome(self.error());
        dynamic_object m(child.gvk, k);
        const std::string color(self->get_string("spec.color").value_or("none"));
        object_meta meta = m.meta();
        const auto owned = set_controller_reference(meta, kind.gvk, self->meta());
        if (!owned) co_return owned.error();
        m.set_meta(meta);
        const auto set = m.set("data.color", boost::json::string(color));
        if (!set) co_return set.error();
        const auto there = co_await api.get(child, k);
        if (there && there->get_string("data.color") == color) co_return outcome::done();
        auto made = co_await api.apply(m, child);
        co_return made ? outcome::done() : outcome(made.error());
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(it_works_with_the_role_that_it_prints) {
    const kind_info parcels =
        dynamic_kind({"example.com", "v1", "Parcel"}, "parcels", scope::namespaced, false);
    const kind_info maps = dynamic_kind({"", "v1", "ConfigMap"}, "configmaps", scope::namespaced, false);
    testing::environment env;
    env.install<parcel>();
    manager& m = env.start([&](manager& to) {
        to.controller(parcels).owns(maps).reconcile_keys(painter{to.client(), parcels, maps});
    });
    env.run([&]() -> awaitable<void> {
        const object_key a{"default", "a"};
        parcel p;
        p.metadata.name = a.name;
        p.metadata.ns = a.ns;
        p.spec.color = "red";
        (co_await env.client().create(p)).value();
        const auto is_red = [](const config_map& c) { return c.data.at("color") == "red"; };
        co_await env.async_until<config_map>(a, "the child", is_red);
        (co_await env.client().remove<config_map>(a)).value();
        co_await env.async_until<config_map>(a, "the child again", is_red);
        co_await env.async_until_idle();
    });
    const auto d = env.requests().compare(m.roles({}));
    BOOST_TEST(d.not_granted.empty(), d.text());
}

BOOST_AUTO_TEST_SUITE_END()
