#pragma once
// A cache of gadgets, and calls through the client that reads from it.

#include "unit/cache/cache_world.hpp"

namespace setpoint { inline namespace v0 {

inline std::string object_target(std::string_view name) {
    return fmt::format("/apis/example.com/v1/namespaces/default/gadgets/{}", name);
}

struct cached_client_world : cache_world {
    cached_client_world() { v.subscribe(seen.handler()); }

    // Runs one call to its end, or for at most `limit`; "" if it has not ended.
    template <class F>
    std::string run(F call, duration limit = std::chrono::seconds(1)) {
        std::string outcome;
        task_scope scope(l, "call");
        const auto body = [&]() -> awaitable<void> { outcome = co_await call(); };
        scope.spawn("call", body());
        l.run_until(l.now() + limit);
        scope.request_stop();
        l.run_until(l.now());
        return outcome;
    }
    template <class T = gadget>
    std::string get(std::string name, duration limit = std::chrono::seconds(1)) {
        return run(
            [this, name]() -> awaitable<std::string> {
                auto r = co_await reads.get<T>({"default", name});
                co_return r ? label_of<T>(*r) : std::string(setpoint::to_string(r.error().code));
            },
            limit);
    }
    std::string list(indexed_list_options o = {}) {
        return run([this, o]() -> awaitable<std::string> {
            auto listing = o.index.empty()
                               ? reads.list_objects(kind_of<gadget>(), static_cast<const list_options&>(o))
                               : reads.list_indexed(kind_of<gadget>(), o);
            const auto r = co_await std::move(listing);
            co_return r ? labels_of_all(*r) : std::string(setpoint::to_string(r.error().code));
        });
    }
    std::string apply(const std::string& name, write_options o = {},
                      duration limit = std::chrono::seconds(1)) {
        return run(
            [this, name, o]() -> awaitable<std::string> {
                gadget g;
                g.metadata.ns = "default";
                g.metadata.name = name;
                auto r = co_await reads.apply(g, o);
                co_return r ? label_of(*r) : std::string(setpoint::to_string(r.error().code));
            },
            limit);
    }
    std::string remove(const std::string& name, delete_options o = {}) {
        return run([this, name, o]() -> awaitable<std::string> {
            auto r = co_await reads.remove<gadget>({"default", name}, o);
            co_return r ? "removed" : std::string(setpoint::to_string(r.error().code));
        });
    }
    script_answer& expect_apply(std::string_view name) {
        return net.expect("PATCH", object_target(name) + "*");
    }

    cached_collection& v = c.watch<gadget>();
    change_log seen;
};

}}  // namespace setpoint::v0
