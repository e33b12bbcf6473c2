// Routes for discovery, version and health.

#include "apiserver/documents/discovery.hpp"

#include "apiserver/format/negotiate.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/request/query.hpp"

#include <boost/json/array.hpp>

#include <algorithm>
#include <iterator>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

http::response status_not_found(const http::server_request& r) {
    return error_response(path_not_found(), r);
}

http::response wrong_method(const http::server_request& r) {
    api_error e{
        405, "MethodNotAllowed", "the server does not allow this method on the requested resource", {}};
    e.empty_details = true;
    return error_response(e, r);
}

http::response document(const http::server_request& r, const bj::object& o, bool aggregated) {
    const auto f = negotiate_document(r, false, aggregated);
    return f ? answer(200, o, *f) : error_response(f.error(), r);
}

// The aggregated document, if the client accepts it; with an ETag.
std::optional<http::response> aggregated(const http::server_request& r, const registry& resources,
                                         bool core) {
    const auto f = choose_format(r, transforms::discovery);
    if (!f) return std::nullopt;
    const bj::object all = aggregated_discovery(resources, core);
    const std::string etag = "\"" + etag_of(json_text::serialize(all)) + "\"";
    std::vector<http::header> headers = {{"Cache-Control", "public"}, {"ETag", etag}, {"Vary", "Accept"}};
    if (r.find("If-None-Match") == etag) return http::response{304, std::move(headers), {}, {}};
    http::response out = answer(200, all, *f);
    out.headers.front().value += ";g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
    out.headers.insert(out.headers.end(), std::make_move_iterator(headers.begin()),
                       std::make_move_iterator(headers.end()));
    return out;
}

constexpr std::string_view checks[] = {"ping",
                                       "log",
                                       "etcd",
                                       "informer-sync",
                                       "poststarthook/generic-apiserver-start-informers",
                                       "poststarthook/start-apiextensions-controllers",
                                       "poststarthook/crd-informer-synced",
                                       "poststarthook/bootstrap-controller",
                                       "shutdown"};

http::response plain_page(int status, std::string text) {
    return {status,
            {{"Content-Type", "text/plain; charset=utf-8"}, {"X-Content-Type-Options", "nosniff"}},
            std::move(text),
            {}};
}

// `which`: "healthz", "livez", "readyz". Synchronization affects readiness only.
http::response health(const http::server_request& r, std::string_view which, bool ready) {
    const query_parameters query(r.query());
    const std::vector<std::string> excluded = query.all("exclude");
    std::string lines;
    bool good = true;
    for (const std::string_view check : checks) {
        const bool of_readiness = check == "informer-sync" || check == "shutdown";
        if (of_readiness && which != "readyz") continue;
        lines.append("[+]");
        const bool out = std::find(excluded.begin(), excluded.end(), check) != excluded.end();
        const bool bad = !out && check == "informer-sync" && !ready;
        if (bad) lines[lines.size() - 2] = '-';
        good = good && !bad;
        lines.append(check).append(out ? " excluded: ok\n" : bad ? " failed: reason withheld\n" : " ok\n");
    }
    if (!good) return plain_page(500, lines + std::string(which) + " check failed\n");
    if (!query.has("verbose")) return plain_page(200, "ok");
    for (const std::string& e : excluded) {
        if (std::find(std::begin(checks), std::end(checks), e) != std::end(checks)) continue;
        lines += "warn: some health checks cannot be excluded: no matches for \"" + e + "\"\n";
    }
    return plain_page(200, lines + std::string(which) + " check passed\n");
}

std::optional<http::response> health_page(const http::server_request& r, std::string_view path, bool ready) {
    for (const std::string_view which : {"healthz", "livez", "readyz"}) {
        if (!path.starts_with(which)) continue;
        path.remove_prefix(which.size());
        if (path.empty()) return health(r, which, ready);
        if (path.front() != '/') return std::nullopt;
        path.remove_prefix(1);
        if (std::find(std::begin(checks), std::end(checks), path) == std::end(checks))
            return not_found_page();
        if (path == "informer-sync" && !ready)
            return plain_page(500, "internal server error: not synchronized\n");
        return plain_page(200, "ok");
    }
    return std::nullopt;
}

http::response root_paths(const registry& resources) {
    std::vector<std::string> paths = {"/api", "/apis", "/apis/", "/openapi/v3", "/openapi/v3/", "/version"};
    for (const std::string_view which : {"/healthz", "/livez", "/readyz"}) {
        paths.emplace_back(which);
        for (const std::string_view check : checks)
            paths.push_back(std::string(which) + "/" + std::string(check));
    }
    for (const registry::group_version* gv : resources.all()) {
        paths.push_back(url_prefix(gv->group, gv->version));
        if (!gv->group.empty()) paths.push_back("/apis/" + gv->group);
    }
    std::sort(paths.begin(), paths.end());
    paths.erase(std::unique(paths.begin(), paths.end()), paths.end());
    bj::array list;
    for (const std::string& p : paths) list.emplace_back(p);
    bj::object out;
    out["paths"] = std::move(list);
    answer_format f;
    f.pretty = true;
    return answer(200, out, f);
}

bool builtin_group(const registry& resources, std::string_view group) {
    for (const registry::group_version* gv : resources.all()) {
        if (gv->group != group) continue;
        for (const auto& [plural, r] : gv->resources) {
            if (!r->custom) return true;
        }
    }
    return false;
}

http::response version_page(const http::server_request& r, emulated_version v) {
    if (r.method != "GET") return wrong_method(r);
    const auto f = negotiate_document(r, true);
    if (!f) return error_response(f.error(), r);
    answer_format indented;
    indented.pretty = true;
    return answer(200, version_document(v), indented);
}

http::response resources_page(const http::server_request& r, const registry& resources,
                              std::string_view group, std::string_view version) {
    const auto list = api_resource_list(resources, group, version);
    if (!list) return resource_not_served(r, resources, group, version);
    if (r.method != "GET" && builtin_group(resources, group)) return wrong_method(r);
    return document(r, *list, !builtin_group(resources, group));
}

// `path` follows /apis/, without a trailing slash. Empty result: it is a resource's path.
std::optional<http::response> below_apis(const http::server_request& r, const registry& resources,
                                         std::string_view path) {
    const std::size_t slash = path.find('/');
    const std::string_view group = path.substr(0, slash);
    if (slash == std::string_view::npos) {
        const auto one = api_group(resources, group);
        return one ? document(r, *one, true) : not_found_page();
    }
    const std::string_view version = path.substr(slash + 1);
    if (version.find('/') != std::string_view::npos) return std::nullopt;
    return resources_page(r, resources, group, version);
}

}  // namespace

http::response resource_not_served(const http::server_request& r, const registry& resources,
                                   std::string_view group, std::string_view version) {
    static_cast<void>(version);
    return builtin_group(resources, group) ? status_not_found(r) : not_found_page();
}

std::optional<http::response> serve_discovery(const http::server_request& r, const registry& resources,
                                              bool ready) {
    std::string_view path = r.path();
    if (path.empty() || path.front() != '/') return not_found_page();
    path.remove_prefix(1);
    if (path.empty() || path == "index.html") return root_paths(resources);
    if (auto page = health_page(r, path, ready)) return page;
    if (path.ends_with('/')) path.remove_suffix(1);
    if (path == "version") return version_page(r, resources.emulated);
    if (path == "api" || path == "apis") {
        if (path == "api" && r.method != "GET") return wrong_method(r);
        if (auto all = aggregated(r, resources, path == "api")) return all;
        if (path == "apis") return document(r, api_group_list(resources), true);
        const std::string_view host = r.find("Host");
        return document(r, api_versions(host.empty() ? "127.0.0.1:443" : host), false);
    }
    if (path.starts_with("apis/")) return below_apis(r, resources, path.substr(5));
    if (!path.starts_with("api/")) return not_found_page();
    path.remove_prefix(4);
    if (path.find('/') != std::string_view::npos) return std::nullopt;
    return resources_page(r, resources, "", path);
}

}}}  // namespace setpoint::v0::apiserver
