#include "setpoint/client/credentials.hpp"

#include "support/virtual_world.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <sstream>

using namespace setpoint;

BOOST_AUTO_TEST_SUITE(credentials_test)

namespace {

struct world : virtual_world {
    virtual_clock& clock = time;
    std::ostringstream out;
    text_sink sink{out};
    logger log{sink, clock};
    std::map<std::string, std::string> files;
    int reads = 0;

    credentials make(credential_settings settings) {
        return credentials(
            std::move(settings), clock,
            [this](const std::string& path) -> result<std::string> {
                ++reads;
                const auto at = files.find(path);
                if (at == files.end()) return error(errc::not_found, "No such file or directory");
                return at->second;
            },
            log);
    }
    bool renew(credentials& c, credential_stamp used) {
        bool others = false;
        run([&]() -> awaitable<void> { others = co_await c.renew(used); });
        return others;
    }
};

credential_settings token_file(std::string token) {
    credential_settings s;
    s.token = secret(std::move(token));
    s.token_file = "/token";
    return s;
}

credential_stamp stamp_of(credentials& c) {
    http::request r;
    return c.authorize(r);
}

std::string authorization(credentials& c) {
    http::request r;
    c.authorize(r);
    return std::string(http::find_header(r.headers, "Authorization"));
}

}  // namespace

BOOST_AUTO_TEST_CASE(header_follows_the_kind_of_credentials) {
    world w;
    credential_settings bearer, basic;
    bearer.token = secret("abc");
    basic.username = "admin";
    basic.password = secret("p:\xc3\xa4ss");
    credentials none = w.make({}), with_token = w.make(bearer), with_password = w.make(basic);
    BOOST_TEST(authorization(none).empty());
    BOOST_TEST(authorization(with_token) == "Bearer abc");
    BOOST_TEST(authorization(with_password) == "Basic YWRtaW46cDrDpHNz");
    BOOST_TEST(!w.renew(with_token, stamp_of(with_token)));
    BOOST_TEST(w.reads == 0);
}

BOOST_AUTO_TEST_CASE(token_file_is_read_again_after_a_minute_and_not_before) {
    world w;
    w.files["/token"] = "second\n";
    credentials c = w.make(token_file("first"));
    w.clock.advance(credentials::reread_after - std::chrono::milliseconds(1));
    BOOST_TEST(authorization(c) == "Bearer first");
    BOOST_TEST(w.reads == 0);
    w.clock.advance(std::chrono::milliseconds(1));
    BOOST_TEST(authorization(c) == "Bearer second");
    BOOST_TEST(authorization(c) == "Bearer second");
    BOOST_TEST(w.reads == 1);
}

BOOST_AUTO_TEST_CASE(renew_reads_at_once_and_tells_whether_the_token_changed) {
    world w;
    w.files["/token"] = "first";
    credentials c = w.make(token_file("first"));
    BOOST_TEST(!w.renew(c, stamp_of(c)));
    w.files["/token"] = "second";
    BOOST_TEST(w.renew(c, stamp_of(c)));
    BOOST_TEST(authorization(c) == "Bearer second");
    BOOST_TEST(w.reads == 2);
}

BOOST_AUTO_TEST_CASE(requests_that_were_refused_together_share_one_read) {
    world w;
    w.files["/token"] = "second";
    credentials c = w.make(token_file("first"));
    std::vector<credential_stamp> sent;
    sent.reserve(100);
    for (int i = 0; i < 100; ++i) sent.push_back(stamp_of(c));
    for (const credential_stamp& s : sent) BOOST_TEST(w.renew(c, s));
    BOOST_TEST(w.reads == 1);

    // The file is unchanged: one of them reads it, the others use the result.
    sent.clear();
    for (int i = 0; i < 100; ++i) sent.push_back(stamp_of(c));
    for (const credential_stamp& s : sent) BOOST_TEST(!w.renew(c, s));
    BOOST_TEST(w.reads == 2);
    // A later refusal reads the file again.
    w.files["/token"] = "third";
    BOOST_TEST(w.renew(c, stamp_of(c)));
    BOOST_TEST(w.reads == 3);
}

BOOST_AUTO_TEST_CASE(a_request_from_before_a_reread_by_time_is_tried_again_without_another_one) {
    world w;
    w.files["/token"] = "second";
    credentials c = w.make(token_file("first"));
    const credential_stamp sent = stamp_of(c);
    w.clock.advance(credentials::reread_after);
    BOOST_TEST(authorization(c) == "Bearer second");
    BOOST_TEST(w.renew(c, sent));
    BOOST_TEST(w.reads == 1);
}

BOOST_AUTO_TEST_CASE(a_refused_client_certificate_is_looked_for_at_once) {
    world w;
    std::uint64_t version = 0;
    int looks = 0;
    bool replaced = false;
    credentials c({}, w.clock, {}, w.log, nullptr,
                  {[&] { return version; },
                   [&] {
                       ++looks;
                       if (replaced) ++version;
                   }});
    BOOST_TEST(!w.renew(c, stamp_of(c)));
    replaced = true;
    const credential_stamp sent = stamp_of(c);
    BOOST_TEST(w.renew(c, sent));
    BOOST_TEST(w.renew(c, sent));
    BOOST_TEST(looks == 2);
}

BOOST_AUTO_TEST_CASE(impersonation_is_said_in_headers_whose_names_are_escaped) {
    world w;
    credential_settings s;
    s.token = secret("abc");
    s.as = {"system:serviceaccount:a:b",
            "1-2",
            {"system:masters", "dev ops"},
            {{"scopes", {"view", "edit"}}, {"example.com/role %", {"x"}}}};
    credentials c = w.make(s);
    http::request r;
    c.authorize(r);
    std::string all;
    for (const auto& [name, value] : r.headers) all.append(name).append(": ").append(value).append("\n");
    BOOST_TEST(all ==
               "Authorization: Bearer abc\n"
               "Impersonate-User: system:serviceaccount:a:b\n"
               "Impersonate-Uid: 1-2\n"
               "Impersonate-Group: system:masters\n"
               "Impersonate-Group: dev ops\n"
               "Impersonate-Extra-scopes: view\n"
               "Impersonate-Extra-scopes: edit\n"
               "Impersonate-Extra-example.com%2Frole%20%25: x\n");
    BOOST_TEST(impersonation_extra_header("\xc3\xa4:") == "Impersonate-Extra-%C3%A4%3A");
}

BOOST_AUTO_TEST_CASE(old_token_is_kept_and_logged_once_when_the_file_vanishes) {
    world w;
    credentials c = w.make(token_file("first"));
    for (int i = 0; i < 3; ++i) {
        w.clock.advance(credentials::reread_after);
        BOOST_TEST(authorization(c) == "Bearer first");
    }
    BOOST_TEST(w.reads == 3);
    const std::string log = w.out.str();
    BOOST_TEST(std::count(log.begin(), log.end(), '\n') == 1);
    BOOST_TEST(log.find("/token") != std::string::npos);

    w.files["/token"] = "second";
    w.clock.advance(credentials::reread_after);
    BOOST_TEST(authorization(c) == "Bearer second");
    w.files["/token"] = "  \n";
    w.clock.advance(credentials::reread_after);
    BOOST_TEST(authorization(c) == "Bearer second");
    BOOST_TEST(w.out.str().find("second") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(token_text_is_trimmed_and_refused_when_it_cannot_be_a_header) {
    BOOST_TEST((parse_token(" abc.def-_~+/= \r\n").value() == secret("abc.def-_~+/=")));
    for (const char* bad : {"", " \n", "a b", "a\nb", "a\r\nX-Evil: 1", "a\x7f", "t\xc3\xb6k"}) {
        const auto r = parse_token(bad);
        BOOST_REQUIRE(!r);
        BOOST_TEST((r.error().code == errc::bad_data));
    }
}

BOOST_AUTO_TEST_SUITE_END()
