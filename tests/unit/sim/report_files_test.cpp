#include "testkit/sim/printable.hpp"
#include "unit/sim/sample_finding.hpp"

#include <boost/json/parse.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

BOOST_AUTO_TEST_SUITE(report_files_test)

using namespace setpoint;
using namespace sim_test;

namespace {

namespace bj = boost::json;

const std::string strange = "<b a=\"x\" b='y'>&\x1b\xff]]>\nsecond line";

sim::findings some() {
    sim::finding other = lost_child("b");
    other.plan = other.oracle = other.detail = other.command = strange;
    other.differences.push_back({strange, strange, strange, strange});
    sim::findings found = with({lost_child("a"), other});
    found.name = strange;
    found.plans = 10;
    found.run = 7;
    found.unconfirmed = {{"P6@a#1", strange, strange, true, "replay"}};
    found.not_compared = {strange};
    return found;
}

bj::value parsed(sim::report_format as, std::string_view story = {}) {
    return bj::parse(sim::file_content(some(), as, story));
}

}  // namespace

BOOST_AUTO_TEST_CASE(the_end_of_a_name_chooses_the_format) {
    BOOST_CHECK(sim::format_of_file("a/found.json") == sim::report_format::json);
    BOOST_CHECK(sim::format_of_file("junit.xml") == sim::report_format::junit);
    BOOST_CHECK(sim::format_of_file("x.json.sarif") == sim::report_format::sarif);
    BOOST_CHECK(sim::format_of_file("x.html") == sim::report_format::page);
    BOOST_CHECK(!sim::format_of_file("json"));
    BOOST_CHECK(!sim::format_of_file("x.txt"));
}

BOOST_AUTO_TEST_CASE(json_has_everything_of_a_finding) {
    const bj::value all = parsed(sim::report_format::json);
    BOOST_TEST(all.at("run").to_number<int>() == 7);
    const bj::array& found = all.at("findings").as_array();
    BOOST_REQUIRE(found.size() == 2U);
    const sim::finding sample = lost_child("a");
    BOOST_TEST(found[0].at("plan").as_string() == sample.plan);
    BOOST_TEST(found[0].at("faults").as_array().size() == sample.faults.size());
    BOOST_TEST(found[0].at("happened").as_array().size() == sample.happened.size());
    const bj::value& unconfirmed = all.at("unconfirmed").at(0);
    BOOST_TEST(unconfirmed.at("plan").as_string() == "P6@a#1");
    BOOST_TEST(unconfirmed.at("late").as_bool());
    BOOST_TEST(all.at("notCompared").as_array().size() == 1U);
    BOOST_TEST(found[1].at("detail").as_string() == "<b a=\"x\" b='y'>&\\x1b\\xff]]>\nsecond line");
}

BOOST_AUTO_TEST_CASE(junit_fails_once_for_each_finding) {
    std::istringstream text(sim::file_content(some(), sim::report_format::junit));
    boost::property_tree::ptree tree;
    boost::property_tree::read_xml(text, tree);
    const auto& suite = tree.get_child("testsuites.testsuite");
    BOOST_TEST(suite.get<int>("<xmlattr>.tests") == 3);
    BOOST_TEST(suite.get<int>("<xmlattr>.failures") == 2);
    BOOST_TEST(suite.count("testcase") == 3U);
    std::vector<std::string> failed;
    for (const auto& [name, one] : suite)
        if (one.count("failure") != 0) failed.push_back(one.get<std::string>("<xmlattr>.name"));
    BOOST_REQUIRE(failed.size() == 2U);
    BOOST_TEST(failed[0] == lost_child("a").plan);
    BOOST_TEST(failed[1] == sim::printable(strange));
}

BOOST_AUTO_TEST_CASE(sarif_names_the_story_and_the_plan) {
    const bj::value all = parsed(sim::report_format::sarif, "tests/story.yaml");
    BOOST_TEST(all.at("version").as_string() == "2.1.0");
    const bj::value& run = all.at("runs").at(0);
    BOOST_TEST(run.at("tool").at("driver").at("rules").as_array().size() == 2U);
    const bj::value& result = run.at("results").at(0);
    BOOST_TEST(result.at("partialFingerprints").at("plan/v1").as_string() == lost_child("a").plan);
    BOOST_TEST(result.at_pointer("/locations/0/physicalLocation/artifactLocation/uri").as_string() ==
               "tests/story.yaml");
    const bj::value without = parsed(sim::report_format::sarif);
    BOOST_TEST(!without.at("runs").at(0).at("results").at(0).as_object().contains("locations"));
}

BOOST_AUTO_TEST_CASE(accepted_findings_do_not_fail) {
    sim::findings found = some();
    found.all[0].is_accepted = true;
    found.all[0].cause = "same-end-1f3a9c2e";
    found.all[0].comment = "see <12>";
    const std::string junit = sim::file_content(found, sim::report_format::junit);
    BOOST_TEST(junit.find("failures=\"1\" errors=\"0\" skipped=\"1\"") != std::string::npos, junit);
    BOOST_TEST(junit.find("<skipped message=\"accepted: see &lt;12&gt;\"/>") != std::string::npos, junit);
    const bj::value sarif = bj::parse(sim::file_content(found, sim::report_format::sarif));
    const bj::array& results = sarif.at("runs").at(0).at("results").as_array();
    BOOST_TEST(results[0].at("suppressions").at(0).at("justification").as_string() == "see <12>");
    BOOST_TEST(results[0].at("partialFingerprints").at("cause/v1").as_string() == "same-end-1f3a9c2e");
    BOOST_TEST(!results[1].as_object().contains("suppressions"));
    const bj::value json = bj::parse(sim::file_content(found, sim::report_format::json));
    BOOST_TEST(json.at("findings").at(0).at("accepted").as_bool());
    BOOST_TEST(!json.at("findings").at(1).at("accepted").as_bool());
}

BOOST_AUTO_TEST_CASE(a_report_is_written_or_an_error) {
    const std::string folder = (std::filesystem::temp_directory_path() / "setpoint-report-files").string();
    std::filesystem::create_directories(folder);
    sim::write_report(some(), {folder + "/found.json", sim::report_format::json});
    std::ifstream in(folder + "/found.json");
    std::stringstream text;
    text << in.rdbuf();
    BOOST_TEST(text.str() == sim::file_content(some(), sim::report_format::json));
    // Nothing else is left beside it, and it is replaced.
    sim::write_report(with({}), {folder + "/found.json", sim::report_format::json});
    const auto all = std::filesystem::directory_iterator(folder);
    BOOST_TEST(std::distance(begin(all), end(all)) == 1);
    BOOST_TEST(std::filesystem::file_size(folder + "/found.json") < text.str().size());
    std::filesystem::remove_all(folder);
    BOOST_CHECK_THROW(sim::write_report(some(), {folder + "/found.json", sim::report_format::json}),
                      std::system_error);
}

BOOST_AUTO_TEST_SUITE_END()
