// The command lines of `setpoint run`, and what it reads of files and lines.
#include "cli/run/run_settings.hpp"

#include "cli/run/cluster_content.hpp"
#include "cli/run/file_watch.hpp"
#include "cli/run/line_reader.hpp"
#include "cli/run/line_stream.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint::cli;

BOOST_AUTO_TEST_SUITE(run_settings_test)

namespace {

using words = std::vector<std::string>;

std::vector<bj::object> objects(const char* json) {
    return {bj::parse(json).as_object()};
}

}  // namespace

BOOST_AUTO_TEST_CASE(a_project_is_configured_once) {
    const auto first = build_commands("site-operator", false), later = build_commands("site-operator", true);
    BOOST_REQUIRE(first.size() == 2u);
    BOOST_REQUIRE(later.size() == 1u);
    BOOST_TEST(first[0].arguments == (words{"--preset", "dev"}), boost::test_tools::per_element());
    BOOST_TEST(later[0].arguments == (words{"--build", "build/dev", "--target", "site-operator"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(lines_of_progress_are_told_from_the_compilers) {
    for (const char* const line : {"[1/40] Building CXX object x.o", "[ 50%] Linking x", "[40/40] Linking"})
        BOOST_TEST(progress_in(line) == line);
    for (const char* const line :
         {"", "[", "[error] no", "FAILED: x.o", "a [1/2] b", "[/] x", "x.cpp:1: error: y"})
        BOOST_TEST(progress_in(line) == "", line);
}

BOOST_AUTO_TEST_CASE(the_operator_listens_on_free_ports_unless_flags_say_otherwise) {
    BOOST_TEST(operator_arguments({}, 0) ==
                   (words{"--metrics-bind-address=127.0.0.1:0", "--health-probe-bind-address=127.0.0.1:0"}),
               boost::test_tools::per_element());
    const words given{"--metrics-bind-address", ":9", "--health-probe-bind-address=0", "--color", "red"};
    BOOST_TEST(operator_arguments(given, 0) == given, boost::test_tools::per_element());
    const words with_webhooks = operator_arguments(given, 1234);
    BOOST_REQUIRE(with_webhooks.size() == given.size() + 2);
    BOOST_TEST(with_webhooks[5] == "--webhook-port=1234");
    BOOST_TEST(with_webhooks[6] == "--webhook-url=https://127.0.0.1:1234");
    BOOST_TEST(operator_arguments({"--webhook-port=0"}, 1234).size() == 3u);
}

BOOST_AUTO_TEST_CASE(webhooks_are_needed_for_configurations_and_conversions) {
    BOOST_TEST(!need_webhooks({}, {}));
    BOOST_TEST(!need_webhooks(objects(R"({"spec": {"conversion": {"strategy": "None"}}})"), {}));
    BOOST_TEST(need_webhooks(objects(R"({"spec": {"conversion": {"strategy": "Webhook"}}})"), {}));
    BOOST_TEST(need_webhooks({}, objects(R"({"kind": "ValidatingWebhookConfiguration"})")));
}

BOOST_AUTO_TEST_CASE(sources_are_told_from_other_files) {
    for (const char* const name : {"main.cpp", "a.hpp", "CMakeLists.txt", "CMakePresets.json", "x.cmake"})
        BOOST_TEST(is_source(name), name);
    for (const char* const name :
         {"", ".main.cpp.swp", "#main.cpp#", "main.cpp~", "main.o", "README.md", "4913"})
        BOOST_TEST(!is_source(name), name);
    BOOST_TEST(has_sources("src"));
    for (const char* const name : {"build", ".git", ""}) BOOST_TEST(!has_sources(name), name);
}

BOOST_AUTO_TEST_CASE(output_is_passed_line_by_line_however_it_arrives) {
    for (std::size_t size = 1; size < 12; ++size) {
        words seen;
        line_reader lines([&](std::string_view line) { seen.emplace_back(line); });
        const std::string text = "one\ntwo\r\n\nlast";
        for (std::size_t at = 0; at < text.size(); at += size)
            lines.take(std::string_view(text).substr(at, size));
        lines.finish();
        lines.finish();
        BOOST_TEST(seen == (words{"one", "two", "", "last"}), boost::test_tools::per_element());
    }
}

BOOST_AUTO_TEST_CASE(a_stream_passes_its_lines) {
    words seen;
    line_stream stream([&](std::string_view line) { seen.emplace_back(line); });
    stream << "one " << 1 << '\n' << std::flush << "two";
    BOOST_TEST(seen == words{"one 1"}, boost::test_tools::per_element());
    stream.put('\n');
    BOOST_TEST(seen == (words{"one 1", "two"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
