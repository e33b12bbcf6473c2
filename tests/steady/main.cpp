// steady [--hours N] [--clients N] [--seed N] [--folder DIR] [--event-ttl HOURS] : hours of cluster time on
// the embedded API server in this process, under virtual time, with RBAC and a data folder. Prints a line of
// measurements for each hour; at the end the server is started again with the folder. Fails if memory, the
// folder, objects or tasks grow, if a request gets an answer that it should not get, or if the second start
// lacks objects. The last line is '1 passed, 0 failed' or '0 passed, 1 failed'.
//   --event-ttl HOURS  how long Events are kept; with a long time the run must fail
#include "load.hpp"
#include "samples.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>

namespace {

using namespace setpoint;
using namespace std::chrono_literals;

constexpr int samples_an_hour = 4;
constexpr duration between_samples = 15min;

struct settings {
    int hours = 24, clients = 10, event_ttl = 1;
    std::uint64_t seed = 1;
    std::string folder;
};

apiserver::server_options options_for(const settings& s) {
    apiserver::server_options o;
    o.data_folder = s.folder + "/data";
    o.event_ttl = std::chrono::hours(s.event_ttl);
    o.access.authorizers = {"Node", "RBAC"};
    o.access.tokens = secret(steady::load::tokens());
    return o;
}

awaitable<void> be_ready(apiserver::server& s, bool& is) {
    co_await s.ready();
    is = true;
}

std::string text_of(const std::exception_ptr& e) {
    try {
        std::rethrow_exception(e);
    } catch (const std::exception& why) {
        return why.what();
    } catch (const cancelled&) {
        return "it was cancelled";
    }
}

// A server and the tasks that belong to it.
struct cluster {
    cluster(loop& l, const logger& log, const settings& s)
        : event_loop(l),
          api(l, log, options_for(s)),
          objects_at_start(api.objects()),
          tasks(l, "cluster", [this](std::string_view task, const std::exception_ptr& e) {
              failure = fmt::format("{}: {}", task, text_of(e));
          }) {
        tasks.spawn("server", api.run());
        bool is_ready = false;
        tasks.spawn("ready", be_ready(api, is_ready));
        l.run_until(l.now() + 1min);
        if (!is_ready) failure += " the server is not ready after a minute";
    }
    ~cluster() { stop(); }
    void stop() {
        tasks.request_stop();
        event_loop.run_until(event_loop.now() + 1min);
    }
    loop& event_loop;
    apiserver::server api;
    std::size_t objects_at_start;
    std::string failure;
    task_scope tasks;
};

void add(std::string& to, const std::string& text) {
    if (text.empty()) return;
    if (!to.empty()) to += "; ";
    to += text;
}

std::string errors_of(const steady::load& load) {
    std::string out;
    for (const auto& [text, times] : load.unexpected) add(out, fmt::format("{} times {}", times, text));
    if (load.expired_tokens == 0) add(out, "no token has expired");
    if (load.expired_watches == 0) add(out, "no watch has expired");
    return out;
}

// What is wrong; "" if nothing is. `objects`: how many there are at the end.
std::string run(const settings& s, std::size_t& objects) {
    const real_clock stopwatch;
    virtual_clock time;
    random_source random(s.seed);
    loop l(time, random);
    null_sink sink;
    const logger log(sink, time);
    std::string wrong;
    cluster c(l, log, s);
    steady::load load(l, c.api, s.seed, s.clients);
    task_scope clients(l, "clients", [&wrong](std::string_view task, const std::exception_ptr& e) {
        add(wrong, fmt::format("{}: {}", task, text_of(e)));
    });
    clients.spawn("load", load.run());
    std::vector<steady::sample> samples;
    std::cout << steady::header() << '\n';
    const time_point begin = l.now(), real_begin = stopwatch.now();
    for (int i = 1; i <= s.hours * samples_an_hour && wrong.empty(); ++i) {
        l.run_until(begin + i * between_samples);
        steady::sample now = steady::measure(static_cast<double>(i) / samples_an_hour, s.folder + "/data");
        now.objects = c.api.objects();
        now.tasks = l.waiting();
        now.revision = c.api.revision();
        samples.push_back(now);
        if (i % samples_an_hour == 0) std::cout << steady::row(now) << std::endl;
    }
    std::cout << fmt::format(
        "{} requests, {} events of watches, {} tokens, {} expired; {} watches expired; {} s\n", load.requests,
        load.events, load.renewals, load.expired_tokens, load.expired_watches,
        std::chrono::duration_cast<std::chrono::seconds>(stopwatch.now() - real_begin).count());
    if (wrong.empty()) wrong = steady::growth(samples);
    add(wrong, errors_of(load));
    clients.request_stop();
    l.run_until(l.now());
    c.stop();
    add(wrong, c.failure);
    objects = c.api.objects();
    return wrong;
}

// Whether a second start has all objects of the first.
std::string start_again(const settings& s, std::size_t objects) {
    virtual_clock time;
    random_source random(s.seed);
    loop l(time, random);
    null_sink sink;
    const logger log(sink, time);
    const cluster again(l, log, s);
    std::cout << fmt::format("{} objects before and {} after a restart\n", objects, again.objects_at_start);
    return again.objects_at_start == objects ? again.failure : "objects are lost over a restart";
}

}  // namespace

int main(int argc, char** argv) {
    settings s;
    CLI::App flags("Hours of cluster time on the embedded API server: nothing may grow.", "steady");
    flags.add_option("--hours", s.hours, "Of cluster time")
        ->capture_default_str()
        ->check(CLI::Range(2, 10000));
    flags.add_option("--clients", s.clients, "Service accounts")
        ->capture_default_str()
        ->check(CLI::Range(2, 1000));
    flags.add_option("--seed", s.seed, "Decides what the clients do")->capture_default_str();
    flags.add_option("--folder", s.folder, "An empty folder; default: a temporary one");
    flags.add_option("--event-ttl", s.event_ttl, "Hours for which Events are kept")->capture_default_str();
    CLI11_PARSE(flags, argc, argv);
    std::string wrong, temporary;
    if (s.folder.empty()) {
        temporary = (std::filesystem::temp_directory_path() / "steady-XXXXXX").string();
        if (::mkdtemp(temporary.data()) == nullptr) return 1;
        s.folder = temporary;
    }
    try {
        std::size_t objects = 0;
        wrong = run(s, objects);
        add(wrong, start_again(s, objects));
    } catch (const std::exception& e) {
        wrong = e.what();
    }
    if (!temporary.empty()) std::filesystem::remove_all(temporary);
    if (!wrong.empty()) std::cout << fmt::format("with --seed {}: {}\n", s.seed, wrong);
    std::cout << (wrong.empty() ? "1 passed, 0 failed\n" : "0 passed, 1 failed\n");
    return wrong.empty() ? 0 : 1;
}
