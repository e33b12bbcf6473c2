// Requests in the name of another user (apiserver, pkg/endpoints/filters/impersonation).

#include "apiserver/authorization/impersonation.hpp"

#include "apiserver/authorization/impersonated_names.hpp"

#include <boost/test/unit_test.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace {

using namespace setpoint;
using namespace setpoint::apiserver;
using namespace setpoint::apiserver::authorization;
using impersonation_headers = std::vector<http::header>;

struct impersonation_world {
    user_info requester{.name = "admin", .groups = {"system:authenticated"}};
    std::vector<std::string> allowed{};  // as in `asked`; "*": everything
    std::vector<std::string> asked{};
    impersonation_mode mode{};
    std::string constraint{};
    std::optional<impersonation_mode> first{};

    attributes list_pods() const {
        attributes out{.user = std::make_shared<const user_info>(requester), .verb = "list"};
        out.version = "v1";
        out.resource = "pods";
        out.namespace_name = "ns";
        return out;
    }
    static std::string text_of(const attributes& a) {
        return fmt::format("{} {}/{} {}/{}", a.verb, a.group, a.full_resource(), a.namespace_name, a.name);
    }
    // "NAME uid [groups] {extra}", or the refusal.
    std::string become(const user_info& wanted) {
        asked.clear();
        impersonation i(wanted, list_pods(), first);
        while (const attributes* check = i.next()) {
            BOOST_REQUIRE(asked.size() < 100u);
            asked.push_back(text_of(*check));
            const bool may = std::ranges::any_of(
                allowed, [&](const std::string& a) { return a == "*" || a == asked.back(); });
            i.answer(may ? decision::allow() : decision::no_opinion("why"));
        }
        if (!i.user()) return i.refusal().message;
        mode = i.mode();
        constraint = i.constraint();
        return fmt::format("{} {} [{}]", i.user()->name, i.user()->uid, fmt::join(i.user()->groups, " "));
    }
};

std::string wanted_of(const impersonation_headers& sent) {
    const auto read = impersonated_user(sent);
    if (!read) return fmt::format("{} {}", read.error().code, read.error().message);
    if (!*read) return "nobody";
    std::string extra;
    for (const auto& [key, values] : (*read)->extra)
        extra += fmt::format("{}={};", key, fmt::join(values, ","));
    return fmt::format("{} {} [{}] {}", (*read)->name, (*read)->uid, fmt::join((*read)->groups, " "), extra);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(impersonations)

BOOST_AUTO_TEST_CASE(headers_name_whom_to_impersonate) {
    BOOST_TEST(wanted_of({}) == "nobody");
    BOOST_TEST(wanted_of({{"impersonate-user", "jane"}}) == "jane  [] ");
    BOOST_TEST(wanted_of({{"Impersonate-User", "jane"},
                          {"Impersonate-Group", "b"},
                          {"Impersonate-Group", "a"},
                          {"Impersonate-Uid", "u"},
                          {"Impersonate-Extra-Scopes", "view"},
                          {"impersonate-extra-scopes", "edit"},
                          {"Impersonate-Extra-Acme.com%2fTeam", "x"}}) ==
               "jane u [b a] acme.com/team=x;scopes=view,edit;");
}

BOOST_AUTO_TEST_CASE(headers_without_a_user_are_refused) {
    BOOST_TEST(wanted_of({{"Impersonate-Group", "g"}}) ==
               "400 requested &user.DefaultInfo{Name:\"\", UID:\"\", Groups:[]string{\"g\"}, "
               "Extra:map[string][]string(nil)} without impersonating a user name");
    BOOST_TEST(
        wanted_of({{"Impersonate-User", ""}, {"Impersonate-Uid", "u"}, {"Impersonate-Extra-A", "1"}}) ==
        "400 requested &user.DefaultInfo{Name:\"\", UID:\"u\", Groups:[]string(nil), "
        "Extra:map[string][]string{\"a\":[]string{\"1\"}}} without impersonating a user name");
}

BOOST_AUTO_TEST_CASE(names_stand_for_nodes_and_accounts) {
    BOOST_TEST(node_in_user("system:node:n1").value() == "n1");
    for (const char* other : {"system:node:", "system:node:N", "system:nodes:n", "n1"})
        BOOST_TEST(!node_in_user(other).has_value(), other);
    BOOST_TEST(account_in_user("system:serviceaccount:ns:a.b").value().name == "a.b");
    for (const char* other :
         {"system:serviceaccount:ns", "system:serviceaccount:ns:", "system:serviceaccount::a",
          "system:serviceaccount:n.s:a", "system:serviceaccount:ns:a:b"})
        BOOST_TEST(!account_in_user(other).has_value(), other);
}

BOOST_AUTO_TEST_CASE(right_to_impersonate_suffices) {
    impersonation_world w;
    w.allowed = {"impersonate /users /jane"};
    BOOST_TEST(w.become({.name = "jane"}) == "jane  [system:authenticated]");
    BOOST_TEST((w.mode == impersonation_mode::any));
    BOOST_TEST(w.constraint == "");
    BOOST_TEST(w.asked == (std::vector<std::string>{"impersonate-on:user-info:list /pods ns/",
                                                    "impersonate /users /jane"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(each_value_needs_a_right) {
    impersonation_world w;
    w.allowed = {"*"};
    w.first = impersonation_mode::any;
    const user_info wanted{
        .name = "jane", .uid = "u", .groups = {"a", "b"}, .extra = {{"x", {"1", "2"}}, {"y", {"3"}}}};
    BOOST_TEST(w.become(wanted) == "jane u [a b system:authenticated]");
    const std::vector<std::string> all = w.asked;
    BOOST_TEST(all == (std::vector<std::string>{"impersonate /users /jane",
                                                "impersonate authentication.k8s.io/uids /u",
                                                "impersonate /groups /a", "impersonate /groups /b",
                                                "impersonate authentication.k8s.io/userextras/x /1",
                                                "impersonate authentication.k8s.io/userextras/x /2",
                                                "impersonate authentication.k8s.io/userextras/y /3"}),
               boost::test_tools::per_element());
    for (const std::string& missing : all) {
        w.allowed.clear();
        for (const std::string& right : all)
            if (right != missing) w.allowed.push_back(right);
        BOOST_TEST(w.become(wanted).find(" is forbidden: ") != std::string::npos, missing);
    }
}

BOOST_AUTO_TEST_CASE(first_missing_right_is_the_error) {
    impersonation_world w;
    BOOST_TEST(
        w.become({.name = "jane"}) ==
        "pods is forbidden: User \"admin\" cannot impersonate-on:user-info:list resource \"pods\" in API "
        "group \"\" in the namespace \"ns\": why");
    w.allowed = {"impersonate-on:user-info:list /pods ns/"};
    BOOST_TEST(
        w.become({.name = "jane"}) ==
        "users.authentication.k8s.io \"jane\" is forbidden: User \"admin\" cannot impersonate:user-info "
        "resource \"users\" in API group \"authentication.k8s.io\" at the cluster scope: why");
    w.first = impersonation_mode::any;
    BOOST_TEST(
        w.become({.name = "jane"}) ==
        "users \"jane\" is forbidden: User \"admin\" cannot impersonate resource \"users\" in API group "
        "\"\" at the cluster scope: why");
}

BOOST_AUTO_TEST_CASE(service_accounts_have_their_groups) {
    impersonation_world w;
    w.allowed = {"impersonate /serviceaccounts ns/robot", "impersonate /groups /g"};
    BOOST_TEST(w.become({.name = "system:serviceaccount:ns:robot"}) ==
               "system:serviceaccount:ns:robot  [system:serviceaccounts system:serviceaccounts:ns "
               "system:authenticated]");
    BOOST_TEST(w.asked.front() == "impersonate-on:serviceaccount:list /pods ns/");
    BOOST_TEST(w.become({.name = "system:serviceaccount:ns:robot", .groups = {"g"}}) ==
               "system:serviceaccount:ns:robot  [g system:authenticated]");
    w.allowed = {"impersonate-on:serviceaccount:list /pods ns/",
                 "impersonate:serviceaccount authentication.k8s.io/serviceaccounts ns/robot"};
    BOOST_TEST(
        w.become({.name = "system:serviceaccount:ns:robot"}).starts_with("system:serviceaccount:ns:robot"));
    BOOST_TEST(w.constraint == "impersonate:serviceaccount");
}

BOOST_AUTO_TEST_CASE(anonymous_gets_the_group_of_unauthenticated) {
    impersonation_world w;
    w.allowed = {"*"};
    BOOST_TEST(w.become({.name = "system:anonymous"}) == "system:anonymous  [system:unauthenticated]");
    BOOST_TEST(w.become({.name = "system:anonymous", .groups = {"system:authenticated"}}) ==
               "system:anonymous  [system:authenticated system:unauthenticated]");
    BOOST_TEST(w.become({.name = "x", .groups = {"system:unauthenticated"}}) ==
               "x  [system:unauthenticated]");
    BOOST_TEST(w.become({.name = "x", .groups = {"system:authenticated"}}) == "x  [system:authenticated]");
}

BOOST_AUTO_TEST_CASE(nodes_have_a_mode_of_their_own) {
    impersonation_world w;
    w.allowed = {"impersonate-on:arbitrary-node:list /pods ns/",
                 "impersonate:arbitrary-node authentication.k8s.io/nodes /n1"};
    BOOST_TEST(w.become({.name = "system:node:n1"}) == "system:node:n1  [system:nodes system:authenticated]");
    BOOST_TEST(w.constraint == "impersonate:arbitrary-node");
    w.allowed = {"impersonate /users /system:node:n1"};
    BOOST_TEST(w.become({.name = "system:node:n1"}) == "system:node:n1  [system:authenticated]");
}

BOOST_AUTO_TEST_CASE(account_may_impersonate_its_own_node) {
    impersonation_world w;
    w.requester.name = "system:serviceaccount:ns:agent";
    w.requester.extra = {{"authentication.kubernetes.io/node-name", {"n1"}}};
    w.allowed = {"impersonate-on:associated-node:list /pods ns/",
                 "impersonate:associated-node authentication.k8s.io/nodes /*"};
    BOOST_TEST(w.become({.name = "system:node:n1"}) == "system:node:n1  [system:nodes system:authenticated]");
    BOOST_TEST(w.constraint == "impersonate:associated-node");
    BOOST_TEST(w.become({.name = "system:node:n2"}).find("impersonate-on:arbitrary-node:list") !=
               std::string::npos);
    impersonation i({.name = "system:node:n1"}, w.list_pods(), {});
    BOOST_TEST(i.next()->user->extra.at("authentication.kubernetes.io/associated-node-keys") ==
                   std::vector<std::string>{"authentication.kubernetes.io/node-name"},
               boost::test_tools::per_element());
    w.requester.name = "jane";
    BOOST_TEST(w.become({.name = "system:node:n1"}).find("arbitrary-node") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(modes_with_limits_never_give_masters) {
    impersonation_world w;
    const std::string on = "impersonate-on:user-info:list /pods ns/",
                      user = "impersonate:user-info authentication.k8s.io/users /jane";
    w.allowed = {on, user};
    BOOST_TEST(w.become({.name = "jane", .groups = {"system:masters"}})
                   .ends_with(": impersonating the system:masters group is not allowed"));
    BOOST_TEST(w.become({.name = "jane", .groups = {""}})
                   .ends_with(": impersonating the empty string group is not allowed"));
    w.allowed = {"*"};
    BOOST_TEST(w.become({.name = "jane", .groups = {"system:masters"}}) ==
               "jane  [system:masters system:authenticated]");
    BOOST_TEST((w.mode == impersonation_mode::any));
}

BOOST_AUTO_TEST_CASE(many_groups_may_be_allowed_at_once) {
    impersonation_world w;
    const std::vector<std::string> base{"impersonate-on:user-info:list /pods ns/",
                                        "impersonate:user-info authentication.k8s.io/users /jane"};
    const user_info wanted{.name = "jane", .groups = {"a", "b", "c", "d"}};
    w.allowed = base;
    w.allowed.emplace_back("impersonate:user-info authentication.k8s.io/groups /*");
    BOOST_TEST(w.become(wanted) == "jane  [a b c d system:authenticated]");
    BOOST_TEST(w.asked.size() == 3u);
    w.allowed = base;
    for (const char* g : {"a", "b", "c", "d"})
        w.allowed.push_back(fmt::format("impersonate:user-info authentication.k8s.io/groups /{}", g));
    BOOST_TEST(w.become(wanted) == "jane  [a b c d system:authenticated]");
    BOOST_TEST(w.asked.size() == 7u);
    w.allowed.pop_back();
    BOOST_TEST(w.become(wanted).find("\"d\" is forbidden") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(extra_keys_must_be_valid_in_modes_with_limits) {
    impersonation_world w;
    w.allowed = {"impersonate-on:user-info:list /pods ns/",
                 "impersonate:user-info authentication.k8s.io/users /jane",
                 "impersonate:user-info authentication.k8s.io/userextras/acme.com/x /1"};
    const auto why = [&](const std::string& key, std::vector<std::string> values) {
        const std::string text = w.become({.name = "jane", .extra = {{key, std::move(values)}}});
        const std::size_t at = text.find("scope: ");
        return at == std::string::npos ? text : text.substr(at + 7);
    };
    BOOST_TEST(why("acme.com/x", {"1"}) == "jane  [system:authenticated]");
    BOOST_TEST(why("", {"1"}) == "impersonating the empty string key in extra is not allowed");
    BOOST_TEST(
        why("scopes", {"1"}) ==
        "impersonating an invalid key in extra is not allowed: extra.key: Invalid value: \"scopes\": must "
        "be a domain-prefixed path (such as \"acme.io/foo\")");
    BOOST_TEST(why("acme.com/X", {"1"}) ==
               "impersonating a non-lowercase key in extra is not allowed: \"acme.com/X\"");
    BOOST_TEST(why("acme.com/x", {""}) == "impersonating the empty string value in extra is not allowed");
}

BOOST_AUTO_TEST_CASE(last_mode_is_remembered) {
    impersonation_memory memory;
    const user_info jane{.name = "jane"}, joe{.name = "joe"};
    BOOST_TEST(!memory.last_of(jane).has_value());
    memory.allowed(jane, impersonation_mode::any);
    memory.allowed(jane, impersonation_mode::plain_user);
    BOOST_TEST((memory.last_of(jane) == impersonation_mode::plain_user));
    BOOST_TEST(!memory.last_of(joe).has_value());
    for (int i = 0; i < 10'000; ++i) memory.allowed({.name = std::to_string(i)}, impersonation_mode::any);
    BOOST_TEST(!memory.last_of(jane).has_value());
    BOOST_TEST(memory.last_of({.name = "0"}).has_value());
}

BOOST_AUTO_TEST_SUITE_END()
