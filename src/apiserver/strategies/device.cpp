// The kinds of resource.k8s.io: claims of devices, device classes and the devices that drivers offer.

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/devices.hpp"
#include "apiserver/validation/metadata.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

// --- claims ---

// Access to devices that others use needs a label on the namespace (pkg/registry/resource/utils.go).
void require_admin_label(const bj::object& o, const std::string& path, const strategy_context& c,
                         field_errors& to) {
    constexpr const char* label = "resource.kubernetes.io/admin-access";
    const std::string ns(text_at(object_of(o, "metadata"), "namespace"));
    const auto live = c.read("namespaces", object_key::cluster(ns));
    if (live && text_at(object_of(*live, {"metadata", "labels"}), label) == "true") return;
    forbidden(to, path,
              fmt::format("admin access to devices requires the `{}: true` label on the containing namespace",
                          label));
}

void check_admin_access(const bj::object& o, const bj::array& requests, const strategy_context& c,
                        field_errors& to) {
    bool found = false;
    for_each_object(requests, [&](const bj::object& r, std::size_t i) {
        if (found || !true_at(object_of(r, "exactly"), "adminAccess")) return;
        found = true;
        require_admin_label(o, indexed("spec.devices.requests", i) + ".adminAccess", c, to);
    });
}

// The index of the first result with admin access.
std::optional<std::size_t> admin_result(const bj::object& claim) {
    const bj::array& results = list_of(object_of(claim, {"status", "allocation", "devices"}), "results");
    for (std::size_t i = 0; i < results.size(); ++i)
        if (true_at(struct_of(results[i]), "adminAccess")) return i;
    return std::nullopt;
}

void check_admin_allocation(const bj::object& o, const bj::object& old, const strategy_context& c,
                            field_errors& to) {
    const auto result = admin_result(o);
    if (!result || admin_result(old)) return;
    require_admin_label(o, indexed("status.allocation.devices.results", *result) + ".adminAccess", c, to);
}

void validate_resource_claim(const bj::object& o, const strategy_context& c, field_errors& to) {
    check_admin_access(o, list_of(object_of(o, {"spec", "devices"}), "requests"), c, to);
    validate_metadata(o, true, subdomain_name, to);
    validate_claim_spec(object_of(o, "spec"), "spec", to);
}

void validate_resource_claim_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                    field_errors& to) {
    if (is_status(c)) {
        check_admin_allocation(o, old, c, to);
        validate_metadata_update(o, old, to);
        validate_claim_status(o, old, to);
        return;
    }
    validate_metadata(o, true, subdomain_name, to);
    validate_metadata_update(o, old, to);
    validate_immutable(o, old, "spec", "spec", to);
}

std::set<std::string> allocated_devices(const bj::object& status) {
    std::set<std::string> out;
    for_each_object(list_of(object_of(status, {"allocation", "devices"}), "results"),
                    [&](const bj::object& r, std::size_t) { out.insert(allocated_device_id(r)); });
    return out;
}

// The status of a device goes with its allocation.
void update_resource_claim(bj::object& o, const bj::object& old, const strategy_context& c) {
    update_spec_or_status_alone(o, old, c);
    if (!is_status(c)) return;
    std::set<std::string> gone = allocated_devices(object_of(old, "status"));
    for (const std::string& kept : allocated_devices(object_of(o, "status"))) gone.erase(kept);
    bj::object* status = object_at(o, "status");
    bj::array* devices = status == nullptr ? nullptr : list_at(*status, "devices");
    if (devices == nullptr) return;
    bj::array left;
    for (bj::value& d : *devices)
        if (!d.is_object() || !gone.contains(allocated_device_id(d.get_object())))
            left.push_back(std::move(d));
    if (left.empty())
        status->erase("devices");
    else
        *devices = std::move(left);
}

void validate_any_claim_template(const bj::object& o, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    validate_metadata(o, true, subdomain_name, to);
    const bj::object& meta = object_of(spec, "metadata");
    validate_template_metadata(meta, "spec.metadata", to);
    validate_claim_spec(object_of(spec, "spec"), "spec.spec", to);
}

void validate_claim_template(const bj::object& o, const strategy_context& c, field_errors& to) {
    check_admin_access(o, list_of(object_of(o, {"spec", "spec", "devices"}), "requests"), c, to);
    validate_any_claim_template(o, to);
}

void validate_claim_template_update(const bj::object& o, const bj::object& old, const strategy_context&,
                                    field_errors& to) {
    validate_any_claim_template(o, to);
    validate_metadata_update(o, old, to);
    validate_immutable(o, old, "spec", "spec", to);
}

// --- device classes ---

void validate_device_class(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_device_class_spec(object_of(o, "spec"), to);
}

void validate_device_class_update(const bj::object& o, const bj::object& old, const strategy_context&,
                                  field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_metadata_update(o, old, to);
    validate_device_class_spec(object_of(o, "spec"), to);
}

// --- resource slices ---

// Completes taints.
void prepare_device_slice(bj::object& o, const strategy_context& c) {
    bj::array* devices = list_at(make_object(o, "spec"), "devices");
    if (devices == nullptr) return;
    const std::string now = timestamp::from(c.now).to_string();
    for_each_object(*devices, [&](bj::object& device, std::size_t) {
        if (bj::array* taints = list_at(device, "taints"))
            for_each_object(*taints,
                            [&](bj::object& t, std::size_t) { set_default(t, "timeAdded", bj::value(now)); });
    });
}

void create_device_slice(bj::object& o, const strategy_context& c) {
    prepare_device_slice(o, c);
    apply_go_encoding(o);
}

void update_device_slice(bj::object& o, const bj::object&, const strategy_context& c) {
    prepare_device_slice(o, c);
}

void validate_device_slice(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_resource_slice_spec(object_of(o, "spec"), nullptr, to);
}

void validate_device_slice_update(const bj::object& o, const bj::object& old, const strategy_context&,
                                  field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_resource_slice_spec(object_of(o, "spec"), &object_of(old, "spec"), to);
}

}  // namespace

const strategy resource_claim_strategy{.defaults = apply_go_encoding,
                                       .prepare_create = create_without_status,
                                       .prepare_update = update_resource_claim,
                                       .validate = validate_resource_claim,
                                       .validate_update = validate_resource_claim_update,
                                       .has_generation = false};
const strategy claim_template_strategy{.defaults = apply_go_encoding,
                                       .validate = validate_claim_template,
                                       .validate_update = validate_claim_template_update,
                                       .has_generation = false};
const strategy device_class_strategy{.defaults = apply_go_encoding,
                                     .validate = validate_device_class,
                                     .validate_update = validate_device_class_update};
const strategy resource_slice_strategy{.defaults = apply_go_encoding,
                                       .prepare_create = create_device_slice,
                                       .prepare_update = update_device_slice,
                                       .validate = validate_device_slice,
                                       .validate_update = validate_device_slice_update};

}  // namespace setpoint::inline v0::apiserver
