// In which order plans are run, and which part of them an exploration runs.
#include "testkit/story/plan.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace setpoint;
using sim::story_point, story::story_plan;

BOOST_AUTO_TEST_SUITE(plan_order_test)

namespace {

std::vector<story_point> writes(int n) {
    std::vector<story_point> all;
    for (int i = 0; i < n; ++i) {
        story_point s;
        s.p.op = verb::update;
        s.p.gvr = {"", "v1", "configmaps"};
        s.p.key = {"default", "c" + std::to_string(i)};
        s.p.text = "update configmaps default/" + s.p.key.name + "#1";
        s.user_writes = 1;
        all.push_back(std::move(s));
    }
    return all;
}

std::vector<story_plan> unordered(const std::vector<story_point>& points) {
    const std::vector<std::string> all;
    std::size_t left_out = 0;
    return story::choose_plans(points, {all, all, {}}, left_out);
}

std::vector<story_plan> ordered(const std::vector<story_point>& points,
                                const std::set<std::string>& same = {}) {
    return story::by_value(unordered(points), points, same);
}

std::set<std::string> texts(const std::vector<story_plan>& plans) {
    std::set<std::string> all;
    for (const story_plan& p : plans) all.insert(p.text());
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_point_first_has_its_strongest_fault) {
    const auto points = writes(13);
    const auto plans = ordered(points);
    BOOST_REQUIRE(plans.size() > 26u);
    std::set<std::string> seen;
    for (std::size_t i = 0; i < 13; ++i) {
        BOOST_TEST(plans[i].steps.front().what->name == "P2");
        seen.insert(plans[i].steps.front().point);
    }
    BOOST_TEST(seen.size() == 13u);
    BOOST_TEST(plans[13].steps.front().what->name == "P1");
    BOOST_TEST(texts(plans) == texts(unordered(points)));
    BOOST_TEST(plans.size() == unordered(points).size());
}

BOOST_AUTO_TEST_CASE(the_first_plans_are_of_the_whole_story) {
    const auto plans = ordered(writes(16));
    std::set<int> quarters;
    for (std::size_t i = 0; i < 4; ++i) {
        const std::string& point = plans[i].steps.front().point;
        quarters.insert(std::stoi(point.substr(point.find("/c") + 2)) / 4);
    }
    BOOST_TEST(quarters.size() == 4u);
}

BOOST_AUTO_TEST_CASE(variants_of_a_fault_come_after_other_faults) {
    const auto plans = ordered(writes(1));
    const auto place = [&](std::string_view name) {
        return std::find_if(plans.begin(), plans.end(),
                            [&](const story_plan& p) { return p.steps.front().what->name == name; }) -
               plans.begin();
    };
    BOOST_TEST(place("P7") < place("P4"));
    BOOST_TEST(place("P4") < place("P7.own"));
    BOOST_TEST(place("P11.after") < place("P7.others"));
}

BOOST_AUTO_TEST_CASE(writes_without_change_come_last) {
    const auto points = writes(3);
    const std::string same = points[1].p.text;
    const auto plans = ordered(points, {same});
    const auto first = std::find_if(plans.begin(), plans.end(),
                                    [&](const story_plan& p) { return p.steps.front().point == same; });
    BOOST_REQUIRE((first != plans.end()));
    BOOST_TEST(
        std::all_of(first, plans.end(), [&](const story_plan& p) { return p.steps.front().point == same; }));
}

BOOST_AUTO_TEST_CASE(the_order_is_the_same_each_time) {
    const auto a = ordered(writes(9)), b = ordered(writes(9));
    BOOST_TEST(std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const story_plan& x, const story_plan& y) { return x.text() == y.text(); }));
}

BOOST_AUTO_TEST_CASE(shards_are_disjoint_complete_and_of_similar_size) {
    const auto plans = ordered(writes(30));
    for (const std::size_t shards : {1U, 2U, 5U, 7U}) {
        std::size_t sum = 0;
        for (std::size_t shard = 1; shard <= shards; ++shard) {
            const auto n =
                static_cast<std::size_t>(std::count_if(plans.begin(), plans.end(), [&](const story_plan& p) {
                    return is_in_shard(p, shard, shards);
                }));
            BOOST_TEST(n > plans.size() / shards / 2);
            sum += n;
        }
        BOOST_TEST(sum == plans.size());
        for (const story_plan& p : plans) {
            int owners = 0;
            for (std::size_t shard = 1; shard <= shards; ++shard)
                owners += is_in_shard(p, shard, shards) ? 1 : 0;
            BOOST_TEST(owners == 1);
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
