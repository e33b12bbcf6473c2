// The operations in /openapi/v3. A subset of the real document: which operations exist, on which
// kind, with which parameters and bodies.

#include "apiserver/documents/openapi.hpp"

#include <boost/json/array.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

struct path_operation {
    std::string_view method, action, name;  // "get", "list", "list" (for operationId)
};

struct path_maker {
    const resource& kind;
    std::string schema;                // of requests and responses
    std::string group, version, name;  // of the schema
    std::string suffix;                // "Status", "Scale" in operationId
};

std::string capital(std::string_view s) {
    std::string out(s);
    if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
    return out;
}

// "AppsV1", "CoreV1", "ExampleComV1"
std::string group_name(const resource& r) {
    if (r.gvr.group.empty()) return "Core" + capital(r.gvr.version);
    std::string_view group = r.gvr.group;
    if (!r.custom) group = group.substr(0, group.find('.'));
    std::string out;
    bool start = true;
    for (const char c : group) {
        if (c == '.' || c == '-') {
            start = true;
            continue;
        }
        out += start ? capital(std::string_view(&c, 1)) : std::string(1, c);
        start = false;
    }
    return out + capital(r.gvr.version);
}

bj::object parameter(std::string_view name, std::string_view in, std::string_view type) {
    bj::object out;
    out["name"] = name;
    out["in"] = in;
    if (in == "path") out["required"] = true;
    bj::object schema;
    schema["type"] = type;
    schema["uniqueItems"] = true;
    out["schema"] = std::move(schema);
    return out;
}

bj::array parameters_of(std::string_view action, bool patch) {
    bj::array out;
    const auto add = [&](std::initializer_list<std::string_view> names, std::string_view type) {
        for (const std::string_view n : names) out.push_back(parameter(n, "query", type));
    };
    const bool lists = action == "list" || action == "deletecollection";
    const bool deletes = action == "delete" || action == "deletecollection";
    if (lists) {
        add({"continue", "fieldSelector", "labelSelector", "resourceVersion", "resourceVersionMatch"},
            "string");
        add({"limit", "timeoutSeconds"}, "integer");
        add({"sendInitialEvents"}, "boolean");
    }
    if (action == "list") add({"allowWatchBookmarks", "watch"}, "boolean");
    if (deletes) {
        add({"dryRun", "propagationPolicy"}, "string");
        add({"gracePeriodSeconds"}, "integer");
        add({"orphanDependents"}, "boolean");
    }
    if (action == "post" || action == "put" || patch)
        add({"dryRun", "fieldManager", "fieldValidation"}, "string");
    if (patch) add({"force"}, "boolean");
    return out;
}

bj::object content(std::initializer_list<std::string_view> types, const std::string& schema) {
    bj::object out;
    for (const std::string_view t : types) {
        bj::object ref;
        ref["$ref"] = "#/components/schemas/" + schema;
        bj::object of_type;
        of_type["schema"] = std::move(ref);
        out[t] = std::move(of_type);
    }
    return out;
}

const std::string meta_package = "io.k8s.apimachinery.pkg.apis.meta.v1.";

bj::object body_of(const path_maker& p, const path_operation& o) {
    bj::object out;
    if (o.method == "patch") {
        out["content"] =
            p.kind.custom
                ? content({"application/apply-patch+yaml", "application/json-patch+json",
                           "application/merge-patch+json"},
                          meta_package + "Patch")
                : content({"application/apply-patch+yaml", "application/json-patch+json",
                           "application/merge-patch+json", "application/strategic-merge-patch+json"},
                          meta_package + "Patch");
        out["required"] = true;
    } else if (o.method == "delete") {
        out["content"] = content({"*/*"}, meta_package + "DeleteOptions");
    } else {
        if (p.kind.custom) {
            out["content"] = content({"application/json", "application/yaml"}, p.schema);
        } else {
            out["content"] = content({"*/*"}, p.schema);
        }
        out["required"] = true;
    }
    return out;
}

bj::object responses(const path_maker& p, const path_operation& o) {
    std::string schema = p.schema;
    if (o.action == "list") schema += "List";
    if (o.action == "delete" || o.action == "deletecollection") schema = meta_package + "Status";
    bj::object good;
    good["description"] = "OK";
    good["content"] = content({"application/json", "application/yaml"}, schema);
    bj::object out;
    out["200"] = std::move(good);
    bj::object refused;
    refused["description"] = "Unauthorized";
    out["401"] = std::move(refused);
    return out;
}

bj::object make_operation(const path_maker& p, const path_operation& o, bool everywhere) {
    bj::object out;
    out["description"] = std::string(o.name) + " " + p.name;
    const bool collection = o.action == "deletecollection";
    std::string id = std::string(o.name) + group_name(p.kind) + (collection ? "Collection" : "");
    if (p.kind.namespaced && !everywhere) id += "Namespaced";
    id += p.kind.kind + p.suffix + (everywhere ? "ForAllNamespaces" : "");
    out["operationId"] = id;
    bj::array parameters = parameters_of(o.action, o.method == "patch");
    if (!parameters.empty()) out["parameters"] = std::move(parameters);
    if (o.method != "get") out["requestBody"] = body_of(p, o);
    out["responses"] = responses(p, o);
    out["x-kubernetes-action"] = o.action;
    bj::object gvk;
    gvk["group"] = p.group;
    gvk["version"] = p.version;
    gvk["kind"] = p.name;
    out["x-kubernetes-group-version-kind"] = std::move(gvk);
    return out;
}

void add(bj::object& paths, const std::string& path, const path_maker& p,
         const std::vector<path_operation>& operations, bool everywhere) {
    bj::object out;
    for (const path_operation& o : operations) out[o.method] = make_operation(p, o, everywhere);
    bj::array parameters;
    if (path.find("{name}") != std::string::npos) parameters.push_back(parameter("name", "path", "string"));
    if (path.find("{namespace}") != std::string::npos)
        parameters.push_back(parameter("namespace", "path", "string"));
    parameters.push_back(parameter("pretty", "query", "string"));
    out["parameters"] = std::move(parameters);
    paths[path] = std::move(out);
}

std::vector<path_operation> allowed(
    const resource& r, std::initializer_list<std::pair<std::string_view, path_operation>> by_verb) {
    std::vector<path_operation> out;
    for (const auto& [verb, o] : by_verb) {
        if (r.allows(verb)) out.push_back(o);
    }
    return out;
}

}  // namespace

void add_paths(bj::object& paths, const resource& r, std::string_view schema_name) {
    const path_maker p{r, std::string(schema_name), r.gvr.group, r.gvr.version, r.kind, ""};
    const std::string prefix = r.gvr.url_prefix();
    const std::string collection =
        prefix + (r.namespaced ? "/namespaces/{namespace}/" : "/") + r.gvr.resource;
    const auto of_list = allowed(r, {{"list", {"get", "list", "list"}},
                                     {"create", {"post", "post", "create"}},
                                     {"deletecollection", {"delete", "deletecollection", "delete"}}});
    if (r.namespaced && r.allows("list")) {
        add(paths, prefix + "/" + r.gvr.resource, p, {{"get", "list", "list"}}, true);
    }
    add(paths, collection, p, of_list, false);
    const auto of_one = allowed(r, {{"get", {"get", "get", "read"}},
                                    {"update", {"put", "put", "replace"}},
                                    {"delete", {"delete", "delete", "delete"}},
                                    {"patch", {"patch", "patch", "patch"}}});
    if (!of_one.empty()) add(paths, collection + "/{name}", p, of_one, false);
    const std::vector<path_operation> of_sub = {
        {"get", "get", "read"}, {"put", "put", "replace"}, {"patch", "patch", "patch"}};
    if (r.has_status) {
        path_maker status = p;
        status.suffix = "Status";
        add(paths, collection + "/{name}/status", status, of_sub, false);
    }
    if (r.scale) {
        const path_maker scale{r, "io.k8s.api.autoscaling.v1.Scale", "autoscaling", "v1", "Scale", "Scale"};
        add(paths, collection + "/{name}/scale", scale, of_sub, false);
    }
}

}}}  // namespace setpoint::v0::apiserver
