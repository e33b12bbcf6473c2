// A kubeconfig that somebody else wrote: it is taken, or refused by one line that names the file.
#include "setpoint/client/kubeconfig.hpp"

#include "harness.hpp"

namespace setpoint { inline namespace v0 { namespace fuzz {

void kubeconfig(std::string_view input) {
    const parts<2> in(input);  // the file, %%, the environment's proxy
    const config_sources sources = {[&](const std::string& name) -> std::optional<std::string> {
                                        if (name == "HOME") return "/home/a";
                                        if (name.ends_with("_PROXY")) return std::string(in[1]);
                                        return std::nullopt;
                                    },
                                    [&](const std::string& path) -> result<std::string> {
                                        if (path == "/home/a/.kube/config") return std::string(in[0]);
                                        if (path.ends_with("token")) return std::string("abc");
                                        return error(errc::not_found, "No such file or directory");
                                    }};
    for (const char* context : {"", "dev"}) {
        config_flags flags;
        flags.context = context;
        const auto c = load_config(flags, sources, wall_time(std::chrono::seconds(1'700'000'000)));
        if (!c) {
            expect(c.error().code == errc::bad_config, "a refusal is a bad_config");
            expect(c.error().message.find('\n') == std::string::npos, "a refusal is one line");
            continue;
        }
        expect(!c->server.host.empty() && !c->server.port.empty(), "there is a server");
        expect(c->server.tls() == (c->tls_context != nullptr), "https has its context");
        const auto& who = c->credentials;
        expect(c->server.tls() || (who.token.empty() && !who.exec && c->tls.client_cert_pem.empty()),
               "only a server that shows who it is gets credentials");
        expect(c->path_prefix.find("//") == std::string::npos && !c->path_prefix.ends_with('/'),
               "the path is one that can be put in front of others");
        expect(c->description.find("/home/a/.kube/config") != std::string::npos,
               "it says where it came from");
    }
}

}}}  // namespace setpoint::v0::fuzz
