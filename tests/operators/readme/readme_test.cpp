// What README.md shows is what is compiled.
#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>
#include <string>

BOOST_AUTO_TEST_SUITE(readme_test)

namespace {

std::string read(const std::string& path) {
    std::ifstream in(SETPOINT_SOURCE_DIR "/" + path);
    return {std::istreambuf_iterator<char>(in), {}};
}

// The first indented block after `heading`, without its indentation.
std::string block_after(const std::string& text, const std::string& heading) {
    std::string block;
    std::size_t at = text.find("\n    ", text.find(heading));
    while (at != std::string::npos && at + 1 < text.size()) {
        const std::size_t end = text.find('\n', at + 1);
        const std::string line = text.substr(at + 1, end - at - 1);
        if (!line.empty() && !line.starts_with("    ")) break;
        block += (line.empty() ? line : line.substr(4)) + "\n";
        at = end;
    }
    while (block.ends_with("\n\n")) block.pop_back();
    return block;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_operator_in_the_readme_is_the_one_that_is_compiled) {
    std::string compiled = read("tests/operators/readme/site_operator.cpp");
    compiled.erase(0, compiled.find('\n') + 1);  // the comment
    const std::string shown = block_after(read("README.md"), "## An operator");
    BOOST_TEST(!shown.empty());
    BOOST_TEST(shown == compiled);
}

BOOST_AUTO_TEST_SUITE_END()
