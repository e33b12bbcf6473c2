// Requests and responses in protobuf. Messages of errors are those of a real 1.36.3 server.

#include "api_fixture.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/protobuf_decoder.hpp"
#include "apiserver/objects/protobuf_envelope.hpp"

#include <boost/test/unit_test.hpp>

BOOST_AUTO_TEST_SUITE(protobuf_requests_test)

namespace {

using namespace setpoint::apiserver;
using namespace setpoint::apiserver::test;
using namespace std::string_literals;
namespace http = setpoint::http;

const std::string protobuf(protobuf_media_type);

bj::object decoded_body(std::string_view bytes) {
    protobuf_envelope sent;
    bj::object out;
    std::string why;
    BOOST_REQUIRE_MESSAGE(open_envelope(bytes, sent, why), why);
    const go_type* const type = find_protobuf(sent.api_version, sent.kind);
    BOOST_REQUIRE(type != nullptr);
    BOOST_REQUIRE_MESSAGE(decode_protobuf(*type, sent.message, sent.kind, sent.api_version, out, why), why);
    return out;
}

struct protobuf_fixture : api_fixture {
    http::response send(std::string method, std::string target, std::string_view json,
                        std::string accept = protobuf) {
        http::server_request r;
        r.method = std::move(method);
        r.target = std::move(target);
        r.headers = {{"Content-Type", protobuf}, {"Accept", std::move(accept)}, {"User-Agent", "test/1"}};
        if (!json.empty()) r.body = protobuf_of(json).value();
        return answer_to(r);
    }
    bj::object sent(std::string method, std::string target, std::string_view json) {
        return decoded_body(send(std::move(method), std::move(target), json).body);
    }
    std::string refused(const std::string& body, const std::string& path = maps) {
        return message(tree("POST", path, body, protobuf));
    }
};

}  // namespace

BOOST_FIXTURE_TEST_CASE(objects_are_created_read_and_replaced, protobuf_fixture) {
    const http::response made = send(
        "POST", maps, R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"k":"v"}})");
    BOOST_TEST(made.status == 201);
    BOOST_TEST(made.headers.front().value == protobuf);
    const bj::object shown = decoded_body(made.body);
    BOOST_TEST((shown == tree("GET", std::string(maps) + "/a")));
    const bj::object next =
        sent("PUT", std::string(maps) + "/a",
             R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"k":"w"}})");
    BOOST_TEST(text_in(next, {"data", "k"}) == "w");
    BOOST_TEST(bj::serialize(decoded_body(send("GET", std::string(maps) + "/a", "").body)) ==
               bj::serialize(next));
}

BOOST_FIXTURE_TEST_CASE(the_kind_of_the_path_is_assumed_if_none_is_named, protobuf_fixture) {
    const std::string named =
        protobuf_of(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}})").value();
    const std::size_t begin = named.find('\x12', 4 + 2 + 4 + 11);
    const bj::object made = tree("POST", maps, "k8s\0"s + named.substr(begin), protobuf);
    BOOST_TEST(text_in(made, {"metadata", "name"}) == "a");
}

BOOST_FIXTURE_TEST_CASE(lists_have_the_same_objects_in_each_format, protobuf_fixture) {
    constexpr int objects = 600;  // more than one piece
    for (int i = 0; i < objects; ++i)
        ask("POST", maps, R"({"metadata":{"name":"a)" + std::to_string(i) + R"("}})");
    for (const char* const query : {"", "?limit=5"}) {
        const http::response list = ask_whole(std::string(maps) + query, protobuf);
        BOOST_TEST(
            (bj::value(decoded_body(list.body)) == bj::parse(ask_whole(std::string(maps) + query).body)));
    }
    BOOST_TEST(
        list_of(decoded_body(ask_whole(std::string(maps) + "?labelSelector=a", protobuf).body), "items")
            .empty());
    const std::string partial = ";as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";
    const bj::object shown = decoded_body(ask_whole(maps, protobuf + partial).body);
    BOOST_TEST(text_in(shown, {"kind"}) == "PartialObjectMetadataList");
    BOOST_TEST(list_of(shown, "items").size() == objects);
}

BOOST_FIXTURE_TEST_CASE(watches_send_frames, protobuf_fixture) {
    ask("POST", maps, R"({"metadata":{"name":"a"}})");
    http::server_request r;
    r.method = "GET";
    r.target = std::string(maps) + "?watch=1&resourceVersion=0";
    r.headers = {{"Accept", protobuf}};
    const http::response watch = answer_to(r);
    BOOST_TEST(watch.headers.front().value == protobuf + ";stream=watch");
    BOOST_TEST(watch.framed);
    ask("DELETE", std::string(maps) + "/a");
    std::string_view seen;
    const std::string all = read(watch);
    seen = all;
    std::vector<std::string> types;
    while (seen.size() > 4) {
        const std::size_t size =
            static_cast<unsigned char>(seen[2]) << 8 | static_cast<unsigned char>(seen[3]);
        const std::string_view event = seen.substr(4, size);
        types.emplace_back(event.substr(2, static_cast<std::size_t>(event[1])));
        const bj::object o = decoded_body(event.substr(event.find("k8s")));
        BOOST_TEST(text_in(o, {"metadata", "name"}) == "a");
        seen.remove_prefix(4 + size);
    }
    BOOST_TEST((types == std::vector<std::string>{"ADDED", "DELETED"}));
}

BOOST_FIXTURE_TEST_CASE(delete_options_and_subresources_are_read, protobuf_fixture) {
    ask("POST", maps, R"({"metadata":{"name":"a"}})");
    const bj::object wrong =
        sent("DELETE", std::string(maps) + "/a",
             R"({"kind":"DeleteOptions","apiVersion":"v1","preconditions":{"uid":"x"}})");
    BOOST_TEST(text_in(wrong, {"reason"}) == "Conflict");
    const bj::object status =
        sent("DELETE", std::string(maps) + "/a", R"({"kind":"DeleteOptions","apiVersion":"apps/v1"})");
    BOOST_TEST(text_in(status, {"status"}) == "Success");
    ask("POST", accounts, R"({"metadata":{"name":"default"}})");
    const bj::object token = sent(
        "POST", std::string(accounts) + "/default/token",
        R"({"kind":"TokenRequest","apiVersion":"authentication.k8s.io/v1","spec":{"audiences":null,"expirationSeconds":3600}})");
    BOOST_TEST(!text_in(token, {"status", "token"}).empty());
}

BOOST_FIXTURE_TEST_CASE(invalid_bodies_are_rejected_with_the_real_message, protobuf_fixture) {
    const auto enveloped = [](const std::string& json) { return protobuf_of(json).value(); };
    BOOST_TEST(refused("k8s\0"s) ==
               "the object provided is unrecognized (must be of type ConfigMap): empty body (6b387300)");
    BOOST_TEST(
        refused("{}") ==
        "the object provided is unrecognized (must be of type ConfigMap): provided data does not appear "
        "to be a protobuf message, expected prefix [107 56 115 0] ({})");
    const std::string whole = enveloped(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}})");
    BOOST_TEST(
        refused(whole.substr(0, 30))
            .starts_with(
                "the object provided is unrecognized (must be of type ConfigMap): unexpected EOF (6b387300"));
    std::string broken = whole;
    broken[broken.find("\x0a\x01"
                       "a") +
           1] = '\x7f';
    BOOST_TEST(refused(broken) ==
               "ConfigMap in version \"v1\" cannot be handled as a ConfigMap: unexpected EOF");
    BOOST_TEST(
        refused(enveloped(R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"a"}})")) ==
        "Pod in version \"v1\" cannot be handled as a ConfigMap: converting (v1.Pod) to (core.ConfigMap): "
        "unknown conversion");
    const bj::object options = tree("DELETE", std::string(maps) + "/a", "k8s\0\x08\x01"s, protobuf);
    BOOST_TEST(message(options) == "proto: wrong wireType = 0 for field TypeMeta");
}

BOOST_FIXTURE_TEST_CASE(custom_resources_and_other_options_are_not_decoded, protobuf_fixture) {
    define();
    const std::string foo = "k8s\0"s +
                            "\x0a\x15\x0a\x0e"
                            "example.com/v1\x12\x03"
                            "Foo\x12\x02\x0a\x05";
    BOOST_TEST(refused(foo, foos) ==
               "Foo in version \"v1\" cannot be handled as a Foo: Object 'Kind' is missing in 'object has no "
               "kind field '");
    const std::string pod = "k8s\0"s +
                            "\x0a\x09\x0a\x02v1\x12\x03"
                            "Pod\x12\x02\x0a\x05";
    BOOST_TEST(message(tree("DELETE", std::string(maps) + "/a", pod, protobuf)) ==
               "no kind \"Pod\" is registered for version \"v1\" in scheme \"pkg/runtime/scheme.go:111\"");
}

BOOST_FIXTURE_TEST_CASE(unknown_fields_are_no_error_in_strict_validation, protobuf_fixture) {
    std::string body =
        protobuf_of(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"}})").value();
    constexpr std::size_t size = 4 + 2 + 15 + 1;  // where that of the message is written
    body.insert(size + 1, "\x7a\x01x");
    body[size] = static_cast<char>(body[size] + 3);
    BOOST_TEST(ask("POST", std::string(maps) + "?fieldValidation=Strict", body, protobuf).status == 201);
}

BOOST_AUTO_TEST_SUITE_END()
