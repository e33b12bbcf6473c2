#include "apiserver/request/request_info.hpp"

#include "apiserver/request/request_path.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

std::string request_info::verb() const {
    const bool get = method == "GET";
    if (get && watch_path) return "watch";
    if (watch_path) return "";
    if (name.empty()) {
        if (get) return query.flag("watch") ? "watch" : "list";
        if (method == "POST") return "create";
        return method == "DELETE" ? "deletecollection" : "";
    }
    if (get) return "get";  // a single object cannot be watched by its own path
    if (method == "PUT") return "update";
    if (method == "PATCH") return "patch";
    if (method == "DELETE") return "delete";
    return method == "POST" && !subresource.empty() ? "create" : "";
}

std::optional<request_info> read_request(std::string_view method, std::string_view path,
                                         std::string_view query) {
    // As in Go, a "%2F" separates parts too.
    std::string plain;
    if (path.find('%') != std::string_view::npos) path = plain = unescaped(path, false);
    request_path in = read_path(path);
    // No route begins with two slashes, although such a path is authorized as one of a resource.
    if (!in.is_resource || in.is_long || path.starts_with("//")) return std::nullopt;
    request_info r;
    r.method = method;
    r.core = in.is_core;
    r.incomplete = in.is_cut;
    r.watch_path = in.verb == "watch";
    r.proxy_path = in.verb == "proxy";
    r.group = std::move(in.group);
    r.version = std::move(in.version);
    r.resource = in.resource();
    r.name = in.name();
    r.subresource = in.subresource();
    r.long_path = in.parts.size() > 3;
    r.odd = path.ends_with("//") || std::ranges::any_of(in.parts, &std::string::empty);
    // A Namespace is not in itself.
    if (in.in_namespace || !r.core) r.ns = std::move(in.namespace_name);
    r.query = query_parameters(query);
    return r;
}

}}}  // namespace setpoint::v0::apiserver
