// Programs that are really started.
#include "setpoint/core/child_process.hpp"

#include "support/real_world.hpp"

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/wait.h>
#include <unistd.h>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(child_process_test)

namespace {

child_options shell(std::string script) {
    child_options o;
    o.program = "sh";
    o.args = {"-c", std::move(script)};
    return o;
}

awaitable<std::string> output_of(child_process& p) {
    std::string all;
    for (;;) {
        const auto piece = co_await p.read();
        if (piece.value().empty()) co_return all;
        all += *piece;
    }
}

// Whether the process is there and not only waiting to be reaped.
bool is_alive(pid_t pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    const std::string stat{std::istreambuf_iterator<char>(in), {}};
    const std::size_t after_name = stat.rfind(')');
    return after_name != std::string::npos && stat.substr(after_name + 2, 1) != "Z";
}

}  // namespace

BOOST_AUTO_TEST_CASE(output_and_exit_code_are_those_of_the_program) {
    real_world w;
    w.run([&]() -> awaitable<void> {
        auto o = shell("echo out; echo error >&2; pwd; printf %s \"$A\"; exit 3");
        o.with_error_output = true;
        o.folder = "/";
        o.env = {{"A", secret("value")}};
        const auto started = child_process::start(w.l, o);
        BOOST_REQUIRE(started.has_value());
        BOOST_TEST(co_await output_of(**started) == "out\nerror\n/\nvalue");
        BOOST_TEST(co_await (*started)->wait());
        BOOST_TEST((*started)->exit_code().value_or(-1) == 3);
        BOOST_TEST(!(*started)->end_signal().has_value());
    });
}

BOOST_AUTO_TEST_CASE(a_program_may_lead_a_session_of_its_own) {
    real_world w;
    w.run([&]() -> awaitable<void> {
        auto o = shell("cut -d' ' -f6 /proc/$$/stat; echo $$");
        o.own_session = true;
        const auto started = child_process::start(w.l, o);
        BOOST_REQUIRE(started.has_value());
        const std::string pid = std::to_string((*started)->pid());
        BOOST_TEST(co_await output_of(**started) == pid + "\n" + pid + "\n");
        BOOST_TEST(co_await (*started)->wait());
    });
}

BOOST_AUTO_TEST_CASE(a_signal_reaches_the_group_and_is_told) {
    real_world w;
    w.run([&]() -> awaitable<void> {
        const auto started = child_process::start(w.l, shell("sleep 1000 & echo $!; wait"));
        BOOST_REQUIRE(started.has_value());
        const std::string first = (co_await (*started)->read()).value();
        const pid_t helper = std::atoi(first.c_str());
        BOOST_TEST(is_alive(helper));
        BOOST_TEST(!(*started)->has_ended());
        BOOST_TEST(!(*started)->exit_code().has_value());
        const bool early = co_await (*started)->wait(w.l.now());
        BOOST_TEST(!early);
        (*started)->signal(SIGTERM);
        BOOST_TEST(co_await (*started)->wait());
        BOOST_TEST((*started)->exit_code().value_or(-1) == 128 + SIGTERM);
        BOOST_TEST((*started)->end_signal().value_or(-1) == SIGTERM);
        const bool gone = co_await w.eventually([&] { return !is_alive(helper); });
        BOOST_TEST(gone);
    });
}

BOOST_AUTO_TEST_CASE(signals_that_we_block_or_ignore_are_not_blocked_or_ignored_there) {
    sigset_t blocked, before;
    sigemptyset(&blocked);
    sigaddset(&blocked, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    struct sigaction ignore{}, old{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGHUP, &ignore, &old);
    real_world w;
    for (const int number : {SIGTERM, SIGHUP})
        w.run([&]() -> awaitable<void> {
            const auto started = child_process::start(w.l, shell("echo ready; exec sleep 1000"));
            BOOST_TEST((co_await (*started)->read()).value() == "ready\n");
            (*started)->signal(number);
            BOOST_TEST(co_await (*started)->wait());
            BOOST_TEST((*started)->end_signal().value_or(-1) == number);
        });
    sigaction(SIGHUP, &old, nullptr);
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

BOOST_AUTO_TEST_CASE(a_program_that_cannot_be_started_is_an_error) {
    real_world w;
    const auto missing = child_process::start(w.l, {.program = "/nonexistent/program"});
    BOOST_REQUIRE(!missing);
    BOOST_TEST((missing.error().code == errc::not_found));
    auto o = shell("true");
    o.folder = "/nonexistent";
    const auto nowhere = child_process::start(w.l, o);
    BOOST_REQUIRE(!nowhere);
    const auto folder = child_process::start(w.l, {.program = "/tmp"});
    BOOST_REQUIRE(!folder);
    BOOST_TEST(folder.error().message.starts_with("cannot be started: "));
}

BOOST_AUTO_TEST_CASE(silence_is_a_timeout_and_reading_goes_on_after_it) {
    real_world w;
    w.run([&]() -> awaitable<void> {
        const auto started = child_process::start(
            w.l, shell("trap 'echo now; exit 0' USR1; while :; do sleep 0.05; done 2> /dev/null"));
        const auto nothing = co_await (*started)->read(saturating_add(w.l.now(), 50ms));
        BOOST_REQUIRE(!nothing);
        BOOST_TEST((nothing.error().code == errc::timeout));
        (*started)->signal(SIGUSR1);
        BOOST_TEST((co_await (*started)->read()).value() == "now\n");
    });
}

BOOST_AUTO_TEST_CASE(its_destruction_ends_the_program) {
    real_world w;
    pid_t pid = -1;
    w.run([&]() -> awaitable<void> {
        {
            const auto started = child_process::start(w.l, shell("exec sleep 1000"));
            pid = (*started)->pid();
            BOOST_TEST(is_alive(pid));
        }
        const bool gone = co_await w.eventually([&] { return !is_alive(pid); });
        BOOST_TEST(gone);
    });
    ::waitpid(pid, nullptr, 0);
}

// A process in between starts the program and is killed.
BOOST_AUTO_TEST_CASE(a_program_that_dies_with_us_outlives_no_kill) {
    int ends[2];
    BOOST_REQUIRE(::pipe(ends) == 0);
    const pid_t middle = ::fork();
    if (middle == 0) {
        real_clock time;
        random_source random(1);
        loop l(time, random);
        auto o = shell("exec sleep 1000");
        o.dies_with_us = true;
        const auto started = child_process::start(l, o);
        const pid_t pid = started ? (*started)->pid() : -1;
        if (::write(ends[1], &pid, sizeof pid) != sizeof pid) ::_exit(1);
        for (;;) ::pause();
    }
    pid_t pid = -1;
    BOOST_REQUIRE(::read(ends[0], &pid, sizeof pid) == sizeof pid);
    BOOST_REQUIRE(pid > 0);
    BOOST_TEST(is_alive(pid));
    ::kill(middle, SIGKILL);
    ::waitpid(middle, nullptr, 0);
    real_world w;
    w.run([&]() -> awaitable<void> {
        const bool gone = co_await w.eventually([&] { return !is_alive(pid); });
        BOOST_TEST(gone);
    });
    ::close(ends[0]);
    ::close(ends[1]);
}

BOOST_AUTO_TEST_SUITE_END()
