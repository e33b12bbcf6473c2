// What a client that prefers protobuf is answered with.
#include "testkit/story/accepted_json.hpp"

#include <boost/test/unit_test.hpp>

using setpoint::story::accept_as_json;

BOOST_AUTO_TEST_SUITE(accepted_json_test)

BOOST_AUTO_TEST_CASE(other_encodings_become_json) {
    BOOST_TEST(accept_as_json("application/json") == "application/json");
    BOOST_TEST(accept_as_json("application/vnd.kubernetes.protobuf") == "application/json");
    BOOST_TEST(accept_as_json("application/vnd.kubernetes.protobuf;stream=watch,application/json") ==
               "application/json,application/json");
    BOOST_TEST(accept_as_json("application/cbor-seq, */*;q=0.8") == "application/json,*/*;q=0.8");
    BOOST_TEST(accept_as_json("") == "");
}

// client-go's metadata client, and kubectl's.
BOOST_AUTO_TEST_CASE(the_form_that_a_client_asks_for_stays) {
    const std::string metadata = ";as=PartialObjectMetadata;g=meta.k8s.io;v=v1";
    BOOST_TEST(accept_as_json("application/vnd.kubernetes.protobuf" + metadata + ",application/json" +
                              metadata + ",application/json") ==
               "application/json" + metadata + ",application/json" + metadata + ",application/json");
    BOOST_TEST(accept_as_json(
                   "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1") ==
               "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1");
    const std::string table = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
    BOOST_TEST(accept_as_json(table) == table);
}

BOOST_AUTO_TEST_SUITE_END()
