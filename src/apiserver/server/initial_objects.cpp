
#include "apiserver/server/initial_objects.hpp"

#include "apiserver/rest/decode.hpp"
#include "apiserver/rest/writer.hpp"
#include "apiserver/schema/json_text.hpp"

#include <stdexcept>

namespace setpoint::apiserver {

namespace {

void add(server_state& w, std::string_view group, std::string_view version, std::string_view plural,
         std::string_view text) {
    const resource_ptr r = w.kinds.find(group, version, plural);
    if (!r) return;
    bj::object o = json_text::parse_own(text).as_object();
    o["kind"] = r->kind;
    o["apiVersion"] = r->gvr.api_version();
    fill_defaults(*r, o);
    std::vector<std::string> warnings;
    write_options options;
    options.manager = "kube-apiserver";
    auto done = object_writer(w, *r, "", options, warnings).create(std::move(o));
    if (!done) throw std::logic_error("initial object: " + done.error().message);
}

}  // namespace

void add_initial_objects(server_state& w) {
    for (const char* name : {"default", "kube-node-lease", "kube-public", "kube-system"})
        add(w, "", "v1", "namespaces", std::string(R"({"metadata":{"name":")") + name + "\"}}");
    add(w, "", "v1", "services", R"({"metadata":{"name":"kubernetes","namespace":"default",
        "labels":{"component":"apiserver","provider":"kubernetes"}},
        "spec":{"type":"ClusterIP","clusterIP":"10.96.0.1","clusterIPs":["10.96.0.1"],"sessionAffinity":"None",
        "ipFamilies":["IPv4"],"ipFamilyPolicy":"SingleStack",
        "ports":[{"name":"https","protocol":"TCP","port":443,"targetPort":6443}]}})");
}

}  // namespace setpoint::apiserver
