#include "cli/preview/preview_format.hpp"

#include "cli/preview/preview_service.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(preview_format_test)

using namespace setpoint;

namespace {

sim::preview_report sample_report() {
    sim::object_change c;
    c.api_version = "apps/v1";
    c.kind = "Deployment";
    c.resource = "deployments.apps";
    c.key = {"shop", "web"};
    c.before = boost::json::object{{"spec", {{"replicas", 1}}}};
    c.after = boost::json::object{{"spec", {{"replicas", 2}}}};
    c.writes = {"apply"};
    sim::preview_report r;
    r.objects = 7;
    r.writes = 1;
    r.changes.push_back(std::move(c));
    return r;
}

sim::consequence effect_of(sim::consequence::kind what, std::string text) {
    return {what, "Deployment shop/web", std::move(text), 1};
}

}  // namespace

BOOST_AUTO_TEST_CASE(text_has_a_diff_and_a_summary) {
    BOOST_TEST(cli::formatted(sample_report(), cli::preview_format::text, 1) ==
               "Deployment shop/web (apps/v1): apply\n"
               "--- deployments.apps shop/web\n"
               "+++ deployments.apps shop/web\n"
               "@@ -1,2 +1,2 @@\n"
               " spec:\n"
               "-  replicas: 1\n"
               "+  replicas: 2\n"
               "\n"
               "Of 7 objects: 1 changed, by 1 writes. Nothing restarts or is deleted.\n");
}

BOOST_AUTO_TEST_CASE(lost_data_comes_before_everything_else) {
    sim::preview_report r = sample_report();
    r.consequences.push_back(effect_of(sim::consequence::kind::loses_data, "deletes a\x1b claim"));
    r.consequences.push_back(effect_of(sim::consequence::kind::restarts, "restarts 1 pod"));
    const std::string text = cli::formatted(r, cli::preview_format::text, 3);
    BOOST_TEST(
        text.starts_with("Data is lost:\n  deletes a\\x1b claim\n\nWhat follows:\n  restarts 1 pod\n\n"));
}

BOOST_AUTO_TEST_CASE(markdown_escapes_what_others_wrote) {
    sim::preview_report r = sample_report();
    r.refused.push_back({"apply <b>", 422, "`x`\n# y", 2});
    r.changes.front().after = boost::json::object{{"a", "```"}};
    const std::string text = cli::formatted(r, cli::preview_format::markdown, 4);
    BOOST_TEST(text.find("- apply \\<b\\>: 422 \\`x\\` \\# y (2 times)\n") != std::string::npos, text);
    BOOST_TEST(text.find("\n````diff\n") != std::string::npos, text);
}

BOOST_AUTO_TEST_CASE(json_has_objects_before_and_after) {
    sim::preview_report r = sample_report();
    r.incomplete = "why";
    const auto parsed = boost::json::parse(cli::formatted(r, cli::preview_format::json, 4));
    BOOST_TEST(parsed.at("exitCode").as_int64() == 4);
    BOOST_TEST(parsed.at("incomplete").as_string() == "why");
    const auto& change = parsed.at("changes").at(0);
    BOOST_TEST(change.at("action").as_string() == "update");
    BOOST_TEST(change.at("after").at("spec").at("replicas").as_int64() == 2);
}

BOOST_AUTO_TEST_CASE(the_exit_code_is_that_of_the_worst) {
    sim::preview_report r;
    BOOST_TEST(cli::exit_code_of(r) == 0);
    r = sample_report();
    BOOST_TEST(cli::exit_code_of(r) == 1);
    r.consequences.push_back(effect_of(sim::consequence::kind::scales_up, ""));
    BOOST_TEST(cli::exit_code_of(r) == 1);
    for (const auto what : {sim::consequence::kind::loses_data, sim::consequence::kind::deletes,
                            sim::consequence::kind::restarts, sim::consequence::kind::stops}) {
        r.consequences = {effect_of(what, "")};
        BOOST_TEST(cli::exit_code_of(r) == 3);
    }
    r.refused.push_back({"apply", 422, "no", 1});
    BOOST_TEST(cli::exit_code_of(r) == 4);
}

BOOST_AUTO_TEST_SUITE_END()
