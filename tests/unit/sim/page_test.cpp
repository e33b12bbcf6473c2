#include "unit/sim/sample_finding.hpp"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>

BOOST_AUTO_TEST_SUITE(page_test)

using namespace setpoint;
using namespace sim_test;

namespace {

bool has(const std::string& text, std::string_view what) {
    return text.find(what) != std::string::npos;
}

// Everything that an object may contain.
sim::finding hostile() {
    const std::string name =
        "<script>document.title='x'</script><img src=x onerror='alert(1)'>&amp;\"'\x1b\u202e";
    sim::finding f = lost_child(name);
    f.oracle = f.detail = name;
    f.differences.push_back({name, name, name, name});
    f.faults.front().words = f.faults.front().name = f.command = name;
    for (auto* t : {&f.expected, &f.happened})
        for (sim::timeline_entry& e : *t) {
            e.who = name;
            e.detail = name + "\n" + std::string(500, 'w');
        }
    return f;
}

}  // namespace

BOOST_AUTO_TEST_CASE(what_objects_contain_is_text) {
    sim::findings found = with({hostile(), lost_child()});
    const std::string text = hostile().oracle;
    found.unconfirmed.push_back({text, text, text, true, text});
    found.not_compared.push_back(text);
    const std::string page = sim::page_of(found);
    const std::regex tag("<(/?[a-zA-Z!][a-zA-Z0-9]*)");
    const std::set<std::string> known{
        "!doctype", "html", "head",  "meta", "title", "style", "body",    "header",  "h1",   "h2",
        "h3",       "p",    "b",     "span", "nav",   "ol",    "li",      "a",       "code", "main",
        "section",  "div",  "table", "tr",   "th",    "td",    "details", "summary", "pre",  "footer"};
    for (std::sregex_iterator at(page.begin(), page.end(), tag), end; at != end; ++at) {
        std::string name = (*at)[1].str();
        if (name.starts_with('/')) name.erase(0, 1);
        BOOST_TEST(known.contains(name), name);
    }
    BOOST_TEST(!has(page, "\x1b"));
    BOOST_TEST(!has(page, "\u202e"));
    BOOST_TEST(has(page, "&lt;script&gt;"));
}

BOOST_AUTO_TEST_CASE(the_page_needs_nothing_from_elsewhere) {
    const std::string page = sim::page_of(with({lost_child()}));
    for (const char* what : {"http:", "https:", "//", "url(", "@import", "<script", "<link", "src="})
        BOOST_TEST(!has(page, what), what);
    BOOST_TEST(has(page, "default-src 'none'"));
    BOOST_TEST(has(page, "prefers-color-scheme: dark"));
}

BOOST_AUTO_TEST_CASE(a_finding_of_a_program_has_the_command_that_replays_it) {
    sim::finding f = lost_child();
    f.command = "setpoint explore --replay 'P2@patch a#1' -- ./operator <x>";
    sim::findings found = with({f});
    found.seconds = 12.34;
    const std::string page = sim::page_of(found);
    BOOST_TEST(has(page,
                   "<summary>Replay it</summary><pre>setpoint explore --replay &#39;P2@patch a#1&#39; -- "
                   "./operator &lt;x&gt;\n</pre>"),
               page);
    BOOST_TEST(!has(page, "BOOST_AUTO_TEST_CASE"));
    BOOST_TEST(has(page, "100 ended early, 12.3 s</span>"), page);
}

BOOST_AUTO_TEST_CASE(each_finding_has_its_place_and_its_lanes) {
    const std::string page = sim::page_of(with({lost_child("a"), lost_child("b")}));
    for (const char* what :
         {"href='#finding-2'", "id='finding-2'", "same end: configmaps default/b is missing",
          "class='cell api filled'", "first difference: this did not happen", "class='banner fault'",
          "BOOST_AUTO_TEST_CASE"})
        BOOST_TEST(has(page, what), what);
    BOOST_TEST(has(page, "class='cell operator down"));
    BOOST_TEST(has(sim::page_of(with({})), "Nothing was found"));
}

BOOST_AUTO_TEST_CASE(plans_that_were_right_when_repeated_are_named) {
    sim::findings found = with({});
    found.unconfirmed = {{"P2@patch a#1", "story", "waited for it\nmore", false, "setpoint explore --replay"},
                         {"P6@patch b#1", "same end", "the objects differ", true}};
    found.not_compared = {"configmaps default/x: data.at"};
    const std::string page = sim::page_of(found);
    for (const char* what :
         {"<code>P2@patch a#1</code> did not repeat: story: waited for it<", "setpoint explore --replay",
          "<code>P6@patch b#1</code> recovered late: same end: the objects differ<",
          "<code>configmaps default/x: data.at</code>"})
        BOOST_TEST(has(page, what), what);
    BOOST_TEST(!has(sim::page_of(with({})), "id=unconfirmed"));
}

BOOST_AUTO_TEST_CASE(how_often_it_was_seen_is_no_alarm_of_a_program) {
    sim::finding f = lost_child();
    f.repeats = 1;
    BOOST_TEST(has(sim::page_of(with({f})), "class=alarm"));
    f.depends_on_timing = true;
    const std::string page = sim::page_of(with({f}));
    BOOST_TEST(!has(page, "class=alarm"));
    BOOST_TEST(has(page, "Seen in 2 of 3 runs: it depends on timing."));
}

BOOST_AUTO_TEST_CASE(a_page_that_cannot_be_written_is_an_error) {
    BOOST_CHECK_THROW(sim::write_page(with({}), "/no-such-folder/found.html"), std::system_error);
}

// script/finding-page looks at them with a browser.
BOOST_AUTO_TEST_CASE(pages_for_a_browser) {
    const char* const folder = std::getenv("SETPOINT_PAGES");
    if (!folder) return;
    sim::write_page(with({hostile(), lost_child(std::string(253, 'n')), lost_child()}),
                    (std::filesystem::path(folder) / "hostile.html").string());
    sim::write_page(with({}), (std::filesystem::path(folder) / "nothing.html").string());
}

BOOST_AUTO_TEST_SUITE_END()
