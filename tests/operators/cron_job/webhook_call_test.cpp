// The webhooks of CronJobs, called by the API server.
#include "operators/cron_job/types_v2.hpp"
#include "operators/cron_job/webhook.hpp"
#include "world.hpp"

BOOST_AUTO_TEST_SUITE(cron_job_webhook_calls)

using namespace cron_job_test;
using cj2 = ::cron_job::v2::cron_job;

namespace {

void add_all(manager& m) {
    ::cron_job::add_cron_job_controller(m);
    ::cron_job::add_cron_job_webhooks(m);
}
bool failed_with(const testing::failure& f, std::string_view part) {
    return std::string_view(f.what()).find(part) != std::string_view::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_api_server_defaults_rejects_and_converts) {
    testing::environment env(add_all, {.rbac = true});
    const auto made = env.create(fresh("web", "0 0 * * *"));
    BOOST_TEST((made->spec.concurrency == concurrency_policy::allow));
    BOOST_TEST(made->spec.successful_jobs_history_limit.value_or(0) == 3);
    const auto refused = env.run(env.client().create(fresh("bad", "0 0 * *")));
    BOOST_REQUIRE(!refused);
    BOOST_TEST(
        refused.error().server_text.find("spec.schedule: Invalid value: \"0 0 * *\": expected exactly 5 "
                                         "fields, found 4") != std::string::npos,
        refused.error().server_text);
    BOOST_CHECK_EXCEPTION(
        env.patch<cj>("web", {{"spec", {{"timeZone", "Local"}}}}), testing::failure,
        [](const testing::failure& f) { return failed_with(f, "spec.timeZone: Invalid value"); });
    BOOST_TEST(env.find<cj2>("web")->spec.schedule.minute == "0");
    env.patch<cj2>("web", {{"spec", {{"schedule", {{"minute", "30"}, {"dayOfWeek", "mon"}}}}}});
    BOOST_TEST(env.find<cj>("web")->spec.schedule == "30 0 * * mon");
    // A mistake in v2 is found by the validator of v1.
    BOOST_CHECK_EXCEPTION(env.patch<cj2>("web", {{"spec", {{"schedule", {{"hour", "24"}}}}}}),
                          testing::failure,
                          [](const testing::failure& f) { return failed_with(f, "end of range (24)"); });
    env.patch<cj>("web", {{"spec", {{"schedule", "@hourly"}}}});
    BOOST_TEST(env.find<cj2>("web")->spec.schedule.expression == "@hourly");
}

BOOST_AUTO_TEST_SUITE_END()
