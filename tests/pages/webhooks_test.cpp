// The code on docs/webhooks.md is that of the example and of the tests.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(webhooks_page)

BOOST_AUTO_TEST_CASE(each_block_is_in_a_source) {
    BOOST_TEST(pages::not_quoted(pages::read("docs/webhooks.md"),
                                 {"examples/07-webhooks/backup.hpp", "examples/07-webhooks/backup_test.cpp",
                                  "tests/integration/webhook/round_trips_test.cpp"}) == "");
}

BOOST_AUTO_TEST_SUITE_END()
