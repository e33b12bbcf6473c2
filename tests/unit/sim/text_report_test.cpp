#include "testkit/sim/printable.hpp"
#include "unit/sim/sample_finding.hpp"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

BOOST_AUTO_TEST_SUITE(text_report_test)

using namespace setpoint;
using namespace sim_test;

namespace {

std::string line_with(const std::string& text, std::string_view what) {
    for (const std::string_view line : sim::lines_of(text))
        if (line.find(what) != std::string_view::npos) return std::string(line);
    return "no line has \"" + std::string(what) + "\"";
}
bool has(const std::string& text, std::string_view what) {
    return text.find(what) != std::string::npos;
}

}  // namespace

BOOST_DATA_TEST_CASE(text_fits_its_columns, boost::unit_test::data::make({60, 80, 100, 200}), columns) {
    sim::finding f = lost_child(std::string(70, 'x'));
    f.detail += std::string(500, 'y') + "\n" + std::string(300, ' ') + "\n";
    f.happened.back().detail = std::string(400, 'z');
    f.faults.front().words = std::string(250, 'w');
    const std::string text =
        sim::describe(with({f, lost_child()}), {static_cast<std::size_t>(columns), false});
    const std::string test =
        sim::test_of(f) + sim::test_of(lost_child());  // can be pasted, so that its lines are not broken
    for (const std::string_view line : sim::lines_of(text)) {
        const bool is_code = !line.empty() && has(test, line.substr(std::min<std::size_t>(5, line.size())));
        BOOST_TEST((is_code || sim::columns_of(line) <= static_cast<std::size_t>(columns)), line);
    }
}

BOOST_AUTO_TEST_CASE(both_timelines_are_side_by_side_with_the_first_difference_marked) {
    const std::string text = sim::describe(with({lost_child()}), {100, false});
    BOOST_TEST(
        line_with(text, "created configmaps").starts_with(">-     0.000 API      created configmaps n "),
        text);
    BOOST_TEST(line_with(text, "changed notes n").find("| changed notes n") != std::string::npos, text);
    BOOST_TEST(line_with(text, "list configmaps").starts_with(" +     0.100 operator "), text);
    BOOST_TEST(line_with(text, "fault    P2").find("before it knows") != std::string::npos, text);
    BOOST_TEST(has(text, "data: {\"text\":\"one\"}"), text);
    BOOST_TEST(has(text, "and by 2 other plans"), text);
    BOOST_TEST(has(text, "replay: .replay = \"P2@patch notes/status default/n#1\""), text);
}

BOOST_AUTO_TEST_CASE(a_finding_of_a_program_says_how_often_it_was_seen) {
    sim::finding f = lost_child();
    f.repeats = 1;
    BOOST_TEST(has(sim::describe(with({f}), {100, false}), "IT DOES NOT REPEAT"));
    f.depends_on_timing = true;
    std::string text = sim::describe(with({f}), {100, false});
    BOOST_TEST(!has(text, "REPEAT"), text);
    BOOST_TEST(has(text, "     seen in 2 of 3 runs of this plan"), text);
    // Without a fault, one run is compared with another one.
    f.plan = "none";
    f.faults.clear();
    text = sim::describe(with({f}), {100, false});
    BOOST_TEST(has(text, "     seen in 2 of 3 runs\n"), text);
    BOOST_TEST(has(text, "a run without this"), text);
    BOOST_TEST(!has(text, "without the fault"), text);
}

BOOST_AUTO_TEST_CASE(a_finding_of_a_program_has_the_command_that_replays_it_in_one_line) {
    sim::finding f = lost_child();
    f.command = "setpoint explore --replay '" + f.plan + "' -- " + std::string(200, 'x');
    const std::string text = sim::describe_finding(f, 7, {100, false});
    BOOST_TEST(text.starts_with("\n7. same end: "), text);
    BOOST_TEST(has(text, "\n   replay: " + f.command + "\n"), text);
    BOOST_TEST(!has(text, "BOOST_AUTO_TEST_CASE"), text);
    BOOST_TEST(has(text, sim::describe_timelines(f, {100, false})), text);
}

BOOST_AUTO_TEST_CASE(colours_are_used_only_if_wanted) {
    BOOST_TEST(!has(sim::describe(with({lost_child()}), {100, false}), "\x1b"));
    BOOST_TEST(has(sim::describe(with({lost_child()}), {100, true}), "\x1b[1;31m1. same end"));
    BOOST_TEST(!sim::style_of_terminal(-1).colours);
    BOOST_TEST(sim::style_of_terminal(-1).columns == 100u);
}

BOOST_AUTO_TEST_CASE(what_objects_contain_cannot_control_the_terminal) {
    sim::finding f = lost_child("\x1b[2Jn");
    f.detail += "\x1b]0;title\x07\n";
    const std::string text = sim::describe(with({f}), {100, false});
    BOOST_TEST(!has(text, "\x1b"));
    BOOST_TEST(!has(text, "\x07"));
    BOOST_TEST(has(text, "\\x1b[2Jn"));
}

BOOST_AUTO_TEST_CASE(a_finding_that_does_not_repeat_is_reported_loudly) {
    sim::finding f = lost_child();
    f.repeats = 1;
    BOOST_TEST(!f.is_repeatable());
    const std::string text = sim::describe(with({f}), {100, false});
    BOOST_TEST(has(text, "!!! 1 OF THEM DO NOT REPEAT"), text);
    BOOST_TEST(has(text, "!!! IT DOES NOT REPEAT: 1 of 2 replays"), text);
    BOOST_TEST(has(sim::page_of(with({f})), "It does not repeat: 1 of 2 replays"));
}

BOOST_AUTO_TEST_CASE(nothing_found_is_one_line) {
    BOOST_TEST(sim::describe(with({}), {100, false}) ==
               "26 points, 147 of 147 plans run (100 ended early), 1.2 s of CPU: nothing found\n");
    sim::findings broken_off = with({});
    broken_off.name = "notes";
    broken_off.run = 3;
    broken_off.interrupted = true;
    BOOST_TEST(has(sim::describe(broken_off, {200, false}),
                   "notes: 26 points, 3 of 147 plans run before it was interrupted"));
}

BOOST_AUTO_TEST_CASE(long_timelines_are_folded_and_end_with_what_was_violated) {
    sim::finding f = lost_child();
    for (int i = 0; i < 500; ++i)
        f.happened.insert(f.happened.end() - 1,
                          step(2, sim::lane::api, "changed pods default/" + std::to_string(i)));
    const std::string text = sim::describe(with({f}), {100, false});
    BOOST_TEST(sim::lines_of(text).size() < 100u);
    BOOST_TEST(has(text, "check    same end"), text);
    BOOST_TEST(has(text, " more steps"), text);
}

BOOST_AUTO_TEST_CASE(a_test_is_source_whatever_the_names) {
    sim::finding f = lost_child("a\"b\\c\nd");
    f.oracle = "invariant: 2 \"x\"";
    const std::string test = sim::test_of(f, "web servers");
    BOOST_TEST(
        has(test, "BOOST_AUTO_TEST_CASE(invariant_2_x_after_P2_patch_notes_status_default_a_b_c_d_1) {"),
        test);
    BOOST_TEST(has(test, "what = web_servers();"), test);
    BOOST_TEST(has(test, R"(default/a\"b\\c\012d#1";)"), test);
    BOOST_TEST(has(sim::test_of(f, "2nd"), "what = explored();"));
}

BOOST_AUTO_TEST_CASE(changes_of_the_wrong_object_are_never_left_out) {
    sim::finding f = lost_child();
    f.oracle = "nothing created twice";
    f.detail = "created more often:\n  jobs.batch default/shop-final created 2 times, without faults 1\n";
    f.differences.clear();
    const auto check = f.happened.back();
    f.happened.pop_back();
    for (int i = 0; i < 200; ++i) {
        f.happened.push_back(step(1 + i, sim::lane::operators, fmt::format("get pods default/p{}", i)));
        if (i == 100) f.happened.push_back(step(1 + i, sim::lane::api, "created jobs default/shop-final"));
        if (i == 150) f.happened.push_back(step(1 + i, sim::lane::api, "created jobs default/shop-final-2"));
    }
    f.happened.push_back(check);
    const std::string text = sim::describe(with({f}), {100, false});
    BOOST_TEST(has(text, "| created jobs shop-final"), text);
    BOOST_TEST(!has(text, "shop-final-2"), text);
    BOOST_TEST(has(text, "more steps"), text);
}

BOOST_AUTO_TEST_SUITE_END()
