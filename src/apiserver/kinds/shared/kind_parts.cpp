#include "apiserver/kinds/shared/kind_parts.hpp"

#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

bool is_status(const kind_context& c) {
    return c.subresource == "status";
}

void create_without_status(bj::object& object, const kind_context&) {
    object.stable_erase("status");
    apply_go_encoding(object);
}

void update_spec_or_status(bj::object& object, const bj::object& old, const kind_context& c) {
    if (!is_status(c)) {
        copy_field(object, old, "status");
        return;
    }
    copy_field(object, old, "spec");
}

void keep_metadata(bj::object& object, const bj::object& old) {
    for (const char* key :
         {"deletionTimestamp", "generation", "labels", "annotations", "finalizers", "ownerReferences"})
        copy_field(make_object(object, "metadata"), object_of(old, "metadata"), key);
}

void update_spec_or_status_alone(bj::object& object, const bj::object& old, const kind_context& c) {
    update_spec_or_status(object, old, c);
    if (is_status(c)) keep_metadata(object, old);
}

}}}  // namespace setpoint::v0::apiserver
