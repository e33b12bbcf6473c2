// Managers under the rights of their own roles.
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/rbac_v1.hpp"
#include "setpoint/operator.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(rbac_test)

namespace {

struct memo_spec {
    std::string text;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&memo_spec::text, "text", "What it says."));
    }
};
struct memo_status {
    std::int64_t observed_generation = 0;
    static constexpr auto describe() {
        using namespace schema;
        return object("",
                      field(&memo_status::observed_generation, "observedGeneration", "Of the spec seen."));
    }
};
struct memo : custom_resource<memo_spec, memo_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Memo", "A text."); }
};

memo make(std::string_view name) {
    memo m;
    m.metadata.name = name;
    m.metadata.ns = "default";
    m.spec.text = "one";
    return m;
}

// Copies a Memo into a Secret, declared or not, and reports.
struct copier {
    client& api;
    awaitable<outcome> reconcile(context& ctx, snapshot<memo> self) {
        core_v1::secret copy = child_of<core_v1::secret>(*self, "-copy");
        copy.type = "Opaque";
        const auto made = co_await api.apply(copy);
        if (!made) co_return made.error();
        memo_status now;
        now.observed_generation = self->metadata.generation;
        co_return co_await ctx.report(*self, now);
    }
};
// As owns<T>() does, without its rights.
struct owner {
    client& api;
    awaitable<outcome> reconcile(context&, snapshot<memo> self) {
        core_v1::secret copy = child_of<core_v1::secret>(*self, "-copy");
        copy.type = "Opaque";
        owner_reference& by = copy.metadata.owner_references.emplace_back();
        by.api_version = "example.com/v1";
        by.kind = "Memo";
        by.name = self->metadata.name;
        by.uid = self->metadata.uid;
        by.block_owner_deletion = true;
        const auto made = co_await api.apply(copy);
        if (!made) co_return made.error();
        co_return outcome::done();
    }
};
void add_owner(manager& m) {
    m.controller<memo>().uses<core_v1::secret>({verb::create, verb::patch}).reconcile(owner{m.live_client()});
}
void add_with_rights(manager& m) {
    m.controller<memo>()
        .uses<core_v1::secret>({verb::create, verb::patch})
        .reconcile(copier{m.live_client()});
}
void add_without(manager& m) {
    m.controller<memo>().reconcile(copier{m.live_client()});
}

const auto is_seen = [](const memo& m) { return m.status.observed_generation != 0; };
const testing::environment_options on{.rbac = true};

manager_options named(std::string name) {
    manager_options o = testing::environment::default_options();
    o.name = std::move(name);
    return o;
}

template <class F>
std::string failure_of(F body) {
    try {
        body();
    } catch (const testing::failure& f) {
        return f.what();
    }
    return "";
}
bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(declared_rights_are_enough) {
    testing::environment env(add_with_rights, on);
    env.create(make("a"));
    env.until<memo>("a", is_seen);
    env.until_idle();
    BOOST_TEST(env.not_granted() == "");
    BOOST_TEST(env.take_missing_rights() == "");
    const auto account = env.find<service_account>(object_key{"kube-system", "operator"});
    BOOST_TEST(bool(account));
}

BOOST_AUTO_TEST_CASE(a_missing_right_fails_the_test_with_its_rule) {
    testing::environment env(add_without, on);
    env.create(make("a"));
    const std::string said = failure_of([&] { env.until<memo>("a", is_seen); });
    for (const char* part :
         {"missing rights: the roles of system:serviceaccount:kube-system:operator do not allow",
          "patch secrets in the namespace \"default\" (", ".uses<kinds::secret>({verb::create, verb::patch})",
          "resources: [\"secrets\"]", "verbs: [\"create\", \"patch\"]", "not within 60 s", "live objects:"})
        BOOST_TEST(has(said, part), "\"" << part << "\" is missing in:\n" << said);
}

BOOST_AUTO_TEST_CASE(a_missing_right_fails_a_call_that_succeeds) {
    testing::environment env(add_without, on);
    env.create(make("a"));
    const std::string said = failure_of([&] { env.advance(1min); });
    BOOST_TEST(has(said, "patch secrets"), said);
}

BOOST_AUTO_TEST_CASE(an_owner_that_is_blocked_needs_a_right) {
    testing::environment_options strict = on;
    strict.api.admission.enable = {"OwnerReferencesPermissionEnforcement"};
    testing::environment env(add_owner, strict);
    env.create(make("a"));
    const std::string said = failure_of([&] { env.advance(1min); });
    BOOST_TEST(has(said, "update memos.example.com/finalizers for a reference to its owner"), said);
    BOOST_TEST(has(said, ".uses<memo>({verb::update}, \"finalizers\")"), said);
}

BOOST_AUTO_TEST_CASE(missing_rights_can_be_taken) {
    testing::environment env(add_without, on);
    env.run([&]() -> awaitable<void> {
        (co_await env.client().create(make("a"))).value();
        co_await env.event_loop().sleep(10s);
        BOOST_TEST(has(env.take_missing_rights(), "patch secrets"));
    });
    BOOST_TEST(env.take_missing_rights() == "");
}

BOOST_AUTO_TEST_CASE(each_manager_has_an_account_of_its_own) {
    testing::environment env(add_with_rights, on, named("first"));
    env.create(make("a"));
    env.until<memo>("a", is_seen);
    env.start(add_without, named("second"));
    const std::string said = failure_of([&] { env.advance(1min); });
    BOOST_TEST(has(said, "system:serviceaccount:kube-system:second"), said);
    BOOST_TEST(!has(said, "system:serviceaccount:kube-system:first"), said);
}

BOOST_AUTO_TEST_CASE(managers_of_one_name_share_only_equal_roles) {
    testing::environment env(add_with_rights, on);
    env.start(add_with_rights);
    BOOST_TEST(!env.find<service_account>(object_key{"kube-system", "operator-2"}));
    manager& other = env.start(add_without);
    BOOST_TEST(bool(env.find<service_account>(object_key{"kube-system", "operator-2"})));
    BOOST_TEST(other.options().name == "operator");
    env.create(make("a"));
    const std::string said = failure_of([&] { env.advance(1min); });
    BOOST_TEST(has(said, "kube-system:operator-2 do not allow"), said);
}

BOOST_AUTO_TEST_CASE(a_right_that_was_taken_away_can_be_given_back) {
    testing::environment env(add_with_rights, on);
    const object_key role = object_key::cluster("operator-manager");
    const auto binding = env.find<cluster_role_binding>(role);
    BOOST_REQUIRE(binding);
    env.until_idle();
    env.remove<cluster_role_binding>(role);
    env.run([&]() -> awaitable<void> {
        (co_await env.client().create(make("a"))).value();
        co_await env.event_loop().sleep(10s);
        const std::string taken = env.take_missing_rights();
        BOOST_TEST(has(taken, "patch secrets"), taken);
        cluster_role_binding again;
        again.metadata.name = binding->metadata.name;
        again.role_ref = binding->role_ref;
        again.subjects = binding->subjects;
        (co_await env.client().create(again)).value();
        (void)env.take_missing_rights();
    });
    env.until<memo>("a", is_seen);
    BOOST_TEST(env.take_missing_rights() == "");
}

BOOST_AUTO_TEST_CASE(roles_of_namespaces_end_at_their_border) {
    testing::environment env(on);
    env.install<memo>();
    manager_options o = testing::environment::default_options();
    o.namespaces = {"shop"};  // which does not exist yet
    env.start(
        [](manager& m) {
            m.controller<memo>()
                .uses<core_v1::secret>({verb::create, verb::patch})
                .reconcile(copier{m.live_client()});
            m.uses<config_map>({verb::get});
            m.uses<memo>({verb::update}, "finalizers");
            m.add_runnable("nosy", [&m]() -> awaitable<void> {
                (void)co_await m.live_client().get<config_map>({"shop", "a"});
                (void)co_await m.live_client().get<config_map>({"default", "a"});
            });
        },
        o);
    core_v1::namespace_ shop;
    shop.metadata.name = "shop";
    const std::string said = failure_of([&] {
        env.create(shop);
        env.advance(1s);
    });
    BOOST_TEST(has(said, "get configmaps in the namespace \"default\" (at "), said);
    memo m = make("a");
    m.metadata.ns = "shop";
    env.create(m);
    env.until<memo>(object_key{"shop", "a"}, is_seen);
}

BOOST_AUTO_TEST_CASE(leader_election_needs_only_the_printed_roles) {
    testing::environment env(on);
    env.install<memo>();
    manager_options o = testing::environment::default_options();
    o.election.enabled = true;
    o.election.ns = "default";
    manager& m = env.start(add_with_rights, o);
    env.create(make("a"));
    env.until<memo>("a", is_seen);
    env.stop(m);
    BOOST_TEST(env.take_missing_rights() == "");
}

BOOST_AUTO_TEST_CASE(webhooks_are_called_under_rbac) {
    testing::environment env(
        [](manager& m) {
            add_with_rights(m);
            m.webhook<memo>().defaults([](memo& n) { n.spec.text += "!"; });
        },
        on);
    env.create(make("a"));
    env.until<memo>("a", [](const memo& n) { return n.spec.text == "one!"; });
    env.until<memo>("a", is_seen);
}

BOOST_AUTO_TEST_CASE(the_same_seed_gives_the_same_run_under_rbac) {
    const auto trace_of = [](std::uint64_t seed) {
        testing::environment env(add_with_rights, {.seed = seed, .rbac = true});
        env.create(make("a"));
        env.until<memo>("a", is_seen);
        env.until_idle();
        return env.trace();
    };
    BOOST_TEST(trace_of(3) == trace_of(3));
}

BOOST_AUTO_TEST_CASE(without_the_option_there_are_no_roles) {
    testing::environment env(add_without);
    env.create(make("a"));
    env.until<memo>("a", is_seen);
    BOOST_TEST(env.list<rbac_v1::cluster_role>().empty());
    BOOST_TEST(env.take_missing_rights() == "");
}

BOOST_AUTO_TEST_SUITE_END()
