// The page of a mutant's finding, for the picture in docs/exploring.md (script/finding-page).

#include "setpoint/sim/report.hpp"
#include "sim/mutants/mutant.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdlib>

BOOST_AUTO_TEST_SUITE(finding_page_test)

using namespace mutants;

BOOST_AUTO_TEST_CASE(a_mutant_has_a_page) {
    const auto all = crash_mutants();
    const auto m2 = std::find_if(all.begin(), all.end(), [](const mutant& m) { return m.name == "M2"; });
    BOOST_REQUIRE((m2 != all.end()));
    sim::exploration what{.operators = {m2->faulty}, .story = m2->story, .only = {"P1", "P2"}, .name = "M2"};
    const sim::findings found = sim::explore(what);
    BOOST_REQUIRE(!found.empty());
    BOOST_TEST((sim::page_of(found).find("first difference: this did not happen") != std::string::npos));
    if (const char* const folder = std::getenv("SETPOINT_PAGES"))
        sim::write_page(found, std::string(folder) + "/mutant.html");
}

BOOST_AUTO_TEST_SUITE_END()
