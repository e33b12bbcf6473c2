// Frames of RFC 6455 as a server writes and reads them.
#include "framework/http/websocket_frames.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint::http;
using namespace std::string_literals;

BOOST_AUTO_TEST_SUITE(websocket_frames_test)

namespace {

// A client's frame; `first`: its first byte. `size`: the length in its head, if it differs from the
// real one.
std::string masked(unsigned char first, std::string_view payload, std::uint64_t size = ~0ULL) {
    const std::string mask = "\x01\x02\x03\x04";
    if (size == ~0ULL) size = payload.size();
    std::string out(1, static_cast<char>(first));
    const int bytes = size < 126 ? 0 : size <= 0xffff ? 2 : 8;
    out += static_cast<char>(0x80 | (bytes == 0 ? size : bytes == 2 ? 126U : 127U));
    for (int i = bytes - 1; i >= 0; --i) out += static_cast<char>(size >> (8 * i) & 0xff);
    out += mask;
    for (std::size_t i = 0; i < payload.size(); ++i) out += static_cast<char>(payload[i] ^ mask[i % 4]);
    return out;
}

// The result of a stream of bytes: "ping hello, close"; and how much of it was consumed.
std::string decoded(std::string_view bytes, std::size_t step, std::size_t* used = nullptr) {
    websocket_reader r;
    std::string out;
    std::size_t all = 0;
    while (!bytes.empty()) {
        std::string_view piece = bytes.substr(0, step);
        bytes.remove_prefix(piece.size());
        while (!piece.empty()) {
            const websocket_reader::found f = r.put(piece);
            all += f.used;
            piece.remove_prefix(f.used);
            if (used) *used = all;
            if (f.is == websocket_reader::what::need_more) continue;
            if (!out.empty()) out += ", ";
            if (f.is == websocket_reader::what::close) return out + "close";
            if (f.is == websocket_reader::what::violation) return out + "violation";
            out.append("ping ").append(r.payload());
        }
    }
    return out;
}

constexpr unsigned char continuation = 0x80, text = 0x81, binary = 0x82, close = 0x88, ping = 0x89,
                        pong = 0x8a;

}  // namespace

BOOST_AUTO_TEST_CASE(writes_messages_of_each_size) {
    for (const auto& [size, head] :
         std::vector<std::pair<std::size_t, std::string>>{{0, "\x81\0"s},
                                                          {1, "\x81\x01"s},
                                                          {125, "\x81\x7d"s},
                                                          {126, "\x81\x7e\0\x7e"s},
                                                          {65535, "\x81\x7e\xff\xff"s},
                                                          {65536, "\x81\x7f\0\0\0\0\0\x01\0\0"s}}) {
        std::string out = "before";
        append_message(out, std::string(size, 'x'));
        BOOST_TEST((out == "before" + head + std::string(size, 'x')), size);
    }
}

BOOST_AUTO_TEST_CASE(writes_each_line_as_a_message) {
    std::string out;
    append_messages(out, "");
    BOOST_TEST(out.empty());
    append_messages(out, "a\nbc\n\nd");
    BOOST_TEST((out == "\x81\x02"s
                       "a\n\x81\x03"s
                       "bc\n\x81\x01"s
                       "\n\x81\x01"s
                       "d"));
}

BOOST_AUTO_TEST_CASE(writes_each_frame_as_a_binary_message) {
    std::string out;
    append_framed_messages(out,
                           "\0\0\0\x02"
                           "a\n\0\0\0\0\0\0\0\x01"
                           "b"s);
    BOOST_TEST((out == "\x82\x02"
                       "a\n\x82\0\x82\x01"
                       "b"s));
}

BOOST_AUTO_TEST_CASE(writes_pongs_and_closes) {
    std::string out;
    append_pong(out, "hi");
    append_close(out, websocket_code::normal);
    append_close(out, websocket_code::protocol_error);
    BOOST_TEST((out == "\x8a\x02hi\x88\x02\x03\xe8\x88\x02\x03\xea"s));
}

BOOST_AUTO_TEST_CASE(reads_pings_and_discards_the_rest_however_it_arrives) {
    const std::string x125(125, 'x');
    for (const auto& [bytes, expected] : std::vector<std::pair<std::string, std::string>>{
             {masked(ping, "hello"), "ping hello"},
             {masked(ping, ""), "ping "},
             {masked(ping, "") + masked(ping, "") + masked(ping, "3"), "ping , ping , ping 3"},
             {masked(ping, x125), "ping " + x125},
             {masked(ping, x125 + "y"), "ping " + x125},
             {masked(ping, x125 + std::string(70000, 'y')), "ping " + x125},
             {masked(0x09, "not final"), "ping not final"},
             {masked(0xf9, "reserved"), "ping reserved"},
             {masked(pong, "a") + masked(ping, "b"), "ping b"},
             {masked(text, "a") + masked(binary, "b") + masked(continuation, "c") + masked(ping, "d"),
              "ping d"},
             {masked(0x01, "a") + masked(ping, "b") + masked(continuation, "c"), "ping b"},
             {masked(0x83, "a") + masked(0x8f, "b") + masked(ping, "c"), "ping c"},
             {masked(text, std::string(70000, '\x89')) + masked(ping, "a"), "ping a"},
             {masked(text, "") + masked(ping, "a"), "ping a"},
             {masked(close, "\x03\xe8"), "close"},
             {masked(ping, "a") + masked(close, "") + masked(ping, "b"), "ping a, close"},
             {masked(text, "a", websocket_reader::max_message + 1), "close"},
             {masked(0x85, "a", websocket_reader::max_message + 1), "close"},
             {masked(text, "a", ~0ULL >> 1), "close"},
             {masked(text, std::string(200, 'a'), (1ULL << 63) + 200) + masked(ping, "b"), "ping b"},
             {masked(ping, "a", ~0ULL >> 1) + masked(close, ""), ""},
             {"\x89\x01"s
              "a",
              "violation"},
             {"\x81\x01"s
              "a",
              "violation"},
             {"\x88\0"s, "violation"},
             {masked(ping, "a") + "\x81\0"s, "ping a, violation"},
         })
        for (const std::size_t step : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{7},
                                       std::size_t{4096}, bytes.size()})
            BOOST_TEST(decoded(bytes, step) == expected, "in pieces of " << step);
}

BOOST_AUTO_TEST_CASE(consumes_no_more_than_it_reports) {
    std::size_t used = 0;
    BOOST_TEST(decoded(masked(close, "\x03\xe8") + "rest", 4096, &used) == "close");
    BOOST_TEST(used == 6u);  // the head: a close has no further effect
    BOOST_TEST(decoded("\x81\x7e\x01\x02"s
                       "rest",
                       4096, &used) == "violation");
    BOOST_TEST(used == 4u);
    BOOST_TEST(decoded(masked(text, "a"), 4096, &used) == "");
    BOOST_TEST(used == 7u);
}

BOOST_AUTO_TEST_SUITE_END()
