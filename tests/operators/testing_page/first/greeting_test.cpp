#define BOOST_TEST_MODULE greeting
#include "greeting.hpp"

#include <boost/test/unit_test.hpp>

#include <setpoint/testing/environment.hpp>

using namespace setpoint;
using namespace setpoint::kinds;

greeting wish(std::string name) {
    greeting g;
    g.metadata.ns = "default";
    g.metadata.name = "first";
    g.spec.name = std::move(name);
    return g;
}

const auto says_hello = [](const config_map& c) { return c.data.at("text") == "Hello, world!"; };

BOOST_AUTO_TEST_CASE(a_greeting_gets_its_text_and_keeps_it) {
    testing::environment env(add_greeting_controller);  // the operator, as main() would start it
    env.create(wish("world"));
    env.until<config_map>("first", says_hello);
    env.remove<config_map>("first");
    env.until<config_map>("first", says_hello);
    BOOST_TEST(env.not_granted() == "");  // what --print-rbac prints is enough
}

BOOST_AUTO_TEST_CASE(a_greeting_of_nobody_is_refused_by_the_api) {
    testing::environment env(add_greeting_controller);
    BOOST_CHECK_THROW(env.create(wish("")), testing::failure);
}
