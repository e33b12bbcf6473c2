#include "apiserver/objects/fields.hpp"
#include "apiserver/server/initial_objects.hpp"
#include "setpoint/core/ip_text.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// "" for a Service without one.
std::string_view cluster_ip(const bj::object* service) {
    if (service == nullptr) return {};
    const std::string_view ip = text_at(*service, {"spec", "clusterIP"});
    return parse_ip(ip) ? ip : std::string_view();
}

bj::object address_of_service(std::string_view ip, const bj::object& service) {
    const bj::object& meta = object_of(service, "metadata");
    return {{"apiVersion", "networking.k8s.io/v1"},
            {"kind", "IPAddress"},
            {"metadata",
             {{"name", ip},
              {"labels",
               {{"ipaddress.kubernetes.io/ip-family", "IPv4"},
                {"ipaddress.kubernetes.io/managed-by", "ipallocator.k8s.io"}}}}},
            {"spec",
             {{"parentRef",
               {{"resource", "services"},
                {"namespace", text_at(meta, "namespace")},
                {"name", text_at(meta, "name")}}}}}};
}

}  // namespace

void follow_service(server_state& w, const bj::object* before, const bj::object* now) {
    const std::string_view was = cluster_ip(before), is = cluster_ip(now);
    if (was == is) return;
    const resource_ptr r = w.kinds.find("networking.k8s.io", "v1", "ipaddresses");
    if (!was.empty()) w.drop(*r, object_key::cluster(std::string(was)));
    if (!is.empty()) keep_unvalidated(w, *r, address_of_service(is, *now));
}

}}}  // namespace setpoint::v0::apiserver
