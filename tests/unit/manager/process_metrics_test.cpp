// The limit of memory, from files as the kernel writes them.
#include "framework/manager/process_metrics.hpp"

#include <boost/test/unit_test.hpp>
#include <prometheus/registry.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace setpoint;

namespace {

struct control_groups {
    control_groups() {
        std::string name = (std::filesystem::temp_directory_path() / "cgroup-XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~control_groups() { std::filesystem::remove_all(path); }
    void put(const std::string& file, const std::string& text) const {
        const std::filesystem::path at = path + "/" + file;
        std::filesystem::create_directories(at.parent_path());
        std::ofstream(at) << text << "\n";
    }
    std::string path;
};

}  // namespace

BOOST_AUTO_TEST_SUITE(process_metrics_test)

BOOST_AUTO_TEST_CASE(the_memory_limit_is_read_from_either_version) {
    const control_groups two, one, none;
    two.put("memory.max", "268435456");
    one.put("memory/memory.limit_in_bytes", "134217728");
    BOOST_TEST(memory_limit(two.path).value_or(0) == 268435456);
    BOOST_TEST(memory_limit(one.path).value_or(0) == 134217728);
    BOOST_TEST(!memory_limit(none.path).has_value());
}

BOOST_AUTO_TEST_CASE(no_limit_is_not_a_number) {
    const control_groups two, one;
    two.put("memory.max", "max");
    one.put("memory/memory.limit_in_bytes", "9223372036854771712");
    BOOST_TEST(!memory_limit(two.path).has_value());
    BOOST_TEST(!memory_limit(one.path).has_value());
}

BOOST_AUTO_TEST_CASE(processor_time_is_a_counter_that_follows_the_process) {
    prometheus::Registry registry;
    metrics m(registry);
    refresh_process_metrics(m);
    const double before = m.sum("process_cpu_seconds_total", {}).value_or(-1);
    BOOST_TEST(before > 0);
    volatile unsigned spun = 0;
    double after = before;
    for (int i = 0; i < 1000 && after <= before; ++i) {
        for (int k = 0; k < 1000000; ++k) spun = spun + 1;
        refresh_process_metrics(m);
        after = m.sum("process_cpu_seconds_total", {}).value_or(-1);
    }
    BOOST_TEST(after > before);
    BOOST_TEST(m.text().find("# TYPE process_cpu_seconds_total counter") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
