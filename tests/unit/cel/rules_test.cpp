#include "setpoint/cel/rules.hpp"

#include "setpoint/cel/json_types.hpp"
#include "setpoint/cel/kubernetes.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <string>

namespace setpoint { inline namespace v0 { namespace cel {

namespace {

namespace bj = boost::json;
using form = json_type::form;

json_type scalar(form is) {
    json_type made{is};
    set_sizes(made, {});
    return made;
}

json_type list_of(json_type element, json_type::list_kind kind = json_type::list_kind::atomic,
                  std::optional<std::int64_t> most = std::nullopt) {
    json_type made{form::list};
    made.element = std::make_shared<json_type>(std::move(element));
    made.list = kind;
    set_sizes(made, {most, std::nullopt, {}});
    return made;
}

json_type object(std::map<std::string, json_type, std::less<>> fields) {
    json_type made{form::object};
    made.fields = std::move(fields);
    set_sizes(made, {});
    return made;
}

// {a: int, name: string, set: [string], list: [int], keyed: [{k: string, v: int}]}
const json_type& sample_type() {
    static const json_type made = [] {
        json_type keyed = list_of(object({{"k", scalar(form::string)}, {"v", scalar(form::integer)}}),
                                  json_type::list_kind::keyed);
        keyed.keys = {"k"};
        return object({{"a", scalar(form::integer)},
                       {"name", scalar(form::string)},
                       {"set", list_of(scalar(form::string), json_type::list_kind::set)},
                       {"list", list_of(scalar(form::integer))},
                       {"keyed", keyed},
                       {"port", scalar(form::int_or_string)},
                       {"a.b", scalar(form::integer)}});
    }();
    return made;
}

rule_tree one(rule tested) {
    rule_tree tree;
    tree.rules.push_back(std::move(tested));
    return tree;
}

rule text(std::string expression, std::string message = {}) {
    return {std::move(expression), std::move(message), {}, {}, {}, {}};
}

// What a rule says of a value: "" if it keeps the rule.
std::string findings(const rule_tree& tree, std::string_view now, std::string_view old = {},
                     bool ratchets = false, std::int64_t budget = kubernetes_object_limit) {
    const rule_set rules(tree, sample_type());
    const bj::value after = bj::parse(std::string(now));
    const bj::value before = old.empty() ? bj::value() : bj::parse(std::string(old));
    std::string out;
    for (const rule_finding& each :
         rules.validate(after, old.empty() ? nullptr : &before, ratchets, budget)) {
        if (!out.empty()) out += "; ";
        out += (each.warning ? "warning " : "") + each.path + ": " +
               (each.shown ? bj::serialize(*each.shown) + ": " : "") + each.detail;
    }
    return out;
}

std::string of_rule(std::string expression, std::string_view now, std::string_view old = {}) {
    return findings(one(text(std::move(expression))), now, old);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(cel_rules)

BOOST_AUTO_TEST_CASE(values_keep_rules_or_not) {
    BOOST_TEST(of_rule("self.a < 5", R"({"a": 4})") == "");
    BOOST_TEST(of_rule("self.a < 5", R"({"a": 5})") == ": failed rule: self.a < 5");
    BOOST_TEST(of_rule("self.a < 5", "{}") == R"(: "object": no such key: a evaluating rule: self.a < 5)");
    BOOST_TEST(of_rule("!has(self.a) || self.a < 5", R"({"a": null})") == "");
    BOOST_TEST(of_rule("self.port == 80", R"({"port": 80})") == "");
    BOOST_TEST(
        of_rule("self.port + 1 == 81", R"({"port": "x"})").starts_with(R"(: "object": 'no such overload)"));
    BOOST_TEST(of_rule("self.a__dot__b == 1", R"({"a.b": 1})") == "");
    BOOST_TEST(of_rule("  ", "{}") == "");
}

BOOST_AUTO_TEST_CASE(lists_compare_as_they_are_declared) {
    BOOST_TEST(of_rule("self.set == ['a', 'b']", R"({"set": ["b", "a"]})") == "");
    BOOST_TEST(of_rule("['a', 'b'] == self.set", R"({"set": ["b", "a"]})") != "");
    BOOST_TEST(of_rule("self.list == [1, 2]", R"({"list": [2, 1]})") != "");
    BOOST_TEST(of_rule("size(self.set + ['a', 'c']) == 3 && self.set + ['c'] == ['c', 'b', 'a']",
                       R"({"set": ["b", "a"]})") == "");
    const char* const rule = "self.keyed == oldSelf.keyed";
    BOOST_TEST(of_rule(rule, R"({"keyed": [{"k": "a", "v": 1}, {"k": "b"}]})",
                       R"({"keyed": [{"k": "b"}, {"k": "a", "v": 1}]})") == "");
    BOOST_TEST(of_rule(rule, R"({"keyed": [{"k": "a", "v": 1}]})", R"({"keyed": [{"k": "a", "v": 2}]})") !=
               "");
    BOOST_TEST(of_rule("(self.keyed + oldSelf.keyed)[0].v == 2 && size(self.keyed + oldSelf.keyed) == 2",
                       R"({"keyed": [{"k": "a", "v": 1}]})",
                       R"({"keyed": [{"k": "a", "v": 2}, {"k": "b"}]})") == "");
}

BOOST_AUTO_TEST_CASE(transition_rules_wait_for_an_old_value) {
    BOOST_TEST(of_rule("self.a >= oldSelf.a", R"({"a": 1})") == "");
    BOOST_TEST(of_rule("self.a >= oldSelf.a", R"({"a": 1})", R"({"a": 2})") != "");
    rule optional = text("oldSelf.hasValue()");
    optional.optional_old = true;
    BOOST_TEST(findings(one(optional), "{}") == ": failed rule: oldSelf.hasValue()");
    BOOST_TEST(findings(one(optional), "{}", "{}") == "");
}

BOOST_AUTO_TEST_CASE(elements_are_correlated_by_their_keys) {
    rule_tree element = one(text("self.v >= oldSelf.v", "v grows"));
    rule_tree list;
    list.element = std::make_shared<rule_tree>(element);
    rule_tree tree;
    tree.fields.emplace("keyed", list);
    BOOST_TEST(findings(tree, R"({"keyed": [{"k": "b", "v": 1}, {"k": "a", "v": 1}, {"k": "c", "v": 0}]})",
                        R"({"keyed": [{"k": "a", "v": 2}, {"k": "b", "v": 1}]})") == "keyed[1]: v grows");
}

BOOST_AUTO_TEST_CASE(unchanged_values_cause_warnings) {
    rule_tree tree;
    tree.fields.emplace("list", one(text("size(self) < 2", "short")));
    tree.fields.emplace("a", one(text("self < 5", "small")));
    const char* const old = R"({"a": 9, "list": [1, 2], "name": "x"})";
    BOOST_TEST(findings(tree, R"({"a": 9, "list": [1, 2], "name": "y"})", old, true) ==
               "warning a: 9: small; warning list: short");
    BOOST_TEST(findings(tree, R"({"a": 8, "list": [2, 1]})", old, true) == "a: 8: small; list: short");
    BOOST_TEST(findings(tree, R"({"a": 9})", old, false) == "a: 9: small");
}

BOOST_AUTO_TEST_CASE(messages_come_from_the_rule_or_its_expression) {
    rule tested = text("self.a < 5", " own ");
    BOOST_TEST(findings(one(tested), R"({"a": 5})") == ": own");
    tested.message_expression = "'a is ' + string(self.a)";
    BOOST_TEST(findings(one(tested), R"({"a": 5})") == ": a is 5");
    tested.message_expression = "self.name";  // absent
    BOOST_TEST(findings(one(tested), R"({"a": 5})") == ": own");
    tested.message_expression = "'a\\nb'";
    BOOST_TEST(findings(one(tested), R"({"a": 5})") == ": own");
    tested.field_path = "a";
    BOOST_TEST(findings(one(tested), R"({"a": 5})") == "a: own");
}

BOOST_AUTO_TEST_CASE(a_spent_budget_ends_the_validation) {
    rule_tree tree = one(text("self.list.all(x, x > 0)"));
    tree.fields.emplace("a", one(text("self > 0")));
    BOOST_TEST(
        findings(tree, R"({"list": [1, 2, 3, 4, 5, 6, 7, 8], "a": 0})", {}, false, 20) ==
        R"(: "object": validation failed due to running out of cost budget, no further validation rules)"
        " will be run");
}

BOOST_AUTO_TEST_CASE(rules_are_compiled_for_their_type) {
    const json_types types(sample_type(), "selfType1");
    const auto error_of = [&](const char* source) {
        const compiled_rule made = compile_rule(text(source), sample_type(), types);
        return made.error.substr(0, made.error.find('\n'));
    };
    BOOST_TEST(error_of("self.a < 5") == "");
    BOOST_TEST(error_of("self.nope") == "compilation failed: ERROR: <input>:1:5: undefined field 'nope'");
    BOOST_TEST(error_of("self.a") == "cel expression must evaluate to a bool");
    BOOST_TEST(error_of("self.keyed[0] == 1") ==
               "compilation failed: ERROR: <input>:1:15: found no matching overload for '_==_' applied to "
               "'(selfType1.keyed.@idx, int)'");
    BOOST_TEST(compile_rule(text("self == oldSelf"), sample_type(), types).uses_old);
    BOOST_TEST(!compile_rule(text("self.a == 1"), sample_type(), types).uses_old);
}

// recognizeKeywordAsFieldName of kube-apiserver, since 1.31.
BOOST_AUTO_TEST_CASE(reserved_words_are_fields_with_or_without_underscores) {
    const json_type self = object({{"namespace", scalar(form::string)}, {"a-b", scalar(form::string)}});
    const json_types types(self, "selfType1");
    const auto compiles = [&](const char* source) {
        return compile_rule(text(source), self, types).error.empty();
    };
    BOOST_TEST(compiles("self.namespace == ''"));
    BOOST_TEST(compiles("self.__namespace__ == ''"));
    BOOST_TEST(compiles("self.a__dash__b == ''"));
    BOOST_TEST(!compiles("self.for == ''"));
    rule_tree tree = one(text("self.namespace == 'x' && self.__namespace__ == 'x'"));
    const boost::json::value good = boost::json::parse(R"({"namespace":"x"})"),
                             bad = boost::json::parse(R"({"namespace":"y"})");
    const rule_set rules(tree, self);
    BOOST_TEST(rules.validate(good, nullptr, false).empty());
    BOOST_TEST(rules.validate(bad, nullptr, false).size() == 1U);
}

// The figures are those of kube-apiserver 1.36: tests/differential, expressions/cost.
BOOST_AUTO_TEST_CASE(costs_are_estimated_from_the_sizes_of_the_type) {
    const auto cost_of = [](const json_type& self, const char* source) {
        const json_types types(self, "selfType1");
        return compile_rule(text(source), self, types).most_cost;
    };
    json_type short_text{form::string};
    set_sizes(short_text, {5, std::nullopt, {}});
    BOOST_TEST(short_text.most_elements == 20U);
    BOOST_TEST(scalar(form::string).most_elements == 3U * 1024 * 1024 - 2);
    BOOST_TEST(list_of(scalar(form::integer)).most_elements == (3U * 1024 * 1024 - 2) / 2);
    const json_type bounded = object({{"x", list_of(short_text, json_type::list_kind::atomic, 10)}});
    const json_type unbounded = object({{"x", list_of(scalar(form::string))}});
    const char* const rule = "self.x.all(y, y.contains('a'))";
    BOOST_TEST(cost_of(bounded, rule) < 200U);
    BOOST_TEST(cost_of(unbounded, rule) > kubernetes_rule_estimate_limit);
}

BOOST_AUTO_TEST_SUITE_END()

}}}  // namespace setpoint::v0::cel
