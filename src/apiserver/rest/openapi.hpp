#pragma once
// /openapi/v3 and /openapi/v2: the schemas of the served resources, for kubectl explain, client-side
// validation and client-side patches.

#include "apiserver/registry/registry.hpp"
#include "apiserver/schema/builtin_schemas.hpp"
#include "setpoint/http/server.hpp"

#include <map>
#include <optional>

namespace setpoint::inline v0::apiserver {

class openapi_documents {
public:
    // The stored CustomResourceDefinition of that name ("foos.example.com"); null if it does not
    // exist.
    using definition_source = std::function<std::shared_ptr<const bj::object>(std::string_view name)>;

    // `resources` must outlive it.
    openapi_documents(const registry& resources, definition_source definitions)
        : resources_(resources), definitions_(std::move(definitions)) {}

    // Empty for a path outside /openapi. /openapi/v2 is JSON or gnostic's protobuf; it is made when first
    // requested, and again after definitions have changed.
    std::optional<http::response> serve(const http::server_request& r);
    // The document of one group and version; null if it is not served. Valid until the next call.
    const std::string* document(std::string_view group, std::string_view version);

private:
    struct entry {
        std::string text, etag;
    };
    struct v2_entry {
        std::string json, protobuf, etag;
        std::uint64_t generation = 0;
    };
    const entry* find(std::string_view group, std::string_view version);
    std::string make(const registry::group_version& gv) const;
    const v2_entry& make_v2();
    http::response serve_v2(const http::server_request& r);
    http::response index();
    http::response one(const http::server_request& r, std::string_view path);

    const registry& resources_;
    definition_source definitions_;
    builtin_schemas builtin_;
    std::map<std::string, entry, std::less<>> made_;  // by "apis/apps/v1"; valid for `generation_`
    std::uint64_t generation_ = 0;
    v2_entry v2_;
};

// --- parts ---

// "com.example.v1.Foo": the schema name of a custom resource.
std::string openapi_name(const resource& r);
// Adds the schemas of a custom resource and of its list to components.schemas. `definition` may be
// null. `for_v2`: without what OpenAPI v2 cannot express.
void add_custom_schemas(bj::object& schemas, const resource& r, const bj::object* definition,
                        bool for_v2 = false);
// Adds the operations on a resource and its subresources to paths.
void add_paths(bj::object& paths, const resource& r, std::string_view schema_name);

}  // namespace setpoint::inline v0::apiserver
