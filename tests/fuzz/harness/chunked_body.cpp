// A chunked body as a hostile peer sends it: pieces and end must not depend on how the bytes arrive. And what
// append_chunk() writes reads back as what was written.
#include "exchange.hpp"
#include "framework/http/response_parser.hpp"
#include "framework/http/serialize.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

constexpr std::string_view head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";

exchange read_chunks(std::string_view bytes, cut how) {
    http::response_parser parser{http::limits{}};
    return read_message(parser, bytes, how);
}

void round_trip(std::string_view body) {
    std::string wire(head);
    for (const std::string_view piece : pieces(body, cut::anywhere)) http::append_chunk(wire, piece);
    wire += http::last_chunk;
    for (const cut how : all_cuts) {
        const exchange e = read_chunks(wire, how);
        expect_equal(e.end, "end", "what was encoded has an end");
        expect(e.body == body, "what was encoded is decoded");
        expect(e.used == wire.size(), "all of it was used");
    }
}

}  // namespace

void chunked_body(std::string_view input) {
    const std::string wire = std::string(head).append(input);
    const exchange whole = read_chunks(wire, cut::whole);
    for (const cut how : all_cuts) expect_same(whole, read_chunks(wire, how));
    round_trip(input);
}

}}}  // namespace setpoint::v0::fuzz
