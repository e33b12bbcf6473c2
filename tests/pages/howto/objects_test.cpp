// The code of docs/how-to/objects.md. That of finalizers is examples/03-finalizer.
#include <boost/test/unit_test.hpp>

#include <setpoint/api/batch_v1.hpp>
#include <setpoint/operator.hpp>
#include <setpoint/testing/environment.hpp>

BOOST_AUTO_TEST_SUITE(howto_objects)

using namespace setpoint;
using namespace setpoint::kinds;
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

struct archive_spec {
    std::string schedule;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("An archive.", field(&archive_spec::schedule, "schedule", "When it is backed up."));
    }
};
struct archive : custom_resource<archive_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Archive", "An archive."); }
};
constexpr std::string_view finalizer = "example.com/final-backup";

job backup_job(const archive& self, const char* suffix) {
    job backup = child_of<job>(self, suffix);
    backup.spec.backoff_limit = 0;
    backup.spec.pod_template.spec.restart_policy = "Never";
    backup.spec.pod_template.spec.containers = {{.name = "backup", .image = "example.com/backup:1"}};
    return backup;
}

// The final backup belongs to the clean-up, so it is created although its owner is being deleted.
awaitable<outcome> clean_up(context& ctx, const archive& self) {
    if (!has_finalizer(self.metadata, finalizer)) co_return outcome::done();
    const auto last = co_await ctx.ensure(self, backup_job(self, "-final"), {ensure_mode::create_once});
    if (!last) co_return last.error();
    if (!has_ended(*last->object)) co_return outcome::done();  // its end reconciles the owner again
    if (has_failed(*last->object)) ctx.log().warn("The final backup has failed");
    const auto removed = co_await ctx.remove_finalizer(self, finalizer);
    if (!removed) co_return removed.error();
    co_return outcome::done();
}

// The claim stays when its Archive is deleted, and belongs to the next one of that name.
persistent_volume_claim desired_claim(const archive& self) {
    persistent_volume_claim claim = child_of<persistent_volume_claim>(self, "-data");
    claim.spec.access_modes = {"ReadWriteOnce"};
    claim.spec.resources.requests["storage"] = "1Gi";
    return claim;
}

awaitable<outcome> reconcile_archive(context& ctx, snapshot<archive> self) {
    if (is_deleting(self->metadata)) co_return co_await clean_up(ctx, *self);
    const auto marked = co_await ctx.add_finalizer(*self, finalizer);
    if (!marked) co_return marked.error();
    const auto claim = co_await ctx.ensure(*self, desired_claim(*self), {.outlives_owner = true});
    if (!claim) co_return claim.error();
    co_return outcome::done();
}

void add_archive_controller(manager& m) {
    m.controller<archive>().owns<job>().owns<persistent_volume_claim>().uses_finalizer().reconcile(
        reconcile_archive);
}

archive an_archive(std::string name) {
    archive a;
    a.metadata.name = name;
    return a;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_final_backup_fails_and_the_claim_stays) {
    testing::environment env(add_archive_controller);
    env.fail_pods("job-name=shop-final", "exit=3");
    env.create(an_archive("shop"));
    env.until<persistent_volume_claim>("shop-data", [](const auto& c) { return c.status.phase == "Bound"; });
    env.remove<archive>("shop");
    env.until<job>("shop-final", [](const job& j) { return has_failed(j); });
    env.until_gone<archive>("shop");
    env.until_gone<job>("shop-final");
    BOOST_TEST(env.find<persistent_volume_claim>("shop-data") != nullptr);
    BOOST_TEST(env.not_granted() == "");
}

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
