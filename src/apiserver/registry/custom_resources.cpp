// The resources that a CustomResourceDefinition defines.

#include "apiserver/kinds/apiextensions/custom_resource.hpp"
#include "apiserver/kinds/apiextensions/custom_resource_definition_spec.hpp"
#include "apiserver/kinds/shared/columns.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/json_path.hpp"
#include "apiserver/registry/registry.hpp"
#include "apiserver/schema/schema_rules.hpp"
#include "apiserver/schema/structural.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::vector<std::string> texts_of(const bj::array& list) {
    std::vector<std::string> out;
    for (const bj::value& v : list) out.emplace_back(text_of(v));
    return out;
}

// The accepted names if there are any: these are the ones served.
const bj::object& names_of(const bj::object& crd) {
    const bj::object* accepted = object_at(crd, {"status", "acceptedNames"});
    if (accepted != nullptr && !text_at(*accepted, "plural").empty()) return *accepted;
    return object_of(crd, {"spec", "names"});
}

std::string storage_version_of(const bj::object& spec) {
    std::string out;
    for_each_object(list_of(spec, "versions"), [&](const bj::object& v, std::size_t) {
        if (out.empty() && true_at(v, "storage")) out = text_at(v, "name");
    });
    return out;
}

void add_subresources(const bj::object& version, resource& r) {
    const bj::object& subresources = object_of(version, "subresources");
    r.has_status = value_at(subresources, "status") != nullptr;
    const bj::object* scale = object_at(subresources, "scale");
    if (scale == nullptr) return;
    r.scale = std::make_unique<scale_paths>();
    r.scale->spec_replicas = text_at(*scale, "specReplicasPath");
    r.scale->status_replicas = text_at(*scale, "statusReplicasPath");
    r.scale->selector = text_at(*scale, "labelSelectorPath");
}

// Names the best served version that is not deprecated, if it is preferred to this one.
std::string default_deprecation(const bj::object& spec, const resource& r) {
    std::string_view best;
    for_each_object(list_of(spec, "versions"), [&](const bj::object& v, std::size_t) {
        const std::string_view name = text_at(v, "name");
        const bool counts = true_at(v, "served") && !true_at(v, "deprecated");
        if (counts && is_preferred(name, best.empty() ? std::string_view(r.gvr.version) : best)) best = name;
    });
    std::string out = fmt::format("{} {} is deprecated", r.gvr.api_version(), r.kind);
    if (!best.empty()) out += fmt::format("; use {} {}", api_version(r.gvr.group, best), r.kind);
    return out;
}

void set_deprecation(const bj::object& spec, const bj::object& version, resource& r) {
    if (!true_at(version, "deprecated")) return;
    const bj::value* warning = value_at(version, "deprecationWarning");
    r.deprecation_warning =
        warning == nullptr ? default_deprecation(spec, r) : std::string(text_of(*warning));
}

std::shared_ptr<resource> resource_of(const bj::object& crd, const bj::object& version, std::size_t index,
                                      const conversion_webhook_ptr& webhook, field_errors& errors) {
    const bj::object& spec = object_of(crd, "spec");
    const bj::object& names = names_of(crd);
    const std::string group(text_at(spec, "group"));
    auto r = std::make_shared<resource>();
    r->gvr = group_version_resource(group, std::string(text_at(version, "name")),
                                    std::string(text_at(object_of(spec, "names"), "plural")));
    r->kind = text_at(names, "kind");
    r->list_kind = text_at(names, "listKind");
    r->singular = text_at(names, "singular");
    r->short_names = texts_of(list_of(names, "shortNames"));
    r->categories = texts_of(list_of(names, "categories"));
    r->namespaced = text_at(spec, "scope") == "Namespaced";
    r->custom = true;
    // The real server's order for custom resources.
    r->verbs = {"delete", "deletecollection", "get", "list", "patch", "create", "update", "watch"};
    r->storage = r->gvr.group_resource();
    r->storage_version = api_version(group, storage_version_of(spec));
    r->storage_folder = group + "/" + r->gvr.resource;
    r->webhook = webhook;
    auto set = std::make_shared<schema_set>();
    if (const bj::value* json_schema = value_at(object_of(version, "schema"), "openAPIV3Schema")) {
        r->type = kind_schema(read_structural(*json_schema, schema_path(spec, index), *set, errors));
    }
    // Compiled for the first write.
    if (r->type && r->type->has_rules) {
        r->rules = lazy<std::shared_ptr<const schema_rules>>(
            [type = r->type.get(), set] { return std::make_shared<const schema_rules>(*type, true); });
    }
    r->owns = std::move(set);
    add_subresources(version, *r);
    r->code = &custom_kinds[r->namespaced ? 1 : 0][r->has_status ? 1 : 0];
    r->columns = custom_columns(version);
    for_each_object(list_of(version, "selectableFields"), [&](const bj::object& f, std::size_t) {
        std::string path(text_at(f, "jsonPath"));
        r->selectable_paths.push_back(json_path::parse(path));
        if (path.starts_with('.')) path.erase(0, 1);
        r->selectable.push_back(std::move(path));
    });
    set_deprecation(spec, version, *r);
    return r;
}

}  // namespace

std::vector<resource_ptr> resources_of_crd(const bj::object& crd, field_errors& errors) {
    std::vector<resource_ptr> out;
    const std::size_t before = errors.size();
    const conversion_webhook_ptr webhook = conversion_webhook_of(crd);
    std::vector<std::shared_ptr<resource>> served;
    std::vector<resource_ptr> others;
    for_each_object(list_of(object_of(crd, "spec"), "versions"),
                    [&](const bj::object& version, std::size_t i) {
                        if (true_at(version, "served")) {
                            served.push_back(resource_of(crd, version, i, webhook, errors));
                            return;
                        }
                        field_errors invalid;  // no reason not to serve the others
                        auto r = resource_of(crd, version, i, webhook, invalid);
                        if (invalid.empty()) others.push_back(std::move(r));
                    });
    if (errors.size() != before) return out;
    if (!others.empty()) {
        const auto shared = std::make_shared<const std::vector<resource_ptr>>(std::move(others));
        for (const auto& r : served) r->unserved = shared;
    }
    out.assign(served.begin(), served.end());
    return out;
}

}}}  // namespace setpoint::v0::apiserver
