#include "setpoint/api/selector.hpp"

#include <boost/test/unit_test.hpp>

#include <sstream>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(selector_test)

namespace {

const string_map labels{
    {"app", "web"}, {"tier", "db"}, {"cpus", "8"}, {"empty", ""}, {"my.domain/owner", "a"}};

selector parsed(std::string_view s) {
    return selector::parse(s).value();
}

}  // namespace

BOOST_AUTO_TEST_CASE(conditions_match_as_in_kubernetes) {
    struct row {
        const char* text;
        bool matches;
    };
    for (const row& r : {row{"", true},
                         row{" ", true},
                         row{"app=web", true},
                         row{"app==web", true},
                         row{"app = web", true},
                         row{"app=db", false},
                         row{"missing=web", false},
                         row{"app!=web", false},
                         row{"app!=db", true},
                         row{"missing!=web", true},
                         row{"app in (web)", true},
                         row{"app in (web, db)", true},
                         row{"app in (db,cache)", false},
                         row{"missing in (web)", false},
                         row{"app notin (web)", false},
                         row{"app notin (db)", true},
                         row{"missing notin (web)", true},
                         row{"app", true},
                         row{"missing", false},
                         row{"!app", false},
                         row{"!missing", true},
                         row{"! missing", true},
                         row{"empty=", true},
                         row{"empty", true},
                         row{"app=", false},
                         row{"empty in (,x)", true},
                         row{"empty in ()", true},  // the empty value, also for the API server
                         row{"app notin ()", true},
                         row{"cpus>7", true},
                         row{"cpus>8", false},
                         row{"cpus<9", true},
                         row{"cpus < 8", false},
                         row{"missing>1", false},
                         row{"app>1", false},
                         row{"my.domain/owner=a", true},
                         row{"app=web,tier=db", true},
                         row{"app=web,tier=cache", false},
                         row{"app=web,tier in (db),!missing,cpus>4", true},
                         row{"app=web,app=db", false}}) {
        BOOST_TEST_CONTEXT(r.text) {
            BOOST_TEST(parsed(r.text).matches(labels) == r.matches);
        }
    }
}

BOOST_AUTO_TEST_CASE(text_form_is_canonical) {
    struct row {
        const char *given, *printed;
    };
    for (const row& r :
         {row{"", ""}, row{"app==web", "app=web"}, row{"tier in (db, cache,db)", "tier in (cache,db)"},
          row{"x notin(a)", "x notin (a)"}, row{"z,!y,x=1", "x=1,!y,z"}, row{"b>1,a<2", "a<2,b>1"},
          row{"a!=", "a!="}, row{"in in (in)", "in in (in)"}, row{"x in (a,)", "x in (,a)"}}) {
        BOOST_TEST_CONTEXT(r.given) {
            BOOST_TEST(parsed(r.given).to_string() == r.printed);
            BOOST_TEST(parsed(r.printed) == parsed(r.given));
        }
    }
    std::ostringstream out;
    out << parsed("app==web");
    BOOST_TEST(out.str() == "app=web");
}

BOOST_AUTO_TEST_CASE(texts_that_the_api_server_rejects_are_rejected) {
    for (const char* text :
         {",",          "app,",     ",app",     "app=web,", "app=web tier=db", "app web",
          "=web",       "!",        "!app=web", "app in",   "app in (",        "app in (a",
          "app in (a,", "app in a", "app>x",    "app>",     "app<1.5",         "app==web=db",
          "app=we b",   "-app=web", "app-=web", "a/b/c=d",  "/app=web",        "UPPER/app=web",
          "prefix/=x",  "app=-web", "app=web!", "app(a)",   "app=we/b",        "app is (a)",
          "a..b/c=d"}) {
        BOOST_TEST_CONTEXT(text) {
            const auto s = selector::parse(text);
            BOOST_REQUIRE(s.has_error());
            BOOST_TEST((s.error().code == errc::bad_data));
        }
    }
    BOOST_TEST(selector::parse(std::string(63, 'a') + "=" + std::string(63, 'b')).has_value());
    BOOST_TEST(selector::parse(std::string(64, 'a')).has_error());
    BOOST_TEST(selector::parse("a=" + std::string(64, 'b')).has_error());
    BOOST_TEST(selector::parse(std::string(254, 'a') + "/b").has_error());
}

BOOST_AUTO_TEST_CASE(errors_contain_the_position) {
    BOOST_TEST(selector::parse("app=web tier").error().message ==
               "label selector \"app=web tier\": expected a comma before \"tier\"");
    BOOST_TEST(selector::parse("app,").error().message ==
               "label selector \"app,\": expected a label key at its end");
}

BOOST_AUTO_TEST_CASE(selector_of_labels_requires_all_of_them) {
    const selector s(string_map{{"b", "2"}, {"a", "1"}});
    BOOST_TEST(s.to_string() == "a=1,b=2");
    BOOST_TEST(s.matches(string_map{{"a", "1"}, {"b", "2"}, {"c", "3"}}));
    BOOST_TEST(!s.matches(string_map{{"a", "1"}}));
    BOOST_TEST(selector(string_map{}).empty());
}

BOOST_AUTO_TEST_CASE(described_selector_is_converted) {
    label_selector described;
    described.match_labels = {{"app", "web"}};
    described.match_expressions = {{"tier", match_operator::in, {"db", "cache"}},
                                   {"env", match_operator::not_in, {"dev"}},
                                   {"cpus", match_operator::exists},
                                   {"canary", match_operator::does_not_exist}};
    const auto s = to_selector(described);
    BOOST_REQUIRE(s.has_value());
    BOOST_TEST(s->to_string() == "app=web,!canary,cpus,env notin (dev),tier in (cache,db)");
    BOOST_TEST(s->matches(labels));
    BOOST_TEST(to_selector({}).value().matches({}));
    described.match_expressions = {{"tier", match_operator::in, {}}};
    BOOST_TEST(to_selector(described).has_error());
    described.match_expressions = {{"tier", match_operator::exists, {"x"}}};
    BOOST_TEST(to_selector(described).has_error());
}

// Added one by one, each would be inserted before all others.
BOOST_AUTO_TEST_CASE(many_conditions_in_descending_order_are_sorted_stably) {
    std::string falling, rising;
    for (int i = 0; i < 2000; ++i) {
        const std::string pair = fmt::format("k{:04}=a,k{:04}!=b", i, i);
        falling = falling.empty() ? pair : pair + "," + falling;
        rising += (rising.empty() ? "" : ",") + pair;
    }
    const auto s = selector::parse(falling);
    BOOST_REQUIRE(s.has_value());
    BOOST_TEST(s->requirements().size() == 4000U);
    BOOST_TEST((s->to_string() == rising));
}

BOOST_AUTO_TEST_CASE(an_invalid_condition_among_several_adds_none) {
    selector s = selector::parse("a=b").value();
    using enum label_requirement::operation;
    BOOST_TEST(!s.add({{"c", exists, {}}, {"d", equals, {}}}).has_value());
    BOOST_TEST(s.to_string() == "a=b");
    BOOST_TEST(s.add({{"c", in, {"z", "y", "z"}}, {"A", exists, {}}}).has_value());
    BOOST_TEST(s.to_string() == "A,a=b,c in (y,z)");
}

BOOST_AUTO_TEST_CASE(field_selectors_are_read_and_printed) {
    struct row {
        const char *given, *printed;
    };
    for (const row& r :
         {row{"", ""}, row{"metadata.name=web", "metadata.name=web"}, row{"a==b", "a=b"}, row{"a!=b", "a!=b"},
          row{"a=b,c!=d", "a=b,c!=d"}, row{"a=b,", "a=b"}, row{"a=", "a="}, row{"a!=", "a!="},
          row{"a=x\\,y", "a=x\\,y"}, row{"a=x\\=y\\\\z", "a=x\\=y\\\\z"}}) {
        BOOST_TEST_CONTEXT(r.given) {
            BOOST_TEST(field_selector::parse(r.given).value().to_string() == r.printed);
        }
    }
    BOOST_TEST(field_selector::parse("a=x\\,y").value().requirements()[0].value == "x,y");
    for (const char* text : {"a", "=b", "!=b", "a=b=c", "a=b\\", "a=b\\c", "a===b"}) {
        BOOST_TEST_CONTEXT(text) {
            BOOST_TEST(field_selector::parse(text).has_error());
        }
    }
}

BOOST_AUTO_TEST_CASE(field_selectors_match_names_and_namespaces) {
    const object_key key("default", "web");
    BOOST_TEST(field_selector().matches(key));
    BOOST_TEST(field_selector::by_name("web").matches(key));
    BOOST_TEST(!field_selector::by_name("db").matches(key));
    BOOST_TEST(field_selector::parse("metadata.namespace=default,metadata.name!=db").value().matches(key));
    BOOST_TEST(!field_selector::parse("metadata.namespace!=default").value().matches(key));
    // checked by the server
    BOOST_TEST(field_selector::parse("status.phase=Running").value().matches(key));
    BOOST_TEST(field_selector::by_name("a=b,c").to_string() == "metadata.name=a\\=b\\,c");
}

BOOST_AUTO_TEST_SUITE_END()
