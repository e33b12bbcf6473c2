#include "operators/job_watcher/webhook.hpp"

#include "world.hpp"

BOOST_AUTO_TEST_SUITE(job_watcher_webhook)

using namespace job_watcher_test;

namespace {

verdict verdict_on(const jw& w) {
    verdict v;
    ::job_watcher::check_spec(w, v);
    return v;
}

}  // namespace

BOOST_AUTO_TEST_CASE(invalid_expression_is_rejected_with_its_path_and_reason) {
    jw w = make("w", go_duration(1h));
    w.spec.namespace_patterns = {"team-.*", "(("};
    w.spec.job_name_patterns = {"[z-a]", ".*", "(((a{1,40}){1,40}){1,40})"};
    const verdict v = verdict_on(w);
    std::string text;
    for (const field_error& e : v.fields()) text += e.text() + "\n";
    BOOST_TEST(
        text ==
        "spec.namespacePatterns[1]: Invalid value: \"((\": not a usable regular expression: missing ): ((\n"
        "spec.jobNamePatterns[0]: Invalid value: \"[z-a]\": not a usable regular expression: invalid "
        "character class range: z-a\n"
        "spec.jobNamePatterns[2]: Invalid value: \"(((a{1,40}){1,40}){1,40})\": not a usable regular "
        "expression: invalid repetition size: {1,40}\n");
}

BOOST_AUTO_TEST_CASE(job_watcher_that_deletes_nothing_is_allowed_with_a_warning) {
    BOOST_TEST(verdict_on(make("w", go_duration(1h))).warnings().empty());
    const verdict v = verdict_on(make("w", {}));
    BOOST_TEST(v.allowed());
    BOOST_TEST(v.warnings().size() == 1u);
}

BOOST_AUTO_TEST_CASE(the_api_server_rejects_an_invalid_expression) {
    testing::environment env(
        [](manager& m) {
            ::job_watcher::add_job_watcher_controller(m);
            ::job_watcher::add_job_watcher_webhooks(m);
        },
        {.rbac = true});
    jw w = make("w", go_duration(1h));
    env.create(w);
    w.metadata.name = "broken";
    w.spec.job_name_patterns = {"(("};
    const auto refused = env.run(env.client().create(w));
    BOOST_REQUIRE(!refused);
    BOOST_TEST(refused.error().server_text.find("spec.jobNamePatterns[0]: Invalid value: \"((\"") !=
                   std::string::npos,
               refused.error().server_text);
    BOOST_CHECK_THROW(env.patch<jw>("w", {{"spec", {{"namespacePatterns", {"["}}}}}), testing::failure);
    env.patch<jw>("w", {{"metadata", {{"labels", {{"a", "b"}}}}}});
}

BOOST_AUTO_TEST_SUITE_END()
