#include <setpoint/client/credentials.hpp>

#include <boost/test/unit_test.hpp>

#include <map>
#include <sstream>

using namespace setpoint;

namespace {

struct world {
    virtual_clock clock;
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
};

credential_settings token_file(std::string token) {
    credential_settings s;
    s.token = secret(std::move(token));
    s.token_file = "/token";
    return s;
}

std::string authorization(credentials& c) {
    http::request r;
    c.authorize(r);
    return std::string(http::find_header(r.headers, "Authorization"));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(credentials_test)

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
    BOOST_TEST(!with_token.renew());
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
    BOOST_TEST(!c.renew());
    w.files["/token"] = "second";
    BOOST_TEST(c.renew());
    BOOST_TEST(authorization(c) == "Bearer second");
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
