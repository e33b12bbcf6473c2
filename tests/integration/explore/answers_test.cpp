// `setpoint explore` where applications answer: commands by exec, ports of pods and Services, and how they
// fail.
#include "pages/quotes.hpp"
#include "support/finished_command.hpp"

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(answers_test)

namespace {

// The operator has a network of its own, which needs root or user namespaces.
boost::test_tools::assertion_result has_namespaces(boost::unit_test::test_unit_id) {
    static const bool yes = std::system("unshare -n true 2> /dev/null || unshare -rn true 2> /dev/null") == 0;
    boost::test_tools::assertion_result out(yes);
    out.message() << "there are no network namespaces";
    return out;
}
const auto needs_namespaces = boost::unit_test::precondition(has_namespaces);

const std::string source = SETPOINT_SOURCE_DIR;

finished_command explore_broker(std::vector<std::string> flags, std::vector<std::string> more = {}) {
    const test_directory here;
    std::vector<std::string> words{"explore",    "--story", source + "/tests/explore/broker.yaml",
                                   "--patience", "2s",      "--longest-retry",
                                   "3s"};
    words.insert(words.end(), flags.begin(), flags.end());
    words.insert(words.end(),
                 {"--", "python3", source + "/tests/integration/explore/broker_operator.py", "{kubeconfig}"});
    words.insert(words.end(), more.begin(), more.end());
    return run_setpoint(words, here.path());
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_operator_that_needs_answers_plays_its_story, *needs_namespaces) {
    const finished_command done = explore_broker({"--check"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "nothing found"), done.out);
}

BOOST_AUTO_TEST_CASE(commands_are_points_at_which_faults_are_tried, *needs_namespaces) {
    const finished_command plans = explore_broker({"--list-plans"});
    for (const char* one : {"P1@create pods/exec default/g-0#1", "P27.half@create pods/exec default/g-0#1",
                            "P27.wrong@user: patch gadgets default/g#1"})
        BOOST_TEST(has(plans.out, one), plans.out + plans.error);
}

BOOST_AUTO_TEST_CASE(nothing_is_found_in_an_operator_that_tries_again, *needs_namespaces) {
    const finished_command done = explore_broker({"--only", "P1,P27"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "nothing found"), done.out);
}

// It asks the broker by nothing but the command at which the fault is tried.
BOOST_AUTO_TEST_CASE(an_operator_that_gives_up_is_found, *needs_namespaces) {
    const std::vector<std::string> flags{"--give-up", "--exec-only"};
    const finished_command right = explore_broker({"--check"}, flags);
    BOOST_TEST(right.code == 0, right.out + right.error);
    for (const char* fault : {"P27.wrong", "P27.half"}) {
        const finished_command done =
            explore_broker({"--replay", std::string(fault) + "@create pods/exec default/g-0#1"}, flags);
        BOOST_TEST(done.code == 1, done.out + done.error);
        BOOST_TEST(has(done.out, "waited for Gadget default/g"), done.out);
    }
}

BOOST_AUTO_TEST_CASE(the_page_shows_this_story) {
    const std::string page = pages::read("docs/application-answers.md");
    BOOST_REQUIRE(!pages::blocks_if_any(page, "yaml").empty());
    BOOST_TEST(pages::blocks_if_any(page, "yaml").front() == pages::read("tests/explore/broker.yaml"));
}

BOOST_AUTO_TEST_SUITE_END()
