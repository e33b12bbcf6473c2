// Storing an empty list that is always encoded.

#include "apiserver/objects/go_encoding.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(empty_lists_test)

namespace {

boost::json::value stored(std::string_view text) {
    boost::json::object o = boost::json::parse(text).as_object();
    setpoint::apiserver::drop_empty_lists(o);
    return o;
}

}  // namespace

BOOST_AUTO_TEST_CASE(empty_lists_that_are_always_written_are_null) {
    BOOST_TEST(
        stored(R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","rules":[]})") ==
        boost::json::parse(R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","rules":null})"));
    const char* const inside =
        R"({"apiVersion":"rbac.authorization.k8s.io/v1","kind":"Role","rules":[{"verbs":)";
    BOOST_TEST(stored(inside + std::string("[]}]}")) == boost::json::parse(inside + std::string("null}]}")));
    BOOST_TEST(stored(inside + std::string("[\"get\"]}]}")) ==
               boost::json::parse(inside + std::string("[\"get\"]}]}")));
}

BOOST_AUTO_TEST_CASE(definitions_and_custom_resources_keep_empty_lists) {
    for (
        const char* const text :
        {R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","status":{"conditions":[]}})",
         R"({"apiVersion":"example.com/v1","kind":"Role","rules":[]})"})
        BOOST_TEST(stored(text) == boost::json::parse(text));
}

BOOST_AUTO_TEST_SUITE_END()
