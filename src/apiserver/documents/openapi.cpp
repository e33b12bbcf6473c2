#include "apiserver/documents/openapi.hpp"

#include "apiserver/documents/discovery.hpp"
#include "apiserver/format/negotiate.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/request/query.hpp"
#include "setpoint/api/kubernetes_version.hpp"

#include <boost/json/array.hpp>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::string path_of(std::string_view group, std::string_view version) {
    return url_prefix(group, version).substr(1);  // "apis/apps/v1"
}

bool all_custom(const registry::group_version& gv) {
    for (const auto& [plural, r] : gv.resources) {
        if (!r->custom) return false;
    }
    return true;
}

std::string relative_url(std::string_view path, std::string_view etag) {
    return "/openapi/v3/" + std::string(path) + "?hash=" + std::string(etag);
}

// Without the surrounding braces.
std::string_view inside(std::string_view object) {
    const std::size_t first = object.find('{'), last = object.rfind('}');
    if (first == std::string_view::npos || last <= first) return {};
    object = object.substr(first + 1, last - first - 1);
    return object.find_first_not_of(" \n\t\r") == std::string_view::npos ? std::string_view() : object;
}

// The schemas that the scale subresource of custom resources refers to.
void add_scale_schemas(bj::object& to, const builtin_schemas& builtin) {
    const bj::value apps = json_text::parse_own(builtin.openapi_components("apps", "v1"));
    for (const char* type : {"Scale", "ScaleSpec", "ScaleStatus"}) {
        const std::string name = std::string("io.k8s.api.autoscaling.v1.") + type;
        if (const bj::value* found = apps.get_object().if_contains(name)) to[name] = *found;
    }
}

}  // namespace

std::string openapi_schema_name(const resource& r) {
    if (!r.custom && r.type && !r.type->type_name.empty()) return r.type->type_name;
    return openapi_name(r);
}

std::string openapi_documents::make(const registry::group_version& gv) const {
    bj::object paths, own;
    for (const auto& [plural, r] : gv.resources) {
        add_paths(paths, *r, openapi_schema_name(*r));
        if (r->custom) add_custom_schemas(own, *r, definitions_ ? definitions_(r->storage).get() : nullptr);
    }
    const bool custom = all_custom(gv);
    const auto scales = [](const auto& r) { return r.second->scale != nullptr; };
    if (custom && std::any_of(gv.resources.begin(), gv.resources.end(), scales))
        add_scale_schemas(own, builtin_);
    bj::object info;
    info["title"] = custom ? "Kubernetes CRD Swagger" : "Kubernetes";
    info["version"] = custom ? std::string_view("v0.1.0") : kubernetes_version;
    std::string_view shared = inside(builtin_.openapi_components(gv.group, gv.version));
    if (shared.empty()) shared = inside(builtin_.openapi_meta());
    const std::string own_text = json_text::serialize(own);
    const std::string_view mine = inside(own_text);
    // Concatenated as text: the committed tables are large and need no parsing here.
    std::string out = R"({"openapi":"3.0.0","info":)" + json_text::serialize(info) + R"(,"paths":)" +
                      json_text::serialize(paths);
    out.append(R"(,"components":{"schemas":{)").append(mine);
    if (!mine.empty() && !shared.empty()) out += ',';
    return out.append(shared).append("}}}\n");
}

const openapi_documents::entry* openapi_documents::find(std::string_view group, std::string_view version) {
    if (generation_ != resources_.generation()) {
        // Built-in kinds do not change: their documents stay valid.
        for (const registry::group_version* gv : resources_.all()) {
            if (all_custom(*gv)) made_.erase(path_of(gv->group, gv->version));
        }
        generation_ = resources_.generation();
    }
    const std::string path = path_of(group, version);
    for (const registry::group_version* gv : resources_.all()) {
        if (gv->group != group || gv->version != version) continue;
        const auto at = made_.find(path);
        if (at != made_.end()) return &at->second;
        std::string text = make(*gv);
        std::string etag = etag_of(text);
        return &made_.emplace(path, entry{std::move(text), std::move(etag)}).first->second;
    }
    made_.erase(path);
    return nullptr;
}

const std::string* openapi_documents::document(std::string_view group, std::string_view version) {
    const entry* e = find(group, version);
    return e == nullptr ? nullptr : &e->text;
}

http::response openapi_documents::index() {
    bj::object paths;
    for (const registry::group_version* gv : resources_.all()) {
        const entry* e = find(gv->group, gv->version);
        const std::string path = path_of(gv->group, gv->version);
        bj::object one;
        one["serverRelativeURL"] = relative_url(path, e->etag);
        paths[path] = std::move(one);
    }
    bj::object out;
    out["paths"] = std::move(paths);
    // The real aggregator guesses the type from the content.
    return {200, {{"Content-Type", "text/plain; charset=utf-8"}}, json_text::serialize(out), {}};
}

http::response openapi_documents::one(const http::server_request& r, std::string_view path) {
    std::string_view group, version;
    if (path.starts_with("api/")) {
        version = path.substr(4);
    } else if (path.starts_with("apis/")) {
        const std::string_view rest = path.substr(5);
        const std::size_t slash = rest.find('/');
        group = rest.substr(0, slash);
        if (slash != std::string_view::npos) version = rest.substr(slash + 1);
    }
    const entry* e = version.empty() ? nullptr : find(group, version);
    if (e == nullptr) return {404, {}, {}, {}};
    if (const auto f = choose_format(r, transforms::none, protobuf_forms::none);
        !f || f->type != answer_format::media::json) {
        return {406, {{"Vary", "Accept"}}, {}, {}};
    }
    http::response out{
        200,
        {{"Content-Type", "application/json"}, {"ETag", "\"" + e->etag + "\""}, {"Vary", "Accept"}},
        {},
        {}};
    const query_parameters query(r.query());
    const std::string_view hash = query.get("hash");
    if (!hash.empty() && hash != e->etag) {
        out.status = 301;
        out.headers.push_back({"Location", relative_url(path, e->etag)});
        return out;
    }
    if (!hash.empty()) out.headers.push_back({"Cache-Control", "public, immutable"});
    if (r.find("If-None-Match") == out.headers[1].value) {
        out.status = 304;
        return out;
    }
    out.body = e->text;
    return out;
}

awaitable<http::response> openapi_documents::serve_v2(const http::server_request& r) {
    return v2_.serve(r);
}

std::optional<http::response> openapi_documents::serve(const http::server_request& r) {
    std::string_view path = r.path();
    if (path != "/openapi" && !path.starts_with("/openapi/")) return std::nullopt;
    if (path == "/openapi/v3" || path == "/openapi/v3/") return index();
    constexpr std::string_view prefix = "/openapi/v3/";
    if (!path.starts_with(prefix)) return not_found_page();
    return one(r, path.substr(prefix.size()));
}

}}}  // namespace setpoint::v0::apiserver
