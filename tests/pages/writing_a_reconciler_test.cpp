// What docs/writing-a-reconciler.md shows comes from the examples.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(writing_a_reconciler_page)

BOOST_AUTO_TEST_CASE(its_code_is_that_of_the_examples) {
    BOOST_TEST(pages::not_quoted(pages::read("docs/writing-a-reconciler.md"),
                                 {"examples/02-status/web_app.hpp", "examples/03-finalizer/bucket.hpp",
                                  "examples/04-external-source/consumer.hpp",
                                  "examples/05-partial-and-dynamic/pod_counter.hpp"}) == "");
}

BOOST_AUTO_TEST_SUITE_END()
