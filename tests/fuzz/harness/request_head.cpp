// A request as a hostile client sends it to the metrics, probe and webhook listeners: what is read does not
// depend on how it arrives, keeps to the limits, and can be written and read again.
#include "exchange.hpp"
#include "framework/http/request_parser.hpp"
#include "framework/http/serialize.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

constexpr std::uint64_t body_limit = 4096;

struct received_request {
    exchange e;
    std::string method, target;
    std::vector<http::header> headers;
};

received_request read_request(std::string_view bytes, cut how) {
    const http::limits limits{.head = 8192, .header_count = 16};
    http::request_parser parser(limits, body_limit);
    received_request r{read_message(parser, bytes, how), parser.method(), parser.target(), parser.headers()};
    expect(r.headers.size() <= limits.header_count, "no more headers than the limit");
    expect(r.e.body.size() <= body_limit, "no more body than the limit");
    const int refusal = parser.refusal();
    if (r.e.too_large) expect(refusal == 413 || refusal == 431, "what is too large is refused as that");
    return r;
}

// Only for heads that the writer takes: it refuses headers that it writes itself.
void round_trip(const received_request& r) {
    http::request q{.method = r.method, .target = r.target, .headers = {}, .body = r.e.body};
    for (const http::header& h : r.headers) {
        if (http::same_token(h.name, "Host") || http::same_token(h.name, "Content-Length") ||
            http::same_token(h.name, "Transfer-Encoding") || http::same_token(h.name, "Connection") ||
            http::same_token(h.name, "Expect"))
            continue;
        q.headers.add(h.name, h.value);
    }
    std::string wire;
    if (!http::append_request(wire, q, "a")) return;
    const received_request again = read_request(wire, cut::whole);
    if (again.e.too_large) return;  // Host and Content-Length are added
    expect_equal(again.e.end, "end", "what is written is a whole request");
    expect_equal(again.method, r.method, "the method is written and read");
    expect_equal(again.target, r.target, "the target is written and read");
    expect(again.e.body == r.e.body, "the body is written and read");
    std::size_t found = 0;
    for (const auto& [name, value] : q.headers)
        for (const http::header& g : again.headers) found += g.name == name && g.value == value ? 1 : 0;
    expect(found >= q.headers.size(), "the headers are written and read");
}

}  // namespace

void request_head(std::string_view input) {
    const received_request whole = read_request(input, cut::whole);
    for (const cut how : all_cuts) expect_same(whole.e, read_request(input, how).e);
    if (whole.e.end == "end") round_trip(whole);
}

}}}  // namespace setpoint::v0::fuzz
