#pragma once
#include <setpoint/operator.hpp>

struct greeting_spec {
    std::string name;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A greeting.",
                      field(&greeting_spec::name, "name", "The person to greet.", required, min_length(1)));
    }
};

struct greeting : setpoint::custom_resource<greeting_spec> {
    static constexpr auto kind() {
        return setpoint::custom_kind("example.com", "v1", "Greeting", "A greeting for a person.");
    }
};

// Keeps the text of each Greeting in a ConfigMap of its name.
inline setpoint::awaitable<setpoint::outcome> greet(setpoint::context& ctx,
                                                    setpoint::snapshot<greeting> self) {
    auto text = setpoint::child_of<setpoint::kinds::config_map>(*self);
    text.data["text"] = "Hello, " + self->spec.name + "!";
    const auto made = co_await ctx.ensure(*self, text);
    if (!made) co_return made.error();
    co_return setpoint::outcome::done();
}

inline void add_greeting_controller(setpoint::manager& m) {
    m.controller<greeting>().owns<setpoint::kinds::config_map>().reconcile(greet);
}
