#include "operators/cron_job/webhook.hpp"

#include "made_up.hpp"
#include "setpoint/testing/admission.hpp"

BOOST_AUTO_TEST_SUITE(cron_job_webhook)

using namespace cron_job_test;

namespace {

// The errors of a spec, one a line.
std::string errors_of(const cj& c) {
    verdict v;
    ::cron_job::check_spec(c, v);
    std::string text;
    for (const field_error& e : v.fields()) text += e.text() + "\n";
    return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(defaults_fill_what_is_unset_and_nothing_else) {
    cj c = make("web");
    ::cron_job::set_defaults(c);
    BOOST_TEST((c.spec.concurrency == concurrency_policy::allow));
    BOOST_TEST(c.spec.suspend.value() == false);
    BOOST_TEST(c.spec.successful_jobs_history_limit.value() == 3);
    BOOST_TEST(c.spec.failed_jobs_history_limit.value() == 1);
    BOOST_TEST(!c.spec.time_zone);
    BOOST_TEST(!c.spec.starting_deadline_seconds);
    c.spec.concurrency = concurrency_policy::forbid;
    c.spec.suspend = true;
    c.spec.successful_jobs_history_limit = c.spec.failed_jobs_history_limit = 0;
    ::cron_job::set_defaults(c);
    BOOST_TEST((c.spec.concurrency == concurrency_policy::forbid));
    BOOST_TEST(c.spec.suspend.value());
    BOOST_TEST(c.spec.successful_jobs_history_limit.value() == 0);
    BOOST_TEST(c.spec.failed_jobs_history_limit.value() == 0);
}

BOOST_AUTO_TEST_CASE(each_mistake_in_the_spec_is_reported_with_its_path) {
    BOOST_TEST(errors_of(make("web")) == "");
    cj c = make("web", "0 24 * * *");
    c.spec.time_zone = "Mars/Phobos";
    c.spec.job_template.spec.pod_template.spec.restart_policy = "Always";
    BOOST_TEST(errors_of(c) ==
               "spec.schedule: Invalid value: \"0 24 * * *\": end of range (24) above maximum (23): 24\n"
               "spec.timeZone: Invalid value: \"Mars/Phobos\": unknown time zone Mars/Phobos\n"
               "spec.jobTemplate.spec.template.spec.restartPolicy: Unsupported value: \"Always\": supported "
               "values: \"OnFailure\", \"Never\"\n");
    cj unset = make("web");
    unset.spec.job_template.spec.pod_template.spec.restart_policy = {};
    BOOST_TEST(errors_of(unset) ==
               "spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid "
               "values: \"OnFailure\", \"Never\"\n");
}

BOOST_AUTO_TEST_CASE(name_leaves_room_for_the_minute) {
    for (const std::size_t size : {52u, 53u}) {
        const cj c = make(std::string(size, 'a'));
        verdict v;
        ::cron_job::check(testing::admission_of(c), v);
        BOOST_TEST(v.allowed() == (size == 52u));
        if (size == 52u) continue;
        BOOST_TEST(v.fields().at(0).text() == "metadata.name: Invalid value: \"" + c.metadata.name.str() +
                                                  "\": must be no more than 52 characters");
    }
}

// It was stored before there was a webhook.
BOOST_AUTO_TEST_CASE(older_invalid_object_can_be_labelled_and_deleted_but_not_changed) {
    const cj old = make(std::string(60, 'a'), "0 0 * *");
    const auto allowed = [&](const cj& changed) {
        verdict v;
        ::cron_job::check(testing::admission_of(changed, std::optional(old)), v);
        return v.allowed();
    };
    cj labelled = old;
    labelled.metadata.labels["a"] = "b";
    BOOST_TEST(allowed(labelled));
    cj suspended = old;
    suspended.spec.suspend = true;
    BOOST_TEST(!allowed(suspended));
    suspended.spec.schedule = "0 0 * * *";
    BOOST_TEST(allowed(suspended));
}

BOOST_AUTO_TEST_SUITE_END()
