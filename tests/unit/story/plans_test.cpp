// Which plans follow from the points of a story, and how plans are written.
#include "setpoint/story/explore.hpp"
#include "testkit/story/fault.hpp"

#include <boost/test/unit_test.hpp>

#include <algorithm>

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
    for (const story::story_plan& p : story::choose_plans(points, {only, except, replicas}, c.left_out))
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
    BOOST_TEST(!choose(points, {"P13"}).has("P13@update configmaps default/a#1"));
    BOOST_TEST(choose(points, {"P13"}, {}, 2).has("P13@update configmaps default/a#1"));
}

BOOST_AUTO_TEST_CASE(later_occurrences_are_left_out_and_counted) {
    const chosen c = choose({a_write(verb::update, "a", 3), a_write(verb::update, "a", 4)}, {"P1", "P2"});
    BOOST_TEST(c.plans.size() == 2u);
    BOOST_TEST(c.left_out == 2u);
}

BOOST_AUTO_TEST_CASE(a_plan_is_read_as_it_is_written) {
    const std::string text = "P2@patch deployments default/web#1";
    BOOST_TEST(story::parse_plan(text).text() == text);
    BOOST_TEST(story::parse_plan("P6@user: patch sites default/web#1").point ==
               "user: patch sites default/web#1");
}

BOOST_AUTO_TEST_CASE(plans_of_another_version_are_refused) {
    for (const char* bad : {"", "P2", "P2@", "@patch a b#1"})
        BOOST_TEST(error_of_plan(bad) != "no error", bad);
    BOOST_TEST(error_of_plan("P2").find("is not a plan") != std::string::npos);
    const std::string why = error_of_plan("P99@patch deployments default/web#1");
    BOOST_TEST(why.find("this version has no perturbation P99") != std::string::npos);
    BOOST_TEST(why.find("P5.409") != std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
