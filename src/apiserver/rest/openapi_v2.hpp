#pragma once
// /openapi/v2, converted from /openapi/v3: for older clients, which validate and explain by it.

#include "apiserver/schema/api_error.hpp"

#include <map>
#include <string>

namespace setpoint::inline v0::apiserver {

// Drops from the schema of a CustomResourceDefinition what OpenAPI v2 cannot express, or what kubectl
// reads wrongly there (ToStructuralOpenAPIV2 of apiextensions-apiserver).
void drop_unsupported_by_v2(bj::object& schema);

// A document of OpenAPI v2, without defaults of built-in types and without security definitions.
class openapi_v2 {
public:
    // Adds components.schemas and paths of a document of /openapi/v3. `custom`: the schemas have been made
    // for v2, and keep their defaults.
    void add_schemas(bj::object schemas, bool custom);
    void add_paths(const bj::object& paths);

    std::string json() const;
    // As gnostic's openapi.v2.Document.
    std::string protobuf() const;

private:
    std::map<std::string, bj::object, std::less<>> definitions_, paths_;
};

// --- parts, for openapi_v2::protobuf() ---

std::string protobuf_of_schema(const bj::object& schema);
std::string protobuf_of_path(const bj::object& path);

}  // namespace setpoint::inline v0::apiserver
