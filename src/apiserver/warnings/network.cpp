// Warnings about Services, endpoints and Ingresses.
#include "apiserver/objects/fields.hpp"
#include "apiserver/warnings/rows.hpp"
#include "setpoint/api/field_error.hpp"

#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

namespace {

void of_service(const bj::object& o, const bj::object*, std::string_view sub, texts& to) {
    if (sub == "status") {
        for_each_object(list_of(object_of(o, {"status", "loadBalancer"}), "ingress"),
                        [&](const bj::object& one, std::size_t i) {
                            warn_of_ip(text_at(one, "ip"), indexed("status.loadBalancer.ingress", i), to);
                        });
    }
    if (!sub.empty()) return;
    const bj::object& spec = object_of(o, "spec");
    constexpr std::string_view hints = "service.kubernetes.io/topology-aware-hints";
    if (object_of(o, {"metadata", "annotations"}).contains(hints))
        to.push_back(fmt::format(
            "annotation {} is deprecated, please use service.kubernetes.io/topology-mode instead", hints));
    const std::string_view type = text_at(spec, "type"), balancer = text_at(spec, "loadBalancerIP");
    const bj::array& external = list_of(spec, "externalIPs");
    const bool headless = type == "ClusterIP" && text_at(spec, "clusterIP") == "None";
    const bool named = type == "ExternalName";
    if (!headless && !text_at(spec, "clusterIP").empty()) {
        const bj::array& ips = list_of(spec, "clusterIPs");
        for (std::size_t i = 0; i < ips.size(); ++i)
            warn_of_ip(text_of(ips[i]), indexed("spec.clusterIPs", i), to);
    }
    if (headless && !balancer.empty())
        to.emplace_back("spec.loadBalancerIP is ignored for headless services");
    if (headless && !external.empty()) to.emplace_back("spec.externalIPs is ignored for headless services");
    if (headless && text_at(spec, "sessionAffinity") != "None")
        to.emplace_back("spec.SessionAffinity is ignored for headless services");
    for (std::size_t i = 0; i < external.size(); ++i)
        warn_of_ip(text_of(external[i]), indexed("spec.externalIPs", i), to);
    if (!external.empty() && !headless && !named)
        to.emplace_back("spec.externalIPs is deprecated and may no longer be implemented in some clusters");
    if (!balancer.empty()) warn_of_ip(balancer, "spec.loadBalancerIP", to);
    if (named && !external.empty())
        to.emplace_back("spec.externalIPs is ignored when spec.type is \"ExternalName\"");
    if (!named && !text_at(spec, "externalName").empty())
        to.emplace_back("spec.externalName is ignored when spec.type is not \"ExternalName\"");
    if (text_at(spec, "trafficDistribution") == "PreferClose")
        to.emplace_back("spec.trafficDistribution: \"PreferClose\" is deprecated; use \"PreferSameZone\"");
}

void of_endpoints(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    for_each_object(list_of(o, "subsets"), [&](const bj::object& subset, std::size_t i) {
        for (const char* list : {"addresses", "notReadyAddresses"})
            for_each_object(list_of(subset, list), [&](const bj::object& a, std::size_t k) {
                warn_of_ip(text_at(a, "ip"), indexed(indexed("subsets", i) + "." + list, k) + ".ip", to);
            });
    });
}

void of_slice(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    if (!old && text_at(o, "addressType") == "FQDN")
        to.emplace_back("spec.addressType: FQDN endpoints are deprecated");
    for_each_object(list_of(o, "endpoints"), [&](const bj::object& e, std::size_t i) {
        const bj::array& addresses = list_of(e, "addresses");
        for (std::size_t k = 0; k < addresses.size(); ++k)
            warn_of_ip(text_of(addresses[k]), indexed(indexed("endpoints", i) + ".addresses", k), to);
    });
}

void of_ingress(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    constexpr std::string_view note = "kubernetes.io/ingress.class";
    if (!old && object_of(o, {"metadata", "annotations"}).contains(note) &&
        !value_at(object_of(o, "spec"), "ingressClassName"))
        to.push_back(
            fmt::format("annotation \"{}\" is deprecated, please use 'spec.ingressClassName' instead", note));
}

constexpr warning_row network_rows[] = {{"services", of_service},
                                        {"endpoints", of_endpoints},
                                        {"endpointslices.discovery.k8s.io", of_slice},
                                        {"ingresses.networking.k8s.io", of_ingress}};

}  // namespace

std::span<const warning_row> network_warnings() {
    return network_rows;
}

}  // namespace setpoint::inline v0::apiserver
