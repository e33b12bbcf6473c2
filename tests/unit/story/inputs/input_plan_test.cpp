// Sequences of changes: their text, their states, how they are combined and made shorter.
#include "testkit/story/inputs/input_plan.hpp"

#include "setpoint/story/explore.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(input_plan_test)

namespace {

const boost::json::object base = boost::json::parse(R"({"spec":{"a":0,"b":0}})").as_object();

std::string states_in(const std::string& plan) {
    std::string out;
    for (const story::input_state& s : story::states_of(story::parse_input_plan(plan), base))
        out += boost::json::serialize(s.object.at("spec")) + (s.is_compared ? "! " : " ");
    return out;
}

std::vector<std::string> simpler_than(const std::string& plan) {
    std::vector<std::string> all;
    for (const story::input_plan& p : story::simpler_inputs(story::parse_input_plan(plan)))
        all.push_back(p.text());
    return all;
}

std::string error_of_sequence(const std::string& text) {
    try {
        (void)story::parse_input_plan(text);
    } catch (const story::cannot_explore& e) {
        return e.what();
    }
    return "no error";
}

std::vector<story::field_change> changes(std::size_t fields, int values) {
    std::vector<story::field_change> all;
    for (std::size_t i = 0; i < fields; ++i)
        for (int v = 1; v <= values; ++v)
            all.push_back({{{std::string("spec"), "f" + std::to_string(i)}}, boost::json::value(v)});
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_plan_is_read_as_it_is_written) {
    for (const char* text :
         {".spec.a=1; back", "new .spec.a=1; .spec.b-", ".spec.a=\"x; back\"; .spec.b=\" + P2@x\"",
          ".spec.a=1; back; .spec.b=2 + P2@patch configmaps default/g#1"})
        BOOST_TEST(story::parse_input_plan(text).text() == text);
    BOOST_TEST(story::parse_input_plan(".spec.a=1 + P2@patch configmaps default/g#1").faults.steps.size() ==
               1u);
}

BOOST_AUTO_TEST_CASE(mistakes_in_plans_are_named) {
    BOOST_TEST(error_of_sequence(".spec.a=1, back").find("steps are joined by \"; \"") != std::string::npos);
    BOOST_TEST(error_of_sequence("new .spec.a=1 + P2@x").find("has no faults") != std::string::npos);
    BOOST_TEST(error_of_sequence(".spec.a=1 + P99@x").find("has no perturbation P99") != std::string::npos);
    BOOST_TEST(error_of_sequence("").find("is not a change") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(states_are_compared_before_and_after_going_back) {
    BOOST_TEST(states_in(".spec.a=1; back") == R"({"a":1,"b":0}! {"a":0,"b":0}! )");
    BOOST_TEST(states_in(".spec.a=1; .spec.b=2; back") == R"({"a":1,"b":0} {"a":1,"b":2}! {"a":0,"b":0}! )");
    BOOST_TEST(states_in(".spec.a=1; back; .spec.b-") == R"({"a":1,"b":0}! {"a":0,"b":0}! {"a":0}! )");
    BOOST_TEST(states_in("new .spec.a=1; .spec.b=2") == R"({"a":1,"b":2}! )");
}

BOOST_AUTO_TEST_CASE(a_state_is_bad_until_it_goes_back) {
    story::input_plan p = story::parse_input_plan(".spec.a=1; .spec.b=2; back");
    p.steps[0]->is_bad = true;
    const auto all = story::states_of(p, base);
    BOOST_TEST((all[0].is_bad && all[1].is_bad && !all[2].is_bad));
}

BOOST_AUTO_TEST_CASE(shorter_plans_come_simplest_first) {
    const auto all = simpler_than(".spec.a=1; .spec.b=2; back");
    BOOST_REQUIRE(all.size() > 4u);
    BOOST_TEST(all[0] == ".spec.a=1");
    BOOST_TEST(all[1] == ".spec.b=2");
    BOOST_TEST(all[2] == ".spec.a=1; back");
    BOOST_TEST(simpler_than(".spec.a=1; back") == std::vector<std::string>{".spec.a=1"});
    BOOST_TEST(simpler_than(".spec.a=1").empty());
    BOOST_TEST(simpler_than(".spec.a=1 + P2@x").front() == ".spec.a=1");
    for (const std::string& one : simpler_than("new .spec.a=1; .spec.b=2"))
        BOOST_TEST(one.starts_with("new "));
}

BOOST_AUTO_TEST_CASE(each_change_is_tried_alone) {
    const auto plans = story::single_plans(changes(2, 2));
    BOOST_REQUIRE(plans.size() == 4u);
    BOOST_TEST(plans[1].text() == ".spec.f0=2; back");
}

BOOST_AUTO_TEST_CASE(all_pairs_of_changes_meet_in_few_sequences) {
    const std::vector<story::field_change> all = changes(6, 3);
    double covered = 0;
    const auto plans = story::combined_plans(all, 1000, 1, covered);
    BOOST_TEST(covered == 1);
    std::set<std::pair<std::string, std::string>> met;
    for (const story::input_plan& p : plans) {
        std::set<std::string> fields;
        for (const story::input_step& s : p.steps) {
            if (!s) continue;
            BOOST_TEST(fields.insert(s->at.text()).second, p.text());
            for (const story::input_step& o : p.steps)
                if (o && s->text() < o->text()) met.insert({s->text(), o->text()});
        }
        BOOST_TEST(!p.steps.back());
    }
    BOOST_TEST(met.size() == 18u * 15u / 2u);  // each change with those of the five other fields
    BOOST_TEST(plans.size() < 60u);            // 135 pairs
}

BOOST_AUTO_TEST_CASE(a_seed_decides_the_sequences) {
    const std::vector<story::field_change> all = changes(4, 3);
    const auto texts = [&](std::uint64_t seed) {
        double covered = 0;
        std::string out;
        for (const story::input_plan& p : story::combined_plans(all, 5, seed, covered))
            out += p.text() + "\n";
        BOOST_TEST(covered < 1);
        return out;
    };
    BOOST_TEST(texts(1) == texts(1));
    BOOST_TEST(texts(1) != texts(2));
}

BOOST_AUTO_TEST_CASE(a_field_is_not_combined_with_its_parts) {
    std::vector<story::field_change> all = changes(1, 1);
    all.push_back({{{std::string("spec"), std::string("f0"), std::string("x")}}, boost::json::value(1)});
    double covered = 0;
    BOOST_TEST(story::combined_plans(all, 10, 1, covered).empty());
    BOOST_TEST(covered == 1);
}

BOOST_AUTO_TEST_SUITE_END()
