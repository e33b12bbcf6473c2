// Which plans follow from the points of a story, and how plans are written.
#include "setpoint/story/explore.hpp"
#include "testkit/story/plan.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace setpoint;
using sim::story_point;

BOOST_AUTO_TEST_SUITE(plans_test)

namespace {

story_point a_write(verb op, const std::string& name, int nth = 1) {
    story_point s;
    s.p.op = op;
    s.p.gvr = {"", "v1", "configmaps"};
    s.p.key = {"default", name};
    s.p.nth = nth;
    s.p.text = std::string(to_string(op)) + " configmaps default/" + name + "#" + std::to_string(nth);
    s.user_writes = 1;
    return s;
}

story_point an_event(const std::string& name) {
    story_point s = a_write(verb::watch, name);
    s.p.what = sim::point::kind::event;
    s.p.text = "event configmaps ADDED default/" + name + "#1";
    return s;
}

story_point a_user_write(const std::string& name) {
    story_point s = a_write(verb::patch, name);
    s.p.what = sim::point::kind::user;
    s.p.text = "user: patch configmaps default/" + name + "#1";
    return s;
}

struct chosen {
    std::vector<std::string> plans;
    std::size_t left_out = 0;
    bool has(const std::string& one) const {
        return std::find(plans.begin(), plans.end(), one) != plans.end();
    }
};

chosen choose(const std::vector<story_point>& points, const std::vector<std::string>& only = {},
              const std::vector<std::string>& except = {}, std::size_t replicas = 1) {
    chosen c;
    for (const story::story_plan& p : story::choose_plans(points, {only, except, {replicas}}, c.left_out))
        c.plans.push_back(p.text());
    return c;
}

std::string error_of_plan(const std::string& text) {
    try {
        (void)story::parse_plan(text);
    } catch (const story::cannot_explore& e) {
        return e.what();
    }
    return "no error";
}

}  // namespace

BOOST_AUTO_TEST_CASE(kills_come_first_and_each_point_gets_what_makes_sense) {
    const chosen c = choose({a_user_write("u"), a_write(verb::create, "a"), an_event("a")});
    BOOST_TEST(c.plans.front() == "P2@create configmaps default/a#1");
    BOOST_TEST(c.has("P1@user: patch configmaps default/u#1"));
    BOOST_TEST(c.has("P5.422@create configmaps default/a#1"));
    BOOST_TEST(c.has("P6@event configmaps ADDED default/a#1"));
    BOOST_TEST(c.has("P6@user: patch configmaps default/u#1"));
    BOOST_TEST(c.has("P11.after@create configmaps default/a#1"));
    BOOST_TEST(!c.has("P2@event configmaps ADDED default/a#1"));
    BOOST_TEST(!c.has("P4@user: patch configmaps default/u#1"));
    BOOST_TEST(!c.has("P13@create configmaps default/a#1"));
}

BOOST_AUTO_TEST_CASE(reads_are_refused_and_nothing_else) {
    const chosen c = choose({a_write(verb::get, "a")});
    BOOST_TEST(c.plans.size() == 2u);
    BOOST_TEST(c.has("P5.500@get configmaps default/a#1"));
    BOOST_TEST(c.has("P5.403@get configmaps default/a#1"));
}

BOOST_AUTO_TEST_CASE(only_and_except_take_names_and_their_groups) {
    const std::vector<story_point> points{a_write(verb::update, "a")};
    BOOST_TEST(choose(points, {"P2"}).plans.size() == 1u);
    for (const std::string& p : choose(points, {"P5"}).plans) BOOST_TEST(p.starts_with("P5."));
    BOOST_TEST(choose(points, {"P5"}, {"P5.409"}).plans.size() + 1 == choose(points, {"P5"}).plans.size());
    BOOST_TEST(choose(points, {"P1"}).has("P1@update configmaps default/a#1"));
    BOOST_TEST(choose(points, {"P1"}).plans.size() == 1u);  // not P11.after, P13, P15
    BOOST_CHECK_THROW(choose(points, {"P99"}), story::cannot_explore);
    BOOST_CHECK_THROW(choose(points, {}, {"P"}), story::cannot_explore);
}

BOOST_AUTO_TEST_CASE(frozen_leaders_need_a_second_instance) {
    const std::vector<story_point> points{a_write(verb::update, "a")};
    BOOST_TEST(choose(points, {"P13"}).plans.empty());
    BOOST_TEST(choose(points, {"P13"}, {}, 2).has("P13@update configmaps default/a#1"));
    BOOST_TEST(choose(points, {"P13"}, {}, 2).has("P13.lost@update configmaps default/a#1"));
}

BOOST_AUTO_TEST_CASE(old_lists_need_a_client_that_accepts_them) {
    const std::vector<story_point> points{a_write(verb::update, "a")};
    const std::vector<std::string> all;
    story::story_features of;
    BOOST_TEST(choose(points).has("P7.own@update configmaps default/a#1"));
    of.old_lists = false;
    std::size_t left_out = 0;
    for (const story::story_plan& p : story::choose_plans(points, {all, all, of}, left_out))
        BOOST_TEST(!p.shows_old(), p.text());
}

BOOST_AUTO_TEST_CASE(pods_and_owners_need_their_controllers) {
    story_point status = a_write(verb::patch, "g");
    status.p.subresource = "status";
    status.is_last_user_write = true;
    std::size_t none = 0;
    const std::vector<std::string> only{"P22", "P25"}, except;
    const auto plans = [&](story::story_features of) {
        return story::choose_plans({status}, {only, except, of}, none).size();
    };
    BOOST_TEST(plans({1, true, true}) == 3u);   // P22.back, P22, P25
    BOOST_TEST(plans({1, false, true}) == 2u);  // the children of the deleted object would stay
    BOOST_TEST(plans({1, true, false}) == 2u);
    status.is_last_user_write = false;
    BOOST_TEST(plans({1, true, true}) == 1u);
}

BOOST_AUTO_TEST_CASE(second_faults_come_until_users_act_again) {
    const story::story_plan first = story::parse_plan("P11.after@create configmaps default/a#1");
    const std::vector<story_point> after{a_write(verb::update, "a"), an_event("a"), a_user_write("u"),
                                         a_write(verb::update, "late")};
    const std::vector<std::string> all, except{"P6"};
    std::vector<std::string> plans;
    for (const story::story_plan& p : story::choose_pairs(first, after, {all, except, {}}))
        plans.push_back(p.text().substr(first.text().size()));
    const std::vector<std::string> wanted{
        " + P2@update configmaps default/a#1",      " + P1@update configmaps default/a#1",
        " + P7@update configmaps default/a#1",      " + P4@update configmaps default/a#1",
        " + P1@user: patch configmaps default/u#1", " + P7@user: patch configmaps default/u#1"};
    BOOST_TEST(plans == wanted, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(pairs_are_taken_of_each_first_fault_in_turn) {
    const auto plan = [](const char* point) { return story::parse_plan(std::string("P1@") + point); };
    std::string order;
    for (const story::story_plan& p :
         story::take_in_turn({{plan("a"), plan("b"), plan("c")}, {}, {plan("d")}}))
        order += p.steps.front().point;
    BOOST_TEST(order == "adbc");
}

BOOST_AUTO_TEST_CASE(simpler_plans_are_single_faults_and_simpler_ones_that_were_not_played) {
    const std::vector<story_point> points{a_write(verb::create, "a"), an_event("a")};
    const std::vector<std::string> all, except;
    const std::string at = "@" + points[0].p.text;
    const auto texts = [&](const std::string& plan, const std::vector<std::string>& without,
                           const std::set<std::string>& played) {
        std::vector<std::string> out;
        for (const story::story_plan& p :
             story::simpler_plans(story::parse_plan(plan), points, {all, without, {}}, played))
            out.push_back(p.text());
        return out;
    };
    // The point of the second one is not in the story without the first one.
    const std::string second = " + P4@update configmaps default/b#1";
    const std::vector<std::string> wanted{"P7" + at, "P2" + at + second, "P1" + at + second};
    BOOST_TEST(texts("P7" + at + second, except, {}) == wanted, boost::test_tools::per_element());
    BOOST_TEST(texts("P7" + at + second, {"P1"}, {"P7" + at}) == std::vector<std::string>{wanted[1]},
               boost::test_tools::per_element());
    BOOST_TEST(texts("P26" + at, except, {}) == std::vector<std::string>{"P11.edit" + at},
               boost::test_tools::per_element());
    BOOST_TEST(texts("P2" + at, except, {}).empty());
}

BOOST_AUTO_TEST_CASE(plans_of_another_story_are_refused) {
    const std::vector<story_point> points{a_write(verb::create, "web"), a_user_write("u")};
    const auto why = [&](const std::string& plan) {
        return story::misfit(story::parse_plan(plan), points, {});
    };
    BOOST_TEST(why("P2@create configmaps default/web#1") == "");
    BOOST_TEST(why("P2@create configmaps default/web#1 + P4@anything#1") == "");  // not known before it runs
    BOOST_TEST(why("P2@create configmaps default/wep#1").find("near: \"create configmaps default/web#1\"") !=
               std::string::npos);
    BOOST_TEST(why("P4@user: patch configmaps default/u#1").find("P4 does not apply at \"user: ") == 0u);
    BOOST_TEST(why("P13@create configmaps default/web#1") == "P13 needs a story with `replicas: 2`");
}

BOOST_AUTO_TEST_CASE(a_second_point_that_does_not_come_is_named) {
    const story::story_plan plan =
        story::parse_plan("P2@create configmaps default/a#1 + P4@update configmaps default/b#1");
    const std::string why = story::missing_point(plan, 1, {a_write(verb::update, "a")});
    BOOST_TEST(
        why.starts_with("the run under P2@create configmaps default/a#1 has no point \"update configmaps "
                        "default/b#1\""),
        why);
    BOOST_TEST(why.find("near: \"update configmaps default/a#1\"") != std::string::npos, why);
}

BOOST_AUTO_TEST_CASE(later_occurrences_are_left_out_and_counted) {
    const chosen c = choose({a_write(verb::update, "a", 3), a_write(verb::update, "a", 4)}, {"P1", "P2"});
    BOOST_TEST(c.plans.size() == 2u);
    BOOST_TEST(c.left_out == 2u);
}

BOOST_AUTO_TEST_CASE(a_plan_is_read_as_it_is_written) {
    const std::string text = "P2@patch deployments default/web#1";
    BOOST_TEST(story::parse_plan(text).text() == text);
    const story::story_plan one = story::parse_plan("P6@user: patch sites default/web#1");
    BOOST_REQUIRE(one.steps.size() == 1u);
    BOOST_TEST(one.steps.front().point == "user: patch sites default/web#1");
    const std::string pair = "P1@" + a_write(verb::create, "a").p.text + " + P4@patch b c/d#2";
    BOOST_TEST(story::parse_plan(pair).text() == pair);
    BOOST_TEST(story::parse_plan(pair).is_internal());
    BOOST_TEST(!story::parse_plan("P11.edit@create a b/c#1 + P4@patch b c/d#2").is_internal());
    BOOST_TEST(story::parse_plan("P4@create a b/c#1 + P7@patch b c/d#2").shows_old());
}

BOOST_AUTO_TEST_CASE(plans_of_another_version_are_refused) {
    for (const char* bad : {"", "P2", "P2@", "@patch a b#1", "P2@patch a b#1 + ", "P2@patch a b#1 + P1"})
        BOOST_TEST(error_of_plan(bad) != "no error", bad);
    BOOST_TEST(error_of_plan("P2").find("is not a plan") != std::string::npos);
    const std::string why = error_of_plan("P99@patch deployments default/web#1");
    BOOST_TEST(why.find("this version has no perturbation P99") != std::string::npos);
    BOOST_TEST(why.find("P5.409") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
