#include "apiserver/admission/request.hpp"

#include "apiserver/kinds/feature_gates.hpp"
#include "apiserver/objects/fields.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

bool admission_request::is_create_of(std::string_view storage) const {
    return verb == "create" && subresource.empty() && kind.storage == storage;
}

bool admission_request::is_update_of(std::string_view storage) const {
    return verb == "update" && subresource.empty() && kind.storage == storage && old != nullptr;
}

bool admission_request::has_feature(std::string_view name) const {
    static const feature_gates defaults;
    return (features != nullptr ? *features : defaults).is_on(name);
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
