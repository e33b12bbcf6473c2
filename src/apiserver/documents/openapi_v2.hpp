#pragma once
// The document of /openapi/v2, converted from /openapi/v3: for older clients, which validate and explain by
// it.

#include "apiserver/schema/api_error.hpp"

#include <map>
#include <string>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Drops from the schema of a CustomResourceDefinition what OpenAPI v2 cannot express, or what kubectl
// reads wrongly there (ToStructuralOpenAPIV2 of apiextensions-apiserver).
void drop_unsupported_by_v2(bj::object& schema);

// A document of OpenAPI v2, without defaults of built-in types and without security definitions. It is kept
// in parts that belong to owners, such as a definition of custom resources: what one of them changes is
// converted and encoded again, the rest is not. If several owners have a member of the same name, that of the
// first one counts.
class openapi_v2 {
public:
    // Adds a member of components.schemas or of paths of a document of /openapi/v3. `custom`: the schema has
    // been made for v2, and keeps its defaults.
    void add_schema(std::string_view owner, std::string_view name, bj::object schema, bool custom);
    void add_path(std::string_view owner, std::string_view path, const bj::object& of_v3);
    void remove(std::string_view owner);

    std::string json() const;
    // As gnostic's openapi.v2.Document.
    std::string protobuf() const;
    // Changes with the content; equal content that was added in the same order has the same one.
    std::string etag() const;

private:
    struct encoded {
        std::string json, protobuf;  // the whole member, without a comma
    };
    struct part {
        std::vector<std::string> paths, definitions;
        std::string hash;  // of the members, in the order in which they were added
    };
    using members = std::map<std::pair<std::string, std::string>, encoded>;  // by name and owner

    static void append_json(const members& from, std::string& to);
    static void append_protobuf(const members& from, std::string& to);
    part& part_of(std::string_view owner);
    static void note(part& of, std::vector<std::string>& names, std::string_view name, const encoded& member);

    members paths_, definitions_;
    std::map<std::string, part, std::less<>> parts_;  // by owner
};

// Kinds that belong to all groups list the groups of each document: adds those of `from`.
void merge_kinds(bj::object& to, const bj::object& from);

// --- parts, for openapi_v2 ---

std::string protobuf_of_schema(const bj::object& schema);
std::string protobuf_of_path(const bj::object& path);

}}}  // namespace setpoint::v0::apiserver
