#pragma once
// The schemas of the built-in kinds, from committed tables that script/builtin-schemas makes of a real
// server's /openapi/v3: fields, types, list types, merge keys, doc texts.

#include "apiserver/schema/schema.hpp"

#include <string_view>

namespace setpoint::apiserver {

// Copies share what has been read. Nodes live as long as any of them. Defaults of built-in nodes are what the
// document says, for keys of map lists; apply_defaults() is for custom resources alone.
class builtin_schemas {
public:
    builtin_schemas();
    // By group, version and kind; null when there is no such table. Read on first use, kept for good.
    const schema_node* find(std::string_view group, std::string_view version, std::string_view kind) const;
    // By the name of a definition: "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta". Null when there is
    // none.
    const schema_node* type(std::string_view name) const;
    // components.schemas of the OpenAPI document for that group and version, ready to be put into an answer:
    // the schemas of its kinds and all that they refer to. "" when there is none.
    std::string_view openapi_components(std::string_view group, std::string_view version) const;
    // The definitions that schemas of custom resources refer to: ObjectMeta, ListMeta, DeleteOptions, Status,
    // Patch and what belongs to them; as above.
    std::string_view openapi_meta() const;

private:
    struct tables;
    std::shared_ptr<tables> tables_;
};

}  // namespace setpoint::apiserver
