#pragma once
#include <setpoint/operator.hpp>

struct lamp_spec {
    bool lit = false;
    std::int32_t lumens = 400;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A lamp.", field(&lamp_spec::lit, "lit", "Whether it is on."),
                      field(&lamp_spec::lumens, "lumens", "How bright it is.", minimum(1)));
    }
};

struct lamp : setpoint::custom_resource<lamp_spec> {
    static constexpr auto kind() {
        return setpoint::custom_kind("example.com", "v1", "Lamp", "A lamp to switch.");
    }
};

struct lamp_reconciler {
    int* seen = nullptr;
    setpoint::awaitable<setpoint::outcome> reconcile(setpoint::context& ctx, setpoint::snapshot<lamp> self) {
        ctx.log().info("Lamp", {{"lit", self->spec.lit}});
        if (seen) ++*seen;
        co_return setpoint::outcome::done();
    }
};
