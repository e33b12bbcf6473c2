#pragma once
// An API server in this process that knows no cluster: it answers one request after the other, without
// waiting.

#include "cli/json_members.hpp"
#include "setpoint/apiserver/server.hpp"
#include "setpoint/core/clock.hpp"
#include "setpoint/core/log.hpp"
#include "setpoint/core/loop.hpp"
#include "setpoint/core/random.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace setpoint { inline namespace v0 { namespace cli {

class offline_api {
public:
    struct answer {
        int status = 0;
        bj::object body;
        std::vector<std::string> warnings;
        bool ok() const { return status < 300; }
    };
    struct resource {
        std::string plural;
        bool namespaced = false;
    };

    offline_api();

    answer ask(std::string_view method, std::string target, const bj::object& body);
    // The resource of a kind, or null if no definition has it. Valid until the next call.
    const resource* find(std::string_view api_version, std::string_view kind);
    // "/apis/apps/v1/namespaces/shop/deployments"; `ns` only counts for namespaced kinds.
    std::string path_of(const resource& r, std::string_view api_version, std::string_view ns) const;
    // Creates a namespace unless it exists.
    void need_namespace(const std::string& name);
    // Kinds are looked up again, after a definition was created.
    void forget_kinds() { kinds_.clear(); }

private:
    struct no_log final : log_sink {
        void write(const log_record&) override {}
    };
    void read_kinds(const std::string& api_version);

    virtual_clock time_;
    random_source random_;
    no_log sink_;
    loop loop_;
    apiserver::server server_;
    std::map<std::string, std::map<std::string, resource>> kinds_;  // by apiVersion, then kind
    std::set<std::string> namespaces_;                              // that were asked for
};

}}}  // namespace setpoint::v0::cli
