// What README.md shows is what is compiled.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(readme_page)

BOOST_AUTO_TEST_CASE(the_operator_in_the_readme_is_the_first_example) {
    const std::string page = pages::read("README.md");
    BOOST_TEST(pages::blocks(page).front() ==
               pages::without_first_line(pages::read("examples/01-site/main.cpp")));
}

BOOST_AUTO_TEST_CASE(all_that_the_readme_shows_is_compiled) {
    const std::string page = pages::read("README.md");
    BOOST_TEST(pages::not_quoted(page, {"examples/01-site/main.cpp", "examples/01-site/site_test.cpp"}) ==
               "");
}

BOOST_AUTO_TEST_SUITE_END()
