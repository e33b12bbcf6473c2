#include "cli/scaffold/template_text.hpp"
#include "cli/scaffold/templates.hpp"

#include <boost/test/unit_test.hpp>

#include <stdexcept>

BOOST_AUTO_TEST_SUITE(scaffold_template_test)

using namespace setpoint::cli::scaffold;

namespace {

const template_values& values() {
    static const template_values v{{{"name", "web"}, {"kind", "WebServer"}}, {"on"}};
    return v;
}

}  // namespace

BOOST_AUTO_TEST_CASE(names_are_replaced_by_their_values) {
    BOOST_TEST(fill_in("{{name}} runs {{kind}}s, {{kind}}", values()) == "web runs WebServers, WebServer");
    BOOST_TEST(fill_in("", values()) == "");
}

BOOST_AUTO_TEST_CASE(other_braces_stay) {
    for (const char* const text : {R"(labels = {{"app", name}};)", "{{.name = 1}}", "{{ name }}", "{{name",
                                   "{{}}", "{", "${{ matrix.preset }}"})
        BOOST_TEST(fill_in(text, values()) == text);
    BOOST_TEST(fill_in("{{{name}}}", values()) == "{web}");
}

BOOST_AUTO_TEST_CASE(lines_are_kept_by_flags) {
    const char* const text = "a\n%if on\nb\n%else\nc\n%end\n%if !on\nd\n%end\n%if off\ne\n%else\nf\n%end\ng";
    BOOST_TEST(fill_in(text, values()) == "a\nb\nf\ng");
    BOOST_TEST(fill_in("  %if on\n", values()) == "  %if on\n");  // no line of its own
}

BOOST_AUTO_TEST_CASE(mistakes_of_a_template_are_found) {
    for (const char* const text : {"{{unknown}}", "%if on\n", "%end\n", "%else\n",
                                   "%if on\n%else\n%else\n%end\n", "%if on\n%if on\n%end\n", "%if \n%end\n"})
        BOOST_CHECK_THROW(fill_in(text, values()), std::logic_error);
    BOOST_TEST(fill_in("%if off\n{{unknown}}\n%end\n", values()) == "");
}

BOOST_AUTO_TEST_CASE(templates_are_found_by_name_and_end_with_a_line) {
    BOOST_TEST(template_names().size() > 25u);
    for (const std::string_view name : template_names()) BOOST_TEST(template_of(name).ends_with("\n"), name);
    BOOST_TEST(template_of("kind/plan.hpp").starts_with("#pragma once\n"));
    BOOST_CHECK_THROW(template_of("kind/none.hpp"), std::logic_error);
}

BOOST_AUTO_TEST_SUITE_END()
