// `setpoint explore` in CI: a check of the story, findings that are known, parts of the plans, explorations
// that continue, and stories with templates and parallel steps.
#include "support/finished_command.hpp"
#include "support/running_command.hpp"

#include <algorithm>
#include <set>
#include <sstream>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(explore_ci_test)

namespace {

const std::string source = SETPOINT_SOURCE_DIR;

const std::string head_of_story = "crds: [" + source + R"(/tests/explore/gadgets.crd.yaml]
without: [garbage-collection, namespaces, workloads, addresses, endpoints, nodes]
limit: 10s
steps:
)";
const std::string one_gadget =
    head_of_story +
    R"(- apply: {apiVersion: example.com/v1, kind: Gadget, metadata: {name: g}, spec: {parts: 1}}
- wait: {kind: Gadget, name: g, path: .status.parts, value: 1}
)";

struct ci : test_directory {
    std::string story = write("story.yaml", one_gadget);

    std::vector<std::string> words(std::vector<std::string> flags, bool is_faulty = true) const {
        std::vector<std::string> all{"explore", "--story",         story, "--patience",
                                     "1s",      "--longest-retry", "2s"};
        all.insert(all.end(), flags.begin(), flags.end());
        all.insert(all.end(),
                   {"--", "python3", source + "/tests/integration/explore/tiny_operator.py", "{kubeconfig}"});
        if (is_faulty) all.emplace_back("--status-first");
        return all;
    }
    finished_command explore(std::vector<std::string> flags, bool is_faulty = true) const {
        return run_setpoint(words(std::move(flags), is_faulty), path());
    }
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_check_plays_the_story_once) {
    const ci here;
    const finished_command good = here.explore({"--check"});
    BOOST_TEST(good.code == 0, good.out + good.error);
    BOOST_TEST(has(good.out, "the story was played once without faults in "), good.out);
    BOOST_TEST(has(good.out, " points: nothing found"), good.out);
    ci other;
    other.story =
        other.write("bad.yaml", one_gadget + "- wait: {kind: Pod, name: x, exists: true, limit: 200ms}\n");
    const finished_command bad = other.explore({"--check", "--annotations", "github"});
    BOOST_TEST(bad.code == 2, bad.out + bad.error);
    BOOST_TEST(has(bad.error, "bad.yaml:7: waited for Pod default/x: exists, but there is none"), bad.error);
    BOOST_TEST(has(bad.out, "::error file="), bad.out);
}

BOOST_AUTO_TEST_CASE(accepted_findings_are_listed_and_do_not_fail) {
    const ci here;
    const std::string known = here.at("known.yaml");
    const finished_command first = here.explore({"--only", "P2", "--write-accepted", known});
    BOOST_TEST(first.code == 1, first.out + first.error);
    BOOST_TEST(has(first.out, "\n   cause: same-end-"), first.out);
    BOOST_TEST(has(text_of_file(known), "  symptom: configmaps missing\n"), text_of_file(known));
    const finished_command again = here.explore(
        {"--only", "P2", "--accept", known, "--report", here.at("j.xml"), "--annotations", "github"});
    BOOST_TEST(again.code == 0, again.out + again.error);
    BOOST_TEST(
        has(again.out, "accepted: same end: the objects differ at the end: configmaps default/g is missing"),
        again.out);
    BOOST_TEST(has(again.out, "1 finding, 1 accepted"), again.out);
    BOOST_TEST(has(again.out, "::notice file="), again.out);
    BOOST_TEST(!has(again.out, "::error"), again.out);
    BOOST_TEST(has(text_of_file(here.at("j.xml")), "failures=\"0\" errors=\"0\" skipped=\"1\""));
}

BOOST_AUTO_TEST_CASE(accepted_findings_that_are_gone_are_named) {
    const ci here;
    const std::string known = here.write("known.yaml", R"(accepted:
- {cause: same-end-00000000, oracle: same end, symptom: pods missing, comment: old}
)");
    const std::vector<std::string> all{"--except", "P4,P5,P6,P7,P8,P9,P10,P11,P12,P15,P19,P21,P22,P26"};
    std::vector<std::string> flags{"--accept", known, "--write-accepted", known};
    flags.insert(flags.end(), all.begin(), all.end());
    const finished_command part = here.explore({"--only", "P1", "--accept", known}, false);
    BOOST_TEST(!has(part.out, "did not occur"), part.out);
    const finished_command done = here.explore(flags, false);
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "accepted, and did not occur: same-end-00000000 (pods missing)"), done.out);
    BOOST_TEST(!has(text_of_file(known), "same-end-00000000"), text_of_file(known));
}

BOOST_AUTO_TEST_CASE(shards_are_all_plans_each_once) {
    const ci here;
    const finished_command all = here.explore({"--list-plans"});
    std::vector<std::string> wanted = lines_of(all.out), got;
    BOOST_REQUIRE(wanted.size() > 20u);
    for (const char* part : {"1/3", "2/3", "3/3"}) {
        const std::vector<std::string> some = lines_of(here.explore({"--list-plans", "--shard", part}).out);
        BOOST_TEST(some.size() > 5u);
        got.insert(got.end(), some.begin(), some.end());
    }
    std::sort(wanted.begin(), wanted.end());
    std::sort(got.begin(), got.end());
    BOOST_TEST(got == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_exploration_continues_where_it_was_interrupted) {
    const ci here;
    const std::string file = here.at("plans.jsonl");
    std::vector<std::string> flags{"--only", "P1,P2,P15", "--resume", file, "--jobs", "1"};
    {
        running_command command(here.words(flags));
        command.until("1 finding");
        command.signal(SIGKILL);
        (void)command.wait();
    }
    const std::vector<std::string> before = lines_of(text_of_file(file));
    BOOST_REQUIRE(before.size() >= 2u);
    const finished_command rest = here.explore(flags);
    BOOST_TEST(rest.code == 1, rest.out + rest.error);
    BOOST_TEST(has(rest.out, "8 of 8 plans run"), rest.out);
    BOOST_TEST(has(rest.out, " plans run before"), rest.out);
    BOOST_TEST(has(rest.out, "1. same end: "), rest.out);
    std::set<std::string> once;
    for (const std::string& line : lines_of(text_of_file(file))) BOOST_TEST(once.insert(line).second, line);
    // Everything has ended: nothing is run, and the finding is reported again.
    const finished_command again = here.explore(flags);
    BOOST_TEST(again.code == 1, again.out + again.error);
    BOOST_TEST(has(again.out, ", 8 plans run before"), again.out);
    BOOST_TEST(has(again.out, "1. same end: "), again.out);
    const finished_command other = here.explore(flags, false);
    BOOST_TEST(other.code == 2);
    BOOST_TEST(has(other.error, "plans.jsonl:1: is of another story, command or version"), other.error);
}

BOOST_AUTO_TEST_CASE(templates_parallel_steps_and_lasting_conditions_run) {
    ci here;
    here.story = here.write("story.yaml", head_of_story + R"(- forEach: {n: 2}
  steps:
  - parallel:
    - apply: {apiVersion: example.com/v1, kind: Gadget, metadata: {name: 'a{n}'}, spec: {parts: 1, text: '{n}'}}
    - - apply: {apiVersion: example.com/v1, kind: Gadget, metadata: {name: 'b{n}'}, spec: {parts: 1}}
      - wait: {kind: Gadget, name: 'b{n}', path: .status.parts, value: 1}
- wait:
  - {kind: ConfigMap, name: a1, exists: true, for: 300ms}
  - {kind: ConfigMap, name: b2, path: .data.more, exists: false}
  - {kind: ConfigMap, name: b2, path: .data.of, value: b2}
  - {kind: Gadget, name: a1, path: .status.parts, valueFrom: {kind: Gadget, name: b1, path: .status.parts}}
  - any: [{kind: Gadget, name: absent, exists: true}, {kind: Gadget, count: 4}]
)");
    const finished_command bad = here.explore({"--check"}, false);
    // A text field takes no number.
    BOOST_TEST(has(bad.error, "story.yaml:8: apply gadgets default/a1: "), bad.error);
    std::string text = text_of_file(here.story);
    text.replace(text.find("'{n}'}}\n"), 5, "'t{n}'");
    here.write("story.yaml", text);
    const finished_command done = here.explore({"--check"}, false);
    BOOST_TEST(done.code == 0, done.out + done.error);
}

BOOST_AUTO_TEST_CASE(a_killed_leader_is_followed_at_once) {
    const test_directory here;
    const std::string steps =
        R"(- apply: {apiVersion: example.com/v1, kind: Gadget, metadata: {name: g}, spec: {parts: 1}}
- wait: {kind: ConfigMap, name: g, exists: true}
)";
    // Otherwise the next process would wait for an hour.
    const finished_command released = run_setpoint(
        {"explore", "--story", here.write("story.yaml", "leases: release\n" + head_of_story + steps),
         "--only", "P1", "--", "python3", source + "/tests/integration/explore/elected_operator.py",
         "{kubeconfig}"},
        here.path());
    BOOST_TEST(released.code == 0, released.out + released.error);
    BOOST_TEST(has(released.out, "2 of 2 plans run"), released.out);
}

BOOST_AUTO_TEST_SUITE_END()
