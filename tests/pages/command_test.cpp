// docs/command.md shows the code that `setpoint describe-kind` writes. What it prints is compared in
// tests/integration/project and tests/integration/run, which run the command.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(command_page)

BOOST_AUTO_TEST_CASE(its_code_is_that_of_the_sources) {
    BOOST_TEST(
        pages::not_quoted(pages::read("docs/command.md"),
                          {"tests/describe_kind/backup.hpp", "tests/describe_kind/backup_owner.cpp"}) == "");
}

BOOST_AUTO_TEST_SUITE_END()
