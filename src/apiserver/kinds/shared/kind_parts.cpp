#include "apiserver/kinds/shared/kind_parts.hpp"

#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

namespace setpoint::inline v0::apiserver {

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

void validate_namespaced(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
}

void validate_cluster_scoped(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
}

void validate_update_of_metadata(const bj::object& o, const bj::object& old, const kind_context&,
                                 field_errors& to) {
    validate_metadata_update(o, old, to);
}

void validate_plain_update_of_metadata(const bj::object& o, const bj::object& old, const kind_context&,
                                       field_errors& to) {
    validate_plain_metadata_update(o, old, to);
}

}  // namespace setpoint::inline v0::apiserver
