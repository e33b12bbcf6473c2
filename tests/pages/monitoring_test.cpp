// The table on docs/monitoring.md has the framework's metrics. (tests/monitoring/run compares their labels,
// as served.)
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <regex>

namespace {

// The types of metrics by name, as the two groups of the pattern.
std::map<std::string, std::string> types_by_name(const std::string& text, const std::string& pattern) {
    std::map<std::string, std::string> found;
    const std::regex each(pattern);
    for (std::sregex_iterator at(text.begin(), text.end(), each), end; at != end; ++at)
        found[(*at)[1]] = (*at)[2];
    return found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(monitoring_page)

BOOST_AUTO_TEST_CASE(the_table_has_every_metric_and_no_other) {
    const auto defined =
        types_by_name(pages::read("src/framework/core/metrics.cpp"), R"re(\{"(\w+)", type::(\w+))re");
    const auto listed =
        types_by_name(pages::read("docs/monitoring.md"), R"re(\| `(\w+)` \| (counter|gauge|histogram) \|)re");
    BOOST_TEST(defined.size() > 40u);
    for (const auto& [name, type] : defined)
        BOOST_TEST((listed.contains(name) && listed.at(name) == type), name + " of type " + type);
    for (const auto& [name, type] : listed) BOOST_TEST(defined.contains(name), name);
}

BOOST_AUTO_TEST_SUITE_END()
