// src/framework/api/compiled_kinds.hpp lists every kind with SETPOINT_BUILT_IN_KIND: programs that use one
// that is missing would not link.
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

BOOST_AUTO_TEST_SUITE(compiled_kinds)

namespace {

std::set<std::string> names_in(const std::filesystem::path& file, const char* pattern) {
    std::ifstream in(file);
    std::stringstream text;
    text << in.rdbuf();
    std::set<std::string> found;
    const std::string s = text.str();
    const std::regex name(pattern);
    for (auto at = std::sregex_iterator(s.begin(), s.end(), name); at != std::sregex_iterator(); ++at)
        found.insert((*at)[1]);
    return found;
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_list_is_complete) {
    const std::filesystem::path root = SETPOINT_SOURCE_DIR;
    const auto listed = names_in(root / "src/framework/api/compiled_kinds.hpp", R"(\buse\(([\w:]+)\))");
    std::set<std::string> declared;
    for (const auto& file : std::filesystem::recursive_directory_iterator(root / "include/setpoint/api"))
        if (file.is_regular_file())
            declared.merge(names_in(file.path(), R"(SETPOINT_BUILT_IN_KIND\(setpoint::([\w:]+)\))"));
    BOOST_TEST(declared.size() > 60u);
    BOOST_TEST(listed == declared, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
