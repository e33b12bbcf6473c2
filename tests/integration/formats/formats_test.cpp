// String formats of custom resources against the Go library that the real API server uses: thousands of
// strings for each format, made of valid ones by small changes. go-formats (tests/cluster/modules/formats)
// says what Go takes. Skipped where it is not built; SETPOINT_SEED decides about the changes.
#include "apiserver/schema/formats.hpp"

#include "support/control_plane.hpp"

#include <boost/json/serialize.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <fstream>
#include <map>
#include <random>
#include <sstream>

using namespace setpoint;

namespace {

// tests/cluster/build formats has made it, or why not.
std::pair<std::string, std::string> go_formats() {
    const std::string script = detail::environment("SETPOINT_CLUSTER_SCRIPT");
    if (script.empty()) return {"", "SETPOINT_CLUSTER_SCRIPT is not set (tests/cluster/control-plane)"};
    const std::string folder = script.substr(0, script.rfind('/'));
    const auto [text, code] = detail::run_command({folder + "/build", "formats"});
    if (code != 0) return {"", text};
    return {detail::run_command({"bash", "-c", ". " + folder + "/lib.sh && echo $BIN/go-formats"}).first, ""};
}

struct needs_go_formats {
    boost::test_tools::assertion_result operator()(boost::unit_test::test_unit_id) const {
        const std::string why = go_formats().second;
        if (why.empty() || detail::is_set("SETPOINT_REQUIRE_CLUSTER")) return true;
        boost::test_tools::assertion_result no(false);
        no.message() << why;
        return no;
    }
};

using samples = std::vector<std::string>;
const std::map<std::string, samples>& valid_and_nearly() {
    static const std::map<std::string, samples> all{
        {"bsonobjectid", {"507f1f77bcf86cd799439011"}},
        {"uri",
         {"http://a:80/b?c#d", "http://[::1", "http://a#b", "http://a:x", "http://u:p@[fe80::1%25en0]:1/%41",
          "mailto:a@b", "/a b", "*", "mongodb://a:1,b:2/", "http://a:1:2", "HTTP://a%20b", "http://a%80b",
          "x:/y", "http://[1.2.3.4]", "http://[::ffff:1.2.3.4]", "http://a@b@c", "//a", "?", ":a"}},
        {"email",
         {"a@b.c", "\"a b\"@c", "Ann B <a@b>", "\"A\" <a@[1.2.3.4]>", "a@b (c (d) e)", "g: a@b;",
          "g: a@b, c@d;", "(c) a@b", "=?utf-8?q?a?= <a@b>", "=?latin9?q?a?= <a@b>",
          "=?utf-8?b?YQ==?= x <a@b>", "a (c) b <a@b>", ".a@b", "a@b.", "\xc3\xa9@b", "a@[::1]",
          "a@b (=?x?q?y?=)"}},
        {"hostname",
         {"a.example.com", "a", "a-b.co", "1a.de", "\xf0\x9f\x98\x80.com", "a_b.com", std::string(64, 'a')}},
        {"ipv4", {"1.2.3.4", "01.002.3.4", "::ffff:1.2.3.4", "256.1.1.1"}},
        {"ipv6", {"::1", "fe80::1%eth0", "1:2:3:4:5:6:7:8", "::ffff:1.2.3.4", "::ffff:01.2.3.4", "1::8"}},
        {"cidr", {"10.0.0.0/8", "010.0.0.0/08", "::/0", "fd00::1/128", "::1.2.3.4/64", "1.2.3.4/33"}},
        {"mac",
         {"01:23:45:67:89:ab", "01-23-45-67-89-ab-cd-ef", "0123.4567.89ab", "0123456789ab",
          "0123.4567.89ab.cdef"}},
        {"uuid", {"0bd64efb-5f0e-4f4a-9a2d-0a2b8a9d5a11", "0bd64efb5f0e4f4a9a2d0a2b8a9d5a11"}},
        {"uuid3", {"0bd64efb-5f0e-3f4a-9a2d-0a2b8a9d5a11"}},
        {"uuid4", {"0BD64efb-5f0e-4f4a-9a2d-0a2b8a9d5a11"}},
        {"uuid5", {"0bd64efb-5f0e-5f4a-9a2d-0a2b8a9d5a11"}},
        {"isbn", {"0321751043", "978-0321751041", "080442957X", "080442957x"}},
        {"isbn10", {"0321751043", "0-8044-2957-X", "0 321751043"}},
        {"isbn13", {"978-0321751041", "9780321751041"}},
        {"creditcard", {"4220 8554 2622 2389", "374953669708156", "6011464355444102", "6250947000000014"}},
        {"ssn", {"111-11-1111", "111 11 1111", "111111111"}},
        {"hexcolor", {"#FFFFFF", "abc"}},
        {"rgbcolor", {"rgb(255,0,13)", "rgb( 1 , 2 , 3 )"}},
        {"byte", {"Zm9v", "Zm8=", "Zg==", ""}},
        {"password", {"x"}},
        {"date", {"2024-02-29", "1900-02-29", "0000-01-01"}},
        {"datetime", {"2014-12-15T19:30:20.000Z", "2014-12-15t19:30:20z", "2014-12-15T19:30:20+99:99"}},
        {"duration",
         {"1h30m", "22 ns", "3 days", "1.5h", "2562048h", "\xc2\xb5s", "1\xc2\xb5s", "1\xce\xbcs", ".5s",
          "+0", "1 weeks x", "99999999999999999999s", "0.99999999999999999999s", "1. s"}},
        {"k8s-short-name", {"a-b", std::string(63, 'a')}},
        {"k8s-long-name", {"a-b.c", std::string(253, 'a')}},
    };
    return all;
}

// One to three characters changed, left out, doubled, or put in.
std::string changed(std::string s, std::mt19937_64& random) {
    static const std::vector<std::string> pieces{"0",
                                                 "1",
                                                 "9",
                                                 "a",
                                                 "F",
                                                 "x",
                                                 "X",
                                                 "z",
                                                 "T",
                                                 ":",
                                                 "::",
                                                 ".",
                                                 "..",
                                                 "/",
                                                 "//",
                                                 "@",
                                                 "%",
                                                 "%25",
                                                 "%4",
                                                 "%C3",
                                                 "[",
                                                 "]",
                                                 "(",
                                                 ")",
                                                 "<",
                                                 ">",
                                                 "\"",
                                                 "\\",
                                                 " ",
                                                 "\t",
                                                 "\n",
                                                 "-",
                                                 "+",
                                                 "_",
                                                 "?",
                                                 "#",
                                                 ",",
                                                 ";",
                                                 "=",
                                                 "~",
                                                 "\x7f",
                                                 "\xc3\xa9",
                                                 "\xc2\xb5",
                                                 "\xf0\x9f\x98\x80",
                                                 "s",
                                                 "ns",
                                                 "h",
                                                 "=?x?q?y?=",
                                                 "=?utf-8?q?\?="};
    for (std::size_t n = 1 + random() % 3; n > 0; --n) {
        const std::string& piece = pieces[random() % pieces.size()];
        // Between whole characters: Go would see others in broken ones.
        std::size_t at = random() % (s.size() + 1);
        while (at < s.size() && (static_cast<unsigned char>(s[at]) & 0xc0) == 0x80) ++at;
        std::size_t end = at < s.size() ? at + 1 : at;
        while (end < s.size() && (static_cast<unsigned char>(s[end]) & 0xc0) == 0x80) ++end;
        switch (random() % 4) {
            case 0:
                s.insert(at, piece);
                break;
            case 1:
                s.replace(at, end - at, piece);
                break;
            case 2:
                s.erase(at, end - at);
                break;
            default:
                s.insert(at, s.substr(at, end - at));
        }
    }
    return s;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(formats_go, *boost::unit_test::precondition(needs_go_formats()))

BOOST_AUTO_TEST_CASE(strings_are_taken_as_by_go) {
    const auto [program, why] = go_formats();
    BOOST_REQUIRE_MESSAGE(why.empty(), why);
    const std::string given = detail::environment("SETPOINT_SEED");
    const std::uint64_t seed = given.empty() ? std::random_device()() : std::stoull(given);
    BOOST_TEST_MESSAGE("SETPOINT_SEED=" << seed);
    std::mt19937_64 random(seed);
    std::vector<std::pair<std::string, std::string>> corpus;
    for (const auto& [format, texts] : valid_and_nearly()) {
        for (const std::string& text : texts) corpus.emplace_back(format, text);
        for (int i = 0; i < 4000; ++i)
            corpus.emplace_back(format, changed(texts[random() % texts.size()], random));
    }
    const std::string file = fmt::format("/tmp/setpoint-formats-{}", ::getpid());
    {
        std::ofstream out(file);
        for (const auto& [format, text] : corpus)
            out << format << '\t' << boost::json::serialize(boost::json::value(text)) << '\n';
    }
    const auto [answers, code] = detail::run_command({"sh", "-c", program + " < " + file});
    std::remove(file.c_str());
    BOOST_REQUIRE_MESSAGE(code == 0, answers);
    std::istringstream lines(answers);
    std::size_t differ = 0;
    for (const auto& [format, text] : corpus) {
        std::string answer;
        BOOST_REQUIRE(std::getline(lines, answer));
        if (apiserver::matches_format(text, format) == (answer == "ok")) continue;
        if (++differ <= 20)
            BOOST_ERROR(format << " " << boost::json::serialize(boost::json::value(text)) << ": Go says "
                               << answer << ", seed " << seed);
    }
    BOOST_TEST(differ == 0U);
}

BOOST_AUTO_TEST_SUITE_END()
