// Identities (apiserver, pkg/authentication/serviceaccount; kubernetes, pkg/auth/nodeidentifier).

#include "apiserver/authentication/user_info.hpp"

#include <boost/test/unit_test.hpp>

namespace {

using namespace setpoint::apiserver;

user_info user(std::string name, std::string group) {
    return {.name = std::move(name), .groups = {std::move(group)}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(users)

BOOST_AUTO_TEST_CASE(service_account_has_name_and_groups) {
    const user_info account = service_account("ns", "robot");
    BOOST_TEST(account.name == "system:serviceaccount:ns:robot");
    BOOST_TEST(account.groups.size() == 2u);
    BOOST_TEST(account.in_group("system:serviceaccounts"));
    BOOST_TEST(account.in_group("system:serviceaccounts:ns"));
    BOOST_TEST(account.uid.empty());
}

BOOST_AUTO_TEST_CASE(node_needs_name_and_group) {
    const user_info node = user("system:node:n1", "system:nodes");
    BOOST_TEST(node_of(node).is_node);
    BOOST_TEST(node_of(node).name == "n1");
    BOOST_TEST(!node_of(user("system:node:n1", "system:masters")).is_node);
    BOOST_TEST(!node_of(user("n1", "system:nodes")).is_node);
    BOOST_TEST(node_of(user("system:node:", "system:nodes")).is_node);
    BOOST_TEST(node_of(user("system:node:", "system:nodes")).name.empty());
}

BOOST_AUTO_TEST_SUITE_END()
