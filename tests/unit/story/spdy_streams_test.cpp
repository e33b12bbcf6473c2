// SPDY/3.1 as the server of exec speaks it. The frames of the client are what client-go's spdystream sends.
#include "testkit/story/spdy_streams.hpp"

#include <boost/test/unit_test.hpp>

using namespace std::string_view_literals;
using namespace std::string_literals;
using setpoint::story::spdy_streams;

BOOST_AUTO_TEST_SUITE(spdy_streams_test)

namespace {

std::string opening(char id) {
    return "\x80\x03\x00\x01\x00\x00\x00\x0c"s.append("\0\0\0"sv).append(1, id).append("\0\0\0\0\0\0hh"sv);
}
std::string reply_to(char id, bool is_first) {
    std::string out = "\x80\x03\x00\x02\x00\x00\x00"s;
    out += static_cast<char>(is_first ? 20 : 18);
    out.append("\0\0\0"sv).append(1, id);
    if (is_first) out += "\x78\x01";
    return out.append("\x00\x04\x00\xfb\xff\x00\x00\x00\x00\x00\x00\x00\xff\xff"sv);
}

}  // namespace

BOOST_AUTO_TEST_CASE(streams_are_accepted_in_their_order) {
    spdy_streams s;
    BOOST_TEST(s.put(opening(1) + opening(3)) == reply_to(1, true) + reply_to(3, false));
    BOOST_TEST((s.opened() == std::vector<std::uint32_t>{1, 3}));
    BOOST_TEST(!s.has_ended());
}

BOOST_AUTO_TEST_CASE(frames_may_come_in_pieces) {
    spdy_streams s;
    std::string all;
    const std::string data = "\0\0\0\3\1\0\0\5input"s;
    const std::string ping = "\x80\x03\x00\x06\x00\x00\x00\x04\x00\x00\x00\x07"s;
    for (const char c : opening(1) + data + ping + opening(5)) all += s.put({&c, 1});
    BOOST_TEST(all == reply_to(1, true) + ping + reply_to(5, false));
}

BOOST_AUTO_TEST_CASE(it_ends_with_the_client_or_at_nonsense) {
    for (const std::string& last :
         {"\x80\x03\x00\x07\x00\x00\x00\x08\x00\x00\x00\x01\x00\x00\x00\x00"s,
          "\x80\x03\x00\x01\x00\x01\x00\x01"s, "\x80\x03\x00\x01\x00\x00\x00\x01x"s}) {
        spdy_streams s;
        BOOST_TEST(s.put(last).empty());
        BOOST_TEST(s.has_ended());
        BOOST_TEST(s.put(opening(1)).empty());
    }
    spdy_streams many;
    for (std::size_t i = 0; i <= spdy_streams::most_streams; ++i)
        many.put(opening(static_cast<char>(2 * i + 1)));
    BOOST_TEST(many.has_ended());
}

BOOST_AUTO_TEST_CASE(data_is_framed_in_pieces) {
    BOOST_TEST(spdy_streams::data(5, "ab") == "\0\0\0\5\0\0\0\2ab"s);
    BOOST_TEST(spdy_streams::end(3) == "\0\0\0\3\1\0\0\0"s);
    BOOST_TEST(spdy_streams::data(5, std::string(40'000, 'x')).size() == 40'000u + 3 * 8);
    BOOST_TEST(spdy_streams::data(5, "").empty());
}

BOOST_AUTO_TEST_SUITE_END()
