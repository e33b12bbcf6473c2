// The files and folders that docs/architecture.md names are there.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>

BOOST_AUTO_TEST_SUITE(architecture_page)

BOOST_AUTO_TEST_CASE(its_files_are_there) {
    const std::string page = pages::read("docs/architecture.md");
    BOOST_REQUIRE(std::ranges::count(page, '`') % 2 == 0);
    std::size_t named = 0;
    for (std::size_t at = page.find('`'); at != std::string::npos;) {
        const std::size_t end = page.find('`', at + 1);
        const std::string name = page.substr(at + 1, end - at - 1);
        at = page.find('`', end + 1);
        if (name.find('/') == std::string::npos || name.find_first_of("<* \n") != std::string::npos) continue;
        ++named;
        const bool there = std::ranges::any_of(
            std::vector<std::string>{"", "src/framework/", "include/setpoint/", "src/apiserver/"},
            [&](const std::string& in) {
                return std::filesystem::exists(SETPOINT_SOURCE_DIR "/" + in + name);
            });
        BOOST_TEST(there, name);
    }
    BOOST_TEST(named > 40u);
}

BOOST_AUTO_TEST_SUITE_END()
