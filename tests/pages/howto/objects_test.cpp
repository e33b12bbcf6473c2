// The code of docs/how-to/objects.md. That of finalizers is examples/03-finalizer.
#include <boost/test/unit_test.hpp>

#include <setpoint/api/batch_v1.hpp>
#include <setpoint/operator.hpp>
#include <setpoint/testing/environment.hpp>

BOOST_AUTO_TEST_SUITE(howto_objects)

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

struct database_spec {
    std::string image;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A database.",
                      field(&database_spec::image, "image", "The image that migrates it.", required));
    }
};
struct database_status {
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("The database.",
                      field(&database_status::conditions, "conditions", "Degraded.", list_map("type")));
    }
};
struct database : custom_resource<database_spec, database_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Database", "A database."); }
};

job desired_job(const database& self) {
    job migration = child_of<job>(self, "-migration");
    migration.spec.pod_template.spec.restart_policy = "Never";
    migration.spec.pod_template.spec.containers = {{.name = "migrate", .image = self.spec.image}};
    return migration;
}

awaitable<outcome> reconcile_database(context& ctx, snapshot<database> self) {
    const auto migration =
        co_await ctx.ensure(*self, desired_job(*self), {.mode = ensure_mode::replace_when_immutable});
    if (!migration) co_return migration.error();
    database_status next = self->status;
    ctx.conditions(*self, next).set("Degraded", explain(*migration));
    co_return co_await ctx.report(*self, next);
}

void add_database_controller(manager& m) {
    m.controller<database>().owns<job>().uses<job>({verb::remove}).reconcile(reconcile_database);
}

const auto runs = [](std::string image) {
    return [image](const job& j) { return j.spec.pod_template.spec.containers.at(0).image == image; };
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_new_image_is_a_new_job) {
    testing::environment env(add_database_controller);
    database shop;
    shop.metadata.ns = "default";
    shop.metadata.name = "shop";
    shop.spec.image = "schema:1";
    env.create(shop);
    const auto first = env.until<job>("shop-migration", runs("schema:1"));
    env.patch<database>("shop", {{"spec", {{"image", "schema:2"}}}});
    const auto second = env.until<job>("shop-migration", runs("schema:2"));
    BOOST_TEST(second->metadata.uid != first->metadata.uid);
    env.until<database>("shop", testing::has_condition("Degraded", condition_status::false_));
    BOOST_TEST(env.calls_during(1h) == 0u);
    BOOST_TEST(env.not_granted() == "");
}

BOOST_AUTO_TEST_SUITE_END()
