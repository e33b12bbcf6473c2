#include "setpoint/http/tls_reload.hpp"

#include "support/test_certs.hpp"

#include <boost/test/unit_test.hpp>

#include <map>
#include <sstream>

using namespace setpoint;
using namespace setpoint::http;
using namespace std::chrono_literals;

namespace {

struct world {
    virtual_clock time;
    std::ostringstream out;
    text_sink sink{out};
    std::map<std::string, std::string> files;
    int reads = 0;
    test_ca ca;
    test_cert first = ca.issue({"first", {}}), second = ca.issue({"second", {}});
    tls_reload reload{time,
                      [this](const std::string& path) -> result<std::string> {
                          ++reads;
                          const auto at = files.find(path);
                          if (at == files.end()) return error(errc::not_found, "No such file or directory");
                          return at->second;
                      },
                      logger(sink, time),
                      {{"/tls.crt", "certificate", "--cert"}, {"/tls.key", "key", "--key"}},
                      server_pair};

    world() { put(first); }
    void put(const test_cert& c) {
        files["/tls.crt"] = c.cert_pem;
        files["/tls.key"] = c.key_pem;
    }
    std::size_t lines(std::string_view with) const {
        std::size_t n = 0;
        std::istringstream in(out.str());
        for (std::string line; std::getline(in, line);) n += line.find(with) != std::string::npos;
        return n;
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(tls_reload_test)

BOOST_AUTO_TEST_CASE(files_are_read_once_a_period_and_an_unchanged_one_keeps_the_context) {
    world w;
    BOOST_TEST((w.reload.current() == nullptr));
    BOOST_REQUIRE(w.reload.load().has_value());
    const tls_context_ptr made = w.reload.current();
    BOOST_REQUIRE(made != nullptr);
    BOOST_TEST(w.reads == 2);
    w.time.advance(tls_reload::default_period - 1ms);
    BOOST_TEST((w.reload.current() == made));
    BOOST_TEST(w.reads == 2);
    w.time.advance(1ms);
    BOOST_TEST((w.reload.current() == made));
    BOOST_TEST((w.reload.current() == made));
    BOOST_TEST(w.reads == 4);
    BOOST_TEST(w.out.str() == "");
}

BOOST_AUTO_TEST_CASE(a_new_pair_is_used_after_the_period_or_at_once_when_checked) {
    world w;
    BOOST_REQUIRE(w.reload.load().has_value());
    const tls_context_ptr made = w.reload.current();
    w.put(w.second);
    BOOST_TEST((w.reload.current() == made));
    w.time.advance(tls_reload::default_period);
    const tls_context_ptr later = w.reload.current();
    BOOST_TEST((later != made && later != nullptr));
    BOOST_TEST(w.lines("/tls.crt, /tls.key") == 1u);

    w.put(w.first);
    BOOST_TEST(w.reload.check());
    BOOST_TEST((w.reload.current() != later));
    BOOST_TEST(!w.reload.check());
}

BOOST_AUTO_TEST_CASE(a_half_written_or_mismatched_pair_keeps_the_old_one_and_is_logged_once) {
    const world fresh;
    struct row {
        std::string what, cert, key, expected;
    };
    const row rows[] = {
        {"mismatched", fresh.second.cert_pem, fresh.first.key_pem,
         "--key (/tls.key): does not belong to the certificate"},
        {"key cut short", fresh.second.cert_pem, fresh.second.key_pem.substr(0, 80),
         "--key (/tls.key): cannot be read"},
        {"certificate cut short", fresh.second.cert_pem.substr(0, 80), fresh.second.key_pem,
         "--cert (/tls.crt): PEM certificate 1 cannot be read"},
        {"empty", "", fresh.second.key_pem, "--cert (/tls.crt): the file is empty"},
    };
    for (const row& r : rows) {
        world w;
        w.put(fresh.first);
        BOOST_REQUIRE(w.reload.load().has_value());
        const tls_context_ptr made = w.reload.current();
        w.files["/tls.crt"] = r.cert;
        w.files["/tls.key"] = r.key;
        for (int i = 0; i < 3; ++i) {
            w.time.advance(tls_reload::default_period);
            BOOST_TEST((w.reload.current() == made), r.what);
        }
        BOOST_TEST(w.lines(r.expected) == 1u, r.what << ": " << w.out.str());
        BOOST_TEST(w.lines("") == 1u, r.what);
        // The rest of it arrives.
        w.put(fresh.second);
        w.time.advance(tls_reload::default_period);
        BOOST_TEST((w.reload.current() != made), r.what);
        BOOST_TEST(w.lines("new connections use them") == 1u, r.what);
    }
}

BOOST_AUTO_TEST_CASE(a_failure_is_logged_again_after_a_success_or_when_it_changes) {
    world w;
    BOOST_REQUIRE(w.reload.load().has_value());
    w.files.erase("/tls.key");
    BOOST_TEST(!w.reload.check());
    BOOST_TEST(!w.reload.check());
    BOOST_TEST(w.lines("--key (/tls.key): No such file or directory") == 1u);
    w.files["/tls.key"] = "no key";
    BOOST_TEST(!w.reload.check());
    BOOST_TEST(w.lines("--key (/tls.key): ") == 2u);
    w.put(w.first);
    BOOST_TEST(!w.reload.check());
    w.files.erase("/tls.key");
    BOOST_TEST(!w.reload.check());
    BOOST_TEST(w.lines("No such file or directory") == 2u);
}

BOOST_AUTO_TEST_CASE(the_first_load_fails_with_the_file_and_its_setting) {
    world w;
    w.files.erase("/tls.crt");
    const auto missing = w.reload.load();
    BOOST_REQUIRE(missing.has_error());
    BOOST_TEST((missing.error().code == errc::bad_config));
    BOOST_TEST(missing.error().message == "--cert (/tls.crt): No such file or directory");
    w.put(w.first);
    w.files["/tls.key"] = w.second.key_pem;
    BOOST_TEST(w.reload.load().error().message == "--key (/tls.key): does not belong to the certificate");
    BOOST_TEST((w.reload.current() == nullptr));
}

BOOST_AUTO_TEST_CASE(an_existing_context_is_kept_until_its_files_differ) {
    world w;
    const tls_context_ptr made = make_server_tls(w.first.cert_pem, secret(w.first.key_pem)).value();
    w.reload.start_with(made, {secret(w.first.cert_pem), secret(w.first.key_pem)});
    BOOST_TEST(w.reads == 0);
    BOOST_TEST(!w.reload.check());
    BOOST_TEST((w.reload.current() == made));
    w.put(w.second);
    BOOST_TEST(w.reload.check());
    BOOST_TEST((w.reload.current() != made));
}

BOOST_AUTO_TEST_CASE(nothing_of_a_key_is_logged) {
    world w;
    w.sink.level = log_level::trace;
    BOOST_REQUIRE(w.reload.load().has_value());
    std::string damaged = w.second.key_pem;
    damaged.replace(40, 8, "AAAAAAAA");
    w.files["/tls.key"] = damaged;
    BOOST_TEST(!w.reload.check());
    w.files["/tls.key"] = "hunter2";
    BOOST_TEST(!w.reload.check());
    w.put(w.second);
    BOOST_TEST(w.reload.check());
    const std::string key_line = w.second.key_pem.substr(w.second.key_pem.find('\n') + 1, 20);
    for (const std::string& s : {key_line, std::string("AAAAAAAA"), std::string("hunter2")})
        BOOST_TEST(w.out.str().find(s) == std::string::npos, s);
    BOOST_TEST(w.lines("/tls.key") == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
