// What `setpoint run` does next.
#include "cli/run/run_plan.hpp"

#include <boost/test/unit_test.hpp>

#include <ostream>

using namespace setpoint::cli;

namespace setpoint { inline namespace v0 { namespace cli {
static std::ostream& operator<<(std::ostream& out, run_plan::action a) {
    constexpr const char* names[] = {"build", "start", "stop_operator", "wait", "end"};
    return out << names[static_cast<int>(a)];
}
}}}  // namespace setpoint::v0::cli

BOOST_AUTO_TEST_SUITE(run_plan_test)

namespace {

using action = run_plan::action;

run_plan running(bool builds = false, bool watches = false) {
    run_plan p(builds, watches);
    if (builds) p.built(true, true);
    p.started();
    return p;
}

}  // namespace

BOOST_AUTO_TEST_CASE(an_executable_is_started_and_then_waited_for) {
    run_plan p(false, false);
    BOOST_TEST(p.next() == action::start);
    p.started();
    BOOST_TEST(p.is_running());
    BOOST_TEST(p.next() == action::wait);
    p.stop_requested();
    BOOST_TEST(p.next() == action::stop_operator);
    p.ended(0);
    BOOST_TEST(p.next() == action::end);
    BOOST_TEST(p.exit_code() == 0);
}

BOOST_AUTO_TEST_CASE(a_project_is_built_before_it_is_started) {
    run_plan p(true, false);
    BOOST_TEST(p.next() == action::build);
    p.executable_changed();  // by the linker
    BOOST_TEST(p.next() == action::build);
    p.built(true, true);
    BOOST_TEST(p.next() == action::start);
}

BOOST_AUTO_TEST_CASE(a_changed_executable_is_stopped_and_started) {
    run_plan p = running();
    p.executable_changed();
    BOOST_TEST(p.next() == action::stop_operator);
    p.ended(0);
    BOOST_TEST(p.next() == action::start);
    p.started();
    BOOST_TEST(p.next() == action::wait);
}

BOOST_AUTO_TEST_CASE(sources_are_built_again_while_the_operator_runs_and_it_restarts_if_that_changed_it) {
    run_plan p = running(true, true);
    p.sources_changed();
    BOOST_TEST(p.next() == action::build);
    BOOST_TEST(p.is_running());
    p.built(true, false);
    BOOST_TEST(p.next() == action::wait);
    p.sources_changed();
    p.built(true, true);
    BOOST_TEST(p.next() == action::stop_operator);
}

BOOST_AUTO_TEST_CASE(without_watching_sources_matter_only_after_a_build_that_failed) {
    run_plan p = running(true, false);
    p.sources_changed();
    BOOST_TEST(p.next() == action::wait);
    run_plan failed(true, false);
    failed.built(false, false);
    BOOST_TEST(failed.next() == action::wait);
    BOOST_TEST(failed.exit_code() == 1);
    failed.sources_changed();
    BOOST_TEST(failed.next() == action::build);
    failed.built(true, true);
    BOOST_TEST(failed.next() == action::start);
    run_plan given(false, false);
    given.started();
    given.sources_changed();
    BOOST_TEST(given.next() == action::wait);
}

BOOST_AUTO_TEST_CASE(a_failed_build_leaves_the_operator_running) {
    run_plan p = running(true, true);
    p.sources_changed();
    p.executable_changed();
    p.built(false, true);
    BOOST_TEST(p.next() == action::wait);
    BOOST_TEST(p.is_running());
}

BOOST_AUTO_TEST_CASE(an_operator_that_ends_by_itself_waits_for_a_change_and_is_a_failure) {
    run_plan p = running();
    p.ended(0);
    BOOST_TEST(p.next() == action::wait);
    BOOST_TEST(p.exit_code() == 1);
    p.executable_changed();
    BOOST_TEST(p.next() == action::start);
    p.started();
    BOOST_TEST(p.exit_code() == 0);
}

BOOST_AUTO_TEST_CASE(the_exit_code_tells_how_the_operator_ended) {
    for (const auto& [code, killed, expected] :
         {std::tuple(0, false, 0), {1, false, 1}, {0, true, 1}, {137, true, 1}, {143, false, 0}}) {
        run_plan p = running();
        p.stop_requested();
        p.ended(code, killed);
        BOOST_TEST(p.exit_code() == expected);
    }
    run_plan by_others = running();
    by_others.ended(143);
    BOOST_TEST(by_others.exit_code() == 1);
    run_plan never(false, false);
    never.start_failed();
    BOOST_TEST(never.next() == action::wait);
    never.stop_requested();
    BOOST_TEST(never.next() == action::end);
    BOOST_TEST(never.exit_code() == 1);
    run_plan stopped_early(true, false);
    stopped_early.stop_requested();
    BOOST_TEST(stopped_early.next() == action::end);
    BOOST_TEST(stopped_early.exit_code() == 0);
}

BOOST_AUTO_TEST_SUITE_END()
