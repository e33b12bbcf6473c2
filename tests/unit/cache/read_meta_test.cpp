// The beginning of an object, looked at without reading it.
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

BOOST_AUTO_TEST_CASE(a_built_in_kind_tells_its_state_at_once) {
    BOOST_TEST(
        seen(R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","generateName":"a-","namespace":"n",)"
             R"("uid":"u","resourceVersion":"7","generation":1,)") == "n/a u@7");
}

BOOST_AUTO_TEST_CASE(a_custom_resource_tells_it_behind_managed_fields) {
    const std::string fields = R"([{"fieldsV1":{"f:spec":{"k:{\"uid\":\"x\"}":{}}},"manager":"m"}])";
    BOOST_TEST(
        seen(R"({"apiVersion":"x/v1","kind":"X","metadata":{"creationTimestamp":"2026-01-01T00:00:00Z",)"
             R"("managedFields":)" +
             fields +
             R"(,"name":"a","namespace":"n","ownerReferences":[{"uid":"o"}],)"
             R"("resourceVersion":"7","uid":"u"},"spec":{}})") == "n/a u@7");
}

BOOST_AUTO_TEST_CASE(white_space_and_other_orders_are_understood) {
    BOOST_TEST(seen(" { \"spec\" : {\"metadata\":{\"uid\":\"no\"}} , \"n\" : 1.5,\n \"metadata\" :\t{ "
                    "\"uid\" : \"u\" ,"
                    " \"labels\": null, \"resourceVersion\" : \"7\" } }") == "/ u@7");
}

BOOST_AUTO_TEST_CASE(what_is_not_all_there_or_not_plain_is_nothing) {
    for (const char* object :
         {"", "[]", "{", "{}", R"({"kind":"Pod"})", R"({"metadata":{}})", R"({"metadata":{"uid":"u"}})",
          R"({"metadata":{"uid":"u","resourceVersion":"7)", R"({"metadata":{"uid":"u","resourceVersion":7}})",
          R"({"metadata":{"uid":"u\"","resourceVersion":"7"}})",
          R"({"metadata":{"uid":"","resourceVersion":"7"}})",
          R"({"metadata":[{"uid":"u","resourceVersion":"7"}]})", R"({"kind" "Pod","metadata":{"uid":"u"}})"})
        BOOST_TEST(seen(object) == "nothing", object);
}

BOOST_AUTO_TEST_SUITE_END()
