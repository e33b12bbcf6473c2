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

BOOST_AUTO_TEST_CASE(what_a_command_prints_is_found_by_the_command) {
    const std::string page = "# A page\n\n```console\n$ a --b\nout\n```\n\n```console\n$ c\nno end\n";
    BOOST_TEST(pages::printed_by(page, "a --b") == "out\n");
    BOOST_CHECK_THROW(pages::printed_by(page, "a"), std::runtime_error);
    BOOST_CHECK_THROW(pages::printed_by(page, "c"), std::runtime_error);
}

BOOST_AUTO_TEST_CASE(code_is_the_same_however_it_is_broken_into_lines) {
    BOOST_TEST(pages::normalised("int  x\n    = 1;\n") == " int x = 1; ");
    BOOST_TEST(pages::normalised("#include \"setpoint/operator.hpp\"") ==
               " #include <setpoint/operator.hpp> ");
    BOOST_TEST(pages::normalised("int x; int y;").find(pages::normalised("int y;")) != std::string::npos);
    BOOST_TEST(pages::normalised("int xx;").find(pages::normalised("int x;")) == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_patch_has_the_lines_that_it_adds_or_keeps) {
    BOOST_TEST(pages::after_patch("--- a\n+++ b\n@@ -1,2 +1,2 @@\n kept\n-gone\n+added\n") ==
               "kept\nadded\n");
}

BOOST_AUTO_TEST_CASE(a_folder_without_such_files_is_an_error) {
    BOOST_CHECK_THROW(pages::files_in("docs/images", {".cpp"}), std::runtime_error);
    BOOST_TEST(pages::files_in("tests/pages", {".hpp"}).front() == "tests/pages/quotes.hpp");
}

BOOST_AUTO_TEST_SUITE_END()
