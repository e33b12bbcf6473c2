// /openapi/v2, in JSON and in gnostic's protobuf.

#include "apiserver/rest/openapi_v2.hpp"

#include "apiserver/objects/fields.hpp"
#include "apiserver/rest/openapi.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>

BOOST_AUTO_TEST_SUITE(openapi_v2_documents)

using namespace setpoint;
using namespace setpoint::apiserver;
namespace bj = boost::json;

constexpr const char *new_name = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
                     *old_name = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

struct v2_kinds {
    v2_kinds() { add_builtin_resources(kinds); }
    registry kinds;
};

// Reads the fields of a message in turn.
struct message_reader {
    std::string_view rest;

    std::uint64_t varint() {
        std::uint64_t out = 0;
        for (int shift = 0; !rest.empty() && shift < 64; shift += 7) {
            const auto byte = static_cast<unsigned char>(rest.front());
            rest.remove_prefix(1);
            out |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
            if (byte < 0x80) break;
        }
        return out;
    }
    // The bytes of the field; of a number "".
    std::optional<std::pair<int, std::string_view>> next() {
        if (rest.empty()) return std::nullopt;
        const std::uint64_t tag = varint();
        std::string_view bytes;
        if ((tag & 7) == 0) varint();
        if ((tag & 7) == 1) rest.remove_prefix(8);
        if ((tag & 7) == 2) {
            const std::uint64_t size = varint();
            BOOST_REQUIRE(size <= rest.size());
            bytes = rest.substr(0, size);
            rest.remove_prefix(size);
        }
        return std::pair(static_cast<int>(tag >> 3), bytes);
    }
};

std::vector<std::string_view> fields_of(std::string_view message, int number) {
    std::vector<std::string_view> out;
    message_reader reader{message};
    while (const auto field = reader.next())
        if (field->first == number) out.push_back(field->second);
    return out;
}

// The value of a map's member, each of which has a name and a value.
std::string_view member_of(std::string_view map, int number, std::string_view name) {
    for (const std::string_view one : fields_of(map, number))
        if (fields_of(one, 1).at(0) == name) return fields_of(one, 2).at(0);
    BOOST_FAIL("no member " << name);
    return {};
}

http::response serve(openapi_documents& documents, std::vector<http::header> headers) {
    return *documents.serve({"GET", "/openapi/v2", std::move(headers), {}});
}

BOOST_FIXTURE_TEST_CASE(v2_describes_the_built_in_kinds, v2_kinds) {
    openapi_documents documents(kinds, {});
    const http::response r = serve(documents, {});
    BOOST_TEST(http::find_header(r.headers, "Content-Type") == "application/json");
    const bj::object document = bj::parse(r.body).as_object();
    const bj::object& definitions = document.at("definitions").as_object();
    const bj::object& spec =
        object_of(definitions.at("io.k8s.api.apps.v1.Deployment").as_object(), {"properties", "spec"});
    BOOST_TEST(text_at(spec, "$ref") == "#/definitions/io.k8s.api.apps.v1.DeploymentSpec");
    BOOST_TEST(!spec.contains("allOf"));
    const bj::object& protocol =
        object_of(definitions.at("io.k8s.api.core.v1.ContainerPort").as_object(), {"properties", "protocol"});
    BOOST_TEST(!protocol.contains("default"));
    BOOST_TEST(text_at(definitions.at("io.k8s.apimachinery.pkg.api.resource.Quantity").as_object(), "type") ==
               "string");
    const bj::object& patch = object_of(document.at("paths").as_object(),
                                        {"/apis/apps/v1/namespaces/{namespace}/deployments/{name}", "patch"});
    BOOST_TEST(list_of(patch, "consumes").size() == 4U);
    BOOST_TEST(text_at(object_of(patch, "x-kubernetes-group-version-kind"), "kind") == "Deployment");
    BOOST_TEST(text_at(list_of(patch, "parameters").at(0).as_object(), "in") == "body");
}

BOOST_FIXTURE_TEST_CASE(v2_is_sent_in_the_accepted_form, v2_kinds) {
    openapi_documents documents(kinds, {});
    const auto type = [&](const char* accept) {
        const http::response r = serve(documents, {{"Accept", accept}});
        return r.status == 200 ? std::string(http::find_header(r.headers, "Content-Type"))
                               : std::to_string(r.status);
    };
    BOOST_TEST(type(old_name) == new_name);
    BOOST_TEST(type(new_name) == new_name);
    BOOST_TEST(type("application/json") == "application/json");
    BOOST_TEST(type("*/*") == "application/json");
    BOOST_TEST(type((std::string("application/json;q=0.1, ") + old_name).c_str()) == new_name);
    BOOST_TEST(type("text/html") == "406");
    const http::response r = serve(documents, {});
    const std::string etag(http::find_header(r.headers, "ETag"));
    BOOST_TEST(serve(documents, {{"If-None-Match", etag}}).status == 304);
}

BOOST_FIXTURE_TEST_CASE(v2_in_protobuf_has_the_same_definitions, v2_kinds) {
    openapi_documents documents(kinds, {});
    const std::string body = serve(documents, {{"Accept", new_name}}).body;
    const bj::object json = bj::parse(serve(documents, {}).body).as_object();
    BOOST_TEST(fields_of(body, 1).at(0) == "2.0");
    const std::string_view definitions = fields_of(body, 9).at(0), paths = fields_of(body, 8).at(0);
    BOOST_TEST(fields_of(definitions, 1).size() == json.at("definitions").as_object().size());
    BOOST_TEST(fields_of(paths, 2).size() == json.at("paths").as_object().size());
    const std::string_view schema = member_of(definitions, 1, "io.k8s.api.apps.v1.DeploymentSpec");
    const std::string_view replicas = member_of(fields_of(schema, 25).at(0), 1, "replicas");
    BOOST_TEST(fields_of(replicas, 2).at(0) == "int32");
    BOOST_TEST(fields_of(fields_of(replicas, 22).at(0), 1).at(0) == "integer");
    BOOST_TEST(fields_of(schema, 19).size() == 2U);  // selector and template are required
    const std::string_view kind = member_of(definitions, 1, "io.k8s.api.apps.v1.Deployment");
    const std::string_view identity = member_of(kind, 31, "x-kubernetes-group-version-kind");
    BOOST_TEST(bj::parse(std::string(fields_of(identity, 2).at(0))).at(0).at("kind").as_string() ==
               "Deployment");
}

BOOST_AUTO_TEST_CASE(what_v2_cannot_express_is_dropped) {
    bj::object schema =
        bj::parse(R"({"type":"object","required":["a","b"],"oneOf":[{"required":["a"]}],"properties":{
        "a":{"type":"string","nullable":true},"b":{"type":"string","default":"x"},
        "c":{"type":"object","x-kubernetes-preserve-unknown-fields":true,"properties":{"d":{"type":"string"}}},
        "e":{"type":"array"}}})")
            .as_object();
    drop_unsupported_by_v2(schema);
    BOOST_TEST((bj::value(schema) == bj::parse(R"({"type":"object","required":["b"],"properties":{"a":{},
        "b":{"type":"string","default":"x"},"c":{"x-kubernetes-preserve-unknown-fields":true},"e":{}}})")));
}

BOOST_AUTO_TEST_SUITE_END()
