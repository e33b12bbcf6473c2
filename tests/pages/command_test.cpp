// docs/command.md shows the code that `setpoint describe-kind` writes. What it prints is compared in
// tests/integration/project and tests/integration/run, which run the command.
#include "pages/quotes.hpp"

#include <boost/test/unit_test.hpp>

#include <regex>

BOOST_AUTO_TEST_SUITE(command_page)

BOOST_AUTO_TEST_CASE(its_code_is_that_of_the_sources) {
    BOOST_TEST(
        pages::not_quoted(pages::read("docs/command.md"),
                          {"tests/describe_kind/backup.hpp", "tests/describe_kind/backup_owner.cpp"}) == "");
}

BOOST_AUTO_TEST_CASE(each_flag_of_a_help_text_is_on_the_page_of_its_command) {
    const std::pair<const char*, std::vector<const char*>> commands_of[] = {
        {"docs/command.md",
         {"run", "manifests", "install", "uninstall", "deploy", "undeploy", "describe-kind", "top"}},
        {"docs/exploring-reference.md", {"explore"}},
        {"docs/preview.md", {"preview"}},
        {"docs/snapshots.md", {"snapshot-save", "snapshot-restore"}},
        {"docs/scaffold.md", {"init", "create-api", "create-webhook", "edit"}}};
    const std::regex flag("\n  (?:-h,)?(--[a-z-]+)");
    std::size_t flags = 0;
    for (const auto& [file, commands] : commands_of) {
        const std::string page = pages::read(file);
        for (const char* const command : commands) {
            const std::string help =
                pages::read("tests/golden/setpoint-" + std::string(command) + "-help.txt");
            for (std::sregex_iterator at(help.begin(), help.end(), flag), end; at != end; ++at, ++flags) {
                const std::string name = (*at)[1].str();
                BOOST_TEST((name == "--help" || page.find(name) != std::string::npos),
                           std::string(file) + " has no " + name + " of " + command);
            }
        }
    }
    BOOST_TEST(flags > 40u);
}

BOOST_AUTO_TEST_SUITE_END()
