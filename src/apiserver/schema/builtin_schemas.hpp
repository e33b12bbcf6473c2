#pragma once
// Schemas of the built-in kinds: fields, types, list types, merge keys and descriptions. They are
// the definitions of the catalogue, from the /openapi/v3 of a kube-apiserver.

#include "apiserver/schema/schema.hpp"

#include <boost/json/object.hpp>

#include <set>
#include <string>
#include <string_view>

namespace setpoint { inline namespace v0 { namespace apiserver {

// Copies share the parsed definitions; nodes live as long as any copy. The defaults of built-in nodes
// are those of the OpenAPI document and serve as keys of map lists only: apply_defaults() is for
// custom resources.
class builtin_schemas {
public:
    builtin_schemas();
    // Returns null if the catalogue has no such kind. Definitions are read on first use and kept.
    const schema_node* find(std::string_view group, std::string_view version, std::string_view kind) const;
    // By definition name, such as "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta". Null if
    // unknown.
    const schema_node* type(std::string_view name) const;
    // Returns components.schemas of the group version's OpenAPI document as JSON text: its kinds
    // and every definition they refer to. "" if unknown.
    std::string_view openapi_components(std::string_view group, std::string_view version) const;
    // The names of its members; those of openapi_meta() for "" and "". Empty if unknown.
    std::set<std::string> openapi_names(std::string_view group, std::string_view version) const;
    // Whether it differs from document to document: it lists the group as one of its own.
    static bool is_of_each_group(std::string_view name);
    // One member; its tree instead of the text. Precondition: it is one of openapi_names().
    boost::json::object openapi_definition(std::string_view name, std::string_view group,
                                           std::string_view version) const;
    // The definitions that schemas of custom resources refer to (ObjectMeta, ListMeta,
    // DeleteOptions, Status, Patch and their references), as JSON text.
    std::string_view openapi_meta() const;

private:
    struct tables;
    std::shared_ptr<tables> tables_;
};

}}}  // namespace setpoint::v0::apiserver
