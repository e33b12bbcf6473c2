#pragma once
// Mutants: small reconcilers, each with one fault that was published of a real controller, and its fixed
// twin. The explorer must find each mutant and nothing in its twin.

#include "setpoint/api/condition.hpp"
#include "setpoint/api/core_v1.hpp"
#include "setpoint/api/custom_resource.hpp"
#include "setpoint/controller/context.hpp"
#include "setpoint/sim/explore.hpp"

#include <string>
#include <vector>

namespace mutants {

using namespace setpoint;
using namespace setpoint::kinds;
using namespace std::chrono_literals;

struct gadget_spec {
    std::int32_t size = 1;
    std::string text;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object("A gadget.", field(&gadget_spec::size, "size", "How many parts it has."),
                      field(&gadget_spec::text, "text", "What it shows, or the name of what it uses."));
    }
};
struct gadget_status {
    std::int64_t observed_generation = 0;
    std::int32_t size = 0;
    std::string phase;
    std::vector<condition> conditions;
    static constexpr auto describe() {
        using namespace setpoint::schema;
        return object(
            "The state of the gadget.",
            field(&gadget_status::observed_generation, "observedGeneration", "Of the spec."),
            field(&gadget_status::size, "size", "How many parts there are."),
            field(&gadget_status::phase, "phase", "How far it is."),
            field(&gadget_status::conditions, "conditions", "What is true of it.", list_map("type")));
    }
};
struct gadget : custom_resource<gadget_spec, gadget_status> {
    static constexpr auto kind() { return custom_kind("example.com", "v1", "Gadget", "A thing with parts."); }
};

inline gadget make_gadget(std::int32_t size = 1, std::string text = "one") {
    gadget g;
    g.metadata.name = "g";
    g.metadata.ns = "default";
    g.spec.size = size;
    g.spec.text = std::move(text);
    return g;
}
inline object_key key_of_part(std::string name) {
    return {"default", std::move(name)};
}
inline config_map part(const gadget& of, std::string name) {
    config_map c;
    c.metadata.name = std::move(name);
    c.metadata.ns = of.metadata.ns;
    c.data["text"] = of.spec.text;
    return c;
}
inline const auto exists = [](const config_map&) { return true; };
inline auto is_at(std::string phase) {
    return [phase](const gadget& g) { return g.status.phase == phase; };
}

inline constexpr const char* finalizer = "example.com/gadget";

// Whether the server has `self` as it is in the cache, and does not delete it. Fixed twins ask before they
// act on what may be old.
inline awaitable<result<bool>> is_current(context& ctx, const gadget& self) {
    const auto live = co_await ctx.live().get<gadget>(key_of(self));
    if (!live && live.error().code != errc::not_found) co_return live.error();
    co_return live && (*live)->metadata.uid == self.metadata.uid && !is_deleting((*live)->metadata) &&
        (*live)->metadata.generation == self.metadata.generation;
}

// Stories.
inline void make_one(testing::environment& env) {
    env.create(make_gadget());
    env.until<gadget>("g", [](const gadget& g) { return !g.status.phase.empty(); });
}
inline void make_and_delete(testing::environment& env) {
    make_one(env);
    env.remove<gadget>("g");
    env.until_gone<gadget>("g");
}

struct mutant {
    std::string name, published;
    testing::environment::set_up faulty, fixed;
    std::function<void(testing::environment&)> story;
    std::vector<std::string> oracles;  // any of these finds it
    std::vector<sim::invariant> invariants{};
    std::function<void(sim::exploration&)> adjust{};  // null: nothing to adjust
    std::vector<std::string> by{};                    // the perturbations that are tried on it; empty: all
};

std::vector<mutant> crash_mutants();
std::vector<mutant> stale_mutants();
std::vector<mutant> loop_mutants();
std::vector<mutant> reference_mutants();
std::vector<mutant> shared_mutants();

}  // namespace mutants
