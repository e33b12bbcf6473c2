// What docs/controllers.md and docs/children.md show is compiled, here.
#include "operators/web_server/types.hpp"
#include "pages/quotes.hpp"
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/operator.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(controllers_page)

namespace {

using namespace setpoint;
using namespace setpoint::kinds;
using web_server::web_server;
using web_server_status = ::web_server::web_server_status;

struct service_monitor {
    object_meta metadata;
    static constexpr auto kind() {
        return builtin_kind("monitoring.coreos.com", "v1", "ServiceMonitor", "servicemonitors");
    }
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&service_monitor::metadata, "metadata", ""));
    }
};

std::vector<object_key> map(const config_map& c) {
    return {key_of(c)};
}

job desired_job(const web_server& self) {
    return child_of<job>(self);
}

deployment desired_deployment(const web_server& self) {
    return child_of<deployment>(self);
}

awaitable<outcome> reconcile(context& ctx, snapshot<web_server> self) {
    web_server_status next = self->status;
    const auto child = co_await ctx.ensure(*self, desired_deployment(*self));
    if (!child) co_return child.error();  // retried with back-off
    next.ready_replicas = child->object->status.ready_replicas.value_or(0);
    ctx.conditions(*self, next).set("Degraded", explain(*child));
    const auto migration =
        co_await ctx.ensure(*self, desired_job(*self), {.mode = ensure_mode::replace_when_immutable});
    if (!migration) co_return migration.error();
    co_return co_await ctx.report(*self, next, {child->problem, migration->problem});
}

awaitable<outcome> reconcile_route(context&, snapshot<dynamic_object>) {
    co_return outcome::done();
}

void declare_all(manager& m) {
    m.controller<web_server>()      // the objects to reconcile
        .owns<deployment>()         // children: a change reconciles their owner
        .claims_name<deployment>()  // reconciles the owner that needs the name of a deleted Deployment
        .watches<config_map>(map)   // other objects, mapped to the keys to reconcile
        .uses<core_v1::secret>({verb::get})  // other kinds that the reconciler reads or writes
        .reconcile(reconcile);               // awaitable<outcome> reconcile(context&, snapshot<web_server>)
}

void declare_optional(manager& m) {
    m.controller<web_server>().owns<service_monitor>(presence::optional).reconcile(reconcile);
}

// These outlive the manager.
const kind_info routes = dynamic_kind({"route.openshift.io", "v1", "Route"}, "routes");
const kind_info gateways = dynamic_kind({"example.com", "v1", "Gateway"}, "gateways");

void declare_dynamic(manager& m) {
    const auto map = [](const dynamic_object& gateway) { return std::vector<object_key>{gateway.key()}; };
    m.controller<web_server>().owns(routes, presence::optional).reconcile(reconcile);
    m.controller(routes).named("routes").watches(gateways, map).reconcile(reconcile_route);
}

// What --print-rbac prints of it.
std::string printed_role(void (*declare)(manager&)) {
    testing::environment env;
    return boost::json::serialize(env.start(declare).roles({}).front());
}

}  // namespace

BOOST_AUTO_TEST_CASE(its_code_is_from_this_file) {
    for (const char* page : {"docs/controllers.md", "docs/children.md"}) {
        BOOST_TEST(pages::not_quoted(pages::read(page), {"tests/pages/controllers_test.cpp"}) == "");
    }
}

BOOST_AUTO_TEST_CASE(its_declarations_have_these_roles) {
    BOOST_TEST(printed_role(declare_all).find("secrets") != std::string::npos);
    BOOST_TEST(printed_role(declare_optional).find("servicemonitors") != std::string::npos);
    BOOST_TEST(printed_role(declare_dynamic).find("gateways") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
