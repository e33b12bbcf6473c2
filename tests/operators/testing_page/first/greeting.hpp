#pragma once
#include <setpoint/api/core_v1.hpp>
#include <setpoint/api/custom_resource.hpp>
#include <setpoint/controller/ensure.hpp>
#include <setpoint/manager/manager.hpp>

struct greeting_spec {
    std::string name;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A greeting.",
                      field(&greeting_spec::name, "name", "Who is greeted.", required, min_length(1)));
    }
};

struct greeting : setpoint::custom_resource<greeting_spec> {
    static constexpr auto kind() {
        return setpoint::custom_kind("example.com", "v1", "Greeting", "A text for somebody.");
    }
};

// Keeps the text of each Greeting in a ConfigMap of its name.
struct greeter {
    setpoint::client& api;

    setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::object_key key) {
        const auto self = co_await api.get<greeting>(key);
        if (!self && self.error().code == setpoint::errc::not_found) co_return setpoint::outcome::done();
        if (!self) co_return self.error();
        setpoint::config_map text;
        text.metadata.ns = key.ns;
        text.metadata.name = key.name;
        text.data["text"] = "Hello, " + (*self)->spec.name + "!";
        const auto made = co_await setpoint::ensure(ctx, api, **self, text);
        if (!made) co_return made.error();
        co_return setpoint::outcome::done();
    }
};

inline void add_greeting_controller(setpoint::manager& m) {
    m.controller<greeting>().owns<setpoint::config_map>().reconcile_with(greeter{m.client()});
}
