#include "framework/http/serialize.hpp"

#include "framework/http/request_parser.hpp"
#include "framework/http/response_parser.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace setpoint::http;

BOOST_AUTO_TEST_SUITE(serialize_test)

namespace {

std::string bytes_of(const request& r) {
    std::string out;
    const auto ok = append_request(out, r, "api:6443");
    return ok ? out : "error: " + ok.error().message;
}

}  // namespace

BOOST_AUTO_TEST_CASE(requests_are_written_exactly) {
    BOOST_TEST(bytes_of({"GET", "/a?b=c", {}, {}}) == "GET /a?b=c HTTP/1.1\r\nHost: api:6443\r\n\r\n");
    BOOST_TEST(bytes_of({"GET", "/", {{"Accept", "x, y"}, {"A", "\t\xc3\xa4"}}, {}}) ==
               "GET / HTTP/1.1\r\nHost: api:6443\r\nAccept: x, y\r\nA: \t\xc3\xa4\r\n\r\n");
    BOOST_TEST(bytes_of({"PATCH", "/p", {}, "{}"}) ==
               "PATCH /p HTTP/1.1\r\nHost: api:6443\r\nContent-Length: 2\r\n\r\n{}");
    BOOST_TEST(bytes_of({"POST", "/p", {}, {}}) ==
               "POST /p HTTP/1.1\r\nHost: api:6443\r\nContent-Length: 0\r\n\r\n");
    BOOST_TEST(bytes_of({"DELETE", "/p", {}, "{}"}) ==
               "DELETE /p HTTP/1.1\r\nHost: api:6443\r\nContent-Length: 2\r\n\r\n{}");
}

BOOST_AUTO_TEST_CASE(parts_that_would_change_the_meaning_of_the_head_are_rejected) {
    const std::vector<request> bad = {
        {"GET", "/a b", {}, {}},
        {"GET", "/a\r\nX: y", {}, {}},
        {"GET", "", {}, {}},
        {"GET", "a", {}, {}},
        {"GET", "http://other/", {}, {}},
        {"GET", "/a#b", {}, {}},
        {"GET", "/\x7f", {}, {}},
        {"GET /x HTTP/1.1\r\nA:", "/a", {}, {}},
        {"", "/a", {}, {}},
        {"GET", "/a", {{"A", "b\r\nEvil: 1"}}, {}},
        {"GET", "/a", {{"A", "b\nEvil: 1"}}, {}},
        {"GET", "/a", {{"A", std::string("b\0c", 3)}}, {}},
        {"GET", "/a", {{"A: b\r\nC", "d"}}, {}},
        {"GET", "/a", {{"", "d"}}, {}},
        {"GET", "/a", {{"A B", "d"}}, {}},
        {"GET", "/a", {{"Content-Length", "5"}}, {}},
        {"GET", "/a", {{"content-length", "5"}}, {}},
        {"GET", "/a", {{"Transfer-Encoding", "chunked"}}, {}},
        {"GET", "/a", {{"Host", "other"}}, {}},
        {"GET", "/a", {{"Connection", "close"}}, {}},
    };
    for (const request& r : bad) {
        std::string out = "before";
        const auto ok = append_request(out, r, "h");
        BOOST_TEST_CONTEXT(r.method << " " << r.target) {
            BOOST_REQUIRE(ok.has_error());
            BOOST_CHECK(ok.error().code == errc::failed);
            BOOST_TEST(out == "before");
        }
    }
}

BOOST_AUTO_TEST_CASE(an_error_names_the_header_and_never_its_value) {
    const std::string message = bytes_of({"GET", "/a", {{"Authorization", "Bearer s3cret\r\n"}}, {}});
    BOOST_TEST(message.find("Authorization") != std::string::npos);
    BOOST_TEST(message.find("s3cret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_written_is_read_back) {
    std::string out;
    BOOST_REQUIRE(append_request(out, {"PUT", "/x?y=z", {{"A", "b"}}, "body"}, "host").has_value());
    request_parser p({}, 1000);
    const auto head = p.put(out);
    BOOST_REQUIRE(head.has_value());
    BOOST_TEST(p.method() == "PUT");
    BOOST_TEST(p.target() == "/x?y=z");
    BOOST_TEST(find_header(p.headers(), "a") == "b");
    BOOST_TEST(p.put(std::string_view(out).substr(head->used)).value().piece == "body");
}

BOOST_AUTO_TEST_CASE(responses_are_written_exactly) {
    const auto text = [](int status, bool with_body, bool keep_alive) {
        std::string out;
        const auto ok = append_response(out, status, {{"A", "b"}}, "body", with_body, keep_alive);
        return ok ? out : "error: " + ok.error().message;
    };
    BOOST_TEST(text(200, true, true) == "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 4\r\n\r\nbody");
    BOOST_TEST(text(404, false, true) == "HTTP/1.1 404 Not Found\r\nA: b\r\nContent-Length: 4\r\n\r\n");
    BOOST_TEST(
        text(500, true, false) ==
        "HTTP/1.1 500 Internal Server Error\r\nA: b\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody");
    BOOST_TEST(text(204, true, true) == "HTTP/1.1 204 No Content\r\nA: b\r\n\r\n");
    BOOST_TEST(text(299, true, true).starts_with("HTTP/1.1 299 \r\n"));
    BOOST_TEST(text(100, true, true).starts_with("error: "));
}

BOOST_AUTO_TEST_CASE(heads_contain_how_the_body_ends) {
    const auto head = [](int status, body_end end, bool keep_alive) {
        std::string out;
        const auto ok = append_response_head(out, status, {{"A", "b"}}, end, 7, keep_alive);
        return ok ? out : "error: " + ok.error().message;
    };
    BOOST_TEST(head(200, body_end::chunks, true) ==
               "HTTP/1.1 200 OK\r\nA: b\r\nTransfer-Encoding: chunked\r\n\r\n");
    BOOST_TEST(head(200, body_end::close, false) == "HTTP/1.1 200 OK\r\nA: b\r\nConnection: close\r\n\r\n");
    BOOST_TEST(head(200, body_end::length, true) == "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 7\r\n\r\n");
    BOOST_TEST(head(204, body_end::chunks, true) == "HTTP/1.1 204 No Content\r\nA: b\r\n\r\n");
}

BOOST_AUTO_TEST_CASE(chunks_are_written_exactly_and_read_back) {
    std::string out;
    append_chunk(out, "");
    BOOST_TEST(out == "");
    append_chunk(out, "ab");
    append_chunk(out, std::string(300, 'x'));
    BOOST_TEST(out == "2\r\nab\r\n12c\r\n" + std::string(300, 'x') + "\r\n");
    BOOST_REQUIRE(append_response_head(out = "", 200, {}, body_end::chunks, 0, true));
    append_chunk(out, "ab");
    append_chunk(out, std::string(300, 'x'));
    out += last_chunk;
    response_parser p({}, false);
    std::string body;
    for (std::string_view rest = out; !rest.empty();) {
        const auto f = p.put(rest);
        BOOST_REQUIRE(f);
        body += f->piece;
        rest.remove_prefix(f->used);
        if (f->is == framed::what::end) break;
    }
    BOOST_TEST(body == "ab" + std::string(300, 'x'));
}

BOOST_AUTO_TEST_SUITE_END()
