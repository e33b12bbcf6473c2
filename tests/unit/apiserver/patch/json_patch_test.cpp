#include "apiserver/patch/patch.hpp"
#include "sample_schema.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;
using namespace sample;

namespace {

constexpr const char* a_document = R"({"data":{"k":"v","a/b":"c"},"list":[1,2,3],"none":null})";

api_result<bj::object> patched(std::string_view patch) {
    return json_patch(object(a_document), bj::parse({patch.data(), patch.size()}));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_patches)

// Results of kube-apiserver.
BOOST_AUTO_TEST_CASE(operations_change_the_document) {
    struct row {
        const char *patch, *key, *wanted;
    };
    const row rows[] = {
        {R"([{"op":"add","path":"/data/z","value":"1"}])", "data", R"({"k":"v","a/b":"c","z":"1"})"},
        {R"([{"op":"replace","path":"/data/new","value":"n"}])", "data", R"({"k":"v","a/b":"c","new":"n"})"},
        {R"([{"op":"remove","path":"/data/a~1b"}])", "data", R"({"k":"v"})"},
        {R"([{"op":"move","from":"/data/k","path":"/data/kk"}])", "data", R"({"a/b":"c","kk":"v"})"},
        {R"([{"op":"copy","from":"/data/k","path":"/data/kk"}])", "data", R"({"k":"v","a/b":"c","kk":"v"})"},
        {R"([{"op":"copy","from":"/data/zzz","path":"/data/kk"}])", "data",
         R"({"k":"v","a/b":"c","kk":null})"},
        {R"([{"op":"test","path":"/data/missing","value":null}])", "data", R"({"k":"v","a/b":"c"})"},
        {R"([{"op":"test","path":"/data/missing"}])", "data", R"({"k":"v","a/b":"c"})"},
        {R"([{"op":"test","path":"/data","value":{"a/b":"c","k":"v"}}])", "data", R"({"k":"v","a/b":"c"})"},
        {R"([{"op":"add","path":"/list/-","value":4}])", "list", "[1,2,3,4]"},
        {R"([{"op":"add","path":"/list/0","value":0}])", "list", "[0,1,2,3]"},
        {R"([{"op":"add","path":"/list/-1","value":4}])", "list", "[1,2,3,4]"},
        {R"([{"op":"add","path":"/list/3","value":4}])", "list", "[1,2,3,4]"},
        {R"([{"op":"remove","path":"/list/-1"}])", "list", "[1,2]"},
        {R"([{"op":"replace","path":"/list/1","value":[]}])", "list", "[1,[],3]"},
        {R"([{"op":"add","path":"/data/n"}])", "data", R"({"k":"v","a/b":"c","n":null})"},
        {R"([{"op":"replace","path":"","value":{"list":[]}}])", "list", "[]"},
        {R"([])", "list", "[1,2,3]"},
        {R"(null)", "list", "[1,2,3]"},
    };
    for (const row& r : rows) {
        BOOST_TEST_CONTEXT(r.patch) {
            auto got = patched(r.patch);
            BOOST_TEST_REQUIRE(got.has_value());
            BOOST_TEST(got->at(r.key) == bj::parse(r.wanted));
        }
    }
}

BOOST_AUTO_TEST_CASE(patch_is_rejected_without_details_when_an_operation_fails) {
    for (const char* patch : {R"([{"op":"test","path":"/data/k","value":"x"}])",
                              R"([{"op":"test","path":"","value":{}}])",
                              R"([{"op":"test","path":"/list/0","value":1.0}])",
                              R"([{"op":"test","path":"/list/9","value":null}])",
                              R"([{"op":"remove","path":"/data/none"}])",
                              R"([{"op":"remove","path":"/list/3"}])",
                              R"([{"op":"bad","path":"/x"}])",
                              R"([{"path":"/x"}])",
                              R"([{"op":"add","path":"/nope/x","value":1}])",
                              R"([{"op":"add","path":"/none/x","value":1}])",
                              R"([{"op":"add","path":"","value":{}}])",
                              R"([{"op":"add","value":{}}])",
                              R"([{"op":"add","path":"/list/5","value":1}])",
                              R"([{"op":"add","path":"/list/-5","value":1}])",
                              R"([{"op":"add","path":"/list/x","value":1}])",
                              R"([{"op":"replace","path":"","value":3}])",
                              R"([{"op":"replace","path":"","value":[]}])",
                              R"([{"op":"replace","path":"/list/-","value":3}])",
                              R"([{"op":"move","from":"/data/x","path":"/y"}])",
                              R"([{"op":"move","from":"/data","path":"/data/y"}])",
                              R"([null])"}) {
        BOOST_TEST_CONTEXT(patch) {
            auto got = patched(patch);
            BOOST_REQUIRE(got.has_error());
            BOOST_TEST(got.error().code == 422);
            BOOST_TEST(got.error().reason == "Invalid");
            BOOST_TEST(got.error().message ==
                       "the server rejected our request due to an error in our request");
        }
    }
}

BOOST_AUTO_TEST_CASE(malformed_patch_is_rejected_with_the_message_of_kube_apiserver) {
    const std::pair<const char*, const char*> rows[] = {
        {R"({"a":1})", "object into Go value of type []handlers.jsonPatchOp"},
        {R"([1])", "number into Go value of type handlers.jsonPatchOp"},
        {R"([{"op":1,"path":"/data/z"}])", "number into Go struct field jsonPatchOp.op of type string"},
        {R"([{"op":"add","path":5}])", "number into Go struct field jsonPatchOp.path of type string"}};
    for (const auto& [patch, message] : rows) {
        auto got = patched(patch);
        BOOST_REQUIRE(got.has_error());
        BOOST_TEST(got.error().code == 400);
        BOOST_TEST(got.error().message ==
                   std::string("error decoding patch: json: cannot unmarshal ") + message);
    }
    const auto unknown =
        json_patch_unknown_fields(bj::parse(R"([{"op":"test","path":"/a"},{"op":"add","foo":2}])"));
    BOOST_TEST(unknown == std::vector<std::string>{"json patch unknown field \"[1].foo\""},
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(patch_is_rejected_when_it_exceeds_limits) {
    bj::array many(10001, bj::object{{"op", "test"}, {"path", "/data/x"}});
    BOOST_TEST(json_patch(object(a_document), many).error().code == 413);
    bj::array doubling;
    for (int i = 0; i < 30; ++i) {
        doubling.push_back(
            bj::object{{"op", "copy"}, {"from", "/data"}, {"path", "/data/x" + std::to_string(i)}});
    }
    BOOST_TEST(json_patch(object(a_document), doubling).error().code == 422);
    bj::array deep;
    std::string path = "/data";
    for (int i = 0; i < 200; ++i) {
        path += "/x";
        deep.push_back(bj::object{{"op", "add"}, {"path", path}, {"value", bj::object()}});
    }
    BOOST_TEST(json_patch(object(a_document), deep).error().code == 422);
}

BOOST_AUTO_TEST_CASE(maximum_number_of_additions_at_the_front_of_a_list_succeeds) {
    const bj::array adds(10000, bj::object{{"op", "add"}, {"path", "/list/0"}, {"value", 0}});
    const auto grown = json_patch(object(R"({"list":[]})"), adds);
    BOOST_TEST_REQUIRE(grown.has_value());
    BOOST_TEST(grown->at("list").get_array().size() == 10000U);
    const bj::array removes(10000, bj::object{{"op", "remove"}, {"path", "/list/0"}});
    BOOST_TEST(json_patch(*grown, removes).value().at("list").get_array().empty());
}

// Each operation is cheap, but the maximum number of them on an object of maximum size is not.
BOOST_AUTO_TEST_CASE(patch_is_rejected_with_its_operation_when_it_costs_too_much) {
    bj::object wide, longest;
    for (int i = 0; i < 10000; ++i) wide["k" + std::to_string(i)] = i;
    longest["list"] = bj::array(1000000, bj::value(0));
    bj::array keys;
    for (int i = 0; i < 10000; ++i)
        keys.push_back(bj::object{{"op", "add"}, {"path", "/a" + std::to_string(i)}, {"value", 0}});
    const bj::array items(10000, bj::object{{"op", "add"}, {"path", "/list/0"}, {"value", 0}});
    for (const auto& [document, patch] : {std::pair(wide, keys), std::pair(longest, items)}) {
        const auto got = json_patch(document, patch);
        BOOST_TEST_REQUIRE(got.has_error());
        BOOST_TEST(got.error().code == 413);
        const std::string begin =
            "The JSON patch takes more than the allowed maximum of steps, at operation ";
        const std::string& message = got.error().message;
        const std::size_t found = message.find(begin);
        BOOST_TEST_REQUIRE(found != std::string::npos, message);
        const int at = std::stoi(message.substr(found + begin.size()));
        BOOST_TEST(at > 20);
        BOOST_TEST(at < 1000);
    }
}

// Every move nests the document below a chain that the patch contains. A document of a million
// levels could not even be destroyed.
BOOST_AUTO_TEST_CASE(patch_is_rejected_when_moves_nest_the_document_too_deeply) {
    bj::value chain = bj::object();
    std::string bottom = "/b";
    for (int i = 0; i < 60; ++i) {
        chain = bj::object{{"x", std::move(chain)}};
        bottom += "/x";
    }
    bj::array patch = {bj::object{{"op", "add"}, {"path", "/a"}, {"value", bj::object()}}};
    for (int i = 0; i < 3; ++i) {
        if (i == 2) {
            const auto twice = json_patch(object("{}"), patch);
            BOOST_TEST(twice.has_value());
        }
        patch.push_back(bj::object{{"op", "add"}, {"path", "/b"}, {"value", chain}});
        patch.push_back(bj::object{{"op", "move"}, {"from", "/a"}, {"path", bottom + "/y"}});
        patch.push_back(bj::object{{"op", "move"}, {"from", "/b"}, {"path", "/a"}});
    }
    const auto got = json_patch(object("{}"), patch);
    BOOST_TEST_REQUIRE(got.has_error());
    BOOST_TEST(got.error().code == 422);
}

BOOST_AUTO_TEST_CASE(merge_patch_removes_fields_that_are_null) {
    struct row {
        const char *document, *patch, *wanted;
    };
    const row rows[] = {
        {R"({"a":1,"b":{"c":2}})", R"({"a":null,"b":{"d":3}})", R"({"b":{"c":2,"d":3}})"},
        {R"({})", R"({"a":{"b":null,"c":{}},"d":null})", R"({"a":{"c":{}}})"},
        {R"({"a":[1]})", R"({"a":[{"b":null},null]})", R"({"a":[{},null]})"},
        {R"({"a":{"x":1}})", R"({"a":[{"b":null}]})", R"({"a":[{"b":null}]})"},
        {R"({"a":null})", R"({"a":{"b":null}})", R"({"a":{}})"},
        {R"({"a":"x"})", R"({"a":{"b":1}})", R"({"a":{"b":1}})"},
    };
    for (const row& r : rows) {
        BOOST_TEST_CONTEXT(r.patch) {
            BOOST_TEST(merge_patch(object(r.document), object(r.patch)) == object(r.wanted));
        }
    }
}

BOOST_AUTO_TEST_SUITE_END()
