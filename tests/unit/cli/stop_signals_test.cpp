// Signals of a program that stops. Each case runs in a child process, whose exit code is what counts.
#include "cli/stop_signals.hpp"

#include "setpoint/core/sync.hpp"
#include "setpoint/core/task_scope.hpp"
#include "setpoint/manager/program.hpp"

#include <boost/test/unit_test.hpp>

#include <csignal>
#include <sys/wait.h>
#include <unistd.h>

BOOST_AUTO_TEST_SUITE(signals_that_stop)

namespace {

using namespace setpoint;

// The exit code; of a process that a signal has ended, -1.
int code_of(const std::function<int()>& body) {
    const pid_t child = ::fork();
    if (child == 0) ::_exit(body());
    int status = 0;
    BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

struct stopping_program {
    explicit stopping_program(std::function<awaitable<void>(stopping_program&)> ending)
        : end(std::move(ending)) {
        run_to_end(l, "program", work(*this));
    }
    static awaitable<void> work(stopping_program& own) {
        ::raise(SIGTERM);
        co_await own.stop.wait();
        co_await own.end(own);
    }

    real_clock time;
    random_source random{1};
    null_sink sink;
    loop l{time, random};
    latch stop{l};
    std::function<awaitable<void>(stopping_program&)> end;
    cli::stop_signals signals{l, logger(sink, time), [this] { stop.set(); }};
};

awaitable<void> stop_well(stopping_program& p) {
    p.signals.finish();
    co_return;
}

awaitable<void> signal_and_wait(stopping_program& p) {
    ::raise(SIGINT);
    latch never_set(p.l);
    co_await never_set.wait();
}

awaitable<void> signal_and_finish(stopping_program& p) {
    ::raise(SIGINT);
    co_return co_await stop_well(p);
}

awaitable<void> fail(stopping_program&) {
    throw std::runtime_error("the work failed");
    co_return;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_second_one_ends_the_process_at_once) {
    BOOST_TEST(code_of([] {
                   const stopping_program p(signal_and_wait);
                   return 0;
               }) == static_cast<int>(exit_code::failed));
}

BOOST_AUTO_TEST_CASE(one_that_comes_when_the_work_is_done_changes_nothing) {
    BOOST_TEST(code_of([] {
                   {
                       const stopping_program p(signal_and_finish);
                       ::raise(SIGTERM);
                   }
                   ::raise(SIGTERM);
                   return 7;
               }) == 7);
}

BOOST_AUTO_TEST_CASE(one_that_comes_after_a_failure_changes_nothing) {
    BOOST_TEST(code_of([] {
                   try {
                       const stopping_program p(fail);
                   } catch (const std::runtime_error&) {
                       ::raise(SIGTERM);
                       return 7;
                   }
                   return 0;
               }) == 7);
}

BOOST_AUTO_TEST_SUITE_END()
