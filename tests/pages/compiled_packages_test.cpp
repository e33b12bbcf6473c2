// docs/test-packages.md quotes the tests of Go, Rust and Java in examples/test-packages, which
// tests/language_packages/run runs.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

BOOST_AUTO_TEST_SUITE(compiled_packages)

BOOST_AUTO_TEST_CASE(each_block_is_a_quote_of_its_example) {
    // The language of a block, and the folder and extension of the sources that it comes from.
    const std::vector<std::vector<std::string>> languages = {{"go", "go", ".go"},
                                                             {"rust", "rust", ".rs"},
                                                             {"toml", "rust", ".toml"},
                                                             {"java", "java", ".java"},
                                                             {"xml", "java", ".xml"}};
    const std::string page = pages::read("docs/test-packages.md");
    for (const auto& one : languages) {
        const auto blocks = pages::blocks_if_any(page, one[0]);
        BOOST_TEST(!blocks.empty(), one[0]);
        std::string sources;
        for (const std::string& file : pages::files_in("examples/test-packages/" + one[1], {one[2]}))
            sources += pages::read(file);
        for (const std::string& block : blocks)
            BOOST_TEST(sources.find(block) != std::string::npos, "no source in " << one[0] << " has this:\n"
                                                                                 << block);
    }
}

BOOST_AUTO_TEST_SUITE_END()
