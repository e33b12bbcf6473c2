#include "apiserver/server/service_route.hpp"

#include "apiserver/objects/fields.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct endpoint {
    std::string address;
    std::int64_t port = 0;
};

std::optional<std::int64_t> port_named(const bj::array& ports, std::string_view name) {
    std::optional<std::int64_t> out;
    for_each_object(ports, [&](const bj::object& p, std::size_t) {
        if (!out && text_at(p, "name") == name) out = number_at(p, "port");
    });
    return out;
}

std::optional<endpoint> in_slice(const bj::object& slice, std::string_view port_name) {
    const auto port = port_named(list_of(slice, "ports"), port_name);
    if (!port) return std::nullopt;
    std::optional<endpoint> out;
    for_each_object(list_of(slice, "endpoints"), [&](const bj::object& e, std::size_t) {
        const bj::value* const ready = value_at(object_of(e, "conditions"), "ready");
        const bj::array& addresses = list_of(e, "addresses");
        if (out || addresses.empty() || (ready && !true_at(object_of(e, "conditions"), "ready"))) return;
        out = endpoint{std::string(text_of(addresses[0])), *port};
    });
    return out;
}

std::optional<endpoint> in_slices(const versioned_store& store, const webhook_address& w,
                                  std::string_view port_name) {
    const collection* const slices = store.find_collection("endpointslices.discovery.k8s.io");
    if (!slices) return std::nullopt;
    const auto of_service = [&](const record& r) {
        const auto label = r.labels.find("kubernetes.io/service-name");
        return label != r.labels.end() && label->second == w.service_name;
    };
    for (const record_ptr& r : slices->list(w.service_namespace, 0, std::nullopt, 0, of_service).items)
        if (auto found = in_slice(r->parse(), port_name)) return found;
    return std::nullopt;
}

std::optional<endpoint> in_endpoints(const versioned_store& store, const webhook_address& w,
                                     std::string_view port_name) {
    const record_ptr r = store.find("endpoints", {w.service_namespace, w.service_name});
    std::optional<endpoint> out;
    if (!r) return out;
    const bj::object object = r->parse();
    for_each_object(list_of(object, "subsets"), [&](const bj::object& s, std::size_t) {
        const auto port = port_named(list_of(s, "ports"), port_name);
        const bj::array& addresses = list_of(s, "addresses");
        if (out || !port || addresses.empty() || !addresses[0].is_object()) return;
        out = endpoint{std::string(text_at(addresses[0].get_object(), "ip")), *port};
    });
    return out;
}

result<webhook_target> target_of_service(const webhook_address& w, const versioned_store& store) {
    const record_ptr r = store.find("services", {w.service_namespace, w.service_name});
    if (!r) return error(errc::not_found, fmt::format("service \"{}\" not found", w.service_name));
    const bj::object service = r->parse();
    const bj::object* port = nullptr;
    for_each_object(list_of(object_of(service, "spec"), "ports"), [&](const bj::object& p, std::size_t) {
        if (!port && number_at(p, "port") == w.service_port) port = &p;
    });
    if (!port)
        return error(errc::not_found, fmt::format("no service port {} found for service \"{}\"",
                                                  w.service_port, w.service_name));
    const std::string_view name = text_at(*port, "name");
    auto found = in_slices(store, w, name);
    if (!found) found = in_endpoints(store, w, name);
    if (!found)
        return error(errc::unreachable,
                     fmt::format("no endpoints available for service \"{}\"", w.service_name));
    webhook_target out;
    out.at.host = found->address;
    out.at.port = std::to_string(found->port);
    out.path = path_of(w);
    out.server_name = host_of(w);
    return out;
}

}  // namespace

result<webhook_target> target_of(const webhook_address& w, const versioned_store& store) {
    if (w.url.empty()) return target_of_service(w, store);
    const auto url = boost::urls::parse_uri(w.url);
    if (!url || url->scheme_id() != boost::urls::scheme::https)
        return error(errc::bad_config, fmt::format("\"{}\" is not an https URL", w.url));
    webhook_target out;
    out.at.host = url->host_address();
    if (url->has_port()) out.at.port = std::string(url->port());
    out.path = path_of(w);
    return out;
}

}}}  // namespace setpoint::v0::apiserver
