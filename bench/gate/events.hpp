#pragma once
// What the cases are fed with.

#include "operators/web_server/types.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace gate {

// A WebServer as an API server stores it, without its managedFields.
inline std::string web_server_json(std::size_t n, std::size_t version) {
    return fmt::format(
        R"({{"apiVersion":"my.domain/v1","kind":"WebServer","metadata":{{"creationTimestamp":"2026-08-14T09:21:07Z",)"
        R"("generation":2,"name":"web-server-{0:06}","namespace":"team-{1}","resourceVersion":"{2}",)"
        R"("uid":"00000000-0000-4000-8000-{0:012}"}},"spec":{{"image":"nginx:1.23.1","replicas":3}},"status":{{)"
        R"("conditions":[{{"lastTransitionTime":"2026-08-14T09:21:09Z","message":"3 of 3 pods are ready.",)"
        R"("observedGeneration":2,"reason":"PodsReady","status":"True","type":"Available"}}],)"
        R"("observedGeneration":2,"readyReplicas":3,"replicas":3}}}})",
        n, n % 10, version * 1000000 + n);
}
inline std::string watch_event_of(std::string_view type, std::string_view object) {
    return fmt::format("{{\"type\":\"{}\",\"object\":{}}}\n", type, object);
}

inline std::shared_ptr<web_server::web_server> make_web_server(std::size_t n, std::size_t version) {
    auto w = std::make_shared<web_server::web_server>();
    w->metadata.name = fmt::format("web-server-{:06}", n);
    w->metadata.ns = fmt::format("team-{}", n % 10);
    w->metadata.uid = fmt::format("00000000-0000-4000-8000-{:012}", n);
    w->metadata.resource_version = fmt::format("{}", version * 1000000 + n);
    w->metadata.generation = 2;
    w->spec.image = "nginx:1.23.1";
    w->spec.replicas = 3;
    return w;
}

}}}  // namespace setpoint::v0::gate
