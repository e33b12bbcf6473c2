// Protobuf of built-in objects. The bytes are those of Go's types; errors are the real server's.
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/protobuf_decoder.hpp"
#include "apiserver/objects/protobuf_envelope.hpp"

#include <boost/test/unit_test.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

BOOST_AUTO_TEST_SUITE(protobuf_test)

namespace {

using namespace std::string_literals;

// Fields with a length, numbers and messages, as short as the wire format.
std::string field(int number, const std::string& bytes) {
    std::string out;
    for (std::size_t n : {static_cast<std::size_t>(number << 3 | 2), bytes.size()}) {
        for (; n > 127; n >>= 7) out += static_cast<char>((n & 127) | 128);
        out += static_cast<char>(n);
    }
    return out + bytes;
}
std::string count(int number, char n) {
    return {static_cast<char>(number << 3), n};
}

std::string enveloped(const std::string& version, const std::string& kind, const std::string& message) {
    return "k8s\0"s + field(1, field(1, version) + field(2, kind)) + field(2, message) + "\x1a\0\x22\0"s;
}

// The JSON, or the error.
std::string read_object(std::string_view bytes) {
    protobuf_envelope sent;
    bj::object out;
    std::string why;
    if (!open_envelope(bytes, sent, why)) return why;
    const go_type* const type = find_protobuf(sent.api_version, sent.kind);
    if (type == nullptr) return "no such kind";
    if (!decode_protobuf(*type, sent.message, sent.kind, sent.api_version, out, why)) return why;
    return json_text::serialize(out);
}

std::string read_map(const std::string& message) {
    return read_object(enveloped("v1", "ConfigMap", message));
}

const std::string no_metadata = field(1, "");

}  // namespace

BOOST_AUTO_TEST_CASE(fields_without_a_pointer_are_always_written) {
    const std::string metadata = field(1, "a") + field(2, "") + field(3, "") + field(4, "") + field(5, "") +
                                 field(6, "") + count(7, 0) + field(8, "");
    BOOST_TEST(
        protobuf_of(R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"immutable":false})")
            .value() == enveloped("v1", "ConfigMap", field(1, metadata) + count(4, 0)));
}

BOOST_AUTO_TEST_CASE(values_have_the_encoding_of_their_type) {
    const std::string port = field(1, "") + field(2, "") + count(3, 80) +
                             field(4, count(1, 1) + count(2, 0) + field(3, "web")) + count(5, 0);
    const std::string bytes =
        protobuf_of(
            R"({"kind":"Service","apiVersion":"v1","spec":{"ports":[{"targetPort":"web","port":80}]}})")
            .value();
    BOOST_TEST(bytes.find(field(1, port)) != std::string::npos);
    const std::string lease =
        protobuf_of(
            R"({"kind":"Lease","apiVersion":"coordination.k8s.io/v1","spec":{"acquireTime":"1970-01-01T00:00:05.000007Z"}})")
            .value();
    BOOST_TEST(lease.find(field(2, field(3, count(1, 5) + "\x10\xd8\x36"))) != std::string::npos);
    const std::string secret =
        protobuf_of(R"({"kind":"Secret","apiVersion":"v1","data":{"b":"AP8=","a":""}})").value();
    BOOST_TEST(secret.find(field(2, field(1, "a") + field(2, "")) +
                           field(2, field(1, "b") + field(2, "\0\xff"s))) != std::string::npos);
    const std::string quota =
        protobuf_of(R"({"kind":"ResourceQuota","apiVersion":"v1","spec":{"hard":{"cpu":"100m"}}})").value();
    BOOST_TEST(quota.find(field(2, field(1, field(1, "cpu") + field(2, field(1, "100m"))))) !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(escapes_are_characters_in_protobuf) {
    const std::string bytes =
        protobuf_of(
            R"({"kind":"ConfigMap","apiVersion":"v1","data":{"b":"\"\\\n\u00e9\ud83d\ude00","a\"":"x"}})")
            .value();
    BOOST_TEST(bytes.find(field(2, field(1, "a\"") + field(2, "x")) +
                          field(2, field(1, "b") + field(2, "\"\\\n\xc3\xa9\xf0\x9f\x98\x80"))) !=
               std::string::npos);
}

BOOST_AUTO_TEST_CASE(embedded_messages_are_fields_of_the_outer_object) {
    const std::string pod = field(2, field(1, field(1, "v") + field(2, field(6, field(1, "s")))));
    const std::string json = read_object(enveloped("v1", "Pod", pod));
    BOOST_TEST(json.find(R"("volumes":[{"name":"v","secret":{"secretName":"s"}}])") != std::string::npos,
               json);
    BOOST_TEST(read_object(protobuf_of(json).value()) == json);
}

BOOST_AUTO_TEST_CASE(empty_optional_fields_are_left_out) {
    BOOST_TEST(read_map(field(1, field(1, "a") + field(2, "")) + field(2, field(1, "k") + field(2, ""))) ==
               R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a"},"data":{"k":""}})");
    BOOST_TEST(
        read_object(enveloped("v1", "Service", "")) ==
        R"({"kind":"Service","apiVersion":"v1","metadata":{},"spec":{},"status":{"loadBalancer":{}}})");
}

BOOST_AUTO_TEST_CASE(definitions_have_schemas_in_several_forms) {
    const std::string text = field(5, "string");
    const std::string schema = field(24, field(2, text) + field(2, text)) +
                               field(29, field(1, "b") + field(2, field(24, field(1, text)))) +
                               field(30, count(1, 1)) + field(32, field(1, "d") + field(2, field(2, "x")));
    const std::string json = read_object(enveloped("apiextensions.k8s.io/v1", "CustomResourceDefinition",
                                                   field(2, field(7, field(4, field(1, schema))))));
    BOOST_TEST(
        json.find(
            R"({"items":[{"type":"string"},{"type":"string"}],"properties":{"b":{"items":{"type":"string"}}},)"
            R"("additionalProperties":true,"dependencies":{"d":["x"]}})") != std::string::npos,
        json);
    BOOST_TEST(read_object(protobuf_of(json).value()) == json);
}

BOOST_AUTO_TEST_CASE(what_is_set_again_is_merged_or_replaced) {
    BOOST_TEST(
        read_map(field(1, field(1, "a")) + field(1, field(3, "n")) + field(1, field(1, "b")) +
                 field(2, field(1, "k") + field(2, "1")) + field(2, field(1, "k") + field(2, "2"))) ==
        R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"b","namespace":"n"},"data":{"k":"2"}})");
}

BOOST_AUTO_TEST_CASE(unknown_fields_are_skipped) {
    const std::string all = count(15, 1) + field(14, "x") +
                            "\x6d"
                            "1234" +
                            "\x69"
                            "12345678" +
                            "\x6b\x08\x01\x63\x64\x6c";
    BOOST_TEST(read_map(no_metadata + all) == R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{}})");
}

BOOST_AUTO_TEST_CASE(invalid_utf8_is_replaced) {
    BOOST_TEST(read_map(field(2, field(1, "k") + field(2,
                                                       "a\xff"
                                                       "b\xc3")))
                   .find("\"k\":\"a\xef\xbf\xbd"
                         "b\xef\xbf\xbd\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(errors_are_those_of_the_generated_code) {
    const std::string prefix =
        "provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]";
    const std::pair<std::string, std::string> all[] = {
        {"", "empty data"},
        {"k8s", prefix},
        {"{}", prefix},
        {"k8s\0"s, "empty body"},
        {"k8s\0\x0a"s, "unexpected EOF"},
        {"k8s\0\x08\x01"s, "proto: wrong wireType = 0 for field TypeMeta"},
        {"k8s\0"s + field(1, count(1, 1)), "proto: wrong wireType = 0 for field APIVersion"},
        {enveloped("v1", "ConfigMap", "\x0a\x05"), "unexpected EOF"},
        {enveloped("v1", "ConfigMap", "\x0a"), "unexpected EOF"},
        {enveloped("v1", "ConfigMap", count(1, 1)), "proto: wrong wireType = 0 for field ObjectMeta"},
        {enveloped("v1", "ConfigMap", field(1, count(5, 1))), "proto: wrong wireType = 0 for field UID"},
        {enveloped("v1", "ConfigMap", field(4, "")), "proto: wrong wireType = 2 for field Immutable"},
        {enveloped("v1", "ConfigMap", "\x0c"), "proto: ConfigMap: wiretype end group for non-group"},
        {enveloped("v1", "ConfigMap", "\x02\0"s), "proto: ConfigMap: illegal tag 0 (wire type 2)"},
        {enveloped("v1", "ConfigMap", "\x7e"), "proto: illegal wireType 6"},
        {enveloped("v1", "ConfigMap", "\x7b\x08\x01"), "unexpected EOF"},
        {enveloped("v1", "ConfigMap", std::string(11, '\xff')), "proto: integer overflow"},
        {enveloped("v1", "ConfigMap", "\x7a\xff\xff\xff\xff\xff\xff\xff\xff\x7f"),
         "proto: negative length found during unmarshaling"},
        {enveloped("v1", "ConfigMap", "\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"),
         "proto: negative length found during unmarshaling"},
    };
    for (const auto& [bytes, wanted] : all) BOOST_TEST(read_object(bytes) == wanted);
}

BOOST_AUTO_TEST_CASE(depth_and_number_of_values_are_bounded) {
    std::string schema = field(5, "string");
    for (int i = 0; i < 60; ++i) schema = field(28, schema);  // not
    const auto definition = [](const std::string& of) {
        return enveloped("apiextensions.k8s.io/v1", "CustomResourceDefinition",
                         field(2, field(7, field(4, field(1, of)))));
    };
    BOOST_TEST(read_object(definition(schema)) == "exceeded max depth of 64");
    std::string deep(3 * 1024 * 1024, '\x0a');
    BOOST_TEST(read_object(enveloped("v1", "Pod", deep)) == "unexpected EOF");
    std::string many;
    for (std::size_t i = 0; i <= max_protobuf_values; ++i) many += "\x12\0"s;
    BOOST_TEST(read_object(enveloped("v1", "PodList", many)) == "more than 1000000 values");
}

// 30 KB each, whose values would be copied or sorted thousands of times.
BOOST_AUTO_TEST_CASE(what_is_read_or_set_again_counts) {
    std::string overlapping;
    for (int i = 0; i < 5'000; ++i) {
        std::string value = field(2, overlapping);
        value.resize(value.size() - overlapping.size());
        overlapping.insert(0, field(2, value));
    }
    BOOST_TEST(read_map(overlapping) == "more than 1000000 values");
    std::string labels, again;
    for (int i = 0; i < 1'000; ++i) labels += field(11, field(1, std::to_string(i)) + field(2, ""));
    for (int i = 0; i < 10'000; ++i) again += field(1, "");
    BOOST_TEST(read_map(field(1, labels) + again) == "more than 1000000 values");
    BOOST_TEST(read_map(field(1, labels)).size() > 7'000u);
}

BOOST_AUTO_TEST_CASE(kinds_without_protobuf_have_none) {
    BOOST_TEST(!protobuf_of(R"({"kind":"Table","apiVersion":"meta.k8s.io/v1"})").has_value());
    BOOST_TEST(!protobuf_of(R"({"kind":"Foo","apiVersion":"example.com/v1"})").has_value());
    BOOST_TEST(!protobuf_of("").has_value());
    BOOST_TEST(find_protobuf("example.com/v1", "DeleteOptions") != nullptr);
}

BOOST_AUTO_TEST_CASE(an_api_version_is_not_escaped_twice) {
    for (const char* const version : {"a\"b/v1", "a\\b", "a\x01"}) {
        const std::string sent = enveloped(version, "DeleteOptions", "");
        BOOST_TEST(protobuf_of(read_object(sent)).value() == sent);
    }
}

BOOST_AUTO_TEST_CASE(watch_events_follow_their_length) {
    protobuf_encoder by;
    std::string out;
    BOOST_TEST(append_protobuf_event(by, "ERROR",
                                     R"({"kind":"Status","apiVersion":"v1","metadata":{},"code":410})", out));
    const std::string status =
        protobuf_of(R"({"kind":"Status","apiVersion":"v1","metadata":{},"code":410})").value();
    const std::string event = field(1, "ERROR") + field(2, field(1, status));
    BOOST_TEST(out == "\0\0\0"s + static_cast<char>(event.size()) + event);
}

BOOST_AUTO_TEST_CASE(lists_begin_with_the_size_of_their_items) {
    protobuf_encoder by;
    std::string items;
    const go_type* const type = find_protobuf("v1", "ConfigMap");
    BOOST_REQUIRE(type != nullptr);
    const std::string head =
        R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"5"}})";
    const protobuf_list of(head);
    of.append_item(by, *type, R"({"kind":"ConfigMap","apiVersion":"v1","data":{"k":"v"}})", items);
    const std::string list = of.begin(items.size()) + items + of.end();
    BOOST_TEST(
        read_object(list) ==
        R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"5"},"items":[{"metadata":{},"data":{"k":"v"}}]})");
}

BOOST_AUTO_TEST_SUITE_END()

}}}  // namespace setpoint::v0::apiserver
