// The known faults of each seed are found.

#include "sim/seeds/seed.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>

BOOST_AUTO_TEST_SUITE(seeds_test)

using namespace seeds;

namespace {

const std::map<std::string, seed>& all_seeds() {
    static const std::map<std::string, seed> by_name = [] {
        std::map<std::string, seed> m;
        for (auto& list : {web_server_seeds(), redis_seeds(), podroute_seeds(), job_watcher_seeds()})
            for (const seed& one : list) m.emplace(one.name, one);
        return m;
    }();
    return by_name;
}

std::vector<std::string> names_of_seeds() {
    std::vector<std::string> list;
    for (const auto& [name, s] : all_seeds()) list.push_back(name);
    return list;
}

}  // namespace

BOOST_DATA_TEST_CASE(the_faults_of_a_seed_are_found, boost::unit_test::data::make(names_of_seeds()), name) {
    const seed& s = all_seeds().at(name);
    const sim::findings found = sim::explore(s.what);
    for (const expected_finding& e : s.expected) {
        const auto at = std::find_if(found.all.begin(), found.all.end(), [&](const sim::finding& f) {
            return f.oracle == e.oracle && f.plan.starts_with(e.plan);
        });
        BOOST_TEST((at != found.all.end()), e.oracle + " by " + e.plan + "\n" + found.text());
        if (at != found.all.end())
            BOOST_TEST_MESSAGE(name << " | " << s.fault << " | " << at->plan << " | " << at->oracle << " | "
                                    << found.run << " | " << found.cpu_seconds);
    }
}

BOOST_AUTO_TEST_SUITE_END()
