// Each mutant is found, and nothing is found in its fixed twin.

#include "sim/mutants/mutant.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>

BOOST_AUTO_TEST_SUITE(mutants_test)

using namespace mutants;

namespace {

const std::map<std::string, mutant>& all() {
    static const std::map<std::string, mutant> by_name = [] {
        std::map<std::string, mutant> m;
        for (auto& list :
             {crash_mutants(), stale_mutants(), loop_mutants(), reference_mutants(), shared_mutants()})
            for (const mutant& one : list) m.emplace(one.name, one);
        return m;
    }();
    return by_name;
}

std::vector<std::string> names() {
    std::vector<std::string> list;
    for (const auto& [name, m] : all()) list.push_back(name);
    return list;
}

sim::findings explore(const mutant& m, const testing::environment::set_up& which, bool is_faulty) {
    sim::exploration what{.operators = {which}, .story = m.story, .invariants = m.invariants};
    what.stop_at_first = is_faulty;
    if (is_faulty) what.only = m.by;
    if (m.adjust) m.adjust(what);
    return sim::explore(what);
}

}  // namespace

BOOST_DATA_TEST_CASE(a_mutant_is_found, boost::unit_test::data::make(names()), name) {
    const mutant& m = all().at(name);
    const sim::findings found = explore(m, m.faulty, true);
    BOOST_TEST(!found.empty(), m.published);
    const bool by_expected = std::any_of(found.all.begin(), found.all.end(), [&](const sim::finding& f) {
        return std::find(m.oracles.begin(), m.oracles.end(), f.oracle) != m.oracles.end();
    });
    BOOST_TEST(by_expected, found.text());
    if (!found.empty())
        BOOST_TEST_MESSAGE(name << " | " << m.published << " | " << found.all.front().plan << " | "
                                << found.all.front().oracle << " | " << found.run << " | "
                                << found.cpu_seconds);
}

BOOST_DATA_TEST_CASE(nothing_is_found_in_a_fixed_twin, boost::unit_test::data::make(names()), name) {
    const mutant& m = all().at(name);
    const sim::findings found = explore(m, m.fixed, false);
    BOOST_TEST(found.empty(), found.text());
}

BOOST_AUTO_TEST_SUITE_END()
