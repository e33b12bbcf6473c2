// Response formats by Accept header. Expectations are responses of a real 1.36.3 server.

#include "apiserver/format/negotiate.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver { namespace {

http::server_request asking(std::string accept, std::string target = "/api/v1/pods") {
    http::server_request r{"GET", std::move(target), {}, {}};
    if (!accept.empty()) r.headers.push_back({"Accept", std::move(accept)});
    return r;
}

struct accept_case {
    std::string accept;
    std::string outcome;  // "json plain", or the message of the 406
};

std::string outcome_of(const api_result<answer_format>& f) {
    if (!f) return f.error().message;
    static constexpr const char* shapes[] = {"plain", "table", "partial", "partial list", "discovery"};
    static constexpr const char* types[] = {"json ", "yaml ", "protobuf "};
    return std::string(types[static_cast<std::size_t>(f->type)]) + shapes[static_cast<std::size_t>(f->as)] +
           (f->meta_version == "v1" ? "" : " " + f->meta_version) + (f->pretty ? " pretty" : "");
}

const std::string all_types = "application/json, application/yaml, application/vnd.kubernetes.protobuf";
const std::string no_route = "406: Not Acceptable\n\nAvailable representations: " + all_types;
const std::string no_type = "only the following media types are accepted: " + all_types;

const accept_case cases[] = {
    {"", "json plain"},
    {"*/*;q=0.5", "json plain"},
    {"application/json;as=Table;v=v1;g=meta.k8s.io", "json table"},
    {"application/json;as=Table;v=v1beta1;g=meta.k8s.io", "json table v1beta1"},
    {"application/json;as=Table;v=v1;g=meta.k8s.io,application/"
     "json;as=Table;v=v1beta1;g=meta.k8s.io,application/json",
     "json table"},
    {"application/json;as=Table;v=v2;g=meta.k8s.io", no_type},
    {"application/json;as=Table;v=v1;g=foo", no_type},
    {"application/json;as=Table;v=v1;g=meta.k8s.io;q=0.1,application/json", "json plain"},
    {"application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io", "json partial"},
    {"application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io", "json partial list"},
    {"application/vnd.kubernetes.protobuf,application/json", "protobuf plain"},
    {"application/vnd.kubernetes.protobuf;q=0.5,application/json", "json plain"},
    {"application/vnd.kubernetes.protobuf", "protobuf plain"},
    {"application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1", no_type},
    {"application/vnd.kubernetes.protobuf;as=Table;g=meta.k8s.io;v=v1,application/json", "json plain"},
    {"application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,"
     "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json",
     "protobuf partial"},
    {"application/yaml", "yaml plain"},
    {"application/yaml;as=Table;v=v1;g=meta.k8s.io", "yaml table"},
    {"application/json;pretty=1", "json plain pretty"},
    {"application/json;stream=watch", "json plain"},
    {"application/json;foo=bar", "json plain"},
    {"text/plain, application/json;q=0", "json plain"},
    {"text/html", no_route},
    {"application/cbor", no_route},
    {"application/*", no_route},
};

BOOST_AUTO_TEST_CASE(formats_are_those_of_the_accept_header) {
    for (const accept_case& c : cases) {
        BOOST_TEST_CONTEXT(c.accept) {
            BOOST_TEST(outcome_of(negotiate(asking(c.accept), false, route::one)) == c.outcome);
        }
    }
}

BOOST_AUTO_TEST_CASE(reviews_have_no_table) {
    const auto outcome = [](const char* accept) {
        return outcome_of(negotiate(asking(accept), false, route::one, transforms::metadata));
    };
    BOOST_TEST(outcome("application/json;as=Table;v=v1;g=meta.k8s.io") == no_type);
    BOOST_TEST(outcome("application/json;as=Table;v=v1;g=meta.k8s.io,application/json") == "json plain");
    BOOST_TEST(outcome("application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io") == "json partial");
}

BOOST_AUTO_TEST_CASE(custom_resources_have_no_check_of_routes) {
    BOOST_TEST(outcome_of(negotiate(asking("application/*"), true, route::one)) == "json plain");
    BOOST_TEST(outcome_of(negotiate(asking("text/html"), true, route::one)) == no_type);
}

BOOST_AUTO_TEST_CASE(routes_of_lists_name_the_types_of_watches_too) {
    BOOST_TEST(outcome_of(negotiate(asking("application/*"), false, route::list)) ==
               no_route +
                   ", application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch");
    BOOST_TEST(outcome_of(negotiate(asking("application/json;as=Nope"), false, route::watch)) == no_type);
}

BOOST_AUTO_TEST_CASE(yaml_watches_are_rejected) {
    BOOST_TEST(outcome_of(negotiate(asking("application/yaml"), false, route::watch)) ==
               "only the following media types are accepted: application/json;stream=watch, "
               "application/vnd.kubernetes.protobuf;stream=watch");
}

BOOST_AUTO_TEST_CASE(custom_resources_have_only_their_metadata_in_protobuf) {
    const auto outcome = [](const char* accept) {
        return outcome_of(negotiate(asking(accept), true, route::one));
    };
    BOOST_TEST(outcome("application/vnd.kubernetes.protobuf") == no_type);
    BOOST_TEST(outcome("application/vnd.kubernetes.protobuf,application/json") == "json plain");
    BOOST_TEST(
        outcome("application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1") ==
        "protobuf partial list");
}

BOOST_AUTO_TEST_CASE(errors_are_protobuf_for_clients_that_prefer_it) {
    const http::response a =
        error_response(object_not_found({"", "pods"}, "nope"), asking("application/vnd.kubernetes.protobuf"));
    BOOST_TEST(a.status == 404);
    BOOST_TEST(a.headers.front().value == "application/vnd.kubernetes.protobuf");
    BOOST_TEST(a.body.starts_with(std::string("k8s\0\x0a\x0c\x0a\x02v1\x12\x06Status", 18)));
}

BOOST_AUTO_TEST_CASE(responses_are_indented_for_humans) {
    http::server_request r = asking("");
    r.headers.push_back({"User-Agent", "curl/8.1"});
    BOOST_TEST(negotiate(r, false, route::one)->pretty);
    r.target = "/api/v1/pods?pretty=false";
    BOOST_TEST(!negotiate(r, false, route::one)->pretty);
    BOOST_TEST(pretty_json(bj::parse(R"({"a":[1,{}],"b":{"c":"d"}})")) ==
               "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"c\": \"d\"\n  }\n}");
}

BOOST_AUTO_TEST_CASE(errors_are_indented_json_if_no_format_is_accepted) {
    const http::response a =
        error_response(not_acceptable("no"), asking("application/json;as=Table;v=v9;g=meta.k8s.io"));
    BOOST_TEST(a.status == 406);
    BOOST_TEST(a.body.starts_with("{\n  \"kind\": \"Status\""));
    BOOST_TEST(error_response(not_acceptable("no"), asking("")).body.starts_with("{\"kind\":\"Status\""));
    const http::response y =
        error_response(object_not_found({"", "pods"}, "nope"), asking("application/yaml"));
    BOOST_TEST(y.body.starts_with("apiVersion: v1\ncode: 404\ndetails:\n"));
}

}}}}  // namespace setpoint::v0::apiserver
