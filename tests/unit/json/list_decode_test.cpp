#include "sample_types.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <list>

using namespace setpoint;
using namespace sample;

namespace {

template <class T>
struct collector : json::list_handler {
    void* next_item() override { return &items.emplace_back(); }
    void item_done() override { done.push_back(json::encode(items.back())); }
    std::list<T> items;
    std::vector<std::string> done;
};

constexpr std::string_view metadata =
    R"("metadata":{"resourceVersion":"77","continue":"abc","remainingItemCount":12,"selfLink":""})";
constexpr std::string_view items = R"("items":[{"name":"a","children":[{"name":"aa"},{}]},{"name":"b"},{}])";

}  // namespace

BOOST_AUTO_TEST_SUITE(list_decode_test)

BOOST_AUTO_TEST_CASE(items_and_metadata_are_found_in_any_order_and_at_any_split) {
    const std::string documents[] = {
        fmt::format(R"({{"kind":"NodeList","apiVersion":"v1",{},{}}})", metadata, items),
        fmt::format(R"({{{},"x":{{"items":[1]}},{},"kind":"NodeList"}})", items, metadata),
    };
    for (const std::string_view document : documents) {
        for (std::size_t at = 0; at <= document.size(); ++at) {
            collector<node> c;
            json::list_decoder d(json::type_of<node>(), c);
            BOOST_REQUIRE(d.write(document.substr(0, at)).has_value());
            BOOST_REQUIRE(d.write(document.substr(at)).has_value());
            BOOST_REQUIRE(d.finish().has_value());
            BOOST_REQUIRE(c.done.size() == 3);
            BOOST_TEST(c.done[0] == R"({"name":"a","children":[{"name":"aa"},{}]})");
            BOOST_TEST(c.done[1] == R"({"name":"b"})");
            BOOST_TEST(c.done[2] == "{}");
            BOOST_TEST(d.meta().resource_version == "77");
            BOOST_TEST(d.meta().continue_token == "abc");
            BOOST_TEST(d.meta().remaining == 12);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_item_is_handed_over_as_soon_as_it_is_complete) {
    collector<node> c;
    json::list_decoder d(json::type_of<node>(), c);
    BOOST_REQUIRE(d.write(R"({"items":[{"name":"a","children":[{"name":"aa"})").has_value());
    BOOST_TEST(c.items.size() == 1U);
    BOOST_TEST(c.done.size() == 0U);  // nested items of the same type are not counted
    BOOST_REQUIRE(d.write("]}").has_value());
    BOOST_TEST(c.done.size() == 1U);
    BOOST_REQUIRE(d.write(",{").has_value());
    BOOST_TEST(c.items.size() == 2U);
    BOOST_TEST(c.done.size() == 1U);
}

BOOST_AUTO_TEST_CASE(empty_and_absent_items_are_fine) {
    for (const std::string_view document : {R"({"metadata":{"resourceVersion":"5"},"items":[]})",
                                            R"({"metadata":{"resourceVersion":"5"},"items":null})",
                                            R"({"metadata":{"resourceVersion":"5"}})"}) {
        collector<node> c;
        json::list_decoder d(json::type_of<node>(), c);
        BOOST_REQUIRE(d.write(document).has_value());
        BOOST_REQUIRE(d.finish().has_value());
        BOOST_TEST(c.items.empty());
        BOOST_TEST(d.meta().resource_version == "5");
        BOOST_TEST(d.meta().continue_token == "");
        BOOST_TEST(d.meta().remaining == 0);
    }
}

BOOST_AUTO_TEST_CASE(dynamic_items_are_handed_over_too) {
    collector<boost::json::value> c;
    json::list_decoder d(json::type_of<boost::json::value>(), c);
    BOOST_REQUIRE(d.write(R"({"items":[{"kind":"A","x":[{}]},{"kind":"B"}]})").has_value());
    BOOST_TEST((c.done == std::vector<std::string>{R"({"kind":"A","x":[{}]})", R"({"kind":"B"})"}));
}

BOOST_AUTO_TEST_CASE(errors_name_the_item) {
    struct row {
        std::string_view document, message;
    };
    const row rows[] = {
        {R"({"items":[{},{},{"children":[{},{"name":1}]}]})",
         "items[2].children[1].name: expected a string, found a number"},
        {R"({"items":[{},5]})", "items[1]: expected an object, found a number"},
        {R"({"items":{}})", "items: expected a list, found an object"},
        {R"({"metadata":{"remainingItemCount":"x"}})",
         "metadata.remainingItemCount: expected an integer, found a string"},
        {"[]", "expected an object, found a list"},
        {R"({"items":[{"name":)", "the document ends too early, after 18 bytes, near items[0].name"},
    };
    for (const row& r : rows) {
        collector<node> c;
        json::list_decoder d(json::type_of<node>(), c);
        auto result = d.write(r.document);
        if (result) result = d.finish();
        BOOST_REQUIRE(!result);
        BOOST_TEST(result.error().message == r.message);
    }
}

namespace {

struct forgiving : collector<node> {
    bool item_failed(const error& e) override {
        failures.push_back(e.message);
        items.pop_back();
        return true;
    }
    std::vector<std::string> failures;
};

}  // namespace

BOOST_AUTO_TEST_CASE(a_handler_may_skip_items_that_do_not_fit_at_any_split) {
    const struct {
        std::string_view item, failure;
    } cases[] = {
        {R"({"name":7,"children":[{"name":"x"}]})", "items[1].name: expected a string, found a number"},
        {R"({"name":{"a":[{}]},"x":[]})", "items[1].name: expected a string, found an object"},
        {R"({"name":["a",{"b":{}}]})", "items[1].name: expected a string, found a list"},
        {R"({"children":[{},{"children":[{"name":true,"y":{"z":1}},{}]}],"name":"n"})",
         "items[1].children[1].children[0].name: expected a string, found a boolean"},
        {R"({"children":{"a":{}}})", "items[1].children: expected a list, found an object"},
        {"[[],{}]", "items[1]: expected an object, found a list"},
        {"5", "items[1]: expected an object, found a number"},
        {"\"s\"", "items[1]: expected an object, found a string"},
        {"false", "items[1]: expected an object, found a boolean"},
    };
    for (const auto& c : cases) {
        BOOST_TEST_CONTEXT(c.item) {
            const std::string document = fmt::format(
                R"({{"items":[{{"name":"a"}},{},{{"name":"b"}}],"metadata":{{"resourceVersion":"5"}}}})",
                c.item);
            for (std::size_t at = 0; at <= document.size(); ++at) {
                forgiving f;
                json::list_decoder d(json::type_of<node>(), f);
                BOOST_REQUIRE(d.write(std::string_view(document).substr(0, at)).has_value());
                BOOST_REQUIRE(d.write(std::string_view(document).substr(at)).has_value());
                BOOST_REQUIRE(d.finish().has_value());
                BOOST_REQUIRE(f.done.size() == 2);
                BOOST_TEST(f.done[0] == R"({"name":"a"})");
                BOOST_TEST(f.done[1] == R"({"name":"b"})");
                BOOST_REQUIRE(f.failures.size() == 1);
                BOOST_TEST(f.failures[0] == c.failure);
                BOOST_TEST(d.meta().resource_version == "5");
            }
        }
    }
}

BOOST_AUTO_TEST_CASE(an_item_may_be_as_deep_as_a_document_and_deeper_ones_can_be_skipped) {
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    const auto list = [](const std::string& item) {
        return R"({"items":[{"a":1},)" + item + R"(,{"b":2}],"metadata":{"resourceVersion":"5"}})";
    };
    for (const std::size_t depth : {64U, 65U, 1000U}) {
        const std::string document = list(nested(depth));
        for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, document.size()}) {
            struct : collector<boost::json::value> {
                bool item_failed(const error& e) override {
                    failure = e.message;
                    return true;
                }
                std::string failure;
            } c;
            json::list_decoder d(json::type_of<boost::json::value>(), c);
            for (std::size_t at = 0; at < document.size(); at += piece)
                BOOST_REQUIRE(d.write(std::string_view(document).substr(at, piece)).has_value());
            BOOST_REQUIRE(d.finish().has_value());
            BOOST_TEST(c.failure == (depth == 64 ? "" : "items[1]: nested deeper than 66 levels"));
            BOOST_TEST(c.done.size() == (depth == 64 ? 3u : 2u));
            BOOST_TEST(c.done.back() == R"({"b":2})");
            BOOST_TEST(d.meta().resource_version == "5");
        }
        // If the handler requires every item, the list ends there.
        collector<boost::json::value> strict;
        json::list_decoder d(json::type_of<boost::json::value>(), strict);
        BOOST_TEST(d.write(document).has_value() == (depth == 64));
    }
}

BOOST_AUTO_TEST_CASE(items_with_a_part_that_is_too_deep_are_skipped_at_any_split) {
    struct : collector<everything> {
        bool item_failed(const error& e) override {
            failures.push_back(e.message);
            items.pop_back();
            return true;
        }
        std::vector<std::string> failures;
    } const blank;
    const std::string deep = std::string(80, '[') + R"("]\"[{")" + std::string(80, ']');
    const std::string document = R"({"items":[{"string":"a","x":)" + deep +
                                 R"(},{"string":"b","anything":{"k":[1,)" + deep +
                                 R"(,2],"l":"m"},"flag":true},{"anything":)" + deep +
                                 R"(},{"string":"c"}],"metadata":{"resourceVersion":"5"}})";
    for (std::size_t at = 0; at <= document.size(); ++at) {
        auto c = blank;
        json::list_decoder d(json::type_of<everything>(), c);
        BOOST_REQUIRE(d.write(std::string_view(document).substr(0, at)).has_value());
        BOOST_REQUIRE(d.write(std::string_view(document).substr(at)).has_value());
        BOOST_REQUIRE(d.finish().has_value());
        BOOST_REQUIRE(c.items.size() == 2u);
        BOOST_TEST(c.items.front().string == "a");
        BOOST_TEST(c.items.back().string == "c");
        BOOST_TEST(
            (c.failures == std::vector<std::string>{"items[1].anything: nested deeper than 66 levels",
                                                    "items[2].anything: nested deeper than 66 levels"}));
        BOOST_TEST(d.meta().resource_version == "5");
    }
}

BOOST_AUTO_TEST_CASE(malformed_json_and_errors_outside_the_items_fail_the_list) {
    for (const std::string_view document : {R"({"items":[{"name":"a"},{"name":"b",}]})",
                                            R"({"metadata":5,"items":[]})", R"({"items":{"a":1}})"}) {
        forgiving f;
        json::list_decoder d(json::type_of<node>(), f);
        auto ok = d.write(document);
        if (ok) ok = d.finish();
        BOOST_TEST(!ok.has_value());
        BOOST_TEST(f.failures.empty());
    }
}

BOOST_AUTO_TEST_SUITE_END()
