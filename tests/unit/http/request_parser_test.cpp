#include "framework/http/request_parser.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(request_parser_test)

namespace {

struct outcome {
    std::string method, target, body;
    bool ended = false, keeps_alive = false, expects_continue = false;
    std::optional<errc> failure;
    bool operator==(const outcome&) const = default;
};

outcome read(std::string_view wire, std::size_t step, std::uint64_t body_limit = 1000) {
    request_parser p({}, body_limit);
    outcome out;
    std::string kept;
    std::size_t arrived = 0;
    for (;;) {
        const result<framed> f = p.put(kept);
        if (!f) {
            out.failure = f.error().code;
            return out;
        }
        out.body += f->piece;
        kept.erase(0, f->used);
        if (f->is == framed::what::head) {
            out.method = p.method();
            out.target = p.target();
            out.expects_continue = p.expects_continue();
        } else if (f->is == framed::what::end) {
            out.ended = true;
            out.keeps_alive = p.keeps_alive();
            return out;
        } else if (f->is == framed::what::need_more) {
            if (arrived == wire.size()) return out;
            kept += wire.substr(arrived, step);
            arrived = std::min(arrived + step, wire.size());
        }
    }
}

}  // namespace

BOOST_AUTO_TEST_CASE(requests_are_read_the_same_in_any_cut) {
    struct sample {
        std::string wire;
        outcome expected;
    };
    const std::vector<sample> all = {
        {"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n", {"GET", "/healthz", "", true, true, false, {}}},
        {"GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", {"GET", "/", "", true, false, false, {}}},
        {"GET / HTTP/1.0\r\n\r\n", {"GET", "/", "", true, false, false, {}}},
        {"POST /v HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nExpect: 100-Continue\r\n\r\nabc",
         {"POST", "/v", "abc", true, true, true, {}}},
        {"POST /v HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\n\r\n",
         {"POST", "/v", "abc", true, true, false, {}}},
        {"GET http://a:80/x?y HTTP/1.1\r\nHost: a\r\n\r\n", {"GET", "/x?y", "", true, true, false, {}}},
        {"GET http://a HTTP/1.1\r\nHost: a\r\n\r\n", {"GET", "/", "", true, true, false, {}}},
        {"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n", {"OPTIONS", "*", "", true, true, false, {}}},
    };
    for (const sample& s : all)
        for (const std::size_t step : {std::size_t{1}, std::size_t{5}, s.wire.size()})
            BOOST_TEST((read(s.wire, step) == s.expected), s.wire << " by " << step);
}

BOOST_AUTO_TEST_CASE(malformed_requests_are_bad_data) {
    for (const char* wire : {
             "GET /\r\n\r\n\r\n\r\n\r\n",
             "GET  / HTTP/1.1\r\nHost: a\r\n\r\n",
             "GET / HTTP/1.1\r\n\r\n",
             "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
             "GET relative HTTP/1.1\r\nHost: a\r\n\r\n",
             "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
             "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
             "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n",
             "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a TLS hello sent to a plain port",
         })
        for (const std::size_t step : {std::size_t{1}, std::size_t{1000}})
            BOOST_CHECK_MESSAGE(read(wire, step).failure == errc::bad_data, wire << " by " << step);
}

BOOST_AUTO_TEST_CASE(a_body_over_the_limit_is_too_large_by_length_and_by_chunks) {
    BOOST_CHECK(read("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n", 100, 10).failure ==
                errc::too_large);
    BOOST_CHECK(
        read("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n123456\r\n6\r\n", 100, 10)
            .failure == errc::too_large);
    BOOST_TEST(read("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n1234567890", 100, 10).ended);
}

BOOST_AUTO_TEST_SUITE_END()
