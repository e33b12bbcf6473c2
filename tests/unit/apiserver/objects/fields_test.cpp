#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(fields_test)

BOOST_AUTO_TEST_CASE(the_same_values_are_those_that_are_equal) {
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
            BOOST_TEST(same(&x, &y) == (x == y), a << " and " << b);
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
