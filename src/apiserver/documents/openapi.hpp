#pragma once
// /openapi/v3 and /openapi/v2: the schemas of the served resources, for kubectl explain, client-side
// validation and client-side patches.

#include "apiserver/documents/openapi_v2_cache.hpp"

#include <map>
#include <optional>

namespace setpoint { inline namespace v0 { namespace apiserver {

class openapi_documents {
public:
    // `l` and `resources` must outlive it.
    openapi_documents(loop& l, const registry& resources, definition_source definitions)
        : resources_(resources),
          definitions_(std::move(definitions)),
          v2_(l, resources, builtin_, definitions_) {}
    openapi_documents(const openapi_documents&) = delete;
    openapi_documents& operator=(const openapi_documents&) = delete;

    // Empty for a path outside /openapi. Not for /openapi/v2.
    std::optional<http::response> serve(const http::server_request& r);
    // See openapi_v2_cache::serve().
    awaitable<http::response> serve_v2(const http::server_request& r);
    // The document of one group and version; null if it is not served. Valid until the next call.
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
    std::map<std::string, entry, std::less<>> made_;  // by "apis/apps/v1"; valid for `generation_`
    std::uint64_t generation_ = 0;
    openapi_v2_cache v2_;
};

// --- parts ---

// "com.example.v1.Foo": the schema name of a custom resource.
std::string openapi_name(const resource& r);
// The name of its schema: the built-in type's, or openapi_name().
std::string openapi_schema_name(const resource& r);
// Adds the schemas of a custom resource and of its list to components.schemas. `definition` may be
// null. `for_v2`: without what OpenAPI v2 cannot express.
void add_custom_schemas(bj::object& schemas, const resource& r, const bj::object* definition,
                        bool for_v2 = false);
// Adds the operations on a resource and its subresources to paths.
void add_paths(bj::object& paths, const resource& r, std::string_view schema_name);

}}}  // namespace setpoint::v0::apiserver
