// What a list of 500 pods costs in protobuf, from the text that the embedded server keeps, beside the parts
// of other ways: a copy of the text, which a list in JSON is, and parsing it. Then the other direction.
#include "../pod_event.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/protobuf_decoder.hpp"
#include "apiserver/objects/protobuf_envelope.hpp"
#include "best_of.hpp"

#include <fmt/format.h>

#include <stdexcept>

using namespace setpoint;

namespace {

constexpr int rounds = 9;
constexpr std::size_t pods = 500;

template <class F>
void report(const char* what, std::size_t bytes, F&& run) {
    const double cost = bench::best_of(
        rounds, pods, [] { return 0; },
        [&](int) {
            for (std::size_t i = 0; i < pods; ++i) run();
        });
    fmt::print("{:<24} {:>5} bytes {:>7.0f} ns a pod\n", what, bytes, cost);
}

}  // namespace

int main() {
    const boost::json::value event = apiserver::json_text::parse_own(bench::pod_event);
    const std::string json = apiserver::json_text::serialize(event.at("object"));
    const apiserver::go_type* const type = apiserver::find_protobuf("v1", "Pod");
    if (!type) throw std::logic_error("pods have no protobuf");
    apiserver::protobuf_encoder by;
    std::string list;
    list.reserve(4 * 1024 * 1024);
    const std::string bytes = apiserver::protobuf_of(json).value();
    const apiserver::protobuf_list of("{}");
    const std::size_t message = by.measure(*type, json);
    report("copy the JSON", json.size(), [&] { list.assign(json); });
    report("parse the JSON", json.size(), [&] { static_cast<void>(apiserver::json_text::parse_own(json)); });
    report("scan it for protobuf", json.size(), [&] { static_cast<void>(by.measure(*type, json)); });
    report("encode an item", message, [&] {
        list.clear();
        of.append_item(by, *type, json, list);
    });
    report("decode an object", bytes.size(), [&] {
        apiserver::protobuf_envelope sent;
        boost::json::object out;
        std::string why;
        if (!apiserver::open_envelope(bytes, sent, why) ||
            !apiserver::decode_protobuf(*type, sent.message, sent.kind, sent.api_version, out, why))
            throw std::logic_error(why);
    });
}
