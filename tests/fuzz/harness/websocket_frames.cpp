// What a client sends over a WebSocket: the same pings and the same end however it arrives, bounded. And what
// the server writes is made of whole frames.
#include "framework/http/websocket_frames.hpp"

#include "harness.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

namespace {

using http::websocket_reader;

struct socket_words {
    std::string pongs;  // as they would be sent
    std::string end = "open";
    std::size_t used = 0;
};

socket_words listen(std::string_view bytes, cut how) {
    websocket_reader r;
    socket_words out;
    for (std::string_view piece : pieces(bytes, how)) {
        while (!piece.empty()) {
            const websocket_reader::found f = r.put(piece);
            expect(f.used <= piece.size(), "no more is used than there is");
            expect(f.used > 0, "something is used");
            out.used += f.used;
            piece.remove_prefix(f.used);
            if (f.is == websocket_reader::what::ping) {
                expect(r.payload().size() <= websocket_reader::max_control, "a pong is a control frame");
                http::append_pong(out.pongs, r.payload());
            } else if (f.is == websocket_reader::what::need_more) {
                expect(piece.empty(), "all is taken when it needs more");
            } else {
                out.end = f.is == websocket_reader::what::close ? "close" : "violation";
                return out;
            }
        }
    }
    return out;
}

// Unmasked frames without reserved bits, of text.
std::string texts_of(std::string_view frames) {
    std::string out;
    while (!frames.empty()) {
        expect(frames.size() >= 2, "a head is whole");
        expect(static_cast<unsigned char>(frames[0]) == 0x81, "a frame is a whole text");
        std::uint64_t size = static_cast<unsigned char>(frames[1]);
        const std::size_t bytes = size == 126 ? 2 : size == 127 ? 8 : 0;
        if (bytes > 0) size = 0;
        expect(frames.size() >= 2 + bytes, "a length is whole");
        for (std::size_t i = 0; i < bytes; ++i) size = size << 8 | static_cast<unsigned char>(frames[2 + i]);
        frames.remove_prefix(2 + bytes);
        expect(size > 0 && size <= frames.size(), "a payload is whole");
        const std::string_view line = frames.substr(0, size);
        expect(line.find('\n') >= line.size() - 1, "a message is one line");
        out += line;
        frames.remove_prefix(size);
    }
    return out;
}

}  // namespace

void websocket_frames(std::string_view input) {
    const socket_words whole = listen(input, cut::whole);
    expect(whole.pongs.size() <= 2 * input.size(), "no more is answered than was asked");
    for (const cut how : all_cuts) {
        const socket_words again = listen(input, how);
        expect_equal(again.end, whole.end, "the same end");
        expect(again.pongs == whole.pongs, "the same pongs");
        expect(again.used == whole.used, "as much of it");
    }
    std::string frames;
    http::append_messages(frames, input);
    expect(texts_of(frames) == input, "what is sent are the lines");
}

}}}  // namespace setpoint::v0::fuzz
