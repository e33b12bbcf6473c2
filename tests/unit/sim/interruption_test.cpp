// Ctrl-C during an exploration: the findings so far, and then the end.

#include "unit/sim/note_operators.hpp"
#include "unit/sim/shared_counter.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sys/wait.h>
#include <unistd.h>

BOOST_AUTO_TEST_SUITE(interruption_test)

using namespace setpoint;
using namespace sim_test;

namespace {

volatile std::sig_atomic_t noted = 0;

// An exploration that gets SIGINT from its second plan, as it would from the terminal. Before the plans,
// another process plays the story.
sim::exploration interrupted(const std::string& page, shared_counter& processes, int by = SIGINT) {
    sim::exploration what = forgetful();
    what.jobs = 1;
    what.only = {"P1", "P2"};
    what.page = page;
    what.invariants = {
        {"interrupts", [&processes, by, explorer = ::getpid(), mine = 0](const sim::objects&) mutable {
             if (::getpid() == explorer || mine != 0) return true;
             mine = ++processes.value();
             if (mine == 3) ::kill(explorer, by);
             return true;
         }}};
    return what;
}

struct ended {
    int status = 0;
    std::string said;
    bool has_page = false;
};

// Runs `body` in a child process, with its standard error in a file.
ended run_in_child(const std::function<int(const std::string& page)>& body) {
    std::string folder = (std::filesystem::temp_directory_path() / "setpoint-XXXXXX").string();
    BOOST_REQUIRE(::mkdtemp(folder.data()));
    const std::string page = folder + "/found.html", errors = folder + "/stderr";
    const pid_t child = ::fork();
    BOOST_REQUIRE(child >= 0);
    if (child == 0) {
        std::signal(SIGINT, SIG_DFL);
        if (!std::freopen(errors.c_str(), "w", stderr)) ::_exit(9);
        ::_exit(body(page));
    }
    ended e;
    BOOST_REQUIRE(::waitpid(child, &e.status, 0) == child);
    std::ifstream in(errors);
    e.said.assign(std::istreambuf_iterator<char>(in), {});
    e.has_page = std::filesystem::exists(page);
    std::filesystem::remove_all(folder);
    return e;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_findings_so_far_are_reported_and_the_process_ends_by_the_signal) {
    shared_counter processes;
    const ended e = run_in_child([&processes](const std::string& page) {
        sim::explore(interrupted(page, processes));
        return 8;
    });
    BOOST_TEST(WIFSIGNALED(e.status));
    BOOST_TEST(WTERMSIG(e.status) == SIGINT);
    BOOST_TEST((e.said.find("plans run before it was interrupted") != std::string::npos), e.said);
    BOOST_TEST(e.has_page);
}

BOOST_AUTO_TEST_CASE(a_handler_of_the_caller_gets_the_signal_and_the_findings_are_returned) {
    shared_counter processes;
    const ended e = run_in_child([&processes](const std::string& page) {
        std::signal(SIGINT, [](int) { noted = 1; });
        const sim::findings found = sim::explore(interrupted(page, processes));
        return noted == 1 && found.interrupted && found.run < found.plans ? 0 : 8;
    });
    BOOST_TEST(WIFEXITED(e.status));
    BOOST_TEST(WEXITSTATUS(e.status) == 0);
}

BOOST_AUTO_TEST_CASE(a_process_that_ignores_the_signal_explores_to_the_end) {
    shared_counter processes;
    const ended e = run_in_child([&processes](const std::string& page) {
        std::signal(SIGINT, SIG_IGN);
        const sim::findings found = sim::explore(interrupted(page, processes));
        return !found.interrupted && found.run == found.plans ? 0 : 8;
    });
    BOOST_TEST(WIFEXITED(e.status));
    BOOST_TEST(WEXITSTATUS(e.status) == 0);
}

// As timeout(1) ends it.
BOOST_AUTO_TEST_CASE(sigterm_reports_the_findings_so_far) {
    shared_counter processes;
    const ended e = run_in_child([&processes](const std::string& page) {
        std::signal(SIGTERM, SIG_DFL);
        sim::explore(interrupted(page, processes, SIGTERM));
        return 8;
    });
    BOOST_TEST(WIFSIGNALED(e.status));
    BOOST_TEST(WTERMSIG(e.status) == SIGTERM);
    BOOST_TEST((e.said.find("plans run before it was interrupted") != std::string::npos), e.said);
    BOOST_TEST(e.has_page);
}

BOOST_AUTO_TEST_SUITE_END()
