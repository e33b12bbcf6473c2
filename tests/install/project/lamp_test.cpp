#include "lamp.hpp"

#include <iostream>
#include <setpoint/testing/environment.hpp>

using namespace setpoint;

int main() {
    testing::environment env;
    env.install<lamp>();
    int seen = 0;
    env.start([&](manager& m) { m.controller<lamp>().reconcile(lamp_reconciler{&seen}); });
    env.run([&]() -> awaitable<void> {
        lamp l;
        l.metadata.name = "desk";
        l.metadata.ns = "default";
        l.spec.lit = true;
        (co_await env.client().create(l)).value();
        co_await env.async_until_idle();
    });
    std::cout << "reconciled " << seen << '\n';
    return seen == 1 ? 0 : 1;
}
