// Findings as GitHub's annotations.
#include "cli/explore/annotations.hpp"
#include "cli/explore/explore_service.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(explore_annotations_test)

namespace {

sim::findings one(const std::string& detail, bool is_accepted = false) {
    sim::findings all;
    sim::finding& f = all.all.emplace_back();
    f.plan = "P2@create pods a/b#1";
    f.oracle = "invariant: a, b";
    f.detail = detail;
    f.cause = "invariant-a-b-00000000";
    f.is_accepted = is_accepted;
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_finding_is_an_error_at_its_step) {
    BOOST_TEST(cli::annotations(one("s.yaml:12: 100% wrong\nmore"), "s.yaml") ==
               "::error file=s.yaml,line=12,title=invariant%3A a%2C b::s.yaml:12: 100%25 wrong%0Amore%0A"
               "found by P2@create pods a/b#1%0Acause: invariant-a-b-00000000\n");
    BOOST_TEST(cli::annotations(one("x"), "s.yaml").starts_with("::error file=s.yaml,line=1,"));
}

BOOST_AUTO_TEST_CASE(details_cannot_begin_another_command) {
    const std::string text = cli::annotations(one("a\n::set-output name=x::y\r\x1b[31m"), "s.yaml");
    BOOST_TEST(text.find("\n::") == std::string::npos);
    BOOST_TEST(text.find('\x1b') == std::string::npos);
}

BOOST_AUTO_TEST_CASE(accepted_findings_are_notices_and_missing_ones_warnings) {
    BOOST_TEST(cli::annotations(one("x", true), "s.yaml")
                   .starts_with("::notice file=s.yaml,line=1,title=accepted%3A invariant%3A a%2C b::x"));
    BOOST_TEST(
        cli::annotations_of_gone({{"a-1", "same end", "pods missing"}}, "known.yaml") ==
        "::warning file=known.yaml,line=1,title=an accepted finding did not occur::a-1: same end: pods "
        "missing\n");
    BOOST_TEST(cli::failure_annotation("s.yaml", "s.yaml:3: .x: bad") ==
               "::error file=s.yaml,line=3,title=setpoint explore::s.yaml:3: .x: bad\n");
}

BOOST_AUTO_TEST_CASE(an_accepted_finding_is_three_lines) {
    story::finding f;
    f.oracle = "same end";
    f.detail = "the objects differ at the end:\n  configmaps default/g is missing\n  more";
    f.plan = "P1@x#1";
    f.cause = "same-end-1";
    f.comment = "known";
    BOOST_TEST(cli::accepted_line(f, 2) ==
               "\n2. accepted: same end: the objects differ at the end: configmaps default/g is missing\n"
               "   found by P1@x#1\n   cause: same-end-1\n   comment: known\n");
}

BOOST_AUTO_TEST_SUITE_END()
