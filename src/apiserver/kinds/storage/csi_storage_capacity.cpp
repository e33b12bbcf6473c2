// CSIStorageCapacities (pkg/apis/storage/validation).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void validate_csi_storage_capacity(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_selector(object_of(o, "nodeTopology"), "nodeTopology", to);
    const std::string_view storage_class = text_at(o, "storageClassName");
    add_invalid(to, "storageClassName", storage_class, dns1123_subdomain(storage_class));
    const bj::value* capacity = value_at(o, "capacity");
    if (capacity != nullptr && text_of(*capacity).starts_with('-'))
        invalid(to, "capacity", *capacity, std::string(not_negative));
}

void validate_csi_storage_capacity_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                          field_errors& to) {
    validate_csi_storage_capacity(o, c, to);
    validate_metadata_update(o, old, to);
    validate_immutable(o, old, "nodeTopology", "nodeTopology", to);
    validate_immutable(o, old, "storageClassName", "storageClassName", to);
}

void warn_of_csi_storage_capacity(const bj::object& o, const bj::object*, std::string_view, texts& to) {
    const bj::object& nodes = object_of(o, "nodeTopology");
    for_each_object(list_of(nodes, "matchExpressions"), [&](const bj::object& e, std::size_t i) {
        const std::string_view key = text_at(e, "key");
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(
                fmt::format("{}.key: {} is {}", indexed("nodeTopology.matchExpressions", i), key, text));
    });
    for (const auto& [key, value] : object_of(nodes, "matchLabels"))
        if (const auto text = deprecated_label(key); !text.empty())
            to.push_back(fmt::format("nodeTopology.matchLabels.{}: {}", std::string_view(key), text));
}

}  // namespace

constinit const kind_code csi_storage_capacity_kind{.defaults = apply_go_encoding,
                                                    .validate = validate_csi_storage_capacity,
                                                    .validate_update = validate_csi_storage_capacity_update,
                                                    .warn = warn_of_csi_storage_capacity,
                                                    .has_generation = false,
                                                    .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
