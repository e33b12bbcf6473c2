// The file with which an exploration continues.
#include "testkit/story/resume_file.hpp"

#include <boost/test/unit_test.hpp>

#include <filesystem>
#include <fstream>
#include <optional>
#include <stdlib.h>

using namespace setpoint;
using story::resume_file;

BOOST_AUTO_TEST_SUITE(resume_file_test)

namespace {

struct folder {
    std::string path = "/tmp/setpoint-resume-XXXXXX";
    folder() { BOOST_REQUIRE(::mkdtemp(path.data())); }
    ~folder() { std::filesystem::remove_all(path); }

    void write(const std::string& name, const std::string& text, bool is_more = false) const {
        std::ofstream(path + "/" + name, is_more ? std::ios::app : std::ios::out) << text;
    }
    story::exploration exploration() const {
        story::exploration e;
        e.story = path + "/story.yaml";
        e.command = {"./operator"};
        e.resume = path + "/plans.jsonl";
        return e;
    }
    std::string error() const {
        try {
            const resume_file f(exploration());
        } catch (const story::cannot_explore& e) {
            return e.what();
        }
        return "no error";
    }
};

story::finding a_finding() {
    story::finding f;
    f.plan = "P2@create pods a/b#1";
    f.faults = {{"P2", "killed", "create pods a/b#1"}};
    f.oracle = "same end";
    f.detail = "two\nlines \xff";
    f.differences = {{"pods a/b", "spec.x", "1", ""}};
    f.replayed = f.repeats = 2;
    f.log = "logs/1";
    f.happened = {{std::chrono::milliseconds(5), sim::lane::check, "who", "what", "detail", "match"}};
    return f;
}

}  // namespace

BOOST_AUTO_TEST_CASE(plans_and_findings_are_read_as_written) {
    const folder here;
    here.write("story.yaml", "steps: []");
    {
        resume_file f(here.exploration());
        BOOST_TEST(f.ended().empty());
        f.add(a_finding());
        f.add(story::ended_plan{"P2@create pods a/b#1",
                                false,
                                true,
                                "same end: x",
                                {"P2@create pods a/b#1 + P1@patch pods a/b#2"}});
        f.add(story::ended_plan{"P1@create pods a/b#1", true, false});
    }
    const resume_file again(here.exploration());
    BOOST_REQUIRE(again.ended().size() == 2u);
    const story::ended_plan& p = again.ended().at("P2@create pods a/b#1");
    BOOST_TEST(!p.is_early);
    BOOST_TEST(p.is_reached);
    BOOST_TEST(p.symptom == "same end: x");
    BOOST_TEST(p.pairs.size() == 1u);
    BOOST_TEST(again.ended().at("P1@create pods a/b#1").is_early);
    BOOST_TEST(!again.ended().at("P1@create pods a/b#1").is_reached);
    BOOST_REQUIRE(again.known().size() == 1u);
    const story::finding &f = again.known().front(), wanted = a_finding();
    BOOST_TEST(f.detail == wanted.detail);
    BOOST_TEST(f.faults.front().words == "killed");
    BOOST_TEST(f.differences.front().field == "spec.x");
    BOOST_TEST(f.happened.front().match == "match");
    BOOST_TEST((f.happened.front().at == wanted.happened.front().at));
    BOOST_TEST((f.happened.front().in == sim::lane::check));
}

BOOST_AUTO_TEST_CASE(a_line_that_was_torn_is_removed) {
    const folder here;
    here.write("story.yaml", "steps: []");
    {
        resume_file(here.exploration()).add(story::ended_plan{"P1@a#1"});
    }
    here.write("plans.jsonl", "{\"ended\":\"P2@", true);
    {
        resume_file(here.exploration()).add(story::ended_plan{"P4@a#1"});
    }
    const resume_file again(here.exploration());
    BOOST_TEST(again.ended().size() == 2u);
    BOOST_TEST(again.ended().contains("P4@a#1"));
}

BOOST_AUTO_TEST_CASE(files_of_others_are_refused_with_reasons) {
    const folder here;
    here.write("story.yaml", "steps: []");
    here.write("plans.jsonl", "notes\n");
    BOOST_TEST(here.error() ==
               here.path +
                   "/plans.jsonl:1: is of another story, command or version; remove it to begin "
                   "again, or name another file");
    std::filesystem::remove(here.path + "/plans.jsonl");
    BOOST_TEST(here.error() == "no error");
    here.write("plans.jsonl", "{\"ended\":3}\n", true);
    BOOST_TEST(here.error().starts_with(here.path + "/plans.jsonl:2: is not a line that "));
    here.write("story.yaml", "steps: [x]");
    BOOST_TEST(here.error().find(":1: is of another story") != std::string::npos);
    std::filesystem::remove(here.path + "/story.yaml");
    BOOST_TEST(here.error() == here.path + "/story.yaml: cannot be read");
}

BOOST_AUTO_TEST_CASE(two_explorations_do_not_share_a_file) {
    const folder here;
    here.write("story.yaml", "steps: []");
    std::optional<resume_file> first;
    first.emplace(here.exploration());
    BOOST_TEST(here.error() == here.path + "/plans.jsonl: another exploration writes to it");
    first.reset();
    BOOST_TEST(here.error() == "no error");
}

BOOST_AUTO_TEST_SUITE_END()
