// docs/test-packages.md quotes the examples and tests that tests/language_packages/run runs.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <utility>
#include <vector>

BOOST_AUTO_TEST_SUITE(test_packages_page)

BOOST_AUTO_TEST_CASE(each_block_is_a_quote_of_its_language) {
    const std::pair<std::string, std::vector<std::string>> languages[] = {
        {"python",
         {"examples/test-packages/python/test_deployment.py",
          "examples/test-packages/python/test_gadget_operator.py", "tests/language_packages/python"}},
        {"js",
         {"examples/test-packages/javascript/node/deployment.test.js",
          "examples/test-packages/javascript/vitest/gadget.test.js"}}};
    const std::string page = pages::read("docs/test-packages.md");
    for (const auto& [language, files] : languages) {
        std::string sources;
        for (const std::string& file : files) sources += pages::read(file);
        const auto blocks = pages::blocks_if_any(page, language);
        BOOST_TEST(!blocks.empty(), language);
        for (const std::string& block : blocks)
            BOOST_TEST(sources.find(block) != std::string::npos, language << ": no source has this:\n"
                                                                          << block);
    }
}

BOOST_AUTO_TEST_SUITE_END()
