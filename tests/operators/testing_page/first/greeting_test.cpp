#define BOOST_TEST_MODULE greeting
#include "greeting.hpp"

#include <boost/test/unit_test.hpp>

#include <setpoint/testing/environment.hpp>

using namespace setpoint;

const object_key first{"default", "first"};

greeting greet(std::string name) {
    greeting g;
    g.metadata.ns = first.ns;
    g.metadata.name = first.name;
    g.spec.name = std::move(name);
    return g;
}

BOOST_AUTO_TEST_CASE(a_greeting_gets_its_text_and_keeps_it) {
    testing::environment env;
    env.install<greeting>();                          // its CustomResourceDefinition
    manager& m = env.start(add_greeting_controller);  // the operator, as main() would start it
    env.run([&]() -> awaitable<void> {
        (co_await env.client().create(greet("world"))).value();
        const auto says_hello = [](const config_map& c) { return c.data.at("text") == "Hello, world!"; };
        co_await env.until<config_map>(first, "a text", says_hello);
        (co_await env.client().remove<config_map>(first)).value();
        co_await env.until<config_map>(first, "the text again", says_hello);
    });
    BOOST_TEST(
        env.requests().compare(m.roles({})).not_granted.empty());  // what --print-rbac prints is enough
}

BOOST_AUTO_TEST_CASE(a_greeting_of_nobody_is_refused_by_the_api) {
    testing::environment env;
    env.install<greeting>();
    const auto made = env.run(env.client().create(greet("")));
    BOOST_TEST(made.has_error());
    BOOST_TEST((made.error().code == errc::invalid));
}
