// The code of docs/how-to/watch.md.
#include <boost/test/unit_test.hpp>

#include <setpoint/operator.hpp>
#include <setpoint/testing/environment.hpp>

BOOST_AUTO_TEST_SUITE(howto_watch)

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

struct account_spec {
    std::string secret_name;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("An account.", field(&account_spec::secret_name, "secretName",
                                           "The Secret that has the password.", required, min_length(1)));
    }
};
struct account_status {
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("The account.",
                      field(&account_status::conditions, "conditions", "Ready.", list_map("type")));
    }
};
struct account : custom_resource<account_spec, account_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Account", "An account."); }
};

awaitable<outcome> reconcile_account(context& ctx, snapshot<account> self) {
    const object_key wanted(self->metadata.ns.str(), self->spec.secret_name);
    const auto found = co_await ctx.live().get<core_v1::secret>(wanted);
    if (!found && found.error().code != errc::not_found) co_return found.error();
    const setpoint::secret* const password = found ? find_value(**found, "password") : nullptr;
    account_status next = self->status;
    if (password)  // use password->reveal() here
        ctx.conditions(*self, next).set("Ready", condition_true("HasPassword"));
    else
        ctx.conditions(*self, next).set("Ready", condition_false("PasswordMissing", wanted.to_string()));
    co_return co_await ctx.report(*self, next);
}

void add_account_controller(manager& m) {
    const auto secret_of = [](const account& a, std::vector<std::string>& values) {
        values.push_back(a.spec.secret_name);
    };
    m.controller<account>()
        .index<account>("secret", secret_of)
        .watches<metadata_only<core_v1::secret>>(by_index("secret"))
        .reconcile(reconcile_account);
}

account an_account(std::string ns) {
    account a;
    a.metadata.ns = std::move(ns);
    a.metadata.name = "mail";
    a.spec.secret_name = "mail-login";
    return a;
}

core_v1::secret a_password(std::string ns) {
    core_v1::secret s;
    s.metadata.ns = std::move(ns);
    s.metadata.name = "mail-login";
    s.data["password"] = setpoint::secret("open sesame");
    return s;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_account_follows_the_secret_that_it_names) {
    testing::environment env(add_account_controller);
    env.create(an_account("default"));
    env.until<account>("mail", testing::has_condition("Ready", condition_status::false_));
    env.create(a_password("default"));
    env.until<account>("mail", testing::has_condition("Ready"));
    env.remove<core_v1::secret>("mail-login");
    env.until<account>("mail", testing::has_condition("Ready", condition_status::false_));
    BOOST_TEST(env.calls_during(1h) == 0u);
    BOOST_TEST(env.not_granted() == "");
}

BOOST_AUTO_TEST_CASE(a_secret_that_no_account_names_queues_nothing) {
    testing::environment env(add_account_controller);
    env.create(an_account("default"));
    env.until<account>("mail", testing::has_condition("Ready", condition_status::false_));
    const double before = env.metric("workqueue_adds_total");
    core_v1::secret other = a_password("default");
    other.metadata.name = "other";
    env.create(other);
    env.advance(1min);
    BOOST_TEST(env.metric("workqueue_adds_total") == before);
}

namespace {

core_v1::namespace_ a_namespace(std::string name) {
    core_v1::namespace_ n;
    n.metadata.name = std::move(name);
    return n;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_operator_of_two_namespaces_leaves_others_alone) {
    manager_options two = testing::environment::default_options();
    two.namespaces = {"team-a", "team-b"};  // --namespace team-a --namespace team-b
    testing::environment env(add_account_controller, {}, two);
    for (const char* ns : {"team-a", "team-b", "team-c"}) {
        env.create(a_namespace(ns));
        env.create(a_password(ns));
        env.create(an_account(ns));
    }
    env.until<account>(object_key("team-a", "mail"), testing::has_condition("Ready"));
    env.until<account>(object_key("team-b", "mail"), testing::has_condition("Ready"));
    env.until_idle();
    BOOST_TEST(env.find<account>(object_key("team-c", "mail"))->status.conditions.empty());
    BOOST_TEST(env.operator_manager().roles(two.namespaces).size() == 2u);  // and no ClusterRole
    BOOST_TEST(env.not_granted() == "");
}

namespace {

struct app_spec {
    std::string image;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("An application.", field(&app_spec::image, "image", "Container image."));
    }
};
struct app_status {
    std::int32_t gateways = 0;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("The application.", field(&app_status::gateways, "gateways", "Gateways to it."));
    }
};
struct app : custom_resource<app_spec, app_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "App", "An application."); }
};

// The fields of a ServiceMonitor that this operator sets. It leaves all others alone.
struct service_monitor {
    struct endpoint {
        std::string port;
        static constexpr auto describe() {
            using namespace setpoint::schema;
            return object("", field(&endpoint::port, "port", ""));
        }
    };
    struct monitor_spec {
        label_selector selector;
        std::vector<endpoint> endpoints;
        static constexpr auto describe() {
            using namespace setpoint::schema;
            return object("", field(&monitor_spec::selector, "selector", ""),
                          field(&monitor_spec::endpoints, "endpoints", ""));
        }
    };
    object_meta metadata;
    monitor_spec spec;

    static constexpr auto kind() {
        return builtin_kind("monitoring.coreos.com", "v1", "ServiceMonitor", "servicemonitors");
    }
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("", field(&service_monitor::metadata, "metadata", ""),
                      field(&service_monitor::spec, "spec", ""));
    }
};

struct monitored_app {
    const cache& kinds;

    awaitable<outcome> reconcile(context& ctx, snapshot<app> self) const {
        if (!kinds.serves<service_monitor>()) co_return outcome::done();  // its arrival reconciles again
        auto monitor = child_of<service_monitor>(*self);
        monitor.spec.selector.match_labels = {{"app", label_value_of(self->metadata.name)}};
        monitor.spec.endpoints = {{.port = "metrics"}};
        const auto made = co_await ctx.ensure(*self, monitor);
        if (!made) co_return made.error();
        co_return outcome::done();
    }
};

void add_monitored_app(manager& m) {
    m.controller<app>().owns<service_monitor>(presence::optional).reconcile(monitored_app{m.cache()});
}

struct served_monitor : custom_resource<service_monitor::monitor_spec> {
    static constexpr auto kind() {
        return custom_kind("monitoring.coreos.com", "v1", "ServiceMonitor", "").plural("servicemonitors");
    }
};

app an_app() {
    app a;
    a.metadata.ns = "default";
    a.metadata.name = "shop";
    return a;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_app_gets_its_monitor_once_the_kind_is_installed) {
    testing::environment env(add_monitored_app);
    env.create(an_app());
    env.advance(10min);
    BOOST_TEST(env.operator_manager().ready());
    env.install<served_monitor>();
    env.until<service_monitor>("shop",
                               [](const auto& s) { return s.spec.endpoints.at(0).port == "metrics"; });
    BOOST_TEST(env.not_granted() == "");
}

namespace {

struct routed_app {
    const kind_info& gateways;
    const cache& kinds;

    awaitable<outcome> reconcile(context& ctx, snapshot<app> self) const {
        app_status next;
        if (kinds.serves(gateways)) {
            const auto all = co_await ctx.client().list(gateways, {.ns = self->metadata.ns.str()});
            if (!all) co_return all.error();
            for (const snapshot<dynamic_object>& g : *all)
                next.gateways += g->get_string("spec.app") == self->metadata.name.view() ? 1 : 0;
        }
        co_return co_await ctx.report(*self, next);
    }
};

// `gateways` must outlive the manager: dynamic_kind({"example.com", "v1", "Gateway"}, "gateways").
void add_routed_app(manager& m, const kind_info& gateways) {
    const auto app_of = [](const dynamic_object& g) {
        std::vector<object_key> keys;
        if (const auto name = g.get_string("spec.app"))
            keys.emplace_back(std::string(g.ns()), std::string(*name));
        return keys;
    };
    m.controller<app>()
        .watches(gateways, app_of, {}, {}, presence::optional)
        .reconcile(routed_app{gateways, m.cache()});
}

struct gateway_spec {
    std::string app;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A gateway.", field(&gateway_spec::app, "app", "Where requests go."));
    }
};
struct gateway : custom_resource<gateway_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Gateway", "A gateway."); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_app_counts_gateways_of_a_kind_that_has_no_type) {
    const kind_info gateways = dynamic_kind({"example.com", "v1", "Gateway"}, "gateways");
    testing::environment env([&](manager& m) { add_routed_app(m, gateways); });
    env.create(an_app());
    env.advance(10min);
    env.install<gateway>();
    gateway g;
    g.metadata.ns = "default";
    g.metadata.name = "front";
    g.spec.app = "shop";
    env.create(g);
    env.until<app>("shop", [](const app& a) { return a.status.gateways == 1; });
    env.patch<gateway>("front", {{"spec", {{"app", "other"}}}});  // the app that it left is reconciled too
    env.until<app>("shop", [](const app& a) { return a.status.gateways == 0; });
    BOOST_TEST(env.calls_during(1h) == 0u);
    BOOST_TEST(env.not_granted() == "");
}

BOOST_AUTO_TEST_SUITE_END()
