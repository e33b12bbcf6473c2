// The handshake responses of golang.org/x/net/websocket.
#include "framework/http/websocket_handshake.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(websocket_handshake_test)

namespace {

// RFC 6455, 1.3.
server_request asked(const std::vector<header>& changes = {}) {
    server_request r{"GET", "/", {}, ""};
    r.headers = {{"Host", "a"},
                 {"Upgrade", "websocket"},
                 {"Connection", "Upgrade"},
                 {"Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="},
                 {"Sec-WebSocket-Version", "13"},
                 {"Origin", "http://example.com"}};
    for (const header& c : changes) {
        std::erase_if(r.headers, [&](const header& h) { return same_token(h.name, c.name); });
        if (c.value != "none") r.headers.push_back(c);
    }
    return r;
}

const std::string accepted =
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n";

}  // namespace

BOOST_AUTO_TEST_CASE(recognises_websocket_requests) {
    BOOST_TEST(is_websocket_request(asked()));
    for (const char* yes : {"upgrade", "keep-alive, Upgrade", "xUPGRADEx"})
        BOOST_TEST(is_websocket_request(asked({{"Connection", yes}})), yes);
    for (const char* no : {"keep-alive", "close", "", "none", "upgrad"})
        BOOST_TEST(!is_websocket_request(asked({{"Connection", no}})), no);
    BOOST_TEST(is_websocket_request(asked({{"Upgrade", "WebSocket"}})));
    for (const char* no : {"h2c", "foo", "websocket, h2c", "", "none"})
        BOOST_TEST(!is_websocket_request(asked({{"Upgrade", no}})), no);
    server_request two = asked({{"Connection", "keep-alive"}});
    two.headers.push_back({"connection", "upgrade"});
    BOOST_TEST(is_websocket_request(two));
}

BOOST_AUTO_TEST_CASE(accepts_with_the_key_and_the_subprotocol_of_the_client) {
    const handshake h = answer_handshake(asked());
    BOOST_TEST(h.accepted);
    BOOST_TEST(h.answer == accepted + "\r\n");
    for (const auto& [offered, taken] : std::vector<std::pair<const char*, std::string>>{
             {"base64.binary.k8s.io", "base64.binary.k8s.io"}, {" nope\t", "nope"}, {"", ""}, {" ", ""}}) {
        const handshake one = answer_handshake(asked({{"Sec-WebSocket-Protocol", offered}}));
        BOOST_TEST(one.accepted, offered);
        BOOST_TEST(one.answer ==
                   accepted + (taken.empty() ? "" : "Sec-WebSocket-Protocol: " + taken + "\r\n") + "\r\n");
    }
}

BOOST_AUTO_TEST_CASE(never_sends_a_token_back) {
    const std::string token = "base64url.bearer.authorization.k8s.io.c2VjcmV0";
    for (const std::string& offered : {token, token + ", a", "a," + token, token + "," + token}) {
        const handshake h = answer_handshake(asked({{"Sec-WebSocket-Protocol", offered}}));
        BOOST_TEST(h.accepted);
        BOOST_TEST(h.answer.find("c2VjcmV0") == std::string::npos);
    }
    BOOST_TEST(answer_handshake(asked({{"Sec-WebSocket-Protocol", token + ", a"}})).answer ==
               accepted + "Sec-WebSocket-Protocol: a\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(rejects_with_the_messages_of_the_real_server) {
    const std::string bad_key = "HTTP/1.1 400 Bad Request\r\n\r\nmismatch challenge/response",
                      bad_version =
                          "HTTP/1.1 400 Bad Request\r\nSec-WebSocket-Version: 13\r\n\r\n"
                          "missing or bad WebSocket Version",
                      bad_origin = "HTTP/1.1 403 Forbidden\r\n\r\n",
                      bad_protocol = "HTTP/1.1 400 Bad Request\r\n\r\n";
    for (const auto& [change, expected] : std::vector<std::pair<header, std::string>>{
             {{"Sec-WebSocket-Key", "none"}, bad_key},
             {{"Sec-WebSocket-Key", ""}, bad_key},
             {{"Sec-WebSocket-Version", "none"}, bad_version},
             {{"Sec-WebSocket-Version", "8"}, bad_version},
             {{"Sec-WebSocket-Version", "13, 8"}, bad_version},
             {{"Origin", "none"}, bad_origin},
             {{"Origin", ""}, bad_origin},
             {{"Origin", "null"}, bad_origin},
             {{"Origin", "://a"}, bad_origin},
             {{"Origin", "http://a b"}, bad_origin},
             {{"Sec-WebSocket-Protocol", "a, b"}, bad_protocol},
             {{"Sec-WebSocket-Protocol", "a,"}, bad_protocol},
         }) {
        const handshake h = answer_handshake(asked({change}));
        BOOST_TEST(!h.accepted, change.name << ": " << change.value);
        BOOST_TEST(h.answer == expected, change.name << ": " << change.value);
    }
}

BOOST_AUTO_TEST_CASE(accepts_every_valid_origin) {
    for (const char* origin : {"https://example.com:8443", "http://[::1]", "file://", "app:x", "/x", "*"})
        BOOST_TEST(answer_handshake(asked({{"Origin", origin}})).accepted, origin);
}

BOOST_AUTO_TEST_SUITE_END()
