// Rules of aggregated ClusterRoles.
#include "apiserver/controllers/cluster_role/aggregation.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(aggregation_test)

namespace {

cluster_role_ptr role_of(std::string_view name, std::string_view label, std::string_view rules) {
    auto r = std::make_shared<partial_cluster_role>();
    r->metadata.name = name;
    r->metadata.labels["to"] = label;
    r->rules = boost::json::parse(boost::json::string_view(rules.data(), rules.size()));
    return r;
}

}  // namespace

BOOST_AUTO_TEST_CASE(rules_are_collected_once_by_selector_and_name) {
    partial_cluster_role all;
    all.metadata.name = "all";
    all.metadata.labels["to"] = "x";
    all.rules = boost::json::parse("[9]");
    all.aggregation.emplace();
    for (const char* label : {"y", "x"}) {
        label_selector s;
        s.match_labels["to"] = label;
        all.aggregation->selectors.push_back(std::move(s));
    }
    const std::vector<cluster_role_ptr> roles{role_of("b", "x", "[2,1]"), role_of("a", "x", "[1,3]"),
                                              role_of("c", "y", "[4]"), role_of("d", "z", "[5]"),
                                              std::make_shared<partial_cluster_role>(all)};
    BOOST_TEST(boost::json::serialize(aggregated_rules(all, roles)) == "[4,1,3,2]");
    BOOST_TEST(aggregated_rules(all, {}).empty());
    BOOST_TEST(aggregated_rules(*roles[0], roles).empty());
}

BOOST_AUTO_TEST_SUITE_END()
