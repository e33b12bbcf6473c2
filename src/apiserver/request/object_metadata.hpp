#pragma once
// Metadata of custom resources, which has Go's type ObjectMeta although the rest of the object has
// no Go type (apiextensions-apiserver, schema/objectmeta).

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

#include <boost/json/object.hpp>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

// Normalizes the object's metadata, and that of embedded resources, as a round trip through
// ObjectMeta does: empty maps, lists and strings are dropped. `type`: the object's schema, null if
// it has none. `meta_type`: the schema of ObjectMeta; null accepts anything. The result reports
// where something that the client sent was lost, not counting fields that the server sets anyway.
// `wrong`: why an embedded resource cannot be read, in the real server's words.
struct reshaped {
    bool own = false, embedded = false;
    std::string wrong{};
};
reshaped shape_metadata(bj::object& object, const schema_node* type, const schema_node* meta_type);

// Removes repeated owner references and adds a warning. The references come from the request body,
// or from the result of a patch (which has the same warning as after admission).
enum class owners_of : std::uint8_t { body, patch };
void merge_owners(bj::object& object, owners_of what, std::vector<std::string>& warnings);

// Reports why the metadata at `path` of an embedded resource is invalid for an object. It needs no
// name.
void check_embedded_metadata(const schema_node* meta_type, const bj::value& metadata, const std::string& path,
                             field_errors& errors);

}}}  // namespace setpoint::v0::apiserver
