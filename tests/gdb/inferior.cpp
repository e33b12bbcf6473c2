// What tests/gdb/run looks at: a program with values of each type that the printers know, in a reconcile that
// waits.
#include <cstdio>
#include <setpoint/operator.hpp>
#include <setpoint/testing/environment.hpp>

using namespace setpoint;
using namespace std::chrono_literals;

struct lamp_spec {
    std::string color;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A lamp.", field(&lamp_spec::color, "color", "Its colour."));
    }
};
struct lamp : custom_resource<lamp_spec> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Lamp", "A lamp."); }
};

// gdb stops here. Nothing is optimised away: it is another translation unit's function to the compiler.
[[gnu::noinline]] void stop_here(const snapshot<lamp>& seen, const result<int>& good, const result<int>& bad,
                                 const result<>& nothing, const boxed<int>& box, const boxed<int>& no_box,
                                 const interned_string& text) {
    std::printf("%p %p %p %p %p %p %p\n", static_cast<const void*>(&seen), static_cast<const void*>(&good),
                static_cast<const void*>(&bad), static_cast<const void*>(&nothing),
                static_cast<const void*>(&box), static_cast<const void*>(&no_box),
                static_cast<const void*>(&text));
}

awaitable<void> wait_for_the_bus(context& ctx) {
    co_await ctx.sleep(90min);
}

awaitable<outcome> reconcile(context& ctx, snapshot<lamp> self) {
    error refused(errc::invalid, "writing the lamp");
    refused.server_text = "spec.color: Required value";
    stop_here(self, 42, refused, {}, boxed<int>(7), {}, "ceiling");
    co_await wait_for_the_bus(ctx);
    co_return outcome::done();
}

void add_lamp_controller(manager& m) {
    m.controller<lamp>().named("lamps").reconcile(reconcile);
}

[[gnu::noinline]] void tasks_wait(loop& of_the_test) {
    std::printf("%p\n", static_cast<void*>(&of_the_test));
}

// With arguments it is an operator; without, a test.
int main(int argc, char** argv) {
    if (argc > 1) return run(argc, argv, "lamp-operator", "Switches lamps.", add_lamp_controller);
    testing::environment env(add_lamp_controller);
    lamp ceiling;
    ceiling.metadata.ns = "default";
    ceiling.metadata.name = "ceiling";
    env.create(ceiling);
    env.advance(1min);
    tasks_wait(env.event_loop());
    return 0;
}
