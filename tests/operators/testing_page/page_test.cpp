// What docs/testing.md shows is what is compiled.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>
#include <string>

BOOST_AUTO_TEST_SUITE(testing_page)

namespace {

// The block of this language after `heading`.
std::string block(const std::string& page, const std::string& heading, const std::string& language) {
    const std::string fence = "```" + language + "\n";
    const std::size_t begin = page.find(fence, page.find(heading)) + fence.size();
    const std::size_t end = page.find("```", begin);
    BOOST_REQUIRE(page.find(heading) != std::string::npos);
    BOOST_REQUIRE(end != std::string::npos);
    return page.substr(begin, end - begin);
}

std::string read(const std::string& path) {
    std::ifstream in(SETPOINT_SOURCE_DIR "/" + path);
    return {std::istreambuf_iterator<char>(in), {}};
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_test_on_the_page_is_the_one_that_is_compiled) {
    std::string compiled = read("tests/operators/testing_page/web_server_test.cpp");
    compiled.erase(0, compiled.find('\n') + 1);  // the comment
    BOOST_TEST(block(read("docs/testing.md"), "\n## A whole test\n", "cpp") == compiled);
}

BOOST_AUTO_TEST_CASE(the_first_project_on_the_page_is_the_one_that_is_compiled) {
    const std::string page = read("docs/testing.md"), folder = "tests/operators/testing_page/first/";
    BOOST_TEST(block(page, "\n`CMakeLists.txt`", "cmake") == read(folder + "CMakeLists.txt"));
    for (const char* name : {"greeting.hpp", "main.cpp", "greeting_test.cpp"})
        BOOST_TEST(block(page, "\n`" + std::string(name) + "`", "cpp") == read(folder + name));
}

BOOST_AUTO_TEST_SUITE_END()
