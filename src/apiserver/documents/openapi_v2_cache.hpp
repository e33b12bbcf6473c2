#pragma once
// Serves /openapi/v2, which describes all kinds in one document of some megabytes.

#include "apiserver/documents/openapi_v2.hpp"
#include "apiserver/registry/registry.hpp"
#include "apiserver/schema/builtin_schemas.hpp"
#include "setpoint/core/sync.hpp"
#include "setpoint/http/server.hpp"

#include <map>

namespace setpoint { inline namespace v0 { namespace apiserver {

// The stored CustomResourceDefinition of that name ("foos.example.com"); null if it does not exist.
using definition_source = std::function<std::shared_ptr<const bj::object>(std::string_view name)>;

// The built-in kinds are encoded in many turns of the loop when the document is first requested, and kept.
// After definitions of custom resources have changed, the next request encodes those again.
class openapi_v2_cache {
public:
    // What is referred to must outlive it, and its requests.
    openapi_v2_cache(loop& l, const registry& resources, const builtin_schemas& builtin,
                     const definition_source& definitions)
        : loop_(l), resources_(resources), builtin_(builtin), definitions_(definitions), built_(l) {}

    // In JSON or in gnostic's protobuf. `r` must outlive the call. A cancelled request leaves the work to the
    // next one.
    awaitable<http::response> serve(const http::server_request& r);

private:
    class turn_to_build;
    using versions = std::vector<resource_ptr>;  // of one definition
    awaitable<void> bring_up_to_date();
    awaitable<void> add_builtin();
    awaitable<void> add_custom();
    void add_version(const std::string& owner, const resource& r, const bj::object* definition);
    std::map<std::string, versions> custom_kinds() const;

    loop& loop_;
    const registry& resources_;
    const builtin_schemas& builtin_;
    const definition_source& definitions_;
    openapi_v2 document_;
    bool has_builtin_ = false, building_ = false;
    std::map<std::string, versions> made_from_;  // by the storage of the definition's objects
    std::uint64_t generation_ = 0;               // of the registry; 0: nothing was made
    std::string etag_;
    notifier built_;
};

}}}  // namespace setpoint::v0::apiserver
