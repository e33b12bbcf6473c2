// Objects in protobuf, as clients send them in requests.
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/protobuf_decoder.hpp"
#include "apiserver/objects/protobuf_envelope.hpp"
#include "harness.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

namespace bj = boost::json;

std::optional<std::string> json_of_protobuf(std::string_view bytes) {
    apiserver::protobuf_envelope sent;
    bj::object out;
    std::string why;
    if (!apiserver::open_envelope(bytes, sent, why)) {
        expect(!why.empty(), "an envelope is refused with a reason");
        return std::nullopt;
    }
    const auto* const type = apiserver::find_protobuf(sent.api_version, sent.kind);
    if (type == nullptr) return std::nullopt;
    if (!apiserver::decode_protobuf(*type, sent.message, sent.kind, sent.api_version, out, why)) {
        expect(!why.empty(), "a message is refused with a reason");
        expect(out.empty(), "and nothing is decoded");
        return std::nullopt;
    }
    expect(!apiserver::json_text::deeper_than(out, apiserver::json_text::object_depth),
           "objects are not too deep");
    return apiserver::json_text::serialize(out);
}

}  // namespace

void protobuf_objects(std::string_view input) {
    const auto json = json_of_protobuf(input);
    if (!json) return;
    const auto bytes = apiserver::protobuf_of(*json);
    expect(bytes.has_value(), "what was decoded has protobuf");
    const auto again = json_of_protobuf(*bytes);
    expect(again.has_value(), "and what is encoded is decoded");
    expect_equal(*json, *again, "a round trip changes nothing");
    expect_equal(*bytes, *apiserver::protobuf_of(*again), "nor do the bytes");
}

}}}  // namespace setpoint::v0::fuzz
