#include "setpoint/json/schema.hpp"

#include "sample_types.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace sample;

namespace {

// The types of the web server operator, as users write them.
struct condition {
    interned_string type, status, reason;
    static constexpr auto describe() {
        using self = condition;
        return object("One aspect of the state.", field(&self::type, "type", "What it is about.", required),
                      field(&self::status, "status", "", required, one_of("True", "False", "Unknown")),
                      field(&self::reason, "reason", "Why.", max_length(1024), pattern("^[A-Za-z]*$")));
    }
};
struct web_server_spec {
    std::int32_t replicas = 1;
    std::string image;
    static constexpr auto describe() {
        using self = web_server_spec;
        return object(
            "What the web server should look like.",
            field(&self::replicas, "replicas", "Number of pods to run.", minimum(0), maximum(10000)),
            field(&self::image, "image", "Container image to run.", required, min_length(1),
                  max_length(1024)));
    }
};
struct web_server_status {
    std::int64_t observed_generation = 0;
    std::int32_t replicas = 0;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using self = web_server_status;
        return object(
            "What was last seen of the web server.",
            field(&self::observed_generation, "observedGeneration",
                  "The generation that this status is about."),
            field(&self::replicas, "replicas", "Number of pods that exist."),
            field(&self::conditions, "conditions", "Available, Progressing and Degraded.", list_map("type")));
    }
};
struct web_server {
    web_server_spec spec;
    web_server_status status;
    static constexpr auto describe() {
        using self = web_server;
        return object("A web server.", field(&self::spec, "spec", ""), field(&self::status, "status", ""));
    }
};

struct probe {
    std::int32_t period = 10;
    bool enabled = false;
    static constexpr auto describe() {
        using self = probe;
        return object("How to look.", field(&self::period, "period", ""),
                      field(&self::enabled, "enabled", ""));
    }
};
struct target {
    std::string host;
    std::int32_t port = 443;
    static constexpr auto describe() {
        using self = target;
        return object("Where.", field(&self::host, "host", "", required), field(&self::port, "port", ""));
    }
};
struct rule {
    std::optional<std::string> name;
    std::int32_t weight = 1;
    static constexpr auto describe() {
        using self = rule;
        return object("", field(&self::name, "name", ""), field(&self::weight, "weight", ""));
    }
};
struct demanding {
    std::optional<double> ratio = 0.5;
    std::optional<std::int32_t> retries = 3, none;
    std::int32_t hidden = 7;
    std::string greeting = "hello", empty;
    std::vector<std::string> words{"a"}, no_words;
    std::vector<std::string> unique_words;
    std::map<std::string, std::int32_t> ports{{"http", 80}};
    string_map labels;
    amount memory = make_amount("64"), nothing;
    port where;
    policy restart = policy::never;
    std::optional<policy> maybe_restart;
    probe inner, own{.period = 5};
    std::optional<probe> maybe;
    target there;
    std::vector<rule> rules;
    std::map<std::string, probe> probes;
    boost::json::value anything;
    boost::json::object any_object;
    std::vector<node> trees;
    static constexpr auto describe() {
        using self = demanding;
        return object(
            "", field(&self::ratio, "ratio", "", minimum(0.25), nullable),
            field(&self::retries, "retries", ""), field(&self::none, "none", ""),
            field(&self::hidden, "hidden", "", no_default), field(&self::greeting, "greeting", "", required),
            field(&self::empty, "empty", "", schema::format("uri")),
            field(&self::words, "words", "", min_items(1), max_items(3), max_length(9)),
            field(&self::no_words, "noWords", ""), field(&self::unique_words, "uniqueWords", "", list_set),
            field(&self::ports, "ports", "", maximum(65535), max_items(9)),
            field(&self::labels, "labels", ""), field(&self::memory, "memory", ""),
            field(&self::nothing, "nothing", ""), field(&self::where, "where", ""),
            field(&self::restart, "restart", ""), field(&self::maybe_restart, "maybeRestart", ""),
            field(&self::inner, "inner", ""), field(&self::own, "own", "Its own words."),
            field(&self::maybe, "maybe", ""), field(&self::there, "there", ""),
            field(&self::rules, "rules", "", list_map("name")), field(&self::probes, "probes", ""),
            field(&self::anything, "anything", ""),
            field(&self::any_object, "anyObject", "", preserve_unknown), field(&self::trees, "trees", ""));
    }
};

// Null in combination with every other rule.
struct nullable_members {
    std::optional<policy> choice, initial_choice = policy::never;
    std::optional<std::string> word, name;
    std::optional<std::vector<policy>> choices;
    std::vector<std::optional<policy>> holes;
    std::map<std::string, std::optional<std::int32_t>> gaps;
    static constexpr auto describe() {
        using self = nullable_members;
        return object("", field(&self::choice, "choice", "", nullable),
                      field(&self::initial_choice, "initialChoice", "", nullable),
                      field(&self::word, "word", "", nullable, one_of("TCP", "UDP")),
                      field(&self::name, "name", "", nullable, pattern("^[a-z]*$")),
                      field(&self::choices, "choices", "", nullable), field(&self::holes, "holes", ""),
                      field(&self::gaps, "gaps", ""));
    }
};

std::string schema_of(const json::type_info& type, bool with_defaults) {
    return json::encode(json::openapi_schema(type, with_defaults));
}

std::string property(std::string_view name, bool with_defaults) {
    const auto all = json::openapi_schema(json::type_of<demanding>(), with_defaults);
    return json::encode(all.at("properties").at({name.data(), name.size()}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(schema_test)

BOOST_AUTO_TEST_CASE(the_web_server_types_give_the_schema_that_the_api_server_wants) {
    BOOST_TEST(
        schema_of(json::type_of<web_server_spec>(), true) ==
        R"({"type":"object","description":"What the web server should look like.","properties":{)"
        R"("replicas":{"type":"integer","description":"Number of pods to run.","default":1,"format":"int32","minimum":0,"maximum":10000},)"
        R"("image":{"type":"string","description":"Container image to run.","minLength":1,"maxLength":1024}},"required":["image"]})");
    BOOST_TEST(
        schema_of(json::type_of<web_server_status>(), false) ==
        R"({"type":"object","description":"What was last seen of the web server.","properties":{)"
        R"("observedGeneration":{"type":"integer","description":"The generation that this status is about.","format":"int64"},)"
        R"("replicas":{"type":"integer","description":"Number of pods that exist.","format":"int32"},)"
        R"("conditions":{"type":"array","description":"Available, Progressing and Degraded.","items":{"type":"object","description":"One aspect of the state.","properties":{)"
        R"("type":{"type":"string","description":"What it is about."},"status":{"type":"string","enum":["True","False","Unknown"]},)"
        R"("reason":{"type":"string","description":"Why.","maxLength":1024,"pattern":"^[A-Za-z]*$"}},"required":["type","status"]},)"
        R"("x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["type"]}}})");
    const auto whole = json::openapi_schema(json::type_of<web_server>(), true);
    BOOST_TEST(
        // image is required in it
        !whole.at("properties").at("spec").as_object().contains("default"));
    BOOST_TEST(whole.at("properties").at("spec").at("description") ==
               "What the web server should look like.");
    BOOST_TEST(json::encode(whole.at("properties").at("status").at("default")) == "{}");
}

BOOST_AUTO_TEST_CASE(each_kind_of_field_has_its_schema) {
    struct row {
        std::string_view name, with_defaults, without;  // "" for the same
    };
    const row rows[] = {
        {"ratio", R"({"type":"number","default":0.5,"format":"double","minimum":0.25,"nullable":true})",
         R"({"type":"number","format":"double","minimum":0.25,"nullable":true})"},
        {"retries", R"({"type":"integer","default":3,"format":"int32"})",
         R"({"type":"integer","format":"int32"})"},
        {"none", R"({"type":"integer","format":"int32"})", ""},
        {"hidden", R"({"type":"integer","format":"int32"})", ""},
        {"greeting", R"({"type":"string"})", ""},  // required: no default
        {"empty", R"({"type":"string","format":"uri"})", ""},
        {"words",
         R"({"type":"array","default":["a"],"items":{"type":"string","maxLength":9},"minItems":1,"maxItems":3})",
         R"({"type":"array","items":{"type":"string","maxLength":9},"minItems":1,"maxItems":3})"},
        {"noWords", R"({"type":"array","items":{"type":"string"}})", ""},
        {"uniqueWords", R"({"type":"array","items":{"type":"string"},"x-kubernetes-list-type":"set"})", ""},
        {"ports",
         R"({"type":"object","default":{"http":80},"additionalProperties":{"type":"integer","format":"int32","maximum":65535},"maxProperties":9})",
         R"({"type":"object","additionalProperties":{"type":"integer","format":"int32","maximum":65535},"maxProperties":9})"},
        {"labels", R"({"type":"object","additionalProperties":{"type":"string"}})", ""},
        {"memory",
         R"({"default":"64","anyOf":[{"type":"integer"},{"type":"string"}],"x-kubernetes-int-or-string":true})",
         R"({"anyOf":[{"type":"integer"},{"type":"string"}],"x-kubernetes-int-or-string":true})"},
        {"nothing", R"({"anyOf":[{"type":"integer"},{"type":"string"}],"x-kubernetes-int-or-string":true})",
         ""},
        {"where",
         R"({"anyOf":[{"type":"integer"},{"type":"string"}],"pattern":"^[a-z]*$","x-kubernetes-int-or-string":true})",
         ""},
        {"restart", R"({"type":"string","default":"Never","enum":["Always","OnFailure","Never"]})",
         R"({"type":"string","enum":["Always","OnFailure","Never"]})"},
        {"maybeRestart", R"({"type":"string","enum":["Always","OnFailure","Never"]})", ""},
        {"inner",
         R"({"type":"object","description":"How to look.","default":{},"properties":{"period":{"type":"integer","default":10,"format":"int32"},"enabled":{"type":"boolean","default":false}}})",
         R"({"type":"object","description":"How to look.","properties":{"period":{"type":"integer","format":"int32"},"enabled":{"type":"boolean"}}})"},
        // The member's initialiser counts, not that of its type.
        {"own",
         R"({"type":"object","description":"Its own words.","default":{},"properties":{"period":{"type":"integer","default":5,"format":"int32"},"enabled":{"type":"boolean","default":false}}})",
         R"({"type":"object","description":"Its own words.","properties":{"period":{"type":"integer","format":"int32"},"enabled":{"type":"boolean"}}})"},
        // Absent unless set; then its members have defaults.
        {"maybe",
         R"({"type":"object","description":"How to look.","properties":{"period":{"type":"integer","default":10,"format":"int32"},"enabled":{"type":"boolean","default":false}}})",
         R"({"type":"object","description":"How to look.","properties":{"period":{"type":"integer","format":"int32"},"enabled":{"type":"boolean"}}})"},
        // {} would lack a required member, so it is not a default.
        {"there",
         R"({"type":"object","description":"Where.","properties":{"host":{"type":"string"},"port":{"type":"integer","default":443,"format":"int32"}},"required":["host"]})",
         R"({"type":"object","description":"Where.","properties":{"host":{"type":"string"},"port":{"type":"integer","format":"int32"}},"required":["host"]})"},
        // A list key must be required, or have a default.
        {"rules",
         R"({"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"weight":{"type":"integer","default":1,"format":"int32"}},"required":["name"]},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"]})",
         R"({"type":"array","items":{"type":"object","properties":{"name":{"type":"string"},"weight":{"type":"integer","format":"int32"}},"required":["name"]},"x-kubernetes-list-type":"map","x-kubernetes-list-map-keys":["name"]})"},
        {"probes",
         R"({"type":"object","additionalProperties":{"type":"object","description":"How to look.","properties":{"period":{"type":"integer","default":10,"format":"int32"},"enabled":{"type":"boolean","default":false}}}})",
         R"({"type":"object","additionalProperties":{"type":"object","description":"How to look.","properties":{"period":{"type":"integer","format":"int32"},"enabled":{"type":"boolean"}}}})"},
        {"anything", R"({"x-kubernetes-preserve-unknown-fields":true})", ""},
        {"anyObject", R"({"type":"object","x-kubernetes-preserve-unknown-fields":true})", ""},
    };
    for (const row& r : rows) {
        BOOST_TEST(property(r.name, true) == r.with_defaults);
        BOOST_TEST(property(r.name, false) == (r.without.empty() ? r.with_defaults : r.without));
    }
}

BOOST_AUTO_TEST_CASE(null_is_allowed_beside_each_rule) {
    const auto all = json::openapi_schema(json::type_of<nullable_members>(), true);
    const auto of = [&](std::string_view name) {
        return json::encode(all.at("properties").at({name.data(), name.size()}));
    };
    const std::string choice = R"("type":"string",)",
                      values = R"("anyOf":[{"enum":["Always","OnFailure","Never"]},{"enum":[null]}])";
    BOOST_TEST(of("choice") == "{" + choice + values + R"(,"nullable":true})");
    BOOST_TEST(of("initialChoice") ==
               "{" + choice + R"("default":"Never",)" + values + R"(,"nullable":true})");
    BOOST_TEST(of("word") ==
               R"({"type":"string","anyOf":[{"enum":["TCP","UDP"]},{"enum":[null]}],"nullable":true})");
    BOOST_TEST(of("name") == R"({"type":"string","pattern":"^[a-z]*$","nullable":true})");
    // The list may be null, its entries may not.
    BOOST_TEST(
        of("choices") ==
        R"({"type":"array","items":{"type":"string","enum":["Always","OnFailure","Never"]},"nullable":true})");
    // Unset entries are written as null.
    BOOST_TEST(of("holes") == R"({"type":"array","items":{)" + choice + values + R"(,"nullable":true}})");
    BOOST_TEST(
        of("gaps") ==
        R"({"type":"object","additionalProperties":{"type":"integer","format":"int32","nullable":true}})");
}

BOOST_AUTO_TEST_CASE(a_recursive_type_is_left_open_where_it_repeats) {
    const std::string tree = property("trees", false);
    BOOST_TEST(
        tree.find(
            R"("children":{"type":"array","items":{"type":"object","description":"A tree.","x-kubernetes-preserve-unknown-fields":true)") !=
        tree.npos);
}

BOOST_AUTO_TEST_CASE(required_fields_are_listed_in_the_order_of_the_description) {
    BOOST_TEST(json::encode(json::openapi_schema(json::type_of<demanding>(), true).at("required")) ==
               R"(["greeting"])");
    BOOST_TEST(json::encode(json::openapi_schema(json::type_of<condition>(), true).at("required")) ==
               R"(["type","status"])");
}

BOOST_AUTO_TEST_CASE(merge_patches_follow_rfc_7386) {
    struct row {
        std::string_view target, patch, outcome;
    };
    // The table of RFC 7386, appendix A.
    const row rows[] = {
        {R"({"a":"b"})", R"({"a":"c"})", R"({"a":"c"})"},
        {R"({"a":"b"})", R"({"b":"c"})", R"({"a":"b","b":"c"})"},
        {R"({"a":"b"})", R"({"a":null})", "{}"},
        {R"({"a":"b","b":"c"})", R"({"a":null})", R"({"b":"c"})"},
        {R"({"a":["b"]})", R"({"a":"c"})", R"({"a":"c"})"},
        {R"({"a":"c"})", R"({"a":["b"]})", R"({"a":["b"]})"},
        {R"({"a":{"b":"c"}})", R"({"a":{"b":"d","c":null}})", R"({"a":{"b":"d"}})"},
        {R"({"a":[{"b":"c"}]})", R"({"a":[1]})", R"({"a":[1]})"},
        {R"(["a","b"])", R"(["c","d"])", R"(["c","d"])"},
        {R"({"a":"b"})", R"(["c"])", R"(["c"])"},
        {R"({"a":"foo"})", "null", "null"},
        {R"({"a":"foo"})", "\"bar\"", "\"bar\""},
        {R"({"e":null})", R"({"a":1})", R"({"e":null,"a":1})"},
        {"[1,2]", R"({"a":"b","c":null})", R"({"a":"b"})"},
        {"{}", R"({"a":{"bb":{"ccc":null}}})", R"({"a":{"bb":{}}})"},
    };
    for (const row& r : rows) {
        auto target = json::decode<boost::json::value>(r.target).value();
        json::apply_merge_patch(target, json::decode<boost::json::value>(r.patch).value());
        BOOST_TEST(json::encode(target) == r.outcome);
    }
}

BOOST_AUTO_TEST_CASE(members_that_stay_keep_their_order_when_others_are_removed) {
    auto target = json::decode<boost::json::value>(R"({"a":1,"b":2,"c":null,"d":4,"e":5})").value();
    json::apply_merge_patch(target, json::decode<boost::json::value>(R"({"a":null,"d":null,"f":6})").value());
    BOOST_TEST(json::encode(target) == R"({"b":2,"c":null,"e":5,"f":6})");
}

BOOST_AUTO_TEST_CASE(a_merge_patch_contains_only_changes) {
    struct row {
        std::string_view from, to, patch;
    };
    const row rows[] = {
        {"{}", "{}", "{}"},
        {R"({"a":1,"b":{"c":[1,2]}})", R"({"b":{"c":[1,2]},"a":1})", "{}"},
        {R"({"a":1})", R"({"a":2})", R"({"a":2})"},
        {R"({"a":1,"b":2})", R"({"b":2})", R"({"a":null})"},
        {R"({"a":{"x":1,"y":2}})", R"({"a":{"x":1,"y":3}})", R"({"a":{"y":3}})"},
        {R"({"a":{"x":1}})", R"({"a":{}})", R"({"a":{"x":null}})"},
        {R"({"a":{"x":1}})", R"({"a":[1]})", R"({"a":[1]})"},
        {R"({"a":[1]})", R"({"a":{"x":1}})", R"({"a":{"x":1}})"},
        {R"({"a":[1,2]})", R"({"a":[1]})", R"({"a":[1]})"},
        {"{}", R"({"a":{"b":{}}})", R"({"a":{"b":{}}})"},
        {R"({"a":1})", R"({"a":null})", R"({"a":null})"},
        {R"({"a":null})", R"({"a":null,"b":1})", R"({"b":1})"},
        {"{}", R"({"a":null})", "{}"},
        {"{}", R"({"a":{"b":null}})", R"({"a":{}})"},
    };
    for (const row& r : rows) {
        const auto from = json::decode<boost::json::value>(r.from).value(),
                   to = json::decode<boost::json::value>(r.to).value();
        BOOST_TEST(json::encode(json::merge_patch(from, to)) == r.patch);
    }
}

BOOST_AUTO_TEST_CASE(applying_the_difference_gives_the_other_document) {
    const std::string_view documents[] = {
        "{}",
        R"({"a":1,"b":{"c":{"d":[1,{"e":2}]}},"f":"x"})",
        R"({"b":{"c":{"d":[1]},"g":true}})",
        R"({"b":5,"f":{"x":{}}})",
        R"({"a":{"a":{"a":{}}}})",
    };
    for (const auto from_text : documents)
        for (const auto to_text : documents) {
            auto from = json::decode<boost::json::value>(from_text).value();
            const auto to = json::decode<boost::json::value>(to_text).value();
            json::apply_merge_patch(from, json::merge_patch(from, to));
            BOOST_TEST((from == to), from_text << " to " << to_text << " gave " << json::encode(from));
        }
}

BOOST_AUTO_TEST_SUITE_END()
