// The progress line of `setpoint explore`, and the line that replays a finding.
#include "cli/explore/explore_service.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(explore_progress_test)

namespace {

story::progress progress_of(std::size_t done, double seconds, std::size_t findings = 0) {
    story::progress p;
    p.doing = "plans";
    p.plans = 240;
    p.done = done;
    p.seconds = seconds;
    p.findings = findings;
    return p;
}

}  // namespace

BOOST_AUTO_TEST_CASE(progress_has_rate_findings_and_time_left) {
    BOOST_TEST(cli::progress_line(progress_of(0, 0)) == "0 of 240 plans, 0 findings");
    BOOST_TEST(cli::progress_line(progress_of(40, 20, 1)) ==
               "40 of 240 plans, 2.0 a second, 2 min left, 1 finding");
    BOOST_TEST(cli::progress_line(progress_of(200, 100, 2)) ==
               "200 of 240 plans, 2.0 a second, 20 s left, 2 findings");
    BOOST_TEST(cli::progress_line(progress_of(240, 120)) == "240 of 240 plans, 2.0 a second, 0 findings");
    story::progress once = progress_of(240, 120);
    once.not_repeated = 3;
    BOOST_TEST(cli::progress_line(once).ends_with("0 findings, 3 not repeated"));
}

BOOST_AUTO_TEST_CASE(progress_knows_the_limit_of_time_and_that_pairs_follow) {
    story::progress p = progress_of(40, 20);
    p.time_limit = 50;
    BOOST_TEST(cli::progress_line(p) == "40 of 240 plans, 2.0 a second, 30 s left, 0 findings");
    p.seconds = 60;
    BOOST_TEST(cli::progress_line(p).find(", 0 s left, ") != std::string::npos);
    p = progress_of(0, 0);
    p.is_followed_by_pairs = true;
    BOOST_TEST(cli::progress_line(p) == "0 of 240 plans of one fault, 0 findings");
}

BOOST_AUTO_TEST_CASE(before_the_plans_progress_is_what_happens) {
    story::progress p;
    p.doing = "without faults";
    BOOST_TEST(cli::progress_line(p) == "without faults");
}

BOOST_AUTO_TEST_CASE(words_are_quoted_for_a_shell_where_that_is_needed) {
    BOOST_TEST(cli::shell_words({"./operator", "--kubeconfig", "{kubeconfig}"}) ==
               "./operator --kubeconfig {kubeconfig}");
    BOOST_TEST(cli::shell_words({"a b", "", "it's", "$x", "*"}) == R"('a b' '' 'it'\''s' '$x' '*')");
}

BOOST_AUTO_TEST_SUITE_END()
