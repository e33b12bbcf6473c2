#pragma once
// A cache on a real API server, beside a client with a namespace of its own.

#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/cache/cached_client.hpp"
#include "setpoint/client/api_connection.hpp"
#include "support/control_plane.hpp"
#include "support/real_world.hpp"

#include <prometheus/registry.h>

#include <map>

namespace setpoint { inline namespace v0 {

inline api_client_options named() {
    api_client_options o;
    o.name = "cache-test";
    return o;
}
inline cluster_config config_of(const control_plane& plane, wall_time now) {
    auto config = load_config({plane.kubeconfig(), {}}, system_sources(), now);
    if (!config) throw fault(config.error());
    return std::move(*config);
}

struct live_cache : real_world {
    explicit live_cache(control_plane& p, std::optional<setpoint::secret> token = {},
                        cache_options with_options = {})
        : plane(p),
          own(l, config_of(p, time.wall_now()), system_sources(), log, named()),
          watching(l, with(config_of(p, time.wall_now()), std::move(token), time.wall_now()),
                   system_sources(), log, named()),
          measured(registry),
          c(l, watching.api(), log, measured, {}, with_options),
          reads(l, c, own.api()) {}

    // The credentials of `token` instead of the administrator's.
    static cluster_config with(cluster_config config, std::optional<setpoint::secret> token, wall_time now) {
        if (!token) return config;
        config.tls.client_cert_pem.clear();
        config.tls.client_key_pem = {};
        config.tls_context = http::make_client_tls(config.tls, now).value();
        config.credentials.token = std::move(*token);
        return config;
    }
    client& api() { return own.api(); }

    // Runs `body` with the cache running; ends the cache before it returns.
    template <class F>
    void with_cache(F body, duration limit = std::chrono::seconds(60)) {
        run(
            [&]() -> awaitable<void> {
                task_scope tasks(l, "cache");
                c.start(tasks);
                std::exception_ptr failure;
                try {
                    co_await body();
                } catch (...) {
                    failure = std::current_exception();
                }
                tasks.request_stop();
                cancel_scope shield(l, never, true);
                co_await tasks.join();
                if (failure) std::rethrow_exception(failure);
            },
            limit);
    }
    // A namespace that nobody else uses, and the scope of its objects.
    awaitable<cache_scope> fresh_scope() {
        static int last = 0;
        ns = "cache" + std::to_string(++last);
        core_v1::namespace_ object;
        object.metadata.name = ns;
        const auto made = co_await own.api().create(object);
        if (!made) throw fault(made.error());
        co_return cache_scope{{ns}, {}, {}};
    }
    core_v1::config_map make(std::string_view name, std::string value = "1") const {
        core_v1::config_map m;
        m.metadata.ns = ns;
        m.metadata.name = name;
        m.data["v"] = std::move(value);
        return m;
    }
    // Repeated until the server answers.
    awaitable<snapshot<core_v1::config_map>> apply(core_v1::config_map m) {
        for (;;) {
            auto r = co_await own.api().apply(m);
            if (r) co_return *r;
            ++refused;
            co_await l.sleep(std::chrono::milliseconds(100));
        }
    }
    awaitable<void> fault_of(std::vector<std::string> command) {
        co_await l.blocking("fault", [this, command] { plane.command(command); });
    }
    static std::string value_of(const object_ptr& o) {
        return o ? static_cast<const core_v1::config_map*>(o.get())->data.at("v") : "none";
    }

    control_plane& plane;
    std::string ns;
    int refused = 0;  // by apply()
    api_connection own, watching;
    prometheus::Registry registry;
    metrics measured;
    cache c;
    cached_client reads;
};

// What a handler saw, checked as it comes: versions of an object only grow, and it is there before it changes
// or goes.
struct event_record {
    change_handler handler() {
        return [this](const object_change& c) {
            const auto& m =
                static_cast<const core_v1::config_map*>((c.after ? c.after : c.before).get())->metadata;
            const std::string name = m.name.str();
            const auto version = [](const object_ptr& o) {
                return std::stoull(
                    static_cast<const core_v1::config_map*>(o.get())->metadata.resource_version.str());
            };
            ++events;
            if (c.what == object_change::kind::added) {
                BOOST_TEST(!held.contains(name), name << " was added twice");
            } else {
                BOOST_TEST(held.contains(name), name << " changed before it was added");
                BOOST_TEST(held[name] == version(c.before), name << " is not as it was told last");
            }
            if (c.after && held.contains(name))
                BOOST_TEST(version(c.after) > held[name], name << " went back or was repeated");
            if (c.after)
                held[name] = version(c.after);
            else
                held.erase(name);
        };
    }
    std::map<std::string, unsigned long long> held;
    std::size_t events = 0;
};

}}  // namespace setpoint::v0
