#include "cli/scaffold/unified_diff.hpp"
#include "setpoint/core/random.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(scaffold_diff_test)

using namespace setpoint;
using namespace setpoint::cli::scaffold;

namespace {

std::string numbered(int from, int to) {
    std::string text;
    for (int i = from; i <= to; ++i) text += fmt::format("{}\n", i);
    return text;
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

// What `patch` does; texts end with a newline.
std::string patched(const std::string& before, const std::string& diff) {
    const auto old = lines_of(before);
    std::string text;
    std::size_t at = 0;
    for (const std::string& line : lines_of(diff)) {
        if (line.starts_with("---") || line.starts_with("+++")) continue;
        if (line.starts_with("@@ -")) {
            const std::size_t first = std::stoul(line.substr(4));
            const bool nothing = line.find(",0 +") != std::string::npos;
            const std::size_t begin = nothing ? first : first - 1;
            BOOST_REQUIRE(begin >= at);
            for (; at < begin; ++at) text += old.at(at) + "\n";
            continue;
        }
        if (line[0] != '+') {
            BOOST_REQUIRE_EQUAL(old.at(at), line.substr(1));
            ++at;
        }
        if (line[0] != '-') text += line.substr(1) + "\n";
    }
    for (; at < old.size(); ++at) text += old.at(at) + "\n";
    return text;
}

std::size_t changes_in(const std::string& diff) {
    return static_cast<std::size_t>(std::ranges::count_if(lines_of(diff), [](const std::string& l) {
        return (l[0] == '+' || l[0] == '-') && !l.starts_with("---") && !l.starts_with("+++");
    }));
}

// The least number of lines to remove and to add.
std::size_t least_changes(const std::string& a, const std::string& b) {
    const auto x = lines_of(a), y = lines_of(b);
    std::vector<std::vector<std::size_t>> common(x.size() + 1, std::vector<std::size_t>(y.size() + 1));
    for (std::size_t i = 1; i <= x.size(); ++i)
        for (std::size_t j = 1; j <= y.size(); ++j)
            common[i][j] = x[i - 1] == y[j - 1] ? common[i - 1][j - 1] + 1
                                                : std::max(common[i - 1][j], common[i][j - 1]);
    return x.size() + y.size() - 2 * common[x.size()][y.size()];
}

std::string random_lines(random_source& random) {
    std::string text;
    for (std::uint64_t left = random.below(25); left > 0; --left) {
        text += static_cast<char>('a' + random.below(4));
        text += '\n';
    }
    return text;
}

}  // namespace

BOOST_AUTO_TEST_CASE(equal_texts_have_no_difference) {
    BOOST_TEST(unified_diff("", "", "a", "b") == "");
    BOOST_TEST(unified_diff("1\n", "1\n", "a", "b") == "");
}

BOOST_AUTO_TEST_CASE(a_change_has_three_lines_around_it) {
    const std::string before = numbered(1, 9);
    std::string after = before;
    after.replace(after.find("5\n"), 2, "five\n");
    BOOST_TEST(unified_diff(before, after, "a", "b") ==
               "--- a\n+++ b\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n");
}

BOOST_AUTO_TEST_CASE(changes_far_from_each_other_are_in_two_hunks) {
    std::string after = numbered(1, 20);
    after.erase(after.find("18\n"), 3);
    BOOST_TEST(
        unified_diff(numbered(1, 20), "0\n" + after, "a", "b") ==
        "--- a\n+++ b\n@@ -1,3 +1,4 @@\n+0\n 1\n 2\n 3\n@@ -15,6 +16,5 @@\n 15\n 16\n 17\n-18\n 19\n 20\n");
    std::string near = numbered(1, 9);
    near.erase(near.find("8\n"), 2);
    BOOST_TEST(unified_diff(numbered(1, 9), "0\n" + near.erase(0, 2), "a", "b").find("@@ -1,9 +1,8 @@") !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_text_may_be_empty_or_have_no_last_newline) {
    BOOST_TEST(unified_diff("", "1\n2\n", "a", "b") == "--- a\n+++ b\n@@ -0,0 +1,2 @@\n+1\n+2\n");
    BOOST_TEST(unified_diff("1\n", "", "a", "b") == "--- a\n+++ b\n@@ -1 +0,0 @@\n-1\n");
    BOOST_TEST(unified_diff("1", "1\n", "a", "b") ==
               "--- a\n+++ b\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+1\n");
}

BOOST_AUTO_TEST_CASE(a_difference_turns_one_text_into_the_other_and_is_as_short_as_can_be) {
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        BOOST_TEST_CONTEXT("seed " << seed) {
            random_source random(seed);
            const std::string before = random_lines(random), after = random_lines(random);
            const std::string diff = unified_diff(before, after, "a", "b");
            BOOST_TEST(patched(before, diff) == after);
            BOOST_TEST(changes_in(diff) == least_changes(before, after));
        }
    }
}

BOOST_AUTO_TEST_CASE(texts_that_share_little_are_one_hunk) {
    const std::string before = "x\n" + numbered(1, 3000), after = "x\n" + numbered(5000, 8000);
    const std::string diff = unified_diff(before, after, "a", "b");
    BOOST_TEST(diff.starts_with("--- a\n+++ b\n@@ -1,3001 +1,3002 @@\n x\n-1\n"));
    BOOST_TEST((patched(before, diff) == after));
}

BOOST_AUTO_TEST_SUITE_END()
