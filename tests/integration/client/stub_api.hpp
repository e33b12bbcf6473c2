#pragma once
// An API server of a few lines, over TLS in this process, which says who may come in; files in a folder of
// their own; and clients for kubeconfigs that a test writes.

#include "setpoint/api/core_v1/namespace.hpp"
#include "setpoint/client/api_connection.hpp"
#include "setpoint/http/server.hpp"
#include "support/connect_proxy.hpp"
#include "support/real_world.hpp"
#include "support/test_certs.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace setpoint { inline namespace v0 {

// Gone with everything in it when the test ends.
class test_folder {
public:
    test_folder() {
        char name[] = "/tmp/setpoint-client-XXXXXX";
        if (!::mkdtemp(name)) throw std::runtime_error("cannot make a folder in /tmp");
        path_ = name;
    }
    test_folder(const test_folder&) = delete;
    test_folder& operator=(const test_folder&) = delete;
    ~test_folder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    std::string at(const std::string& name) const { return path_ + "/" + name; }
    // Whole or not at all, as a kubelet does it.
    std::string write(const std::string& name, const std::string& text, mode_t mode = 0600) const {
        const std::string path = at(name), next = path + ".next";
        {
            std::ofstream out(next, std::ios::binary);
            out << text;
        }
        ::chmod(next.c_str(), mode);
        std::filesystem::rename(next, path);
        return path;
    }
    std::string script(const std::string& name, const std::string& lines) const {
        return write(name, "#!/bin/sh\n" + lines, 0700);
    }
    std::string read(const std::string& name) const {
        std::ifstream in(at(name));
        return {std::istreambuf_iterator<char>(in), {}};
    }

private:
    std::string path_;
};

// Answers GETs of namespaces to those whose Authorization it accepts.
class stub_api {
public:
    stub_api(loop& l, const logger& log, const test_cert& cert, const std::string& host = "127.0.0.1")
        : tls_(http::make_server_tls(cert.cert_pem, setpoint::secret(cert.key_pem)).value()),
          server_(l, log, options(host), [this](const http::server_request& r) { return answer(r); }) {
        started_ = server_.start();
    }
    // Error: as of http::server::start().
    const result<>& started() const { return started_; }
    std::string port() const { return std::to_string(server_.port()); }
    std::string url() const { return "https://127.0.0.1:" + port(); }
    awaitable<void> stop() { co_await server_.stop(std::chrono::seconds(5)); }

    std::optional<std::string> accepts;  // what Authorization must be; none: anything
    std::vector<http::server_request> requests;

private:
    http::server_options options(const std::string& host) {
        http::server_options o;
        o.at = {host, 0};
        o.tls = [this] { return tls_; };
        return o;
    }
    awaitable<http::response> answer(const http::server_request& r) {
        requests.push_back(r);
        http::response out;
        out.headers.push_back({"Content-Type", "application/json"});
        if (accepts && r.find("Authorization") != *accepts) {
            out.status = 401;
            out.body = R"({"kind":"Status","status":"Failure","reason":"Unauthorized","code":401})";
        } else {
            out.body = R"({"kind":"Namespace","apiVersion":"v1","metadata":{"name":"default"}})";
        }
        co_return out;
    }

    http::tls_context_ptr tls_;
    result<> started_;
    http::server server_;
};

struct stub_world : real_world {
    test_folder folder;
    test_ca ca;
    test_cert local = ca.issue({"api", {"IP:127.0.0.1", "IP:::1", "DNS:api.test"}});
    std::map<std::string, std::string> environment;

    config_sources sources() {
        config_sources s = system_sources();
        s.getenv = [this](const std::string& name) -> std::optional<std::string> {
            const auto at = environment.find(name);
            return at == environment.end() ? std::nullopt : std::optional(at->second);
        };
        return s;
    }
    // A kubeconfig in the folder; JSON is YAML.
    std::string kubeconfig(const std::string& cluster, const std::string& user) {
        return folder.write(
            "kubeconfig",
            fmt::format(R"({{"current-context":"x","clusters":[{{"name":"x","cluster":{{{}}}}}],)"
                        R"("users":[{{"name":"x","user":{{{}}}}}],)"
                        R"("contexts":[{{"name":"x","context":{{"cluster":"x","user":"x"}}}}]}})",
                        cluster, user));
    }
    // The fields of a cluster that trusts `ca`, with more of them.
    std::string cluster(const std::string& url, const std::string& more = {}) {
        return fmt::format(R"("server":"{}","certificate-authority":"{}"{})", url,
                           folder.write("ca.crt", ca.pem()), more);
    }
    result<cluster_config> config(const std::string& cluster_fields, const std::string& user) {
        return load_config({kubeconfig(cluster_fields, user), ""}, sources(), time.wall_now());
    }
    std::unique_ptr<api_connection> connect(cluster_config c) {
        api_client_options o;
        o.name = "test";
        return std::make_unique<api_connection>(l, std::move(c), sources(), log, o);
    }
    // "ok", or the error as a user is told it.
    awaitable<std::string> ask(api_connection& c) {
        const auto got = co_await c.api().get<core_v1::namespace_>({"", "default"});
        if (got) co_return "ok";
        const error e = explain(c.config(), got.error());
        co_return fmt::format("{}: {}", to_string(e.code), e.to_string());
    }
    awaitable<std::string> ask(const std::string& cluster_fields, const std::string& user) {
        auto c = config(cluster_fields, user);
        if (!c) co_return fmt::format("{}: {}", to_string(c.error().code), c.error().to_string());
        const auto connection = connect(std::move(*c));
        co_return co_await ask(*connection);
    }
    // body(stub), which is stopped afterwards, whatever happens.
    template <class F>
    void with_api(F body) {
        stub_api stub(l, log, local);
        BOOST_REQUIRE(stub.started().has_value());
        run([&]() -> awaitable<void> {
            std::exception_ptr failure;
            try {
                co_await body(stub);
            } catch (...) {
                failure = std::current_exception();
            }
            co_await stub.stop();
            if (failure) std::rethrow_exception(failure);
        });
    }
};

// What a plugin prints to hand over a token.
inline std::string exec_answer(const std::string& token, const std::string& more = {}) {
    return R"({"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1","status":{"token":")" +
           token + "\"" + more + "}}";
}
// A user's fields for a plugin.
inline std::string exec_user(const std::string& command, const std::string& more = {}) {
    return fmt::format(R"("exec":{{"command":"{}","apiVersion":"client.authentication.k8s.io/v1",)"
                       R"("interactiveMode":"Never"{}}})",
                       command, more);
}

}}  // namespace setpoint::v0
