// docs/errors.md quotes lines that exist, and has every warning and error that the framework logs.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

#include <regex>

BOOST_AUTO_TEST_SUITE(errors_page)

namespace {

// The sources with literals that are split over lines in one piece.
const std::string& framework() {
    static const std::string all = [] {
        std::string text;
        for (const std::string& file : pages::files_in("src/framework", {".cpp", ".hpp"}))
            text += pages::read(file);
        return std::regex_replace(text, std::regex("\"\\s*\\n\\s*\""), "");
    }();
    return all;
}

std::vector<std::string> all_matches(const std::string& text, const std::string& pattern, std::size_t group) {
    std::vector<std::string> found;
    const std::regex each(pattern);
    for (std::sregex_iterator at(text.begin(), text.end(), each), end; at != end; ++at)
        found.push_back((*at)[group]);
    return found;
}

const std::string literal = R"re("((?:[^"\\\n]|\\.)*)")re";

// A literal as the page quotes it: \" is ", and what is filled in is ...
std::string as_quoted(std::string text) {
    text = std::regex_replace(text, std::regex(R"re(\\")re"), "\"");
    return std::regex_replace(text, std::regex(R"re(\{:\?\}|\{\})re"), "...");
}

// The first column of the tables of lines.
std::vector<std::string> quoted_lines() {
    return all_matches(pages::read("docs/errors.md"), R"re(\n\| `([^`\n]+)` \|)re", 1);
}

// Whether the pieces of a quoted line, between its "...", are in the literal, in order.
bool is_in(const std::string& quoted, const std::string& text) {
    std::size_t at = 0;
    for (std::size_t begin = 0; begin < quoted.size();) {
        const std::size_t end = std::min(quoted.find("...", begin), quoted.size());
        const std::string piece = quoted.substr(begin, end - begin);
        at = text.find(piece, at);
        if (at == std::string::npos) return false;
        at += piece.size();
        begin = end + 3;
    }
    return true;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_quoted_line_is_in_the_sources) {
    std::vector<std::string> literals = all_matches(framework(), literal, 1);
    for (std::string& l : literals) l = as_quoted(l);
    const std::vector<std::string> lines = quoted_lines();
    BOOST_TEST(lines.size() > 80u);
    for (const std::string& line : lines) {
        const std::string fixed = std::regex_replace(line, std::regex("\\.\\.\\."), "");
        BOOST_TEST(fixed.size() >= 6u, line);  // "..." alone proves nothing
        BOOST_TEST(std::ranges::any_of(literals, [&](const auto& l) { return is_in(line, l); }), line);
    }
    BOOST_TEST(!std::ranges::any_of(literals, [](const auto& l) { return is_in("the moon is ...", l); }));
}

BOOST_AUTO_TEST_CASE(each_warning_and_error_of_the_framework_is_on_the_page) {
    const std::vector<std::string> lines = quoted_lines();
    const std::string calls =
        R"re((?:log_|log|log\(\)|item_log)\.(?:warn|error)\(\s*(?:fmt::format\(\s*)?)re" + literal;
    const std::string notices =
        R"re(notify\(\s*log_level::(?:warn|error),\s*(?:fmt::format\(\s*)?)re" + literal;
    std::vector<std::string> logged = all_matches(framework(), calls, 1);
    BOOST_TEST(logged.size() > 40u);
    const std::vector<std::string> noticed = all_matches(framework(), notices, 1);
    BOOST_TEST(noticed.size() >= 3u);
    logged.insert(logged.end(), noticed.begin(), noticed.end());
    for (const std::string& l : logged)
        BOOST_TEST((std::ranges::count(lines, as_quoted(l)) == 1),
                   "not on the page, or twice: " + as_quoted(l));
}

BOOST_AUTO_TEST_CASE(the_states_of_an_informer_are_explained) {
    const std::string page = pages::read("docs/how-to/debug.md");
    const auto states = all_matches(pages::read("src/framework/cache/informer.cpp") +
                                        pages::read("include/setpoint/cache/sync_state.hpp"),
                                    R"re(\n    (\w+)(?:,?  +// |\n\};))re", 1);
    BOOST_TEST(states.size() == 5u);
    for (const std::string& s : states) BOOST_TEST(page.find("\n| `" + s + "` |") != std::string::npos, s);
}

BOOST_AUTO_TEST_SUITE_END()
