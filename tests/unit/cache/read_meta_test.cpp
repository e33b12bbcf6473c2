// Peeking at the beginning of an object without decoding it.
#include "framework/cache/read_meta.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;

namespace {

std::string seen(std::string_view object) {
    const auto m = peek_meta(object);
    if (!m) return "nothing";
    return std::string(m->ns).append("/").append(m->name).append(" ").append(m->uid).append("@").append(
        m->resource_version);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(read_meta_test)

BOOST_AUTO_TEST_CASE(a_built_in_kind_has_its_state_first) {
    BOOST_TEST(
        seen(R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","generateName":"a-","namespace":"n",)"
             R"("uid":"u","resourceVersion":"7","generation":1,)") == "n/a u@7");
}

BOOST_AUTO_TEST_CASE(a_custom_resource_has_it_after_managed_fields) {
    const std::string fields = R"([{"fieldsV1":{"f:spec":{"k:{\"uid\":\"x\"}":{}}},"manager":"m"}])";
    BOOST_TEST(
        seen(R"({"apiVersion":"x/v1","kind":"X","metadata":{"creationTimestamp":"2026-01-01T00:00:00Z",)"
             R"("managedFields":)" +
             fields +
             R"(,"name":"a","namespace":"n","ownerReferences":[{"uid":"o"}],)"
             R"("resourceVersion":"7","uid":"u"},"spec":{}})") == "n/a u@7");
}

BOOST_AUTO_TEST_CASE(white_space_and_other_orders_are_supported) {
    BOOST_TEST(seen(" { \"spec\" : {\"metadata\":{\"uid\":\"no\"}} , \"n\" : 1.5,\n \"metadata\" :\t{ "
                    "\"uid\" : \"u\" ,"
                    " \"labels\": null, \"resourceVersion\" : \"7\" } }") == "/ u@7");
}

BOOST_AUTO_TEST_CASE(incomplete_or_escaped_texts_give_nothing) {
    for (const char* object :
         {"", "[]", "{", "{}", R"({"kind":"Pod"})", R"({"metadata":{}})", R"({"metadata":{"uid":"u"}})",
          R"({"metadata":{"uid":"u","resourceVersion":"7)", R"({"metadata":{"uid":"u","resourceVersion":7}})",
          R"({"metadata":{"uid":"u\"","resourceVersion":"7"}})",
          R"({"metadata":{"uid":"","resourceVersion":"7"}})",
          R"({"metadata":[{"uid":"u","resourceVersion":"7"}]})", R"({"kind" "Pod","metadata":{"uid":"u"}})"})
        BOOST_TEST(seen(object) == "nothing", object);
}

BOOST_AUTO_TEST_SUITE_END()
