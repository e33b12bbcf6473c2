#include "apiserver/request/request_info.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// More parts than any resource path has.
constexpr std::size_t max_parts = 16;

// As in Go, a "%2F" separates parts too.
std::optional<std::vector<std::string>> path_parts(std::string_view path) {
    std::vector<std::string> parts;
    std::string plain;
    if (path.find('%') != std::string_view::npos) path = plain = unescaped(path, false);
    if (path.starts_with('/')) path.remove_prefix(1);
    while (!path.empty()) {
        const std::size_t end = std::min(path.find('/'), path.size());
        parts.emplace_back(path.substr(0, end));
        path.remove_prefix(std::min(end + 1, path.size()));
        if (parts.size() > max_parts) return std::nullopt;
    }
    return parts;
}

}  // namespace

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
    auto parts = path_parts(path);
    if (!parts) return std::nullopt;
    request_info r;
    r.method = method;
    std::size_t at = 0;
    if (parts->size() >= 3 && (*parts)[0] == "api") {
        r.core = true;
        r.version = (*parts)[1];
        at = 2;
    } else if (parts->size() >= 4 && (*parts)[0] == "apis") {
        r.group = (*parts)[1];
        r.version = (*parts)[2];
        at = 3;
    } else {
        return std::nullopt;
    }
    if (at < parts->size() && (*parts)[at] == "watch") {
        r.watch_path = true;
        if (++at == parts->size()) return std::nullopt;
    }
    std::vector<std::string> rest(parts->begin() + static_cast<std::ptrdiff_t>(at), parts->end());
    // namespaces/x/status and namespaces/x/finalize are about the namespace itself.
    const bool inside = rest.size() >= 3 && rest[0] == "namespaces" &&
                        !(rest.size() == 3 && (rest[2] == "status" || rest[2] == "finalize"));
    if (inside) {
        r.ns = rest[1];
        rest.erase(rest.begin(), rest.begin() + 2);
    }
    r.resource = rest[0];
    if (rest.size() > 1) r.name = rest[1];
    if (rest.size() > 2) r.subresource = rest[2];
    r.long_path = rest.size() > 3;
    r.odd = std::ranges::any_of(
        rest, [](const std::string& s) { return s.empty() || s.find('/') != std::string::npos; });
    if (!inside && r.resource == "namespaces" && r.core && !r.name.empty()) r.ns = {};
    r.query = query_parameters(query);
    return r;
}

}}}  // namespace setpoint::v0::apiserver
