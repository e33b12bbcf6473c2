// Lines that stay, and those below them that are drawn again.
#include "cli/run/object_table.hpp"
#include "cli/terminal/live_text.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <sstream>

using namespace setpoint::cli;

BOOST_AUTO_TEST_SUITE(terminal_test)

namespace {

using lines = std::vector<std::string>;

bj::object table(const char* json) {
    return bj::parse(json).as_object();
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_line_stays_above_those_that_are_drawn_again) {
    std::ostringstream out;
    lines below{"a", "b"};
    {
        live_text text(out, true, [&] { return below; });
        text.refresh();
        BOOST_TEST(out.str() == "a\nb\n");
        text.line("first");
        BOOST_TEST(out.str() == "a\nb\n\x1b[2F\x1b[Jfirst\na\nb\n");
        out.str("");
        below = {"c"};
        text.refresh();
        BOOST_TEST(out.str() == "\x1b[2F\x1b[Jc\n");
        out.str("");
    }
    BOOST_TEST(out.str() == "\x1b[1F\x1b[J");
}

BOOST_AUTO_TEST_CASE(without_a_terminal_there_are_only_lines) {
    std::ostringstream out;
    live_text text(out, false, [] { return lines{"below"}; });
    text.line("first");
    text.refresh();
    text.line(text.colour("32", "second"));
    BOOST_TEST(out.str() == "first\nsecond\n");
}

BOOST_AUTO_TEST_CASE(lines_below_are_cut_at_the_width) {
    BOOST_TEST(fitted("abcdef", 3) == "abc");
    BOOST_TEST(fitted("abc", 3) == "abc");
    BOOST_TEST(fitted("\xc3\xa9\xc3\xa9\xc3\xa9", 2) == "\xc3\xa9\xc3\xa9");
    BOOST_TEST(fitted("\x1b[32mabc\x1b[0mdef", 2) == "\x1b[32mab\x1b[0m");
    std::ostringstream out;
    live_text text(out, true, [] { return lines{"abcdef"}; }, [] { return std::size_t{4}; });
    text.refresh();
    BOOST_TEST(out.str() == "abcd\n");
}

BOOST_AUTO_TEST_CASE(the_screen_is_cleared_when_its_size_has_changed) {
    std::ostringstream out;
    std::size_t width = 10, height = 5;
    live_text text(out, true, [] { return lines{"a"}; }, [&] { return width; }, [&] { return height; });
    text.refresh();
    text.refresh();
    BOOST_TEST(out.str() == "a\n\x1b[1F\x1b[Ja\n");
    for (std::size_t* const changed : {&width, &height}) {
        --*changed;
        out.str("");
        text.refresh();
        BOOST_TEST(out.str() == "\x1b[H\x1b[2Ja\n");
    }
}

BOOST_AUTO_TEST_CASE(a_table_has_the_columns_of_kubectl_get) {
    const bj::object sites = table(R"({
        "columnDefinitions": [{"name": "Name", "priority": 0}, {"name": "Ready"}, {"name": "Image", "priority": 1}, {"name": "Age"}],
        "rows": [{"cells": ["a", 3, "nginx", "5s"], "object": {"metadata": {"namespace": "default"}}},
                 {"cells": ["longer", null, "nginx", ""], "object": {"metadata": {"namespace": "default"}}}]})");
    BOOST_TEST(table_lines(sites, "Site", 10) == (lines{"Site (2)", "NAME     READY    AGE",
                                                        "a        3        5s", "longer   <none>   <none>"}),
               boost::test_tools::per_element());
    BOOST_TEST(table_lines(sites, "Site", 1) ==
                   (lines{"Site (2)", "NAME   READY   AGE", "a      3       5s", "and 1 more"}),
               boost::test_tools::per_element());
    BOOST_TEST(table_lines({}, "Site", 1) == lines{"Site (0)"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(namespaces_are_shown_if_one_is_not_default) {
    const bj::object sites = table(R"({"columnDefinitions": [{"name": "Name"}],
        "rows": [{"cells": ["a"], "object": {"metadata": {"namespace": "default"}}},
                 {"cells": ["b"], "object": {"metadata": {"namespace": "web"}}}]})");
    BOOST_TEST(table_lines(sites, "Site", 10) ==
                   (lines{"Site (2)", "NAMESPACE   NAME", "default     a", "web         b"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
