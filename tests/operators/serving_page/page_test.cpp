// What docs/serving.md shows is what is compiled, and does what the page says.
#include "setpoint/testing/environment.hpp"
#include "site_metrics.hpp"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>
#include <string>

BOOST_AUTO_TEST_SUITE(serving_page)

using namespace setpoint;
using namespace std::chrono_literals;

namespace {

std::string text_of(const std::string& path) {
    std::ifstream in(SETPOINT_SOURCE_DIR "/" + path);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The first fenced block of C++ on the page.
std::string shown_code(const std::string& page) {
    const std::string fence = "```cpp\n";
    const std::size_t at = page.find(fence);
    if (at == std::string::npos) return {};
    return page.substr(at + fence.size(), page.find("```", at + fence.size()) - at - fence.size());
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_metrics_on_the_page_are_those_that_are_compiled) {
    std::string compiled = text_of("tests/operators/serving_page/site_metrics.hpp");
    compiled.erase(0, compiled.find("#include"));  // the comment
    BOOST_TEST(shown_code(text_of("docs/serving.md")) == compiled);
}

BOOST_AUTO_TEST_CASE(a_test_reads_what_was_counted) {
    testing::environment env;
    std::optional<site_metrics> m;
    env.start([&](manager& running) { m.emplace(running.metrics()); });
    m->backlog.set(3);
    began(*m, "default", "nginx:1.23.1");
    began(*m, "team-a", "nginx:1.23.1");
    ended(*m, 12s);
    BOOST_TEST(env.metric("site_rollouts_total") == 2);
    BOOST_TEST(env.metric("site_rollouts_total", {{"namespace", "team-a"}}) == 1);
    BOOST_TEST(env.metric("site_rollouts_total", {{"namespace", "team-b"}}) == 0);
    BOOST_TEST(env.metric("site_rollout_seconds_bucket", {{"le", "60"}}) == 1);
    BOOST_TEST(env.metric("site_rollout_seconds_sum") == 12);
    BOOST_TEST(env.metric("site_backlog") == 1);
}

BOOST_AUTO_TEST_SUITE_END()
