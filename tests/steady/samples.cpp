#include "samples.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <malloc.h>
#include <span>
#include <unistd.h>

namespace steady {

namespace {

constexpr double mib = 1024 * 1024;

// Below that, a single list or a page more would count.
struct quantity {
    const char* name;
    std::size_t sample::* value;
    std::size_t slack;
};
constexpr quantity quantities[] = {{"resident memory", &sample::resident, 1024 * 1024},
                                   {"allocated memory", &sample::in_use, 256 * 1024},
                                   {"data folder", &sample::folder, 256 * 1024},
                                   {"objects", &sample::objects, 20},
                                   {"tasks", &sample::tasks, 20}};

std::size_t resident_now() {
    std::ifstream in("/proc/self/statm");
    std::size_t all = 0, resident = 0;
    in >> all >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::size_t size_of(const std::string& folder) {
    std::size_t out = 0;
    std::error_code failed;
    for (std::filesystem::directory_iterator at(folder, failed), end; !failed && at != end;
         at.increment(failed))
        if (const auto size = at->file_size(failed); !failed) out += size;
    return out;
}

std::size_t maximum(std::span<const sample> of, std::size_t sample::* value) {
    std::size_t out = 0;
    for (const sample& s : of) out = std::max(out, s.*value);
    return out;
}

}  // namespace

sample measure(double hour, const std::string& folder) {
    ::malloc_trim(0);
    sample out;
    out.hour = hour;
    out.resident = resident_now();
    const auto heap = ::mallinfo2();
    out.in_use = heap.uordblks + heap.hblkhd;
    out.folder = size_of(folder);
    return out;
}

std::string header() {
    return "  hour  resident MiB  allocated MiB  folder MiB  objects  tasks  revision";
}

std::string row(const sample& s) {
    const auto in_mib = [](std::size_t bytes) { return static_cast<double>(bytes) / mib; };
    return fmt::format("{:6.2f}  {:12.1f}  {:13.2f}  {:10.2f}  {:7}  {:5}  {:8}", s.hour, in_mib(s.resident),
                       in_mib(s.in_use), in_mib(s.folder), s.objects, s.tasks, s.revision);
}

std::string growth(const std::vector<sample>& all) {
    const std::size_t quarter = all.size() / 4;
    if (quarter < 2) return "there are too few samples to compare";
    const std::span<const sample> samples(all);
    std::vector<std::string> grown;
    for (const quantity& q : quantities) {
        const std::size_t before = maximum(samples.subspan(quarter, quarter), q.value),
                          after = maximum(samples.last(quarter), q.value);
        if (after > before + before / 20 + q.slack)
            grown.push_back(
                fmt::format("{}: at most {} in the second quarter, {} in the last", q.name, before, after));
    }
    return fmt::format("{}", fmt::join(grown, "; "));
}

}  // namespace steady
