// Tokens that objects vouch for: service accounts (kubernetes, pkg/serviceaccount) and bootstrap tokens
// (plugin/pkg/auth/authenticator/token/bootstrap).

#include "apiserver/authentication/account_tokens.hpp"
#include "apiserver/authentication/bootstrap_tokens.hpp"
#include "apiserver/resources/account_authority.hpp"
#include "apiserver/resources/service_account_token.hpp"
#include "framework/core/base64.hpp"

#include <boost/json/parse.hpp>
#include <boost/test/unit_test.hpp>
#include <fmt/format.h>

#include <map>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authentication;
using namespace std::chrono_literals;
namespace bj = boost::json;

constexpr wall_time start = std::chrono::sys_days(std::chrono::year(2026) / 1 / 1);
const std::string own_audience(api_audience);

struct object_world {
    std::map<std::string, std::shared_ptr<const bj::object>> objects;
    const std::shared_ptr<const account_authority> authority =
        std::make_shared<const account_authority>(*account_authority::make({}));

    object_reader reader() {
        return [this](std::string_view kind, const object_key& k) -> std::shared_ptr<const bj::object> {
            const auto found = objects.find(fmt::format("{} {}/{}", kind, k.ns, k.name));
            return found == objects.end() ? nullptr : found->second;
        };
    }
    void put(const std::string& at, std::string_view json) {
        objects[at] = std::make_shared<const bj::object>(bj::parse(json).as_object());
    }
};

struct account_world : object_world {
    service_account_claims claims{.account = {"ns", "robot"},
                                  .uid = "u1",
                                  .id = "j1",
                                  .audiences = {own_audience},
                                  .issued = start,
                                  .expires = start + 1h,
                                  .bound_to = {},
                                  .bound_name = {},
                                  .bound_uid = {}};

    account_world() {
        put("serviceaccounts ns/robot", R"({"metadata":{"uid":"u1"}})");
        put("pods ns/p", R"({"metadata":{"uid":"pu"}})");
        put("secrets ns/s", R"({"metadata":{"uid":"su"}})");
        put("nodes /n", R"({"metadata":{"uid":"nu"}})");
    }
    verdict ask(const std::string& token, wall_time now = start + 1min,
                const std::vector<std::string>* audiences = nullptr) {
        return account_tokens(authority, reader())
            .authenticate({.token = token, .now = now, .audiences = audiences});
    }
    verdict ask(wall_time now = start + 1min) { return ask(authority->issue(claims), now); }
    void bind(std::string kind, std::string name, std::string uid) {
        claims.bound_to = std::move(kind);
        claims.bound_name = std::move(name);
        claims.bound_uid = std::move(uid);
    }
    static std::string extra(const verdict& v) {
        std::string out;
        for (const auto& [k, values] : v.user->extra)
            out += fmt::format("{}={};", k.substr(29), values.at(0));
        return out;
    }
};

struct bootstrap_world : object_world {
    std::map<std::string, std::string> data{{"token-id", "abcdef"},
                                            {"token-secret", "0123456789abcdef"},
                                            {"usage-bootstrap-authentication", "true"}};
    std::string type = "bootstrap.kubernetes.io/token", metadata = "{}";

    verdict ask(std::string_view token = "abcdef.0123456789abcdef") {
        bj::object encoded;
        for (const auto& [k, v] : data) encoded[k] = base64_encode(v);
        objects["secrets kube-system/bootstrap-token-abcdef"] = std::make_shared<const bj::object>(
            bj::object{{"metadata", bj::parse(metadata)}, {"type", type}, {"data", encoded}});
        return bootstrap_tokens({"api"}, reader()).authenticate({.token = token, .now = start});
    }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(account_tokens_of_objects)

BOOST_AUTO_TEST_CASE(token_names_its_account) {
    account_world w;
    const verdict v = w.ask();
    BOOST_REQUIRE_MESSAGE(v.is_authenticated(), v.error_text());
    BOOST_TEST(v.user->name == "system:serviceaccount:ns:robot");
    BOOST_TEST(v.user->uid == "u1");
    BOOST_TEST(
        v.user->groups == (std::vector<std::string>{"system:serviceaccounts", "system:serviceaccounts:ns"}),
        boost::test_tools::per_element());
    BOOST_TEST(w.extra(v) == "credential-id=JTI=j1;");
    BOOST_TEST(v.audiences == std::vector<std::string>{own_audience}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(other_texts_are_not_concerned) {
    account_world w;
    for (const char* other : {"x", "a.b.c", "..", "{}", "eyJpc3MiOiJ4In0.eyJpc3MiOiJ4In0.x"}) {
        BOOST_TEST(!w.ask(std::string(other)).is_authenticated());
        BOOST_TEST(!w.ask(std::string(other)).is_refused());
    }
}

BOOST_AUTO_TEST_CASE(forged_tokens_are_refused) {
    account_world w;
    const std::string good = w.authority->issue(w.claims);
    const std::string wrong_key = account_authority::make({})->issue(w.claims);
    BOOST_TEST(w.ask(good).is_authenticated());
    BOOST_TEST(w.ask(wrong_key).error_text() == "invalid signature, no keys found");
    // Without a whole signature it is no token.
    BOOST_TEST(!w.ask(good.substr(0, good.size() - 1)).is_authenticated());
    BOOST_TEST(!w.ask(good.substr(0, good.rfind('.') + 1)).is_authenticated());
    BOOST_TEST(!w.ask(good.substr(0, good.rfind('.'))).is_authenticated());
    for (std::size_t i = 0; i + 1 < good.size(); i += 11) {
        std::string changed = good;
        changed[i] = changed[i] == 'A' ? 'B' : 'A';
        if (changed != good) BOOST_TEST(!w.ask(changed).is_authenticated());
    }
}

BOOST_AUTO_TEST_CASE(key_of_open_servers_is_not_accepted) {
    account_world w;
    w.put("namespaces /kube-system", R"({"metadata":{"uid":"known to all"}})");
    kind_context c;
    c.read = w.reader();
    BOOST_TEST(!w.ask(issue_token(w.claims, c)).is_authenticated());
}

BOOST_AUTO_TEST_CASE(times_have_a_minute_of_leeway) {
    account_world w;
    BOOST_TEST(w.ask(start + 1h + 1min).is_authenticated());
    BOOST_TEST(w.ask(start + 1h + 1min + 1ms).error_text() == "service account token has expired");
    BOOST_TEST(w.ask(start - 1min).is_authenticated());
    BOOST_TEST(w.ask(start - 1min - 1ms).error_text() == "service account token is not valid yet");
}

BOOST_AUTO_TEST_CASE(audiences_must_meet) {
    account_world w;
    w.claims.audiences = {"vault", own_audience};
    const std::string token = w.authority->issue(w.claims);
    const std::vector<std::string> vault{"vault"}, other{"other"};
    BOOST_TEST(w.ask(token, start, &vault).audiences == vault, boost::test_tools::per_element());
    BOOST_TEST(
        w.ask(token, start, &other).error_text() ==
        "token audiences [\"vault\" \"https://kubernetes.default.svc.cluster.local\"] is invalid for the "
        "target audiences [\"other\"]");
    w.claims.audiences = {"vault"};
    BOOST_TEST(!w.ask().is_authenticated());
}

BOOST_AUTO_TEST_CASE(account_must_be_the_same) {
    account_world w;
    w.put("serviceaccounts ns/robot", R"({"metadata":{"uid":"u2"}})");
    BOOST_TEST(w.ask().error_text() == "service account UID (u2) does not match claim (u1)");
    w.objects.erase("serviceaccounts ns/robot");
    BOOST_TEST(w.ask().error_text() == "serviceaccounts \"robot\" not found");
    w.put("serviceaccounts ns/robot",
          R"({"metadata":{"uid":"u1","deletionTimestamp":"2026-01-01T00:00:00Z"}})");
    BOOST_TEST(w.ask(start + 1min).is_authenticated());
    BOOST_TEST(w.ask(start + 1min + 1s).error_text() == "service account ns/robot has been deleted");
}

BOOST_AUTO_TEST_CASE(bound_objects_are_named_and_must_exist) {
    account_world w;
    w.bind("pod", "p", "pu");
    w.claims.node_name = "n";
    w.claims.node_uid = "nu";
    BOOST_TEST(w.extra(w.ask()) == "credential-id=JTI=j1;node-name=n;node-uid=nu;pod-name=p;pod-uid=pu;");
    w.objects.erase("nodes /n");
    BOOST_TEST(w.ask().is_authenticated());
    w.put("pods ns/p", R"({"metadata":{"uid":"pu2"}})");
    BOOST_TEST(w.ask().error_text() == "pod UID (pu2) does not match service account pod ref claim (pu)");
    w.objects.erase("pods ns/p");
    BOOST_TEST(w.ask().error_text() == "service account token has been invalidated");
}

BOOST_AUTO_TEST_CASE(nodes_and_secrets_may_be_bound) {
    account_world w;
    w.bind("node", "n", "nu");
    BOOST_TEST(w.extra(w.ask()) == "credential-id=JTI=j1;node-name=n;node-uid=nu;");
    w.put("nodes /n", R"({"metadata":{"uid":"x"}})");
    BOOST_TEST(w.ask().error_text() == "node UID (x) does not match service account node ref claim (nu)");
    w.bind("secret", "s", "su");
    BOOST_TEST(w.extra(w.ask()) == "credential-id=JTI=j1;");
    w.put("secrets ns/s", R"({"metadata":{"uid":"su","deletionTimestamp":"2025-12-31T00:00:00Z"}})");
    BOOST_TEST(w.ask().error_text() == "service account token has been invalidated");
}

BOOST_AUTO_TEST_CASE(legacy_token_must_be_in_its_secret) {
    account_world w;
    const std::string token = w.authority->issue(legacy_claims{{"ns", "robot"}, "u1", "t"});
    BOOST_TEST(w.ask(token).error_text() == "Token has been invalidated");
    const auto hold = [&](const std::string& held, const char* labels) {
        w.put("secrets ns/t", fmt::format(R"({{"metadata":{{"labels":{}}},"data":{{"token":"{}"}}}})", labels,
                                          base64_encode(held)));
    };
    hold(token, "{}");
    const verdict v = w.ask(token, start + 24h * 10'000);
    BOOST_REQUIRE_MESSAGE(v.is_authenticated(), v.error_text());
    BOOST_TEST(v.user->extra.empty());
    BOOST_TEST(v.warnings.empty());
    hold("other", "{}");
    BOOST_TEST(w.ask(token).error_text() == "Token does not match server's copy");
    hold(token, R"({"kubernetes.io/legacy-token-invalid-since":"2026-01-01"})");
    BOOST_TEST(w.ask(token).error_text().starts_with(
        "the token in secret ns/t for service account ns/robot has been marked invalid."));
    hold(token, "{}");
    w.put("serviceaccounts ns/robot", R"({"metadata":{"uid":"u1"},"secrets":[{"name":"t"}]})");
    BOOST_TEST(w.ask(token).warnings.size() == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(bootstrap_tokens_of_secrets)

BOOST_AUTO_TEST_CASE(secret_gives_user_and_groups) {
    bootstrap_world w;
    BOOST_TEST(w.ask().user->name == "system:bootstrap:abcdef");
    BOOST_TEST(w.ask().user->groups == std::vector<std::string>{"system:bootstrappers"},
               boost::test_tools::per_element());
    w.data["auth-extra-groups"] = "system:bootstrappers:b,system:bootstrappers:a,system:bootstrappers:b";
    BOOST_TEST(
        w.ask().user->groups == (std::vector<std::string>{"system:bootstrappers", "system:bootstrappers:a",
                                                          "system:bootstrappers:b"}),
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(other_tokens_are_not_concerned) {
    bootstrap_world w;
    for (const char* token : {"abcdef.0123456789abcdeg", "abcdef.0123456789abcde", "ABCDEF.0123456789abcdef",
                              "bbcdef.0123456789abcdef", "abcdef-0123456789abcdef", ""}) {
        BOOST_TEST(!w.ask(token).is_authenticated(), token);
        BOOST_TEST(!w.ask(token).is_refused(), token);
    }
}

BOOST_AUTO_TEST_CASE(secret_must_be_valid) {
    const auto with = [](auto change) {
        bootstrap_world w;
        change(w);
        return w.ask().is_authenticated();
    };
    BOOST_TEST(with([](auto&) {}));
    BOOST_TEST(!with([](auto& w) { w.type = "Opaque"; }));
    BOOST_TEST(!with([](auto& w) { w.data["usage-bootstrap-authentication"] = "True"; }));
    BOOST_TEST(!with([](auto& w) { w.data.erase("usage-bootstrap-authentication"); }));
    BOOST_TEST(!with([](auto& w) { w.data["token-id"] = "abcdeg"; }));
    BOOST_TEST(!with([](auto& w) { w.data.erase("token-secret"); }));
    BOOST_TEST(!with([](auto& w) { w.data["auth-extra-groups"] = "system:masters"; }));
    BOOST_TEST(!with([](auto& w) { w.data["auth-extra-groups"] = "system:bootstrappers:a,"; }));
    BOOST_TEST(!with([](auto& w) { w.data["auth-extra-groups"] = "system:bootstrappers:a-"; }));
    BOOST_TEST(!with([](auto& w) { w.metadata = R"({"deletionTimestamp":"2026-01-01T00:00:00Z"})"; }));
}

BOOST_AUTO_TEST_CASE(secret_may_expire) {
    bootstrap_world w;
    w.data["expiration"] = "2026-01-01T00:00:01Z";
    BOOST_TEST(w.ask().is_authenticated());
    for (const char* past : {"2026-01-01T00:00:00Z", "2025-12-31T23:59:59+00:00", "2026-01-01T01:00:00+02:00",
                             "tomorrow", "2026-01-02"}) {
        w.data["expiration"] = past;
        BOOST_TEST(!w.ask().is_authenticated(), past);
    }
}

BOOST_AUTO_TEST_SUITE_END()
