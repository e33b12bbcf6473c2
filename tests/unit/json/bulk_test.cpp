// managedFields, which are skipped ahead of the parser unless they are described.
#include "setpoint/json/decode.hpp"
#include "setpoint/json/describe.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>

#include <map>

using namespace setpoint;

namespace {

struct plain_meta {
    std::string name, uid;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&plain_meta::name, "name", ""), field(&plain_meta::uid, "uid", ""));
    }
};
struct plain {
    plain_meta metadata;
    std::map<std::string, std::string> data;
    boost::json::object free;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&plain::metadata, "metadata", ""), field(&plain::data, "data", ""),
                      field(&plain::free, "free", ""));
    }
};

struct manager {
    std::string name;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&manager::name, "manager", ""));
    }
};
struct curious {
    std::vector<manager> managers;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&curious::managers, "managedFields", ""));
    }
};

// In two pieces, split at each position in turn; and byte by byte.
template <class T, class Check>
void in_all_ways(std::string_view document, Check check) {
    json::decoder d;
    for (std::size_t cut = 0; cut <= document.size(); ++cut) {
        T value;
        d.start(json::type_of<T>(), &value);
        BOOST_TEST_REQUIRE(d.write(document.substr(0, cut)).has_value());
        BOOST_TEST_REQUIRE(d.write(document.substr(cut)).has_value());
        BOOST_TEST_REQUIRE(d.finish().has_value(), "cut at " << cut);
        BOOST_TEST(d.done());
        check(value);
    }
    T value;
    d.start(json::type_of<T>(), &value);
    for (const char& c : document) BOOST_TEST_REQUIRE(d.write({&c, 1}).has_value());
    BOOST_TEST_REQUIRE(d.finish().has_value());
    check(value);
}

std::string failure(std::string_view document, std::size_t cut) {
    json::decoder d;
    plain value;
    d.start(json::type_of<plain>(), &value);
    auto ok = d.write(document.substr(0, cut));
    if (ok) ok = d.write(document.substr(cut));
    if (ok) ok = d.finish();
    return ok ? "" : ok.error().message;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(bulk_test)

BOOST_AUTO_TEST_CASE(text_before_and_after_it_is_read) {
    const std::string entry = R"({"fieldsV1":{"k:{\"name\":\"a]}\"}":{".":{}}},"manager":"us"})";
    for (const std::string& fields :
         {std::string("[]"), "[" + entry + "]", "[" + entry + ",\n " + entry + "]"}) {
        const std::string text =
            R"({"managedFields":3,"metadata":{"name":"n","managedFields":)" + fields +
            R"(,"uid":"u"},"data":{"managedFields":"kept"},"free":{"managedFields":[{"a":1}]}})";
        in_all_ways<plain>(text, [](const plain& p) {
            BOOST_TEST(p.metadata.name == "n");
            BOOST_TEST(p.metadata.uid == "u");
            BOOST_TEST(p.data.at("managedFields") == "kept");
            BOOST_TEST(boost::json::serialize(p.free) == R"({"managedFields":[{"a":1}]})");
        });
    }
}

BOOST_AUTO_TEST_CASE(it_is_read_where_it_is_described) {
    in_all_ways<curious>(R"({"managedFields":[{"manager":"a"},{"manager":"b"}]})", [](const curious& c) {
        BOOST_TEST_REQUIRE(c.managers.size() == 2u);
        BOOST_TEST(c.managers[1].name == "b");
    });
}

BOOST_AUTO_TEST_CASE(names_and_strings_that_look_like_it_are_not_mistaken_for_it) {
    in_all_ways<plain>(
        R"({"data":{"a":"managedFields","\"managedFields":"b","managedFields\":":"c"},"x":"\"managedFields\":["})",
        [](const plain& p) {
            BOOST_TEST(p.data.at("a") == "managedFields");
            BOOST_TEST(p.data.at("\"managedFields") == "b");
            BOOST_TEST(p.data.at("managedFields\":") == "c");
        });
    in_all_ways<plain>(
        R"({"metadata":{"\"managedFields":["x"],"managedFields" : [1],"managedFields":"v","name":"n"}})",
        [](const plain& p) { BOOST_TEST(p.metadata.name == "n"); });
}

BOOST_AUTO_TEST_CASE(a_document_that_ends_in_it_or_breaks_after_it_is_rejected_at_any_split) {
    const std::string whole = R"({"metadata":{"managedFields":[{"a":"b"}],"name":"n"}})";
    for (std::size_t size = 1; size < whole.size(); ++size) {
        const std::string expected = failure(whole.substr(0, size), size);
        BOOST_TEST(!expected.empty());
        for (std::size_t cut = 0; cut < size; ++cut)
            BOOST_TEST(failure(whole.substr(0, size), cut) == expected);
    }
    for (const std::string_view broken :
         {R"({"metadata":{"managedFields":[] "name":"n"}})", R"({"metadata":"managedFields":[]})",
          R"({"metadata":{"managedFields":]}})", R"(["managedFields":[]])",
          R"({"metadata":{}}"managedFields":[])"}) {
        const std::string expected = failure(broken, broken.size());
        BOOST_TEST(!expected.empty());
        for (std::size_t cut = 0; cut < broken.size(); ++cut) BOOST_TEST(failure(broken, cut) == expected);
    }
}

BOOST_AUTO_TEST_CASE(it_may_be_nested_deeper_than_the_parser_supports) {
    const std::string deep = std::string(200, '[') + std::string(200, ']');
    in_all_ways<plain>(R"({"metadata":{"managedFields":[)" + deep + R"(],"x":)" + deep + R"(,"y":[)" +
                           std::string(100, '[') + R"({"managedFields":[1]})" + std::string(100, ']') +
                           R"(],"name":"n"}})",
                       [](const plain& p) { BOOST_TEST(p.metadata.name == "n"); });
}

BOOST_AUTO_TEST_SUITE_END()
