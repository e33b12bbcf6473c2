// An answer as a hostile server or proxy sends it: interim answers, heads, bodies of every framing.
#include "exchange.hpp"
#include "framework/http/response_parser.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

struct received_response {
    exchange e;
    http::response_head head;
    std::string at_eof;
};

received_response read_response(std::string_view bytes, cut how, bool to_head_request) {
    const http::limits limits{.head = 8192, .header_count = 16};
    http::response_parser parser(limits, to_head_request);
    received_response r{read_message(parser, bytes, how), {}, {}};
    if (r.e.end == "more") {
        const auto f = parser.put_eof();
        r.at_eof = f ? "end" : f.error().message;
    }
    if (!r.e.heads.empty()) r.head = parser.take_head();
    expect(r.head.headers.size() <= limits.header_count, "no more headers than the limit");
    return r;
}

}  // namespace

void response_head(std::string_view input) {
    for (const bool to_head_request : {false, true}) {
        const received_response whole = read_response(input, cut::whole, to_head_request);
        if (!whole.e.heads.empty()) expect(whole.head.status >= 200, "an interim answer is not handed out");
        for (const cut how : all_cuts) {
            const received_response other = read_response(input, how, to_head_request);
            expect_same(whole.e, other.e);
            if (whole.e.end != other.e.end) continue;  // see there
            expect_equal(whole.at_eof, other.at_eof, "the end of the connection means the same");
            expect(whole.head.status == other.head.status, "the status is the same");
            expect(whole.head.headers.size() == other.head.headers.size(), "the headers are the same");
        }
    }
}

}}}  // namespace setpoint::v0::fuzz
