// What holds for every page below docs/.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

#include <regex>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(book)

namespace {

// All sources are compiled (script/check-built), but for the mistakes of tests/compile_fail. What patches add
// is compiled in the projects that tests apply them to.
const std::string& compiled_sources() {
    static const std::string all = [] {
        std::string text;
        for (const char* folder : {"examples", "include", "src", "tests"})
            for (const std::string& file : pages::files_in(folder, {".cpp", ".hpp"}))
                if (!file.starts_with("tests/compile_fail/"))
                    text += pages::normalised(pages::read(file)) + "\n";
        for (const std::string& file : pages::files_in("tests", {".patch"}))
            text += pages::normalised(pages::after_patch(pages::read(file))) + "\n";
        return text;
    }();
    return all;
}

}  // namespace

BOOST_AUTO_TEST_CASE(each_block_of_cpp_is_a_quote_of_a_source_that_is_compiled) {
    std::size_t blocks = 0;
    for (const std::string& file : pages::files_in("docs", {".md"})) {
        for (const std::string& block : pages::blocks_if_any("\n" + pages::read(file))) {
            ++blocks;
            BOOST_TEST(compiled_sources().find(pages::normalised(block)) != std::string::npos,
                       file + ": no source has this:\n" + block);
        }
    }
    BOOST_TEST(blocks > 40u);
}

BOOST_AUTO_TEST_CASE(each_member_function_that_a_page_names_is_there) {
    const std::pair<const char*, std::vector<const char*>> objects[] = {
        {"ctx", {"include/setpoint/controller/context.hpp"}},
        {"m", {"include/setpoint/manager/manager.hpp", "include/setpoint/manager/declarations.hpp"}},
        {"env", {"include/setpoint/testing/environment.hpp"}}};
    std::size_t named = 0;
    for (const auto& [object, headers] : objects) {
        std::string declared;
        for (const char* header : headers) declared += pages::read(header);
        const std::regex call("[` (]" + std::string(object) + "\\.(\\w+)[<(`]");
        for (const std::string& file : pages::files_in("docs", {".md"})) {
            const std::string page = pages::read(file);
            for (std::sregex_iterator at(page.begin(), page.end(), call), end; at != end; ++at, ++named)
                BOOST_TEST(std::regex_search(declared, std::regex("\\b" + (*at)[1].str() + "[(]")),
                           file + ": " + headers.front() + " has no " + (*at)[1].str() + "()");
        }
    }
    BOOST_TEST(named > 100u);
}

BOOST_AUTO_TEST_CASE(no_block_of_cpp_goes_by_another_name) {
    const std::regex other("\n *```(c\\+\\+|C\\+\\+|cc|hpp|c|cxx)\n|\n +```cpp");
    for (const std::string& file : pages::files_in("docs", {".md"}))
        BOOST_TEST(!std::regex_search(pages::read(file), other), file);
}

BOOST_AUTO_TEST_SUITE_END()
