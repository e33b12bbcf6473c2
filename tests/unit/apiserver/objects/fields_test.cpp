#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(fields_test)

namespace {

// In Go, a field that is absent, null or an empty list is a nil or empty slice.
bj::value without_empty_lists(const bj::value& v) {
    if (v.is_array() && v.get_array().empty()) return nullptr;
    if (!v.is_object()) return v;
    bj::object out;
    for (const auto& [key, member] : v.get_object())
        if (const bj::value left = without_empty_lists(member); !left.is_null()) out[key] = left;
    return out;
}

}  // namespace

BOOST_AUTO_TEST_CASE(values_are_the_same_as_for_semantic_deep_equal) {
    const char* const texts[] = {"null",
                                 "true",
                                 "1",
                                 "1.0",
                                 "1.5",
                                 "\"1\"",
                                 "[]",
                                 "[1]",
                                 "[1,2]",
                                 "{}",
                                 R"({"a":1})",
                                 R"({"a":1.0})",
                                 R"({"b":1})",
                                 R"({"a":null})",
                                 "[[{}]]",
                                 "[[{},1]]",
                                 R"({"a":{}})",
                                 R"({"a":[]})",
                                 R"({"a":[1,{"b":2}],"c":3})",
                                 R"({"c":3,"a":[1,{"b":2}]})",
                                 R"({"c":3,"a":[{"b":2},1]})"};
    for (const char* a : texts) {
        for (const char* b : texts) {
            const bj::value x = bj::parse(a), y = bj::parse(b);
            const bool equal = without_empty_lists(x) == without_empty_lists(y);
            BOOST_TEST(same(&x, &y) == equal, a << " and " << b);
        }
    }
}

BOOST_AUTO_TEST_CASE(an_absent_field_is_the_same_as_null) {
    const bj::value null, one = 1;
    BOOST_TEST(same(nullptr, &null));
    BOOST_TEST(same(&null, nullptr));
    BOOST_TEST(!same(nullptr, &one));
    BOOST_TEST(!same(&one, &null));
}

BOOST_AUTO_TEST_SUITE_END()
