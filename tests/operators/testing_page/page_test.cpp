// What docs/testing.md shows is what is compiled.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>
#include <string>

BOOST_AUTO_TEST_SUITE(testing_page)

namespace {

std::string read(const std::string& path) {
    std::ifstream in(SETPOINT_SOURCE_DIR "/" + path);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_test_on_the_page_is_the_one_that_is_compiled) {
    std::string compiled = read("tests/operators/testing_page/web_server_test.cpp");
    compiled.erase(0, compiled.find('\n') + 1);  // the comment
    const std::string page = read("docs/testing.md");
    const std::string fence = "```cpp\n";
    const std::size_t begin = page.find(fence) + fence.size(), end = page.find("```", begin);
    BOOST_REQUIRE(end != std::string::npos);
    BOOST_TEST(page.substr(begin, end - begin) == compiled);
}

BOOST_AUTO_TEST_SUITE_END()
