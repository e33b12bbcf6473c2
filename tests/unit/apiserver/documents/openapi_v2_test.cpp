// /openapi/v2, in JSON and in gnostic's protobuf.

#include "apiserver/documents/openapi_v2.hpp"

#include "apiserver/documents/openapi.hpp"
#include "apiserver/objects/fields.hpp"
#include "setpoint/core/task_scope.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

#include <optional>

BOOST_AUTO_TEST_SUITE(openapi_v2_documents)

using namespace setpoint;
using namespace setpoint::apiserver;
namespace bj = boost::json;

constexpr const char *new_name = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf",
                     *old_name = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

bj::object widgets(const std::string& plural, const std::string& type) {
    return bj::parse(
               R"({"spec":{"group":"example.com","scope":"Namespaced","names":{"plural":")" + plural +
               R"(","singular":"w","kind":"Kind)" + plural + R"(","listKind":"L"},"versions":[)" +
               R"({"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object",)" +
               R"("properties":{"spec":{"type":")" + type + R"("}}}}}]}})")
        .as_object();
}

struct v2_kinds {
    v2_kinds() { add_builtin_resources(kinds); }

    void define(const std::string& plural, const std::string& type = "string") {
        definitions[plural + ".example.com"] = widgets(plural, type);
        field_errors errors;
        for (const resource_ptr& r : resources_of_crd(definitions[plural + ".example.com"], errors))
            kinds.add(r);
    }
    http::response serve(openapi_documents& of, std::vector<http::header> headers) {
        const http::server_request r{"GET", "/openapi/v2", std::move(headers), {}};
        std::optional<http::response> out;
        task_scope scope(l, "request");
        scope.spawn("request", serve_into(of, r, out));
        l.run_until(l.now());
        BOOST_REQUIRE(out);
        return std::move(*out);
    }
    static awaitable<void> serve_into(openapi_documents& of, const http::server_request& r,
                                      std::optional<http::response>& to) {
        to = co_await of.serve_v2(r);
    }

    virtual_clock time;
    random_source random{1};
    loop l{time, random};
    registry kinds;
    std::map<std::string, bj::object, std::less<>> definitions;
    std::vector<std::string> read;  // names of definitions
    openapi_documents documents{l, kinds, [this](std::string_view name) {
                                    read.emplace_back(name);
                                    return std::make_shared<const bj::object>(definitions.find(name)->second);
                                }};
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

BOOST_FIXTURE_TEST_CASE(v2_describes_the_built_in_kinds, v2_kinds) {
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

awaitable<void> stop_after(loop& l, int turns, task_scope& scope) {
    for (int n = 0; n < turns; ++n) co_await l.yield();
    scope.request_stop();
}

// Counts the turns of the task that makes the document.
struct builder_turns final : loop_observer {
    void turn(std::string_view name, duration, duration) override { n += name == "request"; }
    std::size_t n = 0;
};

BOOST_FIXTURE_TEST_CASE(v2_is_made_in_many_turns_and_kept, v2_kinds) {
    builder_turns turns;
    l.observe(&turns);
    const std::string etag(http::find_header(serve(documents, {}).headers, "ETag"));
    BOOST_TEST(turns.n > 100U);
    turns.n = 0;
    BOOST_TEST(http::find_header(serve(documents, {{"Accept", new_name}}).headers, "ETag") == etag);
    BOOST_TEST(turns.n < 3U);
    l.observe(nullptr);
}

BOOST_FIXTURE_TEST_CASE(v2_makes_only_what_has_changed, v2_kinds) {
    define("as");
    define("bs");
    const http::response first = serve(documents, {});
    BOOST_TEST(read == (std::vector<std::string>{"as.example.com", "bs.example.com"}),
               boost::test_tools::per_element());
    define("bs", "integer");
    const http::response second = serve(documents, {});
    BOOST_TEST(read.size() == 3U);
    BOOST_TEST(read.back() == "bs.example.com");
    BOOST_TEST(http::find_header(second.headers, "ETag") != http::find_header(first.headers, "ETag"));
    const bj::value spec =
        bj::parse(second.body).at_pointer("/definitions/com.example.v1.Kindbs/properties/spec");
    BOOST_TEST(spec.at("type").as_string() == "integer");
    define("bs");
    const http::response third = serve(documents, {});
    BOOST_TEST(third.body == first.body);
    BOOST_TEST(http::find_header(third.headers, "ETag") == http::find_header(first.headers, "ETag"));
    kinds.remove("example.com", "v1", "as");
    kinds.remove("example.com", "v1", "bs");
    BOOST_TEST(serve(documents, {}).body.find("com.example") == std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(v2_is_made_once_for_requests_at_the_same_time, v2_kinds) {
    define("as");
    const http::server_request r{"GET", "/openapi/v2", {}, {}};
    std::optional<http::response> one, two;
    task_scope scope(l, "requests");
    scope.spawn("one", serve_into(documents, r, one));
    scope.spawn("two", serve_into(documents, r, two));
    l.run_until(l.now());
    BOOST_REQUIRE((one && two));
    BOOST_TEST(one->body == two->body);
    BOOST_TEST(read.size() == 1U);
}

BOOST_FIXTURE_TEST_CASE(v2_is_made_by_the_next_request_if_one_is_cancelled, v2_kinds) {
    define("as");
    const http::server_request r{"GET", "/openapi/v2", {}, {}};
    std::optional<http::response> never_made;
    task_scope scope(l, "requests"), other(l, "stop");
    scope.spawn("cancelled", serve_into(documents, r, never_made));
    other.spawn("stop", stop_after(l, 20, scope));
    l.run_until(l.now());
    BOOST_TEST(!never_made);
    BOOST_TEST(bj::parse(serve(documents, {}).body)
                   .at("definitions")
                   .as_object()
                   .contains("io.k8s.api.core.v1.Pod"));
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
