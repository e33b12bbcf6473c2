#include "framework/manager/process_metrics.hpp"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/resource.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 {

namespace {

double seconds(const timeval& t) {
    return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
}

// Returns the Unix time at which the process started: boot time plus field 22 of /proc/self/stat (proc(5)).
// 0: unknown.
double start_time() {
    std::ifstream stat("/proc/self/stat");
    std::string line;
    std::getline(stat, line);
    const auto name_end = line.rfind(')');
    if (name_end == std::string::npos) return 0;
    std::istringstream rest(line.substr(name_end + 1));
    constexpr int fields_between = 19;  // from the state, field 3, up to the one before field 22
    std::string skipped;
    for (int i = 0; i < fields_between; ++i) rest >> skipped;
    double ticks = 0;
    rest >> ticks;
    std::ifstream system("/proc/stat");
    std::string key;
    double boot = 0;
    while (system >> key) {
        if (key == "btime") {
            system >> boot;
            break;
        }
        std::getline(system, skipped);
    }
    return boot == 0 ? 0 : boot + ticks / static_cast<double>(sysconf(_SC_CLK_TCK));
}

void advance(prometheus::Counter& c, double to) {
    if (to > c.Value()) c.Increment(to - c.Value());
}

}  // namespace

std::optional<double> memory_limit(const std::string& cgroups) {
    constexpr double unlimited = 1e18;  // version 1 has the largest multiple of a page instead of "max"
    for (const char* file : {"/memory.max", "/memory/memory.limit_in_bytes"}) {
        std::ifstream in(cgroups + file);
        double bytes = 0;
        if (in >> bytes && bytes < unlimited) return bytes;
    }
    return std::nullopt;
}

void refresh_process_metrics(metrics& m) {
    rusage used{};
    if (getrusage(RUSAGE_SELF, &used) == 0)
        advance(m.counter("process_cpu_seconds_total", {}), seconds(used.ru_utime) + seconds(used.ru_stime));
    std::ifstream statm("/proc/self/statm");
    double pages = 0, resident = 0;
    if (statm >> pages >> resident)
        m.gauge("process_resident_memory_bytes", {})
            .Set(resident * static_cast<double>(sysconf(_SC_PAGESIZE)));
    std::error_code ec;
    const std::filesystem::directory_iterator fds("/proc/self/fd", ec);
    if (!ec) m.gauge("process_open_fds", {}).Set(static_cast<double>(std::distance(begin(fds), end(fds))));
    // A container's own control group is the root that it sees.
    if (const auto limit = memory_limit("/sys/fs/cgroup"))
        m.gauge("setpoint_memory_limit_bytes", {}).Set(*limit);
    static const double started = start_time();
    if (started != 0) m.gauge("process_start_time_seconds", {}).Set(started);
}

}}  // namespace setpoint::v0
