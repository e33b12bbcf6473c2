#include "apiserver/resources/webhook_address.hpp"

#include "apiserver/objects/fields.hpp"
#include "framework/core/base64.hpp"

#include <boost/url/parse.hpp>
#include <boost/url/url_view.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Go's path.Join("/", path). Go's servers redirect requests for any other path.
std::string clean_path(std::string_view path) {
    std::vector<std::string_view> kept;
    while (!path.empty()) {
        const std::string_view part = path.substr(0, path.find('/'));
        path.remove_prefix(std::min(part.size() + 1, path.size()));
        if (part == ".." && !kept.empty()) kept.pop_back();
        if (!part.empty() && part != "." && part != "..") kept.push_back(part);
    }
    return fmt::format("/{}", fmt::join(kept, "/"));
}

}  // namespace

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
    if (w.url.empty()) return clean_path(w.service_path);
    const auto url = boost::urls::parse_uri(w.url);
    if (!url) return "/";
    return clean_path({url->encoded_path().data(), url->encoded_path().size()});
}

std::string url_of(const webhook_address& w) {
    if (w.url.empty()) return fmt::format("https://{}:{}{}", host_of(w), w.service_port, path_of(w));
    const auto url = boost::urls::parse_uri(w.url);
    if (!url || url->encoded_path().empty()) return w.url;
    const std::string_view path(url->encoded_path().data(), url->encoded_path().size());
    std::string out = w.url;
    return out.replace(static_cast<std::size_t>(path.data() - w.url.data()), path.size(), path_of(w));
}

}}}  // namespace setpoint::v0::apiserver
