// Programs that are really run.
#include "framework/client/run_command.hpp"

#include "integration/client/stub_api.hpp"

#include <csignal>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(run_command_test)

namespace {

struct world : real_world {
    test_folder folder;

    // What it printed, or "code: reason".
    awaitable<std::string> outcome(command c) {
        const auto printed = co_await run_command(l, std::move(c));
        if (printed) co_return std::string(printed->reveal());
        co_return fmt::format("{}: {}", to_string(printed.error().code), printed.error().message);
    }
    std::string of(command c) {
        std::string said;
        run([&]() -> awaitable<void> { said = co_await outcome(std::move(c)); });
        return said;
    }
    std::string script(const std::string& lines) { return folder.script("plugin", lines); }
    // Whether the process whose number a script wrote is there and not only waiting to be reaped.
    bool alive(const std::string& file) {
        std::ifstream in("/proc/" + std::to_string(std::stoi(folder.read(file))) + "/stat");
        const std::string stat{std::istreambuf_iterator<char>(in), {}};
        const std::size_t after_name = stat.rfind(')');
        return after_name != std::string::npos && stat.substr(after_name + 2, 1) != "Z";
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(what_it_prints_is_returned_and_arguments_are_not_read_by_a_shell) {
    world w;
    const std::string file = w.script("printf '%s|' \"$@\"; printf '%s|%s' \"$A\" \"$HOME_OF_TEST\"");
    BOOST_TEST(w.of({file, {"a b", "$(id)", "`id`", ";", "*", ""}, {{"A", setpoint::secret("x y")}}}) ==
               "a b|$(id)|`id`|;|*||x y|");
    BOOST_TEST(w.of({"true"}) == "");
    // Nothing to read from, and our environment is there, but for what is replaced.
    BOOST_TEST(w.of({"cat"}) == "");
    BOOST_TEST(w.of({"sh",
                     {"-c", "test -n \"$PATH\" && printf %s \"$LANG\""},
                     {{"LANG", setpoint::secret("xx")}}}) == "xx");
}

BOOST_AUTO_TEST_CASE(programs_that_are_not_there_or_fail_are_told_apart) {
    world w;
    BOOST_TEST(w.of({"no-such-program-anywhere"}) == "not_found: is not there");
    BOOST_TEST(w.of({w.folder.at("missing")}) == "not_found: is not there");
    BOOST_TEST(
        w.of({w.folder.write("plain", "no program", 0600)}).starts_with("failed: cannot be started: "));
    BOOST_TEST(w.of({w.script("echo hunter2; exit 3")}) == "failed: ended with exit code 3");
    BOOST_TEST(w.of({w.script("kill -TERM $$")}) == "failed: was ended by signal 15");
}

BOOST_AUTO_TEST_CASE(too_much_output_ends_it) {
    world w;
    command c{w.script("echo $$ > " + w.folder.at("pid") + "; exec yes")};
    c.max_output = 100'000;
    BOOST_TEST(w.of(c) == "too_large: printed more than 100000 bytes");
    BOOST_TEST(!w.alive("pid"));
    command fits{w.script("head -c 100000 /dev/zero")};
    fits.max_output = 100'000;
    BOOST_TEST(w.of(fits).size() == 100'000u);
}

BOOST_AUTO_TEST_CASE(one_that_takes_too_long_is_ended_with_all_that_it_started) {
    world w;
    // A child of its own that holds the output open.
    command c{w.script("sleep 1000 & echo $! > " + w.folder.at("child") + "; echo $$ > " +
                       w.folder.at("pid") + "; sleep 1000")};
    c.limit = 2s;
    BOOST_TEST(w.of(c) == "timeout: took longer than 2 s");
    BOOST_TEST(!w.alive("pid"));
    w.run([&]() -> awaitable<void> {
        const bool gone = co_await w.eventually([&] { return !w.alive("child"); });
        BOOST_TEST(gone);
    });
    // It has ended, and what it left behind holds the output.
    command left{w.script("sleep 1000 & echo $! > " + w.folder.at("left"))};
    left.limit = 1s;
    BOOST_TEST(w.of(left) == "timeout: took longer than 1 s");
    w.run([&]() -> awaitable<void> {
        const bool gone = co_await w.eventually([&] { return !w.alive("left"); });
        BOOST_TEST(gone);
    });
    // It has closed its output and does not end.
    command closed{w.script("exec >&-; exec sleep 1000")};
    closed.limit = 1s;
    BOOST_TEST(w.of(closed) == "timeout: took longer than 1 s");
}

BOOST_AUTO_TEST_CASE(a_cancelled_caller_ends_it_and_the_loop_goes_on_meanwhile) {
    world w;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "callers");
        bool ended = false;
        const auto call = [](world& at, std::string file, bool& out) -> awaitable<void> {
            (void)co_await at.outcome({std::move(file)});
            out = true;
        };
        scope.spawn("caller",
                    call(w, w.script("echo $$ > " + w.folder.at("pid") + "; exec sleep 1000"), ended));
        // Only the loop's own turns can see the file come.
        const bool started = co_await w.eventually([&] { return w.folder.read("pid").ends_with('\n'); });
        BOOST_TEST(started);
        scope.request_stop();
        co_await scope.join();
        BOOST_TEST(!ended);
        BOOST_TEST(!w.alive("pid"));
    });
}

BOOST_AUTO_TEST_CASE(ten_at_once_do_not_wait_for_each_other) {
    world w;
    // Each waits until all ten have come.
    const std::string file = w.script("echo x >> " + w.folder.at("here") + "; while [ $(wc -l < " +
                                      w.folder.at("here") + ") -lt 10 ]; do sleep 0.05; done; printf done");
    int done = 0;
    w.run([&]() -> awaitable<void> {
        task_scope scope(w.l, "callers");
        const auto call = [](world& at, std::string path, int& n) -> awaitable<void> {
            const std::string said = co_await at.outcome({std::move(path)});
            BOOST_TEST(said == "done");
            ++n;
        };
        for (int i = 0; i < 10; ++i) scope.spawn("caller", call(w, file, done));
        co_await scope.join();
    });
    BOOST_TEST(done == 10);
}

BOOST_AUTO_TEST_SUITE_END()
