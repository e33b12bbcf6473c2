// Clean-up that creates children, in a whole cluster; and what an operator needs beside its own kind.
#include "setpoint/api/batch_v1.hpp"
#include "setpoint/operator.hpp"
#include "setpoint/testing/environment.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(clean_up_test)

namespace {

constexpr std::string_view finalizer = "ops.example/final";

struct plan_spec {
    std::string policy;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&plan_spec::policy, "policy", "The name of its policy."));
    }
};
struct plan_status {
    std::int64_t observed_generation = 0;
    std::int32_t keep = 0;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&plan_status::observed_generation, "observedGeneration", ""),
                      field(&plan_status::keep, "keep", "What the policy demands."));
    }
};
struct backup : custom_resource<plan_spec, plan_status> {
    static constexpr auto kind() { return custom_kind("ops.example", "v1", "Backup", "A backup."); }
};
struct policy_spec {
    std::int32_t keep = 0;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&policy_spec::keep, "keep", ""));
    }
};
// Another operator's kind, for this one.
struct policy : custom_resource<policy_spec> {
    static constexpr auto kind() { return custom_kind("ops.example", "v1", "Policy", "A policy."); }
};

job run_of(const backup& self, const char* suffix) {
    job j = child_of<job>(self, suffix);
    j.spec.pod_template.spec.containers = {{.name = "run", .image = "example.com/run:1"}};
    j.spec.pod_template.spec.restart_policy = "Never";
    j.spec.backoff_limit = 0;
    return j;
}

struct world {
    world() : env([this](manager& m) { declare(m); }) {}

    void declare(manager& m) {
        m.controller<backup>()
            .owns<job>()
            .uses<job>({verb::remove})
            .uses_finalizer()
            .index<backup>(
                "policy",
                [](const backup& b, std::vector<std::string>& values) { values.push_back(b.spec.policy); })
            .watches<policy>(by_index("policy"))
            .reconcile(
                [this](context& ctx, snapshot<backup> self) { return reconcile(ctx, std::move(self)); });
    }
    awaitable<outcome> reconcile(context& ctx, snapshot<backup> self) {
        if (is_deleting(self->metadata)) co_return co_await clean_up(ctx, self);
        const auto added = co_await ctx.add_finalizer(*self, finalizer);
        if (!added) co_return added.error();
        const auto first = co_await ctx.ensure(*self, run_of(*self, "-first"), {ensure_mode::create_once});
        if (!first) co_return first.error();
        const auto wanted = co_await ctx.client().get<policy>({"default", self->spec.policy});
        plan_status next = self->status;
        next.keep = wanted ? (*wanted)->spec.keep : 0;
        co_return co_await ctx.report(*self, std::move(next));
    }
    awaitable<outcome> clean_up(context& ctx, snapshot<backup> self) {
        const auto last = co_await ctx.ensure(*self, run_of(*self, "-final"), {ensure_mode::create_once});
        if (!last) co_return last.error();
        if (!has_ended(*last->object)) co_return outcome::done();
        has_failed_at_last = has_failed(*last->object);
        const auto removed = co_await ctx.remove_finalizer(*self, finalizer);
        if (!removed) co_return removed.error();
        const auto there = co_await ctx.client().get<backup>(key_of(self->metadata));
        shown_after_removal = there.has_value();
        co_return outcome::done();
    }

    std::optional<bool> shown_after_removal, has_failed_at_last;
    testing::environment env;
};

backup make(std::string_view name) {
    backup b;
    b.metadata.name = name;
    b.spec.policy = "usual";
    return b;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_final_job_runs_after_the_owner_lost_a_child) {
    world w;
    w.env.create(make("shop"));
    w.env.until<job>("shop-first", [](const job& j) { return has_ended(j); });
    w.env.remove<job>("shop-first");
    w.env.until_idle();
    w.env.remove<backup>("shop");
    w.env.until<job>("shop-final", [](const job& j) { return has_succeeded(j); });
    w.env.until_gone<backup>("shop");
    BOOST_TEST((w.shown_after_removal == false));
    BOOST_TEST((w.has_failed_at_last == false));
    BOOST_TEST(w.env.not_granted() == "");
}

BOOST_AUTO_TEST_CASE(a_test_lets_the_pods_of_one_job_fail) {
    world w;
    w.env.fail_pods("job-name=shop-final");
    w.env.create(make("shop"));
    w.env.until<job>("shop-first", [](const job& j) { return has_succeeded(j); });
    w.env.remove<backup>("shop");
    w.env.until_gone<backup>("shop");
    BOOST_TEST((w.has_failed_at_last == true));
    BOOST_CHECK_THROW(w.env.fail_pods("a in ("), testing::failure);
}

BOOST_AUTO_TEST_CASE(a_watched_kind_of_another_operator_is_installed) {
    world w;
    w.env.create(make("shop"));
    w.env.create(make("other"));
    policy p;
    p.metadata.name = "usual";
    p.spec.keep = 3;
    w.env.create(p);
    for (const char* name : {"shop", "other"})
        w.env.until<backup>(name, [](const backup& b) { return b.status.keep == 3; });
    w.env.patch<policy>("usual", {{"spec", {{"keep", 5}}}});
    for (const char* name : {"shop", "other"})
        w.env.until<backup>(name, [](const backup& b) { return b.status.keep == 5; });
}

BOOST_AUTO_TEST_SUITE_END()
