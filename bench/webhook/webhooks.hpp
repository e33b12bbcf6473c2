#pragma once
// The webhooks of the WebServer that ../webhook.md specifies, with a second version of the kind.

#include "operators/web_server/types.hpp"
#include "setpoint/webhook/verdict.hpp"

namespace setpoint { inline namespace v0 { namespace bench {

using namespace kinds;

struct container_spec {
    std::string image;

    static constexpr auto describe() {
        using namespace schema;
        return object("The container of each pod.",
                      field(&container_spec::image, "image", "Container image to run.", required,
                            min_length(1), max_length(1024)));
    }
};

struct web_server_v2_spec {
    std::int32_t size = 1;
    container_spec container;

    static constexpr auto describe() {
        using namespace schema;
        using self = web_server_v2_spec;
        return object("The desired state of the web server.",
                      field(&self::size, "size", "Number of pods to run.", minimum(0), maximum(10000)),
                      field(&self::container, "container", "What the pods run.", required));
    }
};

struct web_server_v2 : custom_resource<web_server_v2_spec, web_server::web_server_status> {
    static constexpr auto kind() {
        return custom_kind("my.domain", "v2", "WebServer", "A group of web server pods behind one Service.")
            .plural("webservers")
            .not_stored();
    }
};

void set_defaults(web_server::web_server& w);
void check(const web_server::web_server& w, verdict& v);
void to_hub(const web_server_v2& from, web_server::web_server& to);
void from_hub(const web_server::web_server& from, web_server_v2& to);

}}}  // namespace setpoint::v0::bench
