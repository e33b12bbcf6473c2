// The code of docs/how-to/kinds.md.
#include <boost/test/unit_test.hpp>

#include <setpoint/api/core_v1/resource_quota.hpp>
#include <setpoint/operator.hpp>
#include <setpoint/testing/environment.hpp>
#include <setpoint/testing/round_trips.hpp>

BOOST_AUTO_TEST_SUITE(howto_kinds)

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

namespace {

struct tenant_spec {
    std::int64_t pods = 10;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A team.", field(&tenant_spec::pods, "pods", "How many pods it may run.", minimum(1)));
    }
};
struct tenant : custom_resource<tenant_spec> {
    static constexpr auto kind() {
        return custom_kind("example.com", "v1", "Tenant", "A team, with a namespace.").cluster_scoped();
    }
};

awaitable<outcome> reconcile_tenant(context& ctx, snapshot<tenant> self) {
    const auto space = co_await ctx.ensure(*self, child_of<core_v1::namespace_>(*self));
    if (!space) co_return space.error();
    auto limits = child_of<resource_quota>(*self);
    limits.metadata.ns = space->object->metadata.name;  // the owner has no namespace
    limits.spec.hard["pods"] = quantity(self->spec.pods);
    const auto limited = co_await ctx.ensure(*self, limits);
    if (!limited) co_return limited.error();
    co_return outcome::done();
}

void add_tenant_controller(manager& m) {
    m.controller<tenant>().owns<core_v1::namespace_>().owns<resource_quota>().reconcile(reconcile_tenant);
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_tenant_owns_a_namespace_and_what_is_in_it) {
    testing::environment env(add_tenant_controller);
    tenant red;
    red.metadata.name = "red";
    env.create(red);
    env.until<resource_quota>(object_key("red", "red"), [](const resource_quota& q) {
        const auto pods = q.spec.hard.find("pods");
        return pods != q.spec.hard.end() && pods->second == quantity("10");
    });
    BOOST_TEST(env.calls_during(1h) == 0u);
    BOOST_TEST(env.not_granted() == "");
    env.remove<tenant>("red");
    env.until_gone<core_v1::namespace_>("red");
}

namespace {

namespace v1 {
struct site_spec {
    std::string image;
    std::int32_t replicas = 1;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A site.", field(&site_spec::image, "image", "Container image.", required),
                      field(&site_spec::replicas, "replicas", "Number of pods."));
    }
};
struct site : custom_resource<site_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Site", "A site."); }
};
}  // namespace v1

namespace v2 {
struct site_scaling {
    std::int32_t pods = 1;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&site_scaling::pods, "pods", "Number of pods."));
    }
};
struct site_spec {
    std::string image;
    site_scaling scaling;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A site.", field(&site_spec::image, "image", "Container image.", required),
                      field(&site_spec::scaling, "scaling", "How many pods run."));
    }
};
struct site : custom_resource<site_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v2", "Site", "A site.").not_stored(); }
};
}  // namespace v2

void to_hub(const v2::site& from, v1::site& to) {
    to.spec.image = from.spec.image;
    to.spec.replicas = from.spec.scaling.pods;
}

void from_hub(const v1::site& from, v2::site& to) {
    to.spec.image = from.spec.image;
    to.spec.scaling.pods = from.spec.replicas;
}

awaitable<outcome> reconcile_site(context&, snapshot<v1::site>) {
    co_return outcome::done();
}

void add_site_controller(manager& m) {
    m.controller<v1::site>().reconcile(reconcile_site);
    m.conversion<v1::site>().version<v2::site>(to_hub, from_hub);
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_version_loses_what_another_has) {
    BOOST_TEST(testing::round_trips(add_site_controller) == "");
}

BOOST_AUTO_TEST_CASE(an_object_of_one_version_is_read_in_the_other) {
    testing::environment env(add_site_controller);
    v2::site s;
    s.metadata.ns = "default";
    s.metadata.name = "home";
    s.spec = {.image = "nginx:1.27", .scaling = {.pods = 3}};
    env.create(s);
    BOOST_TEST(env.find<v1::site>("home")->spec.replicas == 3);
}

BOOST_AUTO_TEST_SUITE_END()
