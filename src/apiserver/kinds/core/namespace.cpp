// Namespaces.

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void create_namespace(bj::object& o, const kind_context&) {
    o["status"] = bj::object{{"phase", "Active"}};
    bj::object& spec = make_object(o, "spec");
    if (list_at(spec, "finalizers") == nullptr) spec["finalizers"] = bj::array();
    bj::array& finalizers = spec.at("finalizers").get_array();
    if (std::find(finalizers.begin(), finalizers.end(), bj::value("kubernetes")) == finalizers.end()) {
        finalizers.emplace_back("kubernetes");
    }
    const std::string name(text_at(object_of(o, "metadata"), "name"));
    make_object(make_object(o, "metadata"), "labels")["kubernetes.io/metadata.name"] = name;
}

void update_namespace(bj::object& o, const bj::object& old, const kind_context& c) {
    if (is_status(c)) {
        copy_field(o, old, "spec");
        return;
    }
    copy_field(o, old, "status");
    if (c.subresource != "finalize") copy_field(make_object(o, "spec"), object_of(old, "spec"), "finalizers");
}

void fill_namespace(bj::object& o) {
    const std::string name(text_at(object_of(o, "metadata"), "name"));
    if (!name.empty()) {
        make_object(make_object(o, "metadata"), "labels")["kubernetes.io/metadata.name"] = name;
    }
    set_text_default(make_object(o, "status"), "phase", "Active");
}

constexpr type_default namespace_type_defaults[] = {{"core.v1.Namespace", fill_namespace}};

void validate_namespace_finalizer(const bj::value& f, const std::string& path, field_errors& to) {
    const std::string_view name = text_of(f);
    add_invalid(to, path, f, qualified_name(name));
    const bool standard = name == "kubernetes" || name == "orphan" || name == "foregroundDeletion";
    if (name.find('/') == std::string_view::npos && !standard) {
        invalid(to, path, f, "name is neither a standard finalizer name nor is it fully qualified");
    }
}

void validate_namespace(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, label_name, to);
    for (const bj::value& f : list_of(object_of(o, "spec"), "finalizers"))
        validate_namespace_finalizer(f, "spec.finalizers", to);
}

void validate_namespace_update(const bj::object& o, const bj::object& old, const kind_context& c,
                               field_errors& to) {
    if (is_status(c)) {
        validate_metadata_update(o, old, to);
        const std::string_view phase = text_at(object_of(o, "status"), "phase");
        const bool deleting = value_at(object_of(o, "metadata"), "deletionTimestamp") != nullptr;
        if (!deleting && phase != "Active") {
            invalid(to, "status.Phase", phase, "may only be 'Active' if `deletionTimestamp` is empty");
        } else if (deleting && phase != "Terminating") {
            invalid(to, "status.Phase", phase,
                    "may only be 'Terminating' if `deletionTimestamp` is not empty");
        }
        return;
    }
    if (c.subresource == "finalize") {
        validate_metadata_update(o, old, to);
        const bj::array& all = list_of(object_of(o, "spec"), "finalizers");
        for (std::size_t i = 0; i < all.size(); ++i)
            validate_namespace_finalizer(all[i], indexed("spec.finalizers", i), to);
        return;
    }
    validate_namespace(o, c, to);
    validate_metadata_update(o, old, to);
}

constexpr cell_row namespace_cells[] = {
    {"Status", [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "status"), "phase")); }},
};

}  // namespace

constinit const kind_code namespace_kind{.defaults = apply_go_encoding,
                                         .type_defaults = namespace_type_defaults,
                                         .prepare_create = create_namespace,
                                         .prepare_update = update_namespace,
                                         .validate = validate_namespace,
                                         .validate_update = validate_namespace_update,
                                         .cells = namespace_cells,
                                         .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
