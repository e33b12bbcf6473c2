// A page that is not there, or shows nothing, fails the tests of pages.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(quotes)

BOOST_AUTO_TEST_CASE(a_page_that_is_not_there_is_an_error) {
    BOOST_CHECK_THROW(pages::read("docs/no-such-page.md"), std::runtime_error);
    BOOST_TEST(pages::read("README.md").starts_with('#'));
}

BOOST_AUTO_TEST_CASE(a_page_without_code_or_with_a_block_that_does_not_end_is_an_error) {
    BOOST_CHECK_THROW(pages::blocks("# A page\n"), std::runtime_error);
    BOOST_CHECK_THROW(pages::not_quoted("# A page\n", {"README.md"}), std::runtime_error);
    BOOST_CHECK_THROW(pages::blocks("\n```cpp\nint x;\n"), std::runtime_error);
    BOOST_TEST(pages::blocks("\n```cpp\nint x;\n```\n").front() == "int x;\n");
}

BOOST_AUTO_TEST_CASE(a_heading_that_is_not_there_is_an_error) {
    BOOST_CHECK_THROW(pages::from_heading("# A page\n\n## One\n", "## Two"), std::runtime_error);
    BOOST_TEST(pages::from_heading("# A page\n\n## One\ntext\n", "## One") == "## One\ntext\n");
}

BOOST_AUTO_TEST_SUITE_END()
