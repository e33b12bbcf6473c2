#pragma once
// /openapi/v3: the schemas of what is served, for kubectl explain, validation on the client's side and
// patches there.

#include "apiserver/registry/registry.hpp"
#include "apiserver/schema/builtin_schemas.hpp"
#include "setpoint/http/server.hpp"

#include <map>
#include <optional>

namespace setpoint::apiserver {

class openapi_documents {
public:
    // The CustomResourceDefinition of that name ("foos.example.com") as it is stored; null when there is
    // none.
    using definition_source = std::function<std::shared_ptr<const bj::object>(std::string_view name)>;

    // `resources` outlives it.
    openapi_documents(const registry& resources, definition_source definitions)
        : resources_(resources), definitions_(std::move(definitions)) {}

    // Nothing when the path is not below /openapi. /openapi/v2 describes no kind, and is there in kubectl's
    // protobuf alone; else it is answered 404: clients of 1.27 and later go without.
    std::optional<http::response> serve(const http::server_request& r);
    // The document of one group and version; null when it is not served. Valid until the next call.
    const std::string* document(std::string_view group, std::string_view version);

private:
    struct entry {
        std::string text, etag;
    };
    const entry* find(std::string_view group, std::string_view version);
    std::string make(const registry::group_version& gv) const;
    http::response index();
    http::response one(const http::server_request& r, std::string_view path);

    const registry& resources_;
    definition_source definitions_;
    builtin_schemas builtin_;
    std::map<std::string, entry, std::less<>> made_;  // by "apis/apps/v1"; of `generation_`
    std::uint64_t generation_ = 0;
};

// --- its parts ---

// "com.example.v1.Foo": how schemas of custom resources are named.
std::string openapi_name(const resource& r);
// The schemas of a custom resource and of its list, put into components.schemas. `definition` may be null.
void add_custom_schemas(bj::object& schemas, const resource& r, const bj::object* definition);
// The operations on a resource and its subresources, put into paths.
void add_paths(bj::object& paths, const resource& r, std::string_view schema_name);

}  // namespace setpoint::apiserver
