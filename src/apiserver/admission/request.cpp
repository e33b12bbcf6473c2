#include "apiserver/admission/request.hpp"

#include "apiserver/objects/fields.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

bool admission_request::is_create_of(std::string_view storage) const {
    return verb == "create" && subresource.empty() && kind.storage == storage;
}

bool admission_request::is_update_of(std::string_view storage) const {
    return verb == "update" && subresource.empty() && kind.storage == storage && old != nullptr;
}

// extractResourceName of pkg/admission/errors.go.
api_error admission_request::refuse(std::string why) const {
    const bj::object& meta = object_of(object, "metadata");
    std::string name = key.name;
    if (name.empty()) name = text_at(meta, "name");
    if (name.empty()) name = text_at(meta, "generateName");
    if (name.empty()) name = "Unknown";
    return forbidden_error(kind.gr(), name, std::move(why));
}

}}}  // namespace setpoint::v0::apiserver
