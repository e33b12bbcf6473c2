#include "apiserver/kinds/kinds.hpp"
#include "apiserver/objects/fields.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <string>

using namespace setpoint::apiserver;

BOOST_AUTO_TEST_SUITE(endpoint_slice_test)

namespace {

bj::object slice(const std::string& endpoint) {
    return bj::parse(R"({"apiVersion":"discovery.k8s.io/v1","kind":"EndpointSlice","addressType":"IPv4",)"
                     R"("metadata":{"name":"s","namespace":"default","generation":4},"endpoints":[)" +
                     endpoint + "]}")
        .as_object();
}

const bj::object& endpoint_of(const bj::object& slice) {
    return slice.at("endpoints").as_array().at(0).as_object();
}

}  // namespace

BOOST_AUTO_TEST_CASE(topology_that_a_client_writes_is_dropped) {
    bj::object o = slice(R"({"addresses":["10.1.0.1"],"deprecatedTopology":{"a":"b"}})");
    const bj::object old = slice(R"({"addresses":["10.1.0.1"]})");
    endpoint_slice_kind.prepare_update(o, old, {});
    BOOST_TEST(!endpoint_of(o).contains("deprecatedTopology"));
    BOOST_TEST(number_at(object_of(o, "metadata"), "generation").value_or(0) == 5);
}

BOOST_AUTO_TEST_CASE(node_in_stored_topology_becomes_node_name) {
    const char* node = R"({"addresses":["10.1.0.1"],"deprecatedTopology":{"kubernetes.io/hostname":"n"}})";
    bj::object o = slice(node);
    o["addressType"] = "IPv6";
    o.at("endpoints").as_array()[0].as_object()["addresses"] = bj::array{"fd00::1"};
    endpoint_slice_kind.prepare_update(o, slice(node), {});
    BOOST_TEST(text_at(endpoint_of(o), "nodeName") == "n");
}

BOOST_AUTO_TEST_CASE(unchanged_invalid_endpoints_are_accepted) {
    const bj::object o = slice(R"({"addresses":["nowhere"]})");
    field_errors changed, same;
    endpoint_slice_kind.validate_update(o, slice(R"({"addresses":["10.1.0.1"]})"), {}, changed);
    endpoint_slice_kind.validate_update(o, o, {}, same);
    BOOST_TEST(changed.size() == 1U);
    BOOST_TEST(same.empty());
}

BOOST_AUTO_TEST_SUITE_END()
