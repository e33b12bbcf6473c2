// `setpoint explore` with an operator that serves admission and conversion webhooks: in the network of this
// machine and in one of its own, with certificates in files, and outages (P23).
#include "support/finished_command.hpp"

#include <cstdlib>
#include <filesystem>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(explored_webhooks_test)

namespace {

boost::test_tools::assertion_result has_networks(boost::unit_test::test_unit_id) {
    static const bool yes = std::system("unshare -n true 2> /dev/null || unshare -rn true 2> /dev/null") == 0;
    boost::test_tools::assertion_result out(yes);
    out.message() << "there are no network namespaces";
    return out;
}
const auto needs_networks = boost::unit_test::precondition(has_networks);

const std::string source = SETPOINT_SOURCE_DIR;
const std::string stories = source + "/tests/explore/";
const std::vector<std::string> usual_command{"{kubeconfig}", "{webhook-port}", "{certificates}"};

finished_command explore_tickets(const std::vector<std::string>& flags,
                                 const std::vector<std::string>& more = usual_command,
                                 const std::string& story = stories + "tickets.yaml") {
    const test_directory here;
    std::vector<std::string> words{"explore", "--story", story, "--patience", "2s", "--longest-retry", "4s"};
    words.insert(words.end(), flags.begin(), flags.end());
    words.insert(words.end(), {"--", "python3", source + "/tests/integration/explore/ticket_operator.py"});
    words.insert(words.end(), more.begin(), more.end());
    return run_setpoint(words, here.path());
}

std::vector<std::string> with(std::vector<std::string> words, const std::string& more) {
    words.push_back(more);
    return words;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace

BOOST_AUTO_TEST_CASE(webhooks_on_a_free_port_are_called) {
    const finished_command done = explore_tickets({"--check"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "nothing found"), done.out);
    // Without the mutating webhook, the story fails.
    const finished_command unpriced = explore_tickets({"--check"}, with(usual_command, "--free"));
    BOOST_TEST(unpriced.code == 2, unpriced.out + unpriced.error);
    BOOST_TEST(has(unpriced.error, "A7 for"), unpriced.error);
}

BOOST_AUTO_TEST_CASE(a_fixed_port_and_a_secret_need_no_flags, *needs_networks) {
    const test_directory here;
    for (const char* file : {"tickets.crd.yaml", "tickets.webhooks.yaml"})
        here.write(file, text_of_file(stories + file));
    std::string story = text_of_file(stories + "tickets.yaml");
    story.replace(story.find("  port: free\n"), 13, "  secret: {namespace: default, name: serving}\n");
    story += "  - wait: {kind: Secret, name: serving, exists: true}\n";
    const finished_command done =
        explore_tickets({"--check"}, {"{kubeconfig}", "9443"}, here.write("story.yaml", story));
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "nothing found"), done.out);
}

BOOST_AUTO_TEST_CASE(outages_are_tried_where_webhooks_are_called) {
    const finished_command plans = explore_tickets({"--list-plans"});
    for (const char* one : {"P23@user: patch tickets default/t#1", "P23.slow@create configmaps default/t#1",
                            "P23.certificate@patch configmaps default/t#1"})
        BOOST_TEST(has(plans.out, one), plans.out + plans.error);
    BOOST_TEST(!has(plans.out, "P23@patch tickets/status"), plans.out);
}

BOOST_AUTO_TEST_CASE(an_operator_that_tries_again_survives_outages) {
    const finished_command done = explore_tickets({"--only", "P1,P23"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "nothing found"), done.out);
}

BOOST_AUTO_TEST_CASE(an_operator_that_gives_up_after_an_outage_is_found) {
    const std::vector<std::string> command = with(usual_command, "--give-up");
    for (const char* fault : {"P23", "P23.wrong", "P23.certificate"}) {
        const finished_command done =
            explore_tickets({"--replay", std::string(fault) + "@create configmaps default/t#1"}, command);
        BOOST_TEST(done.code == 1, done.out + done.error);
        BOOST_TEST(has(done.out, "waited for ConfigMap default/t"), done.out);
    }
}

BOOST_AUTO_TEST_SUITE_END()
