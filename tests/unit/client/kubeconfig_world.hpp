#pragma once
// A machine with an environment and files for tests of load_config(), and texts of kubeconfigs.

#include "framework/core/base64.hpp"
#include "setpoint/client/kubeconfig.hpp"
#include "support/test_certs.hpp"

#include <boost/test/unit_test.hpp>

#include <map>

namespace setpoint { inline namespace v0 {

inline cert_request named(std::string name) {
    cert_request r;
    r.common_name = std::move(name);
    return r;
}
struct certificates {
    test_ca ca;
    test_cert admin = ca.issue(named("admin"));
};
inline certificates& certs() {
    static certificates made;
    return made;
}
inline std::string client_certificate(const test_cert& c) {
    return "client-certificate-data: " + base64_encode(c.cert_pem) +
           ", client-key-data: " + base64_encode(c.key_pem);
}

struct machine {
    std::map<std::string, std::string> environment = {{"HOME", "/home/a"}}, files;

    config_sources sources() {
        return {[this](const std::string& name) -> std::optional<std::string> {
                    const auto at = environment.find(name);
                    return at == environment.end() ? std::nullopt : std::optional(at->second);
                },
                [this](const std::string& path) -> result<std::string> {
                    const auto at = files.find(path);
                    if (at == files.end()) return error(errc::not_found, "No such file or directory");
                    if (at->second == "unreadable") return error(errc::failed, "Permission denied");
                    return at->second;
                }};
    }
    result<cluster_config> load(std::string context = {}, std::string kubeconfig = {}) {
        config_flags flags;
        flags.context = std::move(context);
        flags.kubeconfig = std::move(kubeconfig);
        return load_config(flags, sources(), virtual_clock().wall_now());
    }
    // Returns the error's message; fails the test if there is none.
    std::string refusal(std::string context = {}, std::string kubeconfig = {}) {
        const auto r = load(std::move(context), std::move(kubeconfig));
        if (r) {
            BOOST_ERROR("accepted");
            return "";
        }
        BOOST_TEST((r.error().code == errc::bad_config));
        BOOST_TEST(r.error().message.find('\n') == std::string::npos);
        BOOST_TEST(r.error().server_text.empty());
        return r.error().message;
    }
};

// A kubeconfig with one cluster, user and context, all named `name`.
inline std::string config_of(const std::string& name, const std::string& cluster, const std::string& user,
                             const std::string& context = {}) {
    return "apiVersion: v1\nkind: Config\ncurrent-context: " + name + "\nclusters: [{name: " + name +
           ", cluster: {" + cluster + "}}]\nusers: [{name: " + name + ", user: {" + user +
           "}}]\ncontexts: [{name: " + name + ", context: {cluster: " + name + ", user: " + name +
           (context.empty() ? "" : ", " + context) + "}}]\n";
}

inline const std::string a_server = "server: 'https://a:6443'";

}}  // namespace setpoint::v0
