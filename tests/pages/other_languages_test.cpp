// docs/other-languages.md quotes the tests in examples/languages, which tests/languages/run runs.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(other_languages_page)

BOOST_AUTO_TEST_CASE(each_block_is_a_quote_of_the_test_of_its_language) {
    const std::pair<const char*, const char*> languages[] = {
        {"go", "go/deployment_test.go"},
        {"rust", "rust/tests/deployment.rs"},
        {"python", "python/test_deployment.py"},
        {"java", "java/src/test/java/DeploymentTest.java"},
        {"js", "javascript/deployment.test.js"}};
    const std::string page = pages::read("docs/other-languages.md");
    for (const auto& [language, file] : languages) {
        const auto blocks = pages::blocks_if_any(page, language);
        BOOST_TEST(!blocks.empty(), language);
        const std::string source = pages::read("examples/languages/" + std::string(file));
        for (const std::string& block : blocks)
            BOOST_TEST(source.find(block) != std::string::npos, file << " does not have this:\n" << block);
    }
}

BOOST_AUTO_TEST_SUITE_END()
