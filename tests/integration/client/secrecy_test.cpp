// Secrets are in no log line, at any level, and in no error: every path that handles one is walked with trace
// logs, and what was logged and said is searched for all of them. Then each is leaked on purpose, and found.
#include "framework/core/base64.hpp"
#include "integration/client/stub_api.hpp"

#include <boost/test/unit_test.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

BOOST_AUTO_TEST_SUITE(secrecy_test)

namespace {

struct known_secret {
    std::string name, text;
};

// A line in the middle of a PEM text: what a quoted or cut text still has.
std::string line_of(const std::string& pem) {
    const std::size_t begin = pem.find('\n') + 1;
    return pem.substr(begin, pem.find('\n', begin) - begin);
}

std::string percent_encoded(const std::string& text) {
    std::string out;
    for (const char c : text)
        out += std::isalnum(static_cast<unsigned char>(c))
                   ? std::string(1, c)
                   : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    return out;
}

// The names of the secrets that `text` holds, as they are, in base64, or percent-encoded.
std::vector<std::string> found_in(const std::string& text, const std::vector<known_secret>& secrets) {
    std::vector<std::string> found;
    for (const known_secret& s : secrets) {
        BOOST_REQUIRE_GE(s.text.size(), 8u);
        // Base64 of the whole, without what depends on what stands around it.
        const std::string encoded = base64_encode(s.text);
        for (const std::string& form :
             {s.text, percent_encoded(s.text), encoded.substr(0, s.text.size() / 3 * 4)}) {
            if (text.find(form) == std::string::npos) continue;
            found.push_back(s.name);
            break;
        }
    }
    return found;
}

struct world : stub_world {
    test_cert mine = ca.issue({"me", {}}), next = ca.issue({"next", {}});
    const std::vector<known_secret> secrets;
    std::string said;  // every error as a user sees it

    world()
        : secrets{{"token", "T0ken-inline-4711"},
                  {"token of a file", "T0ken-file-4712"},
                  {"rotated token", "T0ken-rotated-4713"},
                  {"password", "p@ss/word 4714"},
                  {"basic credentials", base64_encode("ann:p@ss/word 4714")},
                  {"proxy password", "pr0xy:pass 4715"},
                  {"proxy credentials", base64_encode("bob:pr0xy:pass 4715")},
                  {"plugin token", "T0ken-plugin-4716"},
                  {"plugin output", "garbage-output-4717"},
                  {"plugin argument", "--arg-secret-4718"},
                  {"plugin environment", "env-secret-4719"},
                  {"key", line_of(mine.key_pem)},
                  {"next key", line_of(next.key_pem)},
                  {"damaged key", "AAAAdamagedkey4720AAAA"}} {
        sink.level = log_level::trace;
    }
    const std::string& of(std::string_view name) const {
        for (const known_secret& s : secrets)
            if (s.name == name) return s.text;
        throw std::logic_error("no such secret: " + std::string(name));
    }
    awaitable<void> call(const std::string& cluster_fields, const std::string& user) {
        const std::string answer = co_await ask(cluster_fields, user);
        said += answer + "\n";
    }
    awaitable<void> call(api_connection& c) {
        const std::string answer = co_await ask(c);
        said += answer + "\n";
    }

    awaitable<void> walk_tokens(stub_api& api) {
        const std::string at = cluster(api.url());
        const std::string token = fmt::format(R"("token":"{}")", of("token"));
        co_await call(at, token);
        api.accepts = "something else";
        co_await call(at, token);
        // Refused while the file is read.
        co_await call(at, fmt::format(R"("token":"{} x")", of("token")));
        co_await call(
            at, fmt::format(R"("token":"{}","username":"ann","password":"{}")", of("token"), of("password")));
        folder.write("token", of("token of a file"));
        auto c = config(at, R"("tokenFile":"token")");
        const auto connection = connect(std::move(c.value()));
        api.accepts = "Bearer " + of("token of a file");
        co_await call(*connection);
        api.accepts = "Bearer " + of("rotated token");
        folder.write("token", of("rotated token") + "\x01");
        co_await call(*connection);
        folder.write("token", of("rotated token"));
        co_await call(*connection);
        BOOST_TEST(said.ends_with("ok\n"), said);
        api.accepts.reset();
        co_await call(at, fmt::format(R"("username":"ann","password":"{}")", of("password")));
        api.accepts = "something else";
        co_await call(at, fmt::format(R"("username":"ann","password":"{}")", of("password")));
        api.accepts.reset();
    }
    awaitable<void> walk_certificates(stub_api& api) {
        const std::string by_file = R"("client-certificate":"crt","client-key":"key")";
        folder.write("crt", mine.cert_pem);
        folder.write("key", mine.key_pem);
        auto c = config(cluster(api.url()), by_file);
        const auto connection = connect(std::move(c.value()));
        co_await call(*connection);
        api.accepts = "something else";
        std::string damaged = next.key_pem;
        damaged.replace(damaged.find('\n') + 1, of("damaged key").size(), of("damaged key"));
        const std::vector<std::string> keys = {mine.key_pem.substr(0, 100), damaged, next.key_pem,
                                               mine.key_pem};
        for (const std::string& key : keys) {
            folder.write("key", key);
            co_await call(*connection);
            co_await call(cluster(api.url()), by_file);
        }
        folder.write("crt", next.cert_pem);
        folder.write("key", next.key_pem);
        co_await call(*connection);
        api.accepts.reset();
        co_await call(cluster(api.url()), R"("client-key-data":")" + base64_encode(mine.key_pem) + "\"");
    }
    awaitable<void> walk_plugins(stub_api& api) {
        const std::string at = cluster(api.url());
        const std::string user =
            exec_user("./plugin", fmt::format(R"(,"args":["{}"],"env":[{{"name":"SECRET","value":"{}"}}])",
                                              of("plugin argument"), of("plugin environment")));
        folder.script("plugin", "cat " + folder.at("answer"));
        api.accepts = "Bearer " + of("plugin token");
        folder.write("answer", exec_answer(of("plugin token")));
        co_await call(at, user);
        BOOST_TEST(said.ends_with("ok\n"), said);
        const std::vector<std::string> none = {
            of("plugin output"),
            exec_answer(of("plugin token")) + of("plugin output"),
            exec_answer(of("plugin token"), ",\"expirationTimestamp\":\"" + of("plugin output") + "\""),
            exec_answer(of("plugin token"), ",\"clientKeyData\":\"" + of("plugin output") + "\""),
            exec_answer(of("plugin token"), ",\"clientCertificateData\":\"" + of("plugin output") +
                                                "\",\"clientKeyData\":\"" + of("plugin output") + "\""),
            exec_answer(of("plugin token") + "\\n" + of("plugin output"))};
        for (const std::string& answer : none) {
            folder.write("answer", answer);
            co_await call(at, user);
            BOOST_TEST(!said.ends_with("ok\n"), answer);
        }
        folder.script("plugin", "cat " + folder.at("answer") + "; exit 1");
        co_await call(at, user);
        folder.script("plugin", "yes " + of("plugin output"));
        co_await call(at, user);
        api.accepts.reset();
    }
    awaitable<void> walk_proxies(stub_api& api) {
        connect_proxy proxy(l);
        proxy.ports["api.test:6443"] = api.port();
        const std::string bob = "bob:" + percent_encoded(of("proxy password"));
        environment["HTTPS_PROXY"] = proxy.url(bob);
        const std::string at = cluster("https://api.test:6443");
        proxy.authorization = "Basic " + of("proxy credentials");
        co_await call(at, "");
        BOOST_TEST(said.ends_with("ok\n"), said);
        proxy.authorization = "Basic another";
        co_await call(at, "");
        proxy.answer = "nonsense\r\n\r\n";
        proxy.authorization.clear();
        co_await call(at, "");
        const std::vector<std::string> urls = {
            "socks5://" + bob + "@127.0.0.1:1", "http://" + bob + "@127.0.0.1:0", "http://" + bob + "@",
            "http://" + bob + "@127.0.0.1:1/" + percent_encoded(of("proxy password"))};
        for (const std::string& url : urls) {
            environment["HTTPS_PROXY"] = url;
            co_await call(at, "");
            co_await call(cluster("https://api.test:6443", R"(,"proxy-url":")" + url + "\""), "");
        }
        environment.clear();
        co_await proxy.stop();
    }
    void walk_all() {
        with_api([&](stub_api& api) -> awaitable<void> {
            co_await walk_tokens(api);
            co_await walk_certificates(api);
            co_await walk_plugins(api);
            co_await walk_proxies(api);
        });
    }
};

}  // namespace

BOOST_AUTO_TEST_CASE(nothing_secret_is_logged_or_said_at_any_level_on_any_path) {
    world w;
    w.walk_all();
    const std::string all = w.log_text.str() + w.said;
    for (const std::string& name : found_in(all, w.secrets))
        BOOST_ERROR("leaked: " << name << " in\n" << all);
    // The paths were walked: each leaves its words.
    for (const char* words :
         {"TLS files cannot be used", "TLS files have changed", "token file cannot be read",
          "credential plugin has run", "credential plugin returned no credentials", "printed no credentials",
          "returned an unusable certificate", "printed more than", "ended with exit code 1",
          "it answered 407", "its response is not HTTP", "SOCKS proxies", "the credentials were not accepted",
          "client-key is given without", "does not belong to"})
        BOOST_TEST(all.find(words) != std::string::npos, words);
}

BOOST_AUTO_TEST_CASE(each_secret_that_is_logged_on_purpose_is_found) {
    world w;
    BOOST_TEST(found_in(w.log_text.str(), w.secrets).empty());
    for (const known_secret& s : w.secrets) {
        const std::string forms[] = {s.text, "prefix" + s.text + "suffix", base64_encode(s.text),
                                     percent_encoded(s.text)};
        for (const std::string& form : forms) {
            for (const bool as_message : {false, true}) {
                w.log_text.str("");
                if (as_message)
                    w.log.trace("it is " + form);
                else
                    w.log.trace("leak", {{"value", form}});
                const auto found = found_in(w.log_text.str(), w.secrets);
                BOOST_TEST(std::count(found.begin(), found.end(), s.name) == 1, s.name << " as " << form);
            }
        }
    }
    // A whole key, as a careless line would have it.
    w.log_text.str("");
    w.log.trace("leak", {{"key", w.mine.key_pem}});
    BOOST_TEST((found_in(w.log_text.str(), w.secrets) == std::vector<std::string>{"key"}));
}

BOOST_AUTO_TEST_SUITE_END()
