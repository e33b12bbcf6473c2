// docs/faults.md and the tests of faults hold each other: each row names tests that exist, and each test of a
// fault is in a row.
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;
const fs::path root = SETPOINT_SOURCE_DIR;

std::string read(const fs::path& p) {
    std::ifstream in(p);
    return {std::istreambuf_iterator<char>(in), {}};
}

// "suite/case" of every test case in a source.
void add_tests(const fs::path& source, std::set<std::string>& to) {
    static const std::regex macro(R"(BOOST_(AUTO_TEST_SUITE|AUTO_TEST_CASE|FIXTURE_TEST_CASE)\(\s*(\w+))");
    const std::string text = read(source);
    std::string suite;
    for (std::sregex_iterator m(text.begin(), text.end(), macro), end; m != end; ++m) {
        if ((*m)[1] == "AUTO_TEST_SUITE")
            suite = (*m)[2];
        else
            to.insert(suite + "/" + (*m)[2].str());
    }
}

std::set<std::string> tests_in(const fs::path& folder) {
    std::set<std::string> all;
    for (const auto& f : fs::recursive_directory_iterator(folder))
        if (f.path().extension() == ".cpp") add_tests(f.path(), all);
    return all;
}

// Cells of the table's rows, without its head.
std::vector<std::vector<std::string>> rows() {
    std::istringstream in(read(root / "docs/faults.md"));
    std::vector<std::vector<std::string>> all;
    bool in_table = false;
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with('|')) {
            in_table = false;
            continue;
        }
        if (line.starts_with("|---")) {
            in_table = true;
            continue;
        }
        if (!in_table) continue;
        std::vector<std::string> cells;
        std::istringstream row(line.substr(1));
        for (std::string cell; std::getline(row, cell, '|');) cells.push_back(cell);
        all.push_back(std::move(cells));
    }
    return all;
}

std::set<std::string> quoted(const std::string& cell) {
    static const std::regex name("`(\\w+/\\w+)`");
    std::set<std::string> all;
    for (std::sregex_iterator m(cell.begin(), cell.end(), name), end; m != end; ++m) all.insert((*m)[1]);
    return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(fault_table)

BOOST_AUTO_TEST_CASE(every_row_says_what_is_seen_and_names_tests_that_exist) {
    const std::set<std::string> there = tests_in(root / "tests");
    const auto table = rows();
    BOOST_TEST(table.size() > 25u);
    for (const auto& row : table) {
        BOOST_REQUIRE_MESSAGE(row.size() == 4u, row.at(0) << " has " << row.size() << " cells");
        for (std::size_t i = 0; i < 3; ++i) BOOST_TEST(row[i].size() > 3u, row[0]);
        const auto names = quoted(row[3]);
        BOOST_TEST(!names.empty(), "no test:" << row[0]);
        for (const std::string& n : names) BOOST_TEST(there.contains(n), n << " is no test:" << row[0]);
    }
}

BOOST_AUTO_TEST_CASE(every_test_of_a_fault_is_in_a_row) {
    std::set<std::string> tests = tests_in(root / "tests/faults");
    for (const char* f : {"proxy_faults_test.cpp", "control_plane_faults_test.cpp"})
        add_tests(root / "tests/integration/web_server" / f, tests);
    std::set<std::string> named;
    for (const auto& row : rows()) named.merge(quoted(row.back()));
    for (const std::string& t : tests)
        if (!t.starts_with("fault_table/"))
            BOOST_TEST(named.contains(t), t << " is in no row of docs/faults.md");
}

BOOST_AUTO_TEST_SUITE_END()
