#pragma once
// A manager with real listeners, and somebody who asks it.

#include "setpoint/http/detail/pool.hpp"
#include "setpoint/manager/manager.hpp"
#include "support/real_world.hpp"
#include "support/test_certs.hpp"

#include <prometheus/registry.h>

#include <filesystem>
#include <fstream>

namespace setpoint { inline namespace v0 {

struct serving_world : real_world {
    serving_world() {
        options.name = "test-operator";
        options.metrics_address = "127.0.0.1:0";
        options.health_address = "127.0.0.1:0";
    }
    // Runs `body(m)` while a manager on `api` runs.
    template <class F>
    void with_manager(client& api, F body) {
        run([&]() -> awaitable<void> {
            manager m(l, api, log, measured, options);
            if (set_up) set_up(m);
            std::exception_ptr failure;
            {
                task_scope tasks(l, "manager");
                tasks.spawn("manager", m.run());
                try {
                    const auto has_begun = [&] { return m.health_port() != 0 || tasks.size() == 0; };
                    if (co_await this->eventually(has_begun)) co_await body(m);
                } catch (...) {
                    failure = std::current_exception();
                }
                m.request_stop();
                co_await tasks.join();
            }
            if (failure) std::rethrow_exception(failure);
        });
    }
    struct answer {
        int status = 0;
        std::string body, error;
    };
    // GET on a connection of its own. `ca` empty: plain HTTP, "any": any certificate will do.
    awaitable<answer> get(std::uint16_t port, std::string path, std::string ca = {}, std::string token = {}) {
        http::tls_settings tls;
        tls.insecure_skip_verify = ca == "any";
        if (ca != "any") tls.ca_pem = ca;
        http::tls_context_ptr made;
        if (!ca.empty()) made = http::make_client_tls(tls, l.wall_now()).value();
        http::https_pool pool(l, {ca.empty() ? "http" : "https", "127.0.0.1", std::to_string(port)},
                              [made] { return made; });
        http::request r;
        r.target = std::move(path);
        if (!token.empty()) r.headers.add("Authorization", "Bearer " + token);
        auto s = co_await pool.send(std::move(r), {});
        if (!s) co_return answer{0, "", s.error().to_string()};
        auto body = co_await http::read_all(**s, 16 << 20);
        co_return answer{(*s)->head().status, body ? *body : "", ""};
    }

    manager_options options;
    std::function<void(manager&)> set_up;
    prometheus::Registry registry;
    metrics measured{registry};
};

// A folder that goes with the test.
struct own_folder {
    own_folder() {
        std::string name = (std::filesystem::temp_directory_path() / "serving-XXXXXX").string();
        path = ::mkdtemp(name.data());
    }
    ~own_folder() { std::filesystem::remove_all(path); }
    // By renaming, as kubelet and cert-manager replace files.
    void write(const std::string& name, const std::string& content) const {
        std::ofstream(path + "/." + name) << content;
        std::filesystem::rename(path + "/." + name, path + "/" + name);
    }
    std::string path;
};

}}  // namespace setpoint::v0
