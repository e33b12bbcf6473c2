// Chains of authenticators, bearer tokens and anonymous requests (apiserver, pkg/authentication:
// request/union, token/union, group, request/bearertoken, request/websocket, request/anonymous).

#include "apiserver/authentication/authenticator.hpp"

#include "apiserver/authentication/anonymous.hpp"
#include "apiserver/authentication/bearer.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver::authentication;
using setpoint::apiserver::user_info;
using headers = std::vector<http::header>;

struct scripted : authenticator {
    verdict answer;
    mutable int asked = 0;
    explicit scripted(verdict v) : answer(std::move(v)) {}
    verdict authenticate(const credentials&) const override {
        ++asked;
        return answer;
    }
};
struct scripted_tokens : token_authenticator {
    mutable std::vector<std::string> asked;
    verdict unknown{};
    verdict authenticate(const token_query& q) const override {
        asked.emplace_back(q.token);
        return q.token == "good" ? verdict::of({.name = "jane"}) : unknown;
    }
};

verdict ask(const authenticator& a, const headers& sent = {}, std::string_view path = "/") {
    return a.authenticate({.headers = sent, .path = path});
}
verdict user(std::string name, std::vector<std::string> groups = {}) {
    return verdict::of({.name = std::move(name), .groups = std::move(groups)});
}
headers websocket(std::string protocols) {
    return {{"Upgrade", "WebSocket"},
            {"Connection", "keep-alive, Upgrade"},
            {"Sec-WebSocket-Protocol", std::move(protocols)}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(authenticators)

BOOST_AUTO_TEST_CASE(errors_are_joined_each_once) {
    verdict v;
    BOOST_TEST(v.error_text() == "");
    v.errors = {"a", "a"};
    BOOST_TEST(v.error_text() == "a");
    v.errors = {"a", "b", "a"};
    BOOST_TEST(v.error_text() == "[a, b]");
}

BOOST_AUTO_TEST_CASE(first_user_of_a_union_counts) {
    const scripted none(verdict{}), bad(verdict::refused("x")), jane(user("jane")), joe(user("joe"));
    const authenticator_union all({&none, &bad, &jane, &joe});
    const verdict v = ask(all);
    BOOST_TEST(v.user->name == "jane");
    BOOST_TEST(!v.is_refused());
    BOOST_TEST(joe.asked == 0);
}

BOOST_AUTO_TEST_CASE(union_without_user_gives_all_errors) {
    const scripted none(verdict{}), bad(verdict::refused("x")), worse(verdict::refused("y"));
    BOOST_TEST(ask(authenticator_union({&bad, &none, &worse})).error_text() == "[x, y]");
    BOOST_TEST(!ask(authenticator_union({&none, &none})).is_refused());
    BOOST_TEST(!ask(authenticator_union({})).is_authenticated());
}

BOOST_AUTO_TEST_CASE(anonymous_is_not_asked_after_an_error) {
    const scripted bad(verdict::refused("x"));
    const anonymous_authenticator anonymous({});
    using on_error = authenticator_union::on_error;
    const verdict v = ask(authenticator_union({&bad, &anonymous}, on_error::stop));
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(v.error_text() == "x");
    BOOST_TEST(ask(authenticator_union({&bad, &anonymous}, on_error::go_on)).user->name ==
               "system:anonymous");
}

BOOST_AUTO_TEST_CASE(warnings_survive_whoever_decides) {
    verdict warns;
    warns.warnings = {"w"};
    const scripted first(warns), jane(user("jane"));
    BOOST_TEST(ask(authenticator_union({&first, &jane})).warnings == std::vector<std::string>{"w"},
               boost::test_tools::per_element());
    BOOST_TEST(ask(authenticator_union({&first})).warnings.size() == 1u);
}

BOOST_AUTO_TEST_CASE(authenticated_users_get_a_group) {
    const scripted jane(user("jane", {"g"})), anonymous(user("system:anonymous")),
        already(user("jane", {"system:authenticated"})), un(user("x", {"system:unauthenticated"})),
        none(verdict{});
    const auto groups_of = [](const authenticator& a) {
        return ask(authenticated_group_adder(a)).user->groups;
    };
    BOOST_TEST(groups_of(jane) == (std::vector<std::string>{"g", "system:authenticated"}),
               boost::test_tools::per_element());
    BOOST_TEST(groups_of(anonymous).empty());
    BOOST_TEST(groups_of(already).size() == 1u);
    BOOST_TEST(groups_of(un).size() == 1u);
    BOOST_TEST(!ask(authenticated_group_adder(none)).is_authenticated());
}

BOOST_AUTO_TEST_CASE(anonymous_may_be_limited_to_paths) {
    const anonymous_authenticator all({}), some({"/livez", "/readyz"});
    BOOST_TEST(ask(all, {}, "/api").user->groups == std::vector<std::string>{"system:unauthenticated"},
               boost::test_tools::per_element());
    BOOST_TEST(ask(some, {}, "/livez").is_authenticated());
    BOOST_TEST(!ask(some, {}, "/livez/").is_authenticated());
    BOOST_TEST(!ask(some, {}, "/livez/ping").is_authenticated());
    BOOST_TEST(!ask(some, {}, "/").is_refused());
}

BOOST_AUTO_TEST_CASE(bearer_tokens_are_found_in_authorization) {
    scripted_tokens tokens;
    const bearer_authenticator a(tokens);
    for (const char* line : {"Bearer good", "bearer good", "  BEARER good  ", "Bearer good rest"})
        BOOST_TEST(ask(a, {{"authorization", line}}).is_authenticated(), line);
    tokens.asked.clear();
    for (const char* line : {"", "Bearer", "Bearer ", "Basic good", "good", "Bearer\tgood"}) {
        BOOST_TEST(!ask(a, {{"Authorization", line}}).is_authenticated(), line);
        BOOST_TEST(!ask(a, {{"Authorization", line}}).is_refused(), line);
    }
    BOOST_TEST(!ask(a).is_refused());
    BOOST_TEST(tokens.asked.empty());
}

BOOST_AUTO_TEST_CASE(blank_before_the_token_is_warned_of) {
    scripted_tokens tokens;
    const verdict v = ask(bearer_authenticator(tokens), {{"Authorization", "Bearer  good"}});
    BOOST_TEST(!v.is_authenticated());
    BOOST_TEST(!v.is_refused());
    BOOST_TEST(
        v.warnings ==
            std::vector<std::string>{"the provided Authorization header contains extra space before the "
                                     "bearer token, and is ignored"},
        boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(unknown_bearer_token_is_refused) {
    scripted_tokens tokens;
    const headers sent{{"Authorization", "Bearer hunter2"}};
    BOOST_TEST(ask(bearer_authenticator(tokens), sent).error_text() == "invalid bearer token");
    tokens.unknown = verdict::refused("expired");
    BOOST_TEST(ask(bearer_authenticator(tokens), sent).error_text() == "expired");
}

BOOST_AUTO_TEST_CASE(websocket_protocol_may_carry_a_token) {
    scripted_tokens tokens;
    const websocket_authenticator a(tokens);
    const std::string token = "base64url.bearer.authorization.k8s.io.Z29vZA";
    BOOST_TEST(ask(a, websocket(token + ", v4.channel.k8s.io")).is_authenticated());
    headers two = websocket("v4.channel.k8s.io");
    two.push_back({"sec-websocket-protocol", token});
    BOOST_TEST(ask(a, two).is_authenticated());
    BOOST_TEST(ask(a, websocket(token)).error_text() == "missing additional subprotocol");
    BOOST_TEST(ask(a, websocket(token + "," + token)).error_text() ==
               "multiple base64.bearer.authorization tokens specified");
    BOOST_TEST(ask(a, websocket("x,base64url.bearer.authorization.k8s.io.Z29vZA==")).error_text() ==
               "invalid base64.bearer.authorization token encoding");
    BOOST_TEST(ask(a, websocket("x,base64url.bearer.authorization.k8s.io._w")).error_text() ==
               "invalid base64.bearer.authorization token");
    BOOST_TEST(ask(a, websocket("x,base64url.bearer.authorization.k8s.io.YmFk")).error_text() ==
               "invalid bearer token");
    BOOST_TEST(!ask(a, websocket("x,base64url.bearer.authorization.k8s.io.")).is_refused());
    BOOST_TEST(!ask(a, websocket("x")).is_refused());
}

BOOST_AUTO_TEST_CASE(protocol_counts_only_for_websockets) {
    scripted_tokens tokens;
    const websocket_authenticator a(tokens);
    headers sent = websocket("x,base64url.bearer.authorization.k8s.io.Z29vZA");
    BOOST_TEST(ask(a, sent).is_authenticated());
    sent[1].value = "keep-alive";
    BOOST_TEST(!ask(a, sent).is_authenticated());
    sent[1].value = "Upgrade";
    sent[0].value = "SPDY/3.1";
    BOOST_TEST(!ask(a, sent).is_authenticated());
}

BOOST_AUTO_TEST_SUITE_END()
