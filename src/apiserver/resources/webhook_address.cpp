#include "apiserver/resources/webhook_address.hpp"

#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>

namespace setpoint::inline v0::apiserver {

webhook_address webhook_address_of(const boost::json::object& client_config) {
    webhook_address out;
    out.url = text_at(client_config, "url");
    const bj::object& service = object_of(client_config, "service");
    out.service_namespace = text_at(service, "namespace");
    out.service_name = text_at(service, "name");
    out.service_path = text_at(service, "path");
    out.service_port = number_at(service, "port").value_or(out.service_port);
    out.ca_pem = base64_decode(text_at(client_config, "caBundle")).value_or("");
    if (out.ca_pem.find_first_not_of(" \t\r\n") == std::string::npos) out.ca_pem.clear();
    return out;
}

std::string host_of(const webhook_address& w) {
    if (w.url.empty()) return fmt::format("{}.{}.svc", w.service_name, w.service_namespace);
    const auto url = boost::urls::parse_uri(w.url);
    return url ? std::string(url->host_address()) : std::string();
}

std::string path_of(const webhook_address& w) {
    if (w.url.empty()) return w.service_path.empty() ? "/" : w.service_path;
    const auto url = boost::urls::parse_uri(w.url);
    if (!url || url->encoded_path().empty()) return "/";
    return {url->encoded_path().data(), url->encoded_path().size()};
}

std::string url_of(const webhook_address& w) {
    if (!w.url.empty()) return w.url;
    return fmt::format("https://{}:{}{}", host_of(w), w.service_port,
                       w.service_path.empty() ? "/" : w.service_path);
}

}  // namespace setpoint::inline v0::apiserver
