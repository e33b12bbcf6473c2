// jobwatcher-operator as a process with many Jobs: what it takes. SETPOINT_SCALE_JOBS makes it as many as
// wanted (40 in a namespace); figures are printed with --log_level=message.
#include "fixture.hpp"
#include "setpoint/core/race.hpp"
#include "support/job_status.hpp"
#include "support/operator_process.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <unistd.h>

using namespace job_watcher_test;

BOOST_AUTO_TEST_SUITE(job_watcher_scale)

namespace {

struct embedded_only {
    boost::test_tools::assertion_result operator()(boost::unit_test::test_unit_id) const {
        boost::test_tools::assertion_result r(embedded());
        r.message() << "made-up ends of Jobs are not what a real Job controller leaves alone";
        return r;
    }
};

struct usage {
    double cpu = 0;          // seconds
    long rss = 0, peak = 0;  // KiB
};
usage usage_of(pid_t pid) {
    usage u;
    std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
    std::string text((std::istreambuf_iterator<char>(stat)), {});
    std::istringstream fields(text.substr(text.rfind(')') + 2));
    std::string skipped;
    for (int i = 3; i < 14; ++i) fields >> skipped;
    double user = 0, system = 0;
    fields >> user >> system;
    u.cpu = (user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with("VmRSS:")) u.rss = std::atol(line.c_str() + 6);
        if (line.starts_with("VmHWM:")) u.peak = std::atol(line.c_str() + 6);
    }
    return u;
}

// `part` of `parts` of the Jobs, each ended by its status.
awaitable<void> fill(operator_world& w, int jobs, int part, int parts) {
    for (int i = part; i < jobs; i += parts) {
        job j = w.make_job("run-" + std::to_string(i % 40));
        j.metadata.ns = w.ns + "-" + std::to_string(i / 40);
        j.spec.suspend = true;
        (co_await w.api.create(j)).value();
        const std::string at = timestamp::from(w.time.wall_now()).to_string();
        (co_await w.api.merge_patch<job>(key_of(j), {{"status", ended_job_status("Complete", at)}}, {},
                                         "status"))
            .value();
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(many_jobs_take_little_memory_and_no_time_while_they_wait,
                     *boost::unit_test::precondition(embedded_only())) {
    const char* const said = std::getenv("SETPOINT_SCALE_JOBS");
    const int jobs = said ? std::atoi(said) : 400;
    operator_world w(shared_plane());
    w.run(
        [&]() -> awaitable<void> {
            for (int n = 0; n * 40 < jobs; ++n) {
                core_v1::namespace_ made;
                made.metadata.name = w.ns + "-" + std::to_string(n);
                (co_await w.api.create(made)).value();
            }
            {
                task_scope writers(w.l, "writers");
                constexpr int parallel = 4;
                for (int part = 0; part < parallel; ++part)
                    writers.spawn("writer", fill(w, jobs, part, parallel));
                co_await writers.join();
            }
            jw all = w.make("all", 1000h);
            all.spec.namespace_patterns = {w.ns + "-[0-9]+"};
            all.spec.job_name_patterns = {"run-.*"};
            (co_await w.api.create(all)).value();
            operator_process program("jobwatcher-operator",
                                     {"--kubeconfig", w.plane.kubeconfig(), "--metrics-bind-address", "0",
                                      "--health-probe-bind-address", "0"});
            co_await w.until<jw>(
                w.key("all"), "all Jobs wait", [&](const jw& x) { return x.status.counts.waiting == jobs; },
                120s);
            const usage synced = usage_of(program.pid());
            if (said) co_await w.l.sleep(10s);  // to see what waiting costs
            const usage waited = usage_of(program.pid());
            const time_point began = w.l.now();
            (co_await w.api.merge_patch<jw>(w.key("all"), {{"spec", {{"completedTTL", "0"}}}})).value();
            co_await w.until<jw>(
                w.key("all"), "all are deleted",
                [&](const jw& x) { return x.status.counts.completed == jobs; }, 300s);
            const usage done = usage_of(program.pid());
            const double took = std::chrono::duration<double>(w.l.now() - began).count();
            const auto live = (co_await w.api.get<jw>(w.key("all"))).value();
            BOOST_TEST(live->status.counts.last_pass == jobs);  // one pass, so one status
            BOOST_TEST(live->status.counts.waiting == 0);
            BOOST_TEST_MESSAGE(fmt::format(
                "{} Jobs: {:.2f} s CPU until they are cached, {:.1f} MB resident (peak {:.1f}); {:.2f} s CPU "
                "while they wait; "
                "deleted in {:.1f} s with {:.2f} s CPU, then {:.1f} MB resident (peak {:.1f})",
                jobs, synced.cpu, static_cast<double>(synced.rss) / 1024,
                static_cast<double>(synced.peak) / 1024, waited.cpu - synced.cpu, took, done.cpu - waited.cpu,
                static_cast<double>(done.rss) / 1024, static_cast<double>(done.peak) / 1024));
            program.signal(SIGTERM);
            while (!program.exit_code()) co_await w.l.sleep(20ms);
            BOOST_TEST(*program.exit_code() == 0);
        },
        600s);
}

BOOST_AUTO_TEST_SUITE_END()
