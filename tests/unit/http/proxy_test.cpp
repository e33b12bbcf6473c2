#include "setpoint/http/proxy.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

using namespace setpoint;
using namespace setpoint::http;

namespace {

struct variables {
    std::map<std::string, std::string> set;
    environment get() {
        return [this](const std::string& name) -> std::optional<std::string> {
            const auto at = set.find(name);
            return at == set.end() ? std::nullopt : std::optional(at->second);
        };
    }
    // "host:port" of the proxy, "" for none.
    std::string chosen(const origin& to) {
        const auto p = proxy_of_environment(get(), to);
        if (!p) return "error: " + p.error().message;
        return *p ? (*p)->at.authority() : "";
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(proxy_test)

BOOST_AUTO_TEST_CASE(urls_are_parsed) {
    struct row {
        std::string_view url, scheme, authority, user, password;
    };
    const row rows[] = {
        {"http://p:3128", "http", "p:3128", "", ""},
        {"http://p.example.com/", "http", "p.example.com:80", "", ""},
        {"HTTPS://p", "https", "p:443", "", ""},
        {"p:3128", "http", "p:3128", "", ""},
        {"10.0.0.1:8080", "http", "10.0.0.1:8080", "", ""},
        {"http://[fd00::1]:3128", "http", "[fd00::1]:3128", "", ""},
        {"http://ann:s3cret@p:3128", "http", "p:3128", "ann", "s3cret"},
        {"http://a%40b:p%3A%2F%20q@p", "http", "p:80", "a@b", "p:/ q"},
        {" http://p:1 ", "http", "p:1", "", ""},
    };
    for (const row& r : rows) {
        const auto p = parse_proxy(r.url, "HTTPS_PROXY");
        BOOST_REQUIRE_MESSAGE(p.has_value(), r.url << ": " << p.error().message);
        BOOST_TEST(p->at.scheme == r.scheme);
        BOOST_TEST(p->at.authority() == r.authority);
        BOOST_TEST(p->username == r.user);
        BOOST_TEST((p->password == secret(std::string(r.password))), r.url);
        BOOST_TEST(p->named_by == "HTTPS_PROXY");
    }
}

BOOST_AUTO_TEST_CASE(other_proxies_are_rejected_without_quoting_the_url) {
    for (const char* bad : {"socks5://u:hunter2@p:1080", "socks5h://hunter2", "ftp://hunter2:hunter2@p", "",
                            "http://u:hunter2@", "http://u:hunter2@p:0", "http://u:hunter2@p:70000",
                            "http://u:hunter2@p:1/hunter2", "http://u:hunter2@p?hunter2", "http://hunter2 x",
                            "http://u%3Ax:hunter2@p"}) {
        const auto p = parse_proxy(bad, "/c: clusters[0] \"x\": proxy-url");
        BOOST_REQUIRE_MESSAGE(p.has_error(), bad);
        BOOST_TEST((p.error().code == errc::bad_config));
        BOOST_TEST(p.error().message.starts_with("/c: clusters[0] \"x\": proxy-url: "), p.error().message);
        BOOST_TEST(p.error().message.find("hunter2") == std::string::npos, p.error().message);
    }
    BOOST_TEST(parse_proxy("socks5://p:1080", "X").error().message ==
               "X: SOCKS proxies are not supported; use a proxy that speaks HTTP (http:// or https://)");
}

BOOST_AUTO_TEST_CASE(the_environment_names_a_proxy_by_scheme_and_never_for_loopback) {
    variables v;
    const origin api{"https", "api.example.com", "6443"}, plain{"http", "api.example.com", "8080"};
    BOOST_TEST(v.chosen(api) == "");
    v.set["https_proxy"] = "http://lower:1";
    BOOST_TEST(v.chosen(api) == "lower:1");
    v.set["HTTPS_PROXY"] = "http://upper:1";
    BOOST_TEST(v.chosen(api) == "upper:1");
    BOOST_TEST(v.chosen(plain) == "");
    v.set["HTTP_PROXY"] = "plain:2";
    BOOST_TEST(v.chosen(plain) == "plain:2");
    for (const char* local : {"localhost", "127.0.0.1", "127.9.9.9", "::1", "LOCALHOST"})
        BOOST_TEST(v.chosen({"https", local, "6443"}) == "", local);
    v.set["NO_PROXY"] = "example.com";
    BOOST_TEST(v.chosen(api) == "");
    v.set["NO_PROXY"] = "";
    v.set["no_proxy"] = "api.example.com:443";
    BOOST_TEST(v.chosen(api) == "upper:1");
    v.set["HTTPS_PROXY"] = "socks5://p";
    BOOST_TEST(v.chosen(api).starts_with("error: HTTPS_PROXY: SOCKS proxies"));
}

BOOST_AUTO_TEST_CASE(no_proxy_is_matched_as_go_does) {
    struct row {
        std::string_view list, host, port;
        bool named;
    };
    const row rows[] = {
        {"*", "anything", "443", true},
        {"", "a", "443", false},
        {",, ,", "a", "443", false},
        {"example.com", "example.com", "443", true},
        {"example.com", "EXAMPLE.com", "443", true},
        {"Example.COM", "api.example.com", "443", true},
        {"example.com", "notexample.com", "443", false},
        {".example.com", "example.com", "443", false},
        {".example.com", "a.b.example.com", "443", true},
        {"*.example.com", "a.example.com", "443", true},
        {"*.example.com", "example.com", "443", false},
        {"a, b ,example.com", "example.com", "443", true},
        {"example.com:6443", "example.com", "6443", true},
        {"example.com:6443", "example.com", "443", false},
        {"example.com:6443", "a.example.com", "6443", true},
        {"example.com", "example.com.", "443", true},
        {"10.0.0.1", "10.0.0.1", "443", true},
        {"10.0.0.1:443", "10.0.0.1", "443", true},
        {"10.0.0.1:443", "10.0.0.1", "6443", false},
        {"10.0.0.0/8", "10.1.2.3", "443", true},
        {"10.0.0.0/8", "11.1.2.3", "443", false},
        {"10.96.0.0/12", "10.111.0.1", "443", true},
        {"10.96.0.0/12", "10.112.0.1", "443", false},
        {"10.0.0.0/8", "a.example.com", "443", false},
        {"10.0.0.0/33", "10.1.2.3", "443", false},
        {"fd00::/8", "fd12::1", "443", true},
        {"fd00::/8", "fe80::1", "443", false},
        {"fd00::/8", "10.0.0.1", "443", false},
        {"10.0.0.0/8", "fd00::1", "443", false},
        {"[fd00::1]", "fd00::1", "443", true},
        {"fd00::1", "fd00:0::1", "443", true},
        {"[fd00::1]:6443", "fd00::1", "6443", true},
        {"[fd00::1]:6443", "fd00::1", "443", false},
        {"0.0.1", "10.0.0.1", "443", false},
    };
    for (const row& r : rows)
        BOOST_TEST(no_proxy_names(r.list, {"https", std::string(r.host), std::string(r.port)}) == r.named,
                   r.list << " names " << r.host << ":" << r.port);
}

BOOST_AUTO_TEST_SUITE_END()
