#pragma once
// One control plane for all tests of this executable, and a client with a namespace of its own for each.

#include "setpoint/api/core_v1/config_map.hpp"
#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/client/api_connection.hpp"
#include "support/control_plane.hpp"
#include "support/real_world.hpp"

namespace setpoint { inline namespace v0 {

// Tried once: when it does not come up, every test fails at once with the reason.
inline control_plane& plane() {
    static std::string why;
    static const std::unique_ptr<control_plane> shared = [] {
        try {
            return std::make_unique<control_plane>("client");
        } catch (const std::exception& e) {
            why = e.what();
            return std::unique_ptr<control_plane>();
        }
    }();
    if (!shared) throw std::runtime_error(why);
    return *shared;
}

struct live : real_world {
    explicit live(std::string context = {}) { connect(std::move(context)); }

    void connect(std::string context = {}, api_client_options options = named()) {
        connection.reset();
        const config_sources sources = system_sources();
        auto config = load_config({plane().kubeconfig(), std::move(context)}, sources, time.wall_now());
        if (!config) throw fault(config.error());
        connection =
            std::make_unique<api_connection>(l, std::move(*config), sources, log, std::move(options));
    }
    static api_client_options named() {
        api_client_options o;
        o.name = "integration-test";
        return o;
    }
    api_client& api() { return connection->api(); }

    // A namespace that nobody else uses.
    awaitable<std::string> fresh_namespace() {
        static int last = 0;
        ns = "t" + std::to_string(++last);
        core_v1::namespace_ object;
        object.metadata.name = ns;
        const auto made = co_await api().create(object);
        if (!made) throw fault(made.error());
        co_return ns;
    }
    core_v1::config_map make_map(std::string_view name, std::string_view value = "1") const {
        core_v1::config_map m;
        m.metadata.ns = ns;
        m.metadata.name = name;
        m.data["a"] = value;
        return m;
    }

    std::string ns;
    std::unique_ptr<api_connection> connection;
};

// What a call was refused with; fails the test when it was not.
template <class T>
error refusal(const result<T>& r) {
    if (!r) return r.error();
    BOOST_ERROR("accepted");
    return {};
}

}}  // namespace setpoint::v0
