// `setpoint explore` with programs: one of our operators, in which it finds nothing, a small one in Python
// with and without a fault, and programs that cannot be explored.
#include "pages/quotes.hpp"
#include "support/finished_command.hpp"
#include "support/running_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <dirent.h>
#include <regex>
#include <sstream>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(explore_test)

namespace {

const std::string source = SETPOINT_SOURCE_DIR;
const std::string operator_in_python = source + "/tests/integration/explore/tiny_operator.py";

const std::string gadget_story = "crds: [" + source + R"(/tests/explore/gadgets.crd.yaml]
without: [garbage-collection, namespaces, workloads, addresses, endpoints, nodes]
limit: 5s
steps:
- apply: {apiVersion: example.com/v1, kind: Gadget, metadata: {name: g}, spec: {parts: 1}}
- wait: {kind: Gadget, name: g, path: .status.parts, value: 1}
)";

struct explored : test_directory {
    finished_command explore(const std::string& story, std::vector<std::string> flags,
                             std::vector<std::string> command) {
        std::vector<std::string> words{"explore", "--story", write("story.yaml", story)};
        words.insert(words.end(), flags.begin(), flags.end());
        words.emplace_back("--");
        words.insert(words.end(), command.begin(), command.end());
        return run_setpoint(words, path());
    }
    finished_command python(std::vector<std::string> flags, std::vector<std::string> more = {},
                            const std::string& end_of_story = {}) {
        std::vector<std::string> command{"python3", operator_in_python, "{kubeconfig}"};
        command.insert(command.end(), more.begin(), more.end());
        return explore(gadget_story + end_of_story, std::move(flags), std::move(command));
    }
};

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

// Whether a process with these words in its command line runs, as `sleep 1000` of this test's operator.
std::size_t processes_with(const std::string& words) {
    std::size_t n = 0;
    DIR* const proc = ::opendir("/proc");
    while (const dirent* const e = ::readdir(proc)) {
        std::string line = text_of_file(std::string("/proc/") + e->d_name + "/cmdline");
        std::replace(line.begin(), line.end(), '\0', ' ');
        if (line.starts_with(words)) ++n;
    }
    ::closedir(proc);
    return n;
}

finished_command explore_webserver(std::vector<std::string> flags) {
    explored here;
    return here.explore("crds: [" + source + "/manifests/webserver-operator/crd/bases]\n" + R"(
steps:
- apply:
    apiVersion: my.domain/v1
    kind: WebServer
    metadata: {name: web}
    spec: {replicas: 2, image: 'nginx:1.23.1'}
- wait: {kind: Deployment, name: web, path: .status.readyReplicas, value: 2}
- wait: {kind: WebServer, name: web, path: .status.readyReplicas, value: 2}
invariants:
- {name: at most one Deployment, always: {kind: Deployment, count: {max: 1}}}
)",
                        std::move(flags),
                        {built_program("webserver-operator"), "--kubeconfig", "{kubeconfig}",
                         "--metrics-bind-address=0", "--health-probe-bind-address=0"});
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_page_shows_the_story_that_tests_explore_runs) {
    const std::string page = pages::from_heading(pages::read("docs/exploring.md"), "## Any language");
    BOOST_REQUIRE(pages::blocks_if_any(page, "yaml").size() == 1u);
    BOOST_TEST(pages::blocks_if_any(page, "yaml").front() == pages::read("tests/explore/gadget.yaml"));
}

BOOST_AUTO_TEST_CASE(each_perturbation_is_on_the_page) {
    const std::string page =
        pages::from_heading(pages::read("docs/exploring-reference.md"), "### Faults of setpoint explore");
    std::istringstream all(run_setpoint({"explore", "--list-perturbations"}).out);
    std::size_t n = 0;
    for (std::string line, name; std::getline(all, line); ++n) {
        std::istringstream(line) >> name;
        BOOST_TEST((has(page, name + ",") || has(page, name + " |")), name);
    }
    BOOST_TEST(n > 20u);
}

BOOST_AUTO_TEST_CASE(finds_nothing_in_the_webserver_operator) {
    const finished_command done = explore_webserver({"--only", "P1,P2"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "nothing found"), done.out);
    BOOST_TEST(!has(done.out, " 0 of 0 plans"), done.out);
}

BOOST_AUTO_TEST_CASE(the_webserver_operator_recovers_from_what_others_do) {
    const finished_command done = explore_webserver({"--only", "P10,P22,P25.flap,P26", "--jobs", "4"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    // How often it writes the status depends on how fast the pods become ready.
    BOOST_TEST(std::regex_search(done.out, std::regex(R"(points, (\d+) of \1 plans run)")), done.out);
}

BOOST_AUTO_TEST_CASE(finds_a_crash_between_two_writes_and_replays_it) {
    explored here;
    const finished_command done = here.python(
        {"--only", "P2", "--patience", "1s", "--longest-retry", "2s", "--logs", "logs", "--page",
         here.at("found.html"), "--report", here.at("found.json"), "--report", here.at("junit.xml")},
        {"--status-first"});
    BOOST_TEST(done.code == 1, done.out + done.error);
    const std::string plan = "P2@patch gadgets/status default/g#1";
    BOOST_TEST(
        has(done.out, "same end: the objects differ at the end:\n     configmaps default/g is missing\n"),
        done.out);
    BOOST_TEST(has(done.out, "found by " + plan), done.out);
    BOOST_TEST(has(done.out, "     P2: the operator is killed when this is done"), done.out);
    BOOST_TEST(has(done.out, "     replayed 2 times, with the same outcome\n"), done.out);
    BOOST_TEST(has(done.out, "--replay '" + plan + "' -- python3 "), done.out);
    BOOST_TEST(has(done.out, " fault    P2: the operator is killed"), done.out);
    BOOST_TEST(has(done.out, " API      created configmaps g "), done.out);
    BOOST_TEST(std::filesystem::exists(here.at("logs/without-faults.log")));
    BOOST_TEST(has(text_of_file(here.at("found.json")), "\"plan\":\"" + plan + "\""));
    BOOST_TEST(has(text_of_file(here.at("junit.xml")), "name=\"" + plan + "\""));
    const std::string page = text_of_file(here.at("found.html"));
    BOOST_TEST(has(page, "<section id='finding-1'>"), page);
    BOOST_TEST(has(page, "<code>configmaps default/g</code>"), page);
    for (const char* lane : {"user", "operator", "API", "watch"})
        BOOST_TEST(has(page, std::string("data-lane='") + lane + "'"), lane);
    BOOST_TEST(has(page, "is killed"), page);
    BOOST_TEST(has(page, "setpoint explore --story "), page);
    const finished_command replayed =
        here.python({"--replay", plan, "--patience", "1s", "--longest-retry", "2s"}, {"--status-first"});
    BOOST_TEST(replayed.code == 1, replayed.out + replayed.error);
    BOOST_TEST(has(replayed.out, "1 of 1 plans run"), replayed.out);
}

BOOST_AUTO_TEST_CASE(finds_two_crashes_in_a_row_and_replays_them) {
    explored here;
    const std::string ignored = "ignore: [{field: /metadata/annotations}]\n";
    const std::vector<std::string> command{"--repair-once"};
    const auto explore = [&](std::vector<std::string> flags) {
        flags.insert(flags.end(), {"--patience", "1s", "--longest-retry", "2s"});
        return here.python(std::move(flags), command, ignored);
    };
    const finished_command one = explore({"--only", "P2"});
    BOOST_TEST(one.code == 0, one.out + one.error);
    const finished_command done = explore({"--only", "P2", "--except", "P4,P6,P7", "--pairs"});
    BOOST_TEST(done.code == 1, done.out + done.error);
    const std::string first = "P2@patch gadgets/status default/g#1",
                      pair = first + " + P2@patch gadgets default/g#1";
    BOOST_TEST(has(done.out, "found by " + pair), done.out);
    BOOST_TEST(has(done.out, "configmaps default/g is missing"), done.out);
    BOOST_TEST(has(done.out, " of them of two faults ("), done.out);
    BOOST_TEST(has(done.out, "--replay '" + pair + "'"), done.out);
    const finished_command again = explore({"--replay", pair});
    BOOST_TEST(again.code == 1, again.out + again.error);
    const finished_command missing = explore({"--replay", first + " + P2@patch pods default/x#1"});
    BOOST_TEST(missing.code == 2, missing.out + missing.error);
    BOOST_TEST(has(missing.error, "the run under " + first + " has no point \"patch pods default/x#1\""),
               missing.error);
    const finished_command few = explore({"--only", "P2", "--except", "P4,P6,P7", "--pairs", "--plans", "2"});
    BOOST_TEST(has(few.out, " 2 of "), few.out);
}

BOOST_AUTO_TEST_CASE(finds_nothing_in_the_same_operator_without_the_fault) {
    explored here;
    const finished_command done =
        here.python({"--only", "P1,P2", "--patience", "1s", "--longest-retry", "2s"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    // It does not survive a lost answer.
    const finished_command lost =
        here.python({"--only", "P4", "--patience", "1s", "--longest-retry", "2s", "--max-findings", "1"});
    BOOST_TEST(lost.code == 1, lost.out + lost.error);
    BOOST_TEST(
        has(lost.out, "operator ended: the operator ended by itself with exit code 1; its last output:"),
        lost.out);
}

BOOST_AUTO_TEST_CASE(finds_a_missing_right_and_rights_that_are_never_used) {
    explored here;
    const auto rights = [&](std::string_view verbs) {
        return here.write("rbac.yaml", fmt::format(R"(apiVersion: v1
kind: ServiceAccount
metadata: {{name: manager, namespace: system}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {{name: manager}}
rules:
- {{apiGroups: [example.com], resources: [gadgets], verbs: [list, watch]}}
- {{apiGroups: [example.com], resources: [gadgets/status], verbs: [patch]}}
- {{apiGroups: [""], resources: [configmaps], verbs: [{}]}}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {{name: manager}}
roleRef: {{apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: manager}}
subjects: [{{kind: ServiceAccount, name: manager, namespace: system}}]
)",
                                                   verbs));
    };
    const std::vector<std::string> quick{"--only", "P1", "--patience", "1s", "--longest-retry", "2s"};
    const auto explore = [&](const std::string& verbs, std::vector<std::string> more = {}) {
        std::vector<std::string> flags{"--rbac", rights(verbs)};
        flags.insert(flags.end(), quick.begin(), quick.end());
        return here.python(flags, std::move(more));
    };
    const finished_command enough = explore("create, delete");
    BOOST_TEST(enough.code == 0, enough.out + enough.error);
    BOOST_TEST(enough.out.ends_with("rights that no run has used:\n  delete configmaps\n"), enough.out);
    const finished_command less = explore("get");
    BOOST_TEST(less.code == 1, less.out + less.error);
    BOOST_TEST(has(less.out,
                   "1. missing right: create configmaps: the roles of "
                   "system:serviceaccount:system:manager"),
               less.out);
    BOOST_TEST(has(less.out, "resources: [\"configmaps\"]"), less.out);
    BOOST_TEST(!has(less.out, "2. "), less.out);
    BOOST_TEST(!has(less.out, "Bearer"), less.out);
    const finished_command without_token = explore("create", {"--anonymous"});
    BOOST_TEST(without_token.code == 0, without_token.out + without_token.error);
}

BOOST_AUTO_TEST_CASE(the_webserver_operator_runs_with_the_roles_of_its_manifests) {
    const finished_command done =
        explore_webserver({"--only", "P2", "--rbac", source + "/manifests/webserver-operator/install.yaml"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "nothing found\n"), done.out);
    BOOST_TEST(has(done.out, "\nrights that no run has used:\n"), done.out);
}

// Its lists ask for the most recent state.
BOOST_AUTO_TEST_CASE(old_lists_are_tried_only_by_name) {
    explored here;
    const finished_command all = here.python({"--list-plans"});
    BOOST_TEST(has(all.out, "P2@"), all.out + all.error);
    BOOST_TEST(!has(all.out, "P7"), all.out);
    const finished_command named = here.python({"--list-plans", "--only", "P7"});
    BOOST_TEST(has(named.out, "P7@"), named.out + named.error);
}

BOOST_AUTO_TEST_CASE(an_operator_may_watch_metadata_only) {
    explored here;
    const finished_command done =
        here.python({"--only", "P2", "--patience", "1s", "--longest-retry", "2s"}, {"--metadata"});
    BOOST_TEST(done.code == 0, done.out + done.error);
}

BOOST_AUTO_TEST_CASE(names_that_an_operator_makes_up_are_points) {
    explored here;
    const finished_command plans = here.python({"--list-plans", "--only", "P2"}, {"--made-up-name"});
    BOOST_TEST(plans.code == 0, plans.error);
    BOOST_TEST(has(plans.out, "P2@create configmaps default/g-*#1\n"), plans.out);
    const finished_command done =
        here.python({"--only", "P2", "--patience", "1s", "--longest-retry", "2s", "--max-findings", "1"},
                    {"--made-up-name"});
    // After a crash it creates another one.
    BOOST_TEST(done.code == 1, done.out + done.error);
    BOOST_TEST(has(done.out, "nothing created twice: created more often:"), done.out);
    BOOST_TEST(has(done.out, "configmaps default/g-* created 2 times, without faults 1"), done.out);
    BOOST_TEST(has(done.out, "by their order:\n  g-*\n"), done.out);
}

BOOST_AUTO_TEST_CASE(identities_in_names_are_replaced_in_points) {
    explored here;
    const finished_command plans = here.python({"--list-plans", "--only", "P2"}, {"--uid-name"});
    BOOST_TEST(has(plans.out, "P2@create configmaps default/g-<g>#1\n"), plans.out + plans.error);
    const finished_command done =
        here.python({"--only", "P2", "--patience", "1s", "--longest-retry", "2s"}, {"--uid-name"});
    BOOST_TEST(done.code == 0, done.out + done.error);
}

BOOST_AUTO_TEST_CASE(the_page_is_there_before_the_exploration_ends) {
    explored here;
    running_command command({"explore", "--story", here.write("story.yaml", gadget_story), "--page",
                             here.at("found.html"), "--patience", "1s", "--longest-retry", "2s", "--",
                             "python3", operator_in_python, "{kubeconfig}", "--status-first"});
    command.until("found by ");
    command.signal(SIGKILL);
    (void)command.wait();
    BOOST_TEST(has(text_of_file(here.at("found.html")), "<section id='finding-1'>"));
}

BOOST_AUTO_TEST_CASE(what_an_operator_creates_at_times_is_a_finding) {
    explored here;
    const finished_command done = here.python(
        {"--only", "P12", "--patience", "1s", "--longest-retry", "2s", "--page", here.at("found.html")},
        {"--at-times", here.at("starts")});
    BOOST_TEST(done.code == 1, done.out + done.error);
    BOOST_TEST(
        has(done.out,
            "1. same in each run: configmaps default/extra: created by the operator in some runs only"),
        done.out);
    BOOST_TEST(has(done.out, "found by none"), done.out);
    BOOST_TEST(std::regex_search(done.out, std::regex("seen in [12] of 3 runs\n")), done.out);
    BOOST_TEST(has(done.out, "| created configmaps extra"), done.out);
    // The exploration continues, and says it once.
    BOOST_TEST(std::regex_search(done.out, std::regex(R"(points, ([1-9]\d*) of \1 plans run)")), done.out);
    BOOST_TEST(!has(done.out, "\n2. "), done.out);
    BOOST_TEST(has(text_of_file(here.at("found.html")), "<section id='finding-1'>"));
}

// A restart of such an operator at the end took two minutes.
BOOST_AUTO_TEST_CASE(watches_may_be_opened_later) {
    explored here;
    const finished_command done = here.python({"--list-plans", "--only", "P2"}, {"--later-watch"},
                                              "- delete: {kind: Gadget, name: g}\n");
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(has(done.out, "P2@"), done.out);
}

BOOST_AUTO_TEST_CASE(an_operator_that_starts_slowly_gets_more_time) {
    explored here;
    const finished_command done = here.python(
        {"--only", "P2", "--plans", "1", "--patience", "1s", "--longest-retry", "2s"}, {"--slow-start"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(
        std::regex_search(done.out, std::regex("; patience [0-9]+ s, since the operator starts slowly")),
        done.out);
}

BOOST_AUTO_TEST_CASE(a_reader_that_has_gone_ends_it_with_a_reason) {
    explored here;
    const std::string line = fmt::format(
        "{} explore --story {} --page {} --patience 1s --longest-retry 2s -- python3 {} {{kubeconfig}} "
        "--status-first 2> {} | head -n 1 > /dev/null; exit ${{PIPESTATUS[0]}}",
        apiserver_process::program(), here.write("story.yaml", gadget_story), here.at("found.html"),
        operator_in_python, here.at("error"));
    const int status = std::system(("bash -c '" + line + "'").c_str());
    BOOST_TEST(WEXITSTATUS(status) == 2);
    BOOST_TEST(
        has(text_of_file(here.at("error")), "setpoint: standard output was closed, and the exploration"),
        text_of_file(here.at("error")));
}

BOOST_AUTO_TEST_CASE(what_an_operator_has_started_ends_with_it) {
    explored here;
    const std::size_t before = processes_with("sleep 1000 ");
    const finished_command done =
        here.python({"--only", "P2", "--patience", "1s", "--longest-retry", "2s"}, {"--leave-child"});
    BOOST_TEST(done.code == 0, done.out + done.error);
    BOOST_TEST(processes_with("sleep 1000 ") == before);
}

BOOST_AUTO_TEST_CASE(says_why_it_cannot_explore) {
    explored here;
    const auto error_of = [&](const finished_command& done) {
        BOOST_TEST(done.code == 2, done.out + done.error);
        return done.error;
    };
    BOOST_TEST(
        has(error_of(here.explore(gadget_story, {}, {"no-such-program"})), "no-such-program is not there"));
    BOOST_TEST(has(error_of(here.explore(gadget_story, {}, {"false"})),
                   "the operator ended by itself with exit code 1"));
    BOOST_TEST(has(error_of(here.python({"--replay", "P2@patch pods default/x#1"})),
                   "the story has no point \"patch pods"));
    BOOST_TEST(has(error_of(here.python({"--replay", "P99@x"})), "this version has no perturbation P99"));
    BOOST_TEST(has(error_of(here.python({"--only", "P0"})), "this version has no perturbation P0"));
    const std::string never = gadget_story + "- wait: {kind: Pod, name: never, exists: true, limit: 300ms}\n";
    BOOST_TEST(has(error_of(here.explore(never, {}, {"python3", operator_in_python, "{kubeconfig}"})),
                   "the story fails without faults: "));
    const finished_command bad = here.explore("steps: []\n", {}, {"true"});
    BOOST_TEST(bad.code == 2);
    BOOST_TEST(has(bad.error, "story.yaml:1: .steps: has no step"), bad.error);
    BOOST_TEST(has(error_of(here.python({"--replay", "P2@create configmaps default/g#1 + P4"})),
                   "\"P4\" is not a plan: it needs a perturbation and a point"));
    BOOST_TEST(has(error_of(here.python({"--replay", "P13@create configmaps default/g#1"})),
                   "P13 needs a story with `replicas: 2`"));
    BOOST_TEST(has(error_of(here.python({"--page", here.at("no/such/folder.html")})), "cannot write "));
    BOOST_TEST(run_setpoint({"explore", "--", "true"}).code == 2);
    BOOST_TEST(run_setpoint({"explore", "--story", "x.yaml"}).code == 2);
}

BOOST_AUTO_TEST_CASE(flags_that_contradict_each_other_are_refused) {
    const auto error_of = [](std::vector<std::string> flags) {
        std::vector<std::string> words{"explore", "--story", "story.yaml"};
        words.insert(words.end(), flags.begin(), flags.end());
        words.insert(words.end(), {"--", "true"});
        const finished_command done = run_setpoint(words);
        BOOST_TEST(done.code == 2, done.out + done.error);
        return done.error;
    };
    const std::string plan = "P2@create configmaps default/g#1";
    for (const std::vector<std::string>& other :
         std::vector<std::vector<std::string>>{{"--pairs"},
                                               {"--time", "1m"},
                                               {"--plans", "3"},
                                               {"--only", "P1"},
                                               {"--list-plans"},
                                               {"--shard", "1/2"},
                                               {"--resume", "plans.jsonl"}}) {
        std::vector<std::string> flags{"--replay", plan};
        flags.insert(flags.end(), other.begin(), other.end());
        BOOST_TEST(has(error_of(flags), "--replay and " + other.front() + ": a replay runs one plan"));
        flags.erase(flags.begin(), flags.begin() + 2);
        flags.insert(flags.begin(), "--check");
        BOOST_TEST(has(error_of(flags), "--check and " + other.front() + ": a check runs no plan"));
    }
    BOOST_TEST(has(error_of({"--list-plans", "--pairs"}), "--list-plans and --pairs: "));
    BOOST_TEST(has(error_of({"--list-plans", "--report", "found.json"}), "--list-plans and --report: "));
    BOOST_TEST(has(error_of({"--list-plans", "--accept", "x"}), "--list-plans and --accept: "));
    for (const char* part : {"0/2", "3/2", "2", "2/", "/2", "1/2/3", "-1/2", "1/1001"})
        BOOST_TEST(has(error_of({"--shard", part}), std::string("--shard: \"") + part + "\" is not a part"));
    BOOST_TEST(has(error_of({"--accept", "no/such.yaml"}), "no/such.yaml: cannot be read"));
    BOOST_TEST(
        has(error_of({"--write-accepted", "no/such/f.yaml"}), "cannot write no/such/f.yaml: its folder"));
    BOOST_TEST(has(error_of({"--report", "found.txt"}), "the name has to end in .json, .xml or .sarif"));
    BOOST_TEST(has(error_of({"--service-account", "a"}), "--service-account needs --rbac"));
    BOOST_TEST(has(error_of({"--time", "soon"}), "--time: \"soon\" is not a duration such as 5s"));
    BOOST_TEST(run_setpoint({"explore", "--story", "x", "--plans", "0", "--", "true"}).code != 0);
}

BOOST_AUTO_TEST_CASE(ctrl_c_ends_with_the_findings_so_far) {
    explored here;
    running_command command({"explore", "--story", here.write("story.yaml", gadget_story), "--jobs", "1",
                             "--", "python3", operator_in_python, "{kubeconfig}", "--status-first"});
    command.until(" of ");
    command.signal(SIGINT);
    const int code = command.wait();
    BOOST_TEST((code == 0 || code == 1), command.output());
    BOOST_TEST(has(command.output(), "; stopped"), command.output());
    BOOST_TEST(processes_with("python3 " + operator_in_python) == 0u);
}

BOOST_AUTO_TEST_SUITE_END()
