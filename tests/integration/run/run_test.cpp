// `setpoint run` with the operator of examples/01-site, from its start until nothing of it is left.
#include "pages/quotes.hpp"
#include "setpoint/api/apps_v1.hpp"
#include "setpoint/client/api_connection.hpp"
#include "support/finished_command.hpp"
#include "support/real_world.hpp"
#include "support/running_command.hpp"

#include <boost/asio/ip/tcp.hpp>

#include <regex>
#include <sys/stat.h>

using namespace setpoint;
using namespace setpoint::kinds;

BOOST_AUTO_TEST_SUITE(run_test)

namespace {

const kind_info sites = dynamic_kind({"example.com", "v1", "Site"}, "sites");

// A client of the API server that `setpoint run` has started.
struct site_client : real_world {
    explicit site_client(std::string kubeconfig) : kubeconfig_(std::move(kubeconfig)) {}

    void create_site(const std::string& name) {
        with_api([&](client& api) -> awaitable<void> {
            dynamic_object site({"example.com", "v1", "Site"}, {"default", name});
            BOOST_TEST(site.set("spec.image", "nginx").has_value());
            (co_await api.create(site, sites)).value();
        });
    }
    // Until its Deployment is there, and was if it is deleted.
    void until_deployed(const std::string& name) {
        with_api([&](client& api) -> awaitable<void> {
            for (;;) {
                const auto live = co_await api.get<deployment>({"default", name});
                if (live) co_return;
                co_await l.sleep(std::chrono::milliseconds(20));
            }
        });
    }
    void remove_deployment(const std::string& name) {
        with_api([&](client& api) -> awaitable<void> {
            (co_await api.remove<deployment>({"default", name})).value();
        });
    }

private:
    template <class F>
    void with_api(F body) {
        run([&]() -> awaitable<void> {
            auto config = load_config({kubeconfig_, ""}, system_sources(), time.wall_now());
            api_client_options o;
            o.name = "test";
            api_connection c(l, std::move(config).value(), system_sources(), log, o);
            co_await body(c.api());
        });
    }
    std::string kubeconfig_;
};

bool is_process(pid_t pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
    const std::string stat{std::istreambuf_iterator<char>(in), {}};
    const std::size_t after_name = stat.rfind(')');
    return after_name != std::string::npos && stat.substr(after_name + 2, 1) != "Z";
}

bool listens(const std::string& url) {
    boost::asio::io_context io;
    boost::asio::ip::tcp::socket s(io);
    boost::system::error_code refused;
    const auto port = static_cast<unsigned short>(std::stoi(url.substr(url.rfind(':') + 1)));
    s.connect({boost::asio::ip::address_v4::loopback(), port}, refused);
    return !refused;
}

// The lines of `setpoint run` itself, without what differs in each run.
std::vector<std::string> own_lines(const std::string& text) {
    std::vector<std::string> all;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("setpoint: ") && !line.starts_with("customresourcedefinition")) continue;
        line = std::regex_replace(line, std::regex("/tmp/setpoint-[A-Za-z0-9]+"), "FOLDER");
        all.push_back(std::regex_replace(line, std::regex("[0-9.]+( s|\\)|;)"), "N$1"));
    }
    return all;
}

pid_t pid_in(const std::string& text) {
    return std::stoi(text.substr(text.find("(pid ") + 5));
}

// A folder with a copy of the operator.
struct copied_operator : test_directory {
    copied_operator() { std::filesystem::copy_file(built_program("example-01-site"), file()); }
    std::string file() const { return at("site-operator"); }
};

// A project whose build copies the operator, if its source has no error: what a compiler does, in no time.
struct site_project : test_directory {
    site_project() {
        write("PROJECT", "domain: example.com\nprojectName: site-operator\n");
        write(
            "CMakePresets.json",
            R"({"version": 3, "configurePresets": [{"name": "dev", "generator": "Ninja", "binaryDir": "build/dev"}]})");
        write("CMakeLists.txt", R"(cmake_minimum_required(VERSION 3.20)
project(site LANGUAGES NONE)
add_custom_target(site-operator COMMAND sh ${CMAKE_SOURCE_DIR}/compile ${CMAKE_SOURCE_DIR}/src/main.cpp bin/site-operator)
)");
        write("compile",
              "[ ! $2 -nt $1 ] || exit 0\nif grep -n error $1; then echo $1: this is no C++; exit 1; "
              "fi\nmkdir -p bin && cp " +
                  built_program("example-01-site") + " $2.new && mv $2.new $2\n");
    }
    void source(const std::string& text) const { write("src/main.cpp", text); }
};

}  // namespace

BOOST_AUTO_TEST_CASE(an_operator_runs_is_restarted_when_it_changed_and_leaves_nothing_behind) {
    const copied_operator o;
    running_command run({"run", "--program", o.file()});
    const std::string server = run.behind("API server on ");
    const std::string url = server.substr(0, server.find(';'));
    const std::string kubeconfig = server.substr(server.find('=') + 1);
    const pid_t first = pid_in(run.behind("started "));
    site_client c(kubeconfig);
    c.create_site("shop");
    c.until_deployed("shop");

    const std::size_t before = run.output().size();
    std::filesystem::last_write_time(o.file(), std::filesystem::file_time_type::clock::now());
    const std::size_t restarting = run.until("the executable has changed: restarting", before);
    const std::size_t started = run.until("started ", restarting);
    run.until("\n", started);
    const pid_t second = pid_in(run.output().substr(started));
    BOOST_TEST(second != first);
    BOOST_TEST(!is_process(first));
    c.remove_deployment("shop");
    c.until_deployed("shop");

    BOOST_TEST(is_process(second));
    BOOST_TEST(listens(url));
    run.signal(SIGINT);
    BOOST_TEST(run.wait() == 0, run.output());
    BOOST_TEST(!is_process(second));
    BOOST_TEST(!listens(url));
    BOOST_TEST(!std::filesystem::exists(std::filesystem::path(kubeconfig).parent_path()));
    // It stopped in order.
    BOOST_TEST(run.output().find("Stopped\n", started) != std::string::npos, run.output());
}

BOOST_AUTO_TEST_CASE(a_project_is_built_again_when_its_sources_change_as_the_page_shows) {
    const site_project p;
    p.source("right");
    running_command run({"run", "--watch"}, p.path());
    std::size_t at = run.until("setpoint: started build/dev/bin/site-operator (pid ");
    run.until(")", at);
    const pid_t first = std::stoi(run.output().substr(at));
    run.until("Starting workers", at);
    p.source("right, too");
    at = run.until("the executable has changed: restarting\n", at);
    at = run.until("setpoint: started ", at);
    run.until("\n", at);
    const pid_t second = pid_in(run.output().substr(at));
    BOOST_TEST(second != first);
    BOOST_TEST(own_lines(run.output()) ==
                   own_lines(pages::printed_by(pages::read("docs/command.md"), "setpoint run --watch")),
               boost::test_tools::per_element());
    run.until("Starting workers", at);
    run.signal(SIGTERM);
    BOOST_TEST(run.wait() == 0, run.output());
    BOOST_TEST(!is_process(second));
}

BOOST_AUTO_TEST_CASE(a_build_that_fails_shows_the_compilers_output_and_waits_for_the_next_change) {
    const site_project p;
    p.source("an error");
    running_command run({"run"}, p.path());
    std::size_t at = run.until("src/main.cpp: this is no C++\n");
    at = run.until(
        "the build failed (exit code 1), see build/dev/setpoint-run.log; waiting for a change of the "
        "sources\n",
        at);
    BOOST_TEST(text_of_file(p.at("build/dev/setpoint-run.log")).find("this is no C++\n") !=
               std::string::npos);
    p.source("right");
    at = run.until("setpoint: started build/dev/bin/site-operator (pid ", at);
    run.until(")", at);
    const pid_t child = std::stoi(run.output().substr(at));
    BOOST_TEST(is_process(child));
    run.signal(SIGTERM);
    BOOST_TEST(run.wait() == 0, run.output());
    BOOST_TEST(!is_process(child));
}

BOOST_AUTO_TEST_CASE(a_build_that_fails_leaves_the_operator_running_and_is_a_failure_in_the_end) {
    const site_project p;
    p.source("right");
    running_command run({"run", "--watch"}, p.path());
    std::size_t at = run.until("setpoint: started build/dev/bin/site-operator (pid ");
    run.until(")", at);
    const pid_t child = std::stoi(run.output().substr(at));
    run.until("Starting workers", at);
    p.source("an error");
    run.until("the build failed", at);
    BOOST_TEST(is_process(child));
    run.signal(SIGTERM);
    BOOST_TEST(run.wait() == 1, run.output());
    BOOST_TEST(!is_process(child));
}

BOOST_AUTO_TEST_CASE(a_build_that_is_interrupted_leaves_no_process_behind) {
    const site_project p;
    p.source("right");
    // A compiler that takes long, and the build tool's own child.
    p.write("compile", "echo $$ > ../../pid.new && mv ../../pid.new ../../pid && exec sleep 600\n");
    running_command run({"run"}, p.path());
    run.until("building site-operator");
    real_world w;
    w.run([&]() -> awaitable<void> {
        const bool begun = co_await w.eventually([&] { return std::filesystem::exists(p.at("pid")); });
        BOOST_TEST(begun);
    });
    const pid_t compiler = std::stoi(text_of_file(p.at("pid")));
    BOOST_TEST(is_process(compiler));
    run.signal(SIGINT);
    run.signal(SIGINT);
    BOOST_TEST(run.wait() == 0, run.output());
    BOOST_TEST(!is_process(compiler));
}

BOOST_AUTO_TEST_CASE(a_second_signal_kills_the_operator_and_a_late_one_changes_nothing) {
    const test_directory files;
    const std::string program = files.write("operator",
                                            "#!/bin/sh\ncase \"$*\" in *--print*) exit 0;; *--help) echo "
                                            "help;; *) trap 'echo asked' TERM; echo running; "
                                            "while :; do sleep 600 & wait; done;; esac\n");
    ::chmod(program.c_str(), 0755);
    running_command run({"run", "--program", program});
    const pid_t child = pid_in(run.behind("started "));
    run.until("running\n");
    run.signal(SIGINT);
    run.until("asked\n");
    BOOST_TEST(is_process(child));
    run.signal(SIGINT);
    BOOST_TEST(run.wait() == 1, run.output());
    BOOST_TEST(!is_process(child));
    // Signals that go on until the command has ended do not change how it ends.
    const copied_operator o;
    for (int i = 0; i < 3; ++i) {
        running_command other({"run", "--program", o.file()});
        const pid_t ended = pid_in(other.behind("started "));
        other.until("Starting workers");
        other.signal(SIGINT);
        real_world w;
        w.run([&]() -> awaitable<void> {
            const bool gone = co_await w.eventually([&] { return !is_process(ended); });
            BOOST_TEST(gone);
        });
        const int code = other.wait([&] { other.signal(SIGTERM); });
        BOOST_TEST(code == 0, other.output());
    }
}

BOOST_AUTO_TEST_CASE(a_killed_command_takes_the_operator_with_it) {
    const copied_operator o;
    pid_t child = -1;
    {
        running_command run({"run", "--program", o.file()});
        child = pid_in(run.behind("started "));
        BOOST_TEST(is_process(child));
        run.signal(SIGKILL);
        BOOST_TEST(run.wait() == 128 + SIGKILL);
    }
    real_world w;
    w.run([&]() -> awaitable<void> {
        const bool gone = co_await w.eventually([&] { return !is_process(child); });
        BOOST_TEST(gone);
    });
}

BOOST_AUTO_TEST_CASE(an_operator_that_ends_is_told_and_a_failure_unless_another_runs_after_it) {
    const test_directory files;
    const std::string program = files.write(
        "operator",
        "#!/bin/sh\ncase \"$*\" in *--print*) exit 0;; *--help) echo help;; *) echo dying; exit 5;; esac\n");
    ::chmod(program.c_str(), 0755);
    running_command run({"run", "--program", program});
    std::size_t at = run.until("dying\n");
    at = run.until("the operator ended with exit code 5; waiting for a change\n", at);
    files.write("operator", "#!/bin/sh\nexit 7\n");
    at = run.until("--print-crd: ended with exit code 7; waiting for a change\n", at);
    run.signal(SIGINT);
    BOOST_TEST(run.wait() == 1, run.output());
}

BOOST_AUTO_TEST_CASE(manifests_of_others_are_applied_before_the_operator_starts) {
    const copied_operator o;
    const std::string gadget = SETPOINT_SOURCE_DIR "/tests/describe_kind/gadget";
    running_command run(
        {"run", "--program", o.file(), "--apply", gadget + ".crd.yaml", "--apply", gadget + ".yaml"});
    const std::size_t objects = run.until("gadget.test.example.com/least created\n");
    run.until("started ", objects);
    run.signal(SIGINT);
    BOOST_TEST(run.wait() == 0, run.output());
}

BOOST_AUTO_TEST_CASE(samples_are_created_when_the_webhooks_are_registered) {
    running_command run({"run", "--program", built_program("webserver-operator")});
    const std::size_t registered = run.until("Registered the webhooks");
    run.until("webserver.my.domain/webserver-sample created\n", registered);
    run.signal(SIGINT);
    BOOST_TEST(run.wait() == 0, run.output());
}

BOOST_AUTO_TEST_CASE(a_terminal_shows_the_objects_below_the_log) {
    const copied_operator o;
    const std::string kubeconfig = o.at("kubeconfig");
    running_command run({"run", "--program", o.file(), "--write-kubeconfig", kubeconfig}, "/", true);
    run.until("Site (0)");
    site_client c(kubeconfig);
    c.create_site("shop");
    const std::size_t at = run.until("Site (1)");
    run.until("NAME   AGE", at);
    run.until("shop   ", at);
    run.signal(SIGINT);
    BOOST_TEST(run.wait() == 0, run.output());
    // The last table was removed.
    BOOST_TEST(run.output().ends_with("F\x1b[J"), run.output());
}

BOOST_AUTO_TEST_CASE(a_port_that_is_taken_or_a_strange_kubeconfig_ends_it_at_once) {
    const copied_operator o;
    boost::asio::io_context io;
    boost::asio::ip::tcp::acceptor taken(io, {boost::asio::ip::address_v4::loopback(), 0});
    const std::string port = std::to_string(taken.local_endpoint().port());
    running_command run({"run", "--program", o.file(), "--port", port});
    BOOST_TEST(run.wait() == 2, run.output());
    BOOST_TEST(run.output().find("address already in use; choose another with --port") != std::string::npos,
               run.output());
    const std::string mine = o.write("kubeconfig", "mine\n");
    running_command other({"run", "--program", o.file(), "--write-kubeconfig", mine});
    BOOST_TEST(other.wait() == 2, other.output());
    BOOST_TEST(text_of_file(mine) == "mine\n");
}

BOOST_AUTO_TEST_SUITE_END()
