#pragma once
// Metadata of custom resources, which is of Go's type ObjectMeta although the rest has no type there
// (apiextensions-apiserver, schema/objectmeta).

#include <boost/json/object.hpp>

#include <apiserver/schema/schema.hpp>

namespace setpoint::apiserver {

namespace bj = boost::json;

// Gives the object's own metadata, and that of resources embedded in it, the form that a round through
// ObjectMeta has: without empty maps, lists and texts. `type`: of the object, null when there is none. Says
// where something that a client had sent is gone; what the server sets anyhow does not count.
struct reshaped {
    bool own = false, embedded = false;
};
reshaped shape_metadata(bj::object& object, const schema_node* type);

}  // namespace setpoint::apiserver
