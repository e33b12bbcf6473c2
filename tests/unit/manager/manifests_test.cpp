// What --print-crd and --print-rbac print of a manager's declarations.
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/manager/manager.hpp"
#include "support/fake_client.hpp"
#include "support/virtual_world.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

#include <sstream>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(manifests_test)

namespace {

struct lamp_spec {
    std::int32_t lumens = 1;
    static constexpr auto describe() {
        using namespace schema;
        return object("A lamp.", field(&lamp_spec::lumens, "lumens", "How bright.", minimum(0)));
    }
};
constexpr auto lamp_kind(std::string_view version) {
    return custom_kind("test.example", version, "Lamp", "A lamp.");
}
struct lamp : custom_resource<lamp_spec> {
    static constexpr auto kind() { return lamp_kind("v1"); }
};
struct lamp_v1alpha1 : custom_resource<lamp_spec> {
    static constexpr auto kind() { return lamp_kind("v1alpha1").not_stored().deprecated("Use v1."); }
};
struct lamp_v2 : custom_resource<lamp_spec> {
    static constexpr auto kind() { return lamp_kind("v2"); }
};
struct lamp_v3 : custom_resource<lamp_spec> {
    static constexpr auto kind() { return lamp_kind("v3").not_stored(); }
};
struct lamp_class : custom_resource<lamp_spec> {
    static constexpr auto kind() {
        return custom_kind("test.example", "v1", "LampClass", "Settings of lamps.").cluster_scoped();
    }
};

struct socket : custom_resource<lamp_spec> {
    static constexpr auto kind() {
        return custom_kind("of.others.example", "v1", "Socket", "Where a lamp is plugged in.").external();
    }
};

struct idle {
    awaitable<outcome> reconcile(context&, object_key) { co_return outcome::done(); }
};

struct declared : virtual_world {
    declared() : m(l, api, logger(sink, time), measured, named()) {}
    static manager_options named() {
        manager_options o;
        o.name = "lamps";
        return o;
    }
    // "test.example/lamps get list", sorted, of the ClusterRole.
    std::vector<std::string> rights() {
        std::vector<std::string> all;
        const boost::json::object role = m.roles({}).at(0);
        for (const auto& rule : role.at("rules").as_array()) {
            for (const auto& resource : rule.at("resources").as_array()) {
                std::string line(rule.at("apiGroups").as_array().at(0).as_string());
                line += "/" + std::string(resource.as_string());
                for (const auto& v : rule.at("verbs").as_array()) line += " " + std::string(v.as_string());
                all.push_back(line);
            }
        }
        return all;
    }
    bool grants(const std::string& line) {
        const auto all = rights();
        return std::find(all.begin(), all.end(), line) != all.end();
    }
    std::ostringstream text;
    text_sink sink{text};
    prometheus::Registry registry;
    metrics measured{registry};
    fake_client api{l};
    manager m;
};

// "v1 stored, v1alpha1"
std::string versions(const boost::json::object& crd) {
    std::string all;
    for (const auto& v : crd.at("spec").at("versions").as_array()) {
        all += (all.empty() ? "" : ", ") + std::string(v.at("name").as_string());
        if (v.at("storage").as_bool()) all += " stored";
    }
    return all;
}
std::string_view name_of(const boost::json::object& crd) {
    return crd.at("metadata").at("name").as_string();
}

}  // namespace

BOOST_FIXTURE_TEST_CASE(a_version_without_a_controller_is_in_the_definition, declared) {
    m.controller<lamp>().also_serves<lamp_v1alpha1>().reconcile_keys(idle{});
    const auto crds = m.crds();
    BOOST_REQUIRE(crds.size() == 1u);
    BOOST_TEST(name_of(crds[0]) == "lamps.test.example");
    BOOST_TEST(versions(crds[0]) == "v1 stored, v1alpha1");
    // One resource, whatever its versions.
    BOOST_TEST(grants("test.example/lamps get list watch"));
}

BOOST_FIXTURE_TEST_CASE(a_version_that_is_named_twice_is_printed_once, declared) {
    m.controller<lamp>().also_serves<lamp_v1alpha1>().also_serves<lamp>().reconcile_keys(idle{});
    m.controller<lamp_v1alpha1>().named("old").also_serves<lamp>().reconcile_keys(idle{});
    m.defines<lamp_v1alpha1>();
    BOOST_REQUIRE(m.crds().size() == 1u);
    BOOST_TEST(versions(m.crds()[0]) == "v1 stored, v1alpha1");
}

BOOST_FIXTURE_TEST_CASE(exactly_one_version_is_stored, declared) {
    m.controller<lamp>().also_serves<lamp_v2>().reconcile_keys(idle{});
    BOOST_CHECK_EXCEPTION(m.crds(), fault, [](const fault& f) { return f.why().code == errc::invalid; });
}

BOOST_FIXTURE_TEST_CASE(a_kind_without_a_controller_is_printed_when_it_is_ours, declared) {
    m.controller<lamp>().uses<lamp_class>({verb::get}).reconcile_keys(idle{});
    BOOST_TEST(m.crds().size() == 1u);  // what is used may be anybody's
    m.defines<lamp_class>();
    const auto crds = m.crds();
    BOOST_REQUIRE(crds.size() == 2u);
    BOOST_TEST(name_of(crds[1]) == "lampclasses.test.example");
}

BOOST_FIXTURE_TEST_CASE(a_kind_of_others_is_not_printed_but_a_test_kit_gets_it, declared) {
    m.controller<lamp>().owns<socket>().reconcile_keys(idle{});
    m.controller<socket>().reconcile_keys(idle{});
    const auto crds = m.crds();
    BOOST_REQUIRE(crds.size() == 1u);
    BOOST_TEST(name_of(crds[0]) == "lamps.test.example");
    const auto external = m.external_crds();
    BOOST_REQUIRE(external.size() == 1u);
    BOOST_TEST(name_of(external[0]) == "sockets.of.others.example");
    BOOST_TEST(grants("of.others.example/sockets create get list patch watch"));
}

BOOST_FIXTURE_TEST_CASE(kinds_known_at_run_time_only_are_in_the_role, declared) {
    const kind_info routes = dynamic_kind({"route.example", "v1", "Route"}, "routes");
    const kind_info gateways = dynamic_kind({"route.example", "v1", "Gateway"}, "gateways");
    const kind_info accounts = dynamic_kind({"", "v1", "ServiceAccount"}, "serviceaccounts");
    const kind_info monitors = dynamic_kind({"monitoring.example", "v1", "Monitor"}, "monitors");
    const kind_info nodes = dynamic_kind({"", "v1", "Node"}, "nodes", scope::cluster);
    const kind_info jobs = dynamic_kind({"batch", "v1", "Job"}, "jobs");
    const auto none = [](const dynamic_object&) { return std::vector<object_key>(); };
    m.controller<lamp>()
        .owns(routes)
        .owns(monitors, presence::optional)
        .watches(gateways, none)
        .index(gateways, "class", [](const dynamic_object&, std::vector<std::string>&) {})
        .uses(accounts, {verb::get, verb::remove}, "token")
        .reconcile_keys(idle{});
    m.controller(jobs).uses_finalizer().reconcile_keys(idle{});
    m.cache().watch(nodes);
    m.uses<core_v1::secret>({verb::get});
    m.uses(accounts, {verb::list});
    BOOST_TEST(m.crds().size() == 1u);  // others define them
    for (const char* line :
         {"route.example/routes create get list patch watch", "route.example/gateways get list watch",
          "monitoring.example/monitors create get list patch watch", "/serviceaccounts/token delete get",
          "/nodes get list watch", "/secrets get", "/serviceaccounts list", "batch/jobs get list patch watch",
          "batch/jobs/status patch"})
        BOOST_TEST(grants(line), line << " is not among " << boost::json::serialize(m.roles({}).at(0)));
}

BOOST_FIXTURE_TEST_CASE(functions_of_dynamic_objects_are_refused_for_typed_kinds, declared) {
    auto b = m.controller<lamp>();
    const auto refused = [](const fault& f) { return f.why().code == errc::invalid; };
    BOOST_CHECK_EXCEPTION(b.watches(kind_of<core_v1::secret>(),
                                    [](const dynamic_object&) { return std::vector<object_key>(); }),
                          fault, refused);
    BOOST_CHECK_EXCEPTION(
        b.index(kind_of<core_v1::secret>(), "x", [](const dynamic_object&, std::vector<std::string>&) {}),
        fault, refused);
}

BOOST_FIXTURE_TEST_CASE(conversions_are_in_the_definition, declared) {
    m.conversion<lamp>().version<lamp_v1alpha1>(
        [](const lamp_v1alpha1& from, lamp& to) { to.spec = from.spec; },
        [](const lamp& from, lamp_v1alpha1& to) { to.spec = from.spec; });
    const auto crds = m.crds();
    BOOST_REQUIRE(crds.size() == 1u);
    BOOST_TEST(versions(crds[0]) == "v1 stored, v1alpha1");
    BOOST_TEST(
        boost::json::serialize(crds[0].at("spec").at("conversion")) ==
        R"({"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],"clientConfig":{"service":)"
        R"({"namespace":"lamps-system","name":"lamps-webhook","path":"/convert"}}}})");
    BOOST_TEST(m.webhook_configurations().empty());
    BOOST_TEST(m.webhook_host_name() == "lamps-webhook.lamps-system.svc");
}

BOOST_FIXTURE_TEST_CASE(conversions_of_one_kind_may_be_declared_one_by_one, declared) {
    const auto same = [](const auto& from, auto& to) { to.spec = from.spec; };
    m.conversion<lamp>().version<lamp_v1alpha1>(same, same);
    m.conversion<lamp>().version<lamp_v3>(same, same);
    BOOST_REQUIRE(m.conversions().size() == 1u);
    BOOST_TEST(m.conversions().front().versions.size() == 2u);
    BOOST_TEST(versions(m.crds().at(0)) == "v1 stored, v1alpha1, v3");
}

BOOST_FIXTURE_TEST_CASE(webhooks_have_configurations_and_the_roles_for_their_certificates, declared) {
    m.controller<lamp>().reconcile_keys(idle{});
    BOOST_TEST(m.webhook_host_name() == "");
    const std::size_t without = m.roles({}).size();
    m.webhook<lamp>().validates([](const lamp&, verdict&) {});
    const auto configurations = m.webhook_configurations();
    BOOST_REQUIRE(configurations.size() == 1u);
    BOOST_TEST(name_of(configurations[0]) == "lamps-validating-webhook-configuration");
    const auto roles = m.roles({});
    BOOST_REQUIRE(roles.size() == without + 2);
    BOOST_TEST(
        boost::json::serialize(roles[without].at("rules")) ==
        R"([{"apiGroups":["admissionregistration.k8s.io"],"resources":["validatingwebhookconfigurations"],)"
        R"("resourceNames":["lamps-validating-webhook-configuration"],"verbs":["get","list","patch","watch"]}])");
    BOOST_TEST(roles[without + 1].at("metadata").at("namespace") == "lamps-system");
    BOOST_TEST(
        boost::json::serialize(roles[without + 1].at("rules")) ==
        R"([{"apiGroups":[""],"resources":["secrets"],"verbs":["create"]},{"apiGroups":[""],"resources":)"
        R"(["secrets"],"resourceNames":["lamps-webhook-cert"],"verbs":["get","patch"]}])");
}

BOOST_AUTO_TEST_SUITE_END()
