#pragma once
// Metadata of custom resources, which is of Go's type ObjectMeta although the rest has no type there
// (apiextensions-apiserver, schema/objectmeta).

#include "apiserver/schema/api_error.hpp"
#include "apiserver/schema/schema.hpp"

#include <boost/json/object.hpp>

namespace setpoint::apiserver {

namespace bj = boost::json;

// Gives the object's own metadata, and that of resources embedded in it, the form that a round through
// ObjectMeta has: without empty maps, lists and texts. `type`: of the object, null when there is none. Says
// where something that a client had sent is gone; what the server sets anyhow does not count. `wrong`: why an
// embedded resource cannot be read, in the real server's words. `meta_type`: of ObjectMeta; null: all can be.
struct reshaped {
    bool own = false, embedded = false;
    std::string wrong{};
};
reshaped shape_metadata(bj::object& object, const schema_node* type, const schema_node* meta_type);

// Takes out owner references that are there before, and warns of it: of a body that was sent, or of what was
// made of a patch (the same text as after admission).
enum class owners_of : std::uint8_t { body, patch };
void merge_owners(bj::object& object, owners_of what, std::vector<std::string>& warnings);

// Of an embedded resource: what keeps its metadata, which is at `path`, from being that of an object (but
// that it needs no name).
void check_embedded_metadata(const schema_node* meta_type, const bj::value& metadata, const std::string& path,
                             field_errors& errors);

}  // namespace setpoint::apiserver
