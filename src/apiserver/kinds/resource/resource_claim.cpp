// ResourceClaims (pkg/apis/resource/validation, pkg/registry/resource/resourceclaim).

#include "apiserver/kinds/resource/resource_claim.hpp"

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/resource/devices.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/lists.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <optional>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

std::set<std::string> allocated_devices(const bj::object& status) {
    std::set<std::string> out;
    for_each_object(list_of(object_of(status, {"allocation", "devices"}), "results"),
                    [&](const bj::object& r, std::size_t) { out.insert(allocated_device_id(r)); });
    return out;
}

// The status of a device goes with its allocation.
void update_resource_claim(bj::object& o, const bj::object& old, const kind_context& c) {
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

void fill_device_count(bj::object& r) {
    const bool counted = text_at(r, "allocationMode") == "ExactCount";
    if (counted && number_at(r, "count").value_or(0) == 0) r["count"] = 1;
}

constexpr type_default resource_claim_type_defaults[] = {
    {"resource.v1.ExactDeviceRequest", fill_device_count},
    {"resource.v1.DeviceSubRequest", fill_device_count}};

// Access to devices that others use needs a label on the namespace (pkg/registry/resource/utils.go).
void require_admin_label(const bj::object& o, const std::string& path, const kind_context& c,
                         field_errors& to) {
    constexpr const char* label = "resource.kubernetes.io/admin-access";
    const std::string ns(text_at(object_of(o, "metadata"), "namespace"));
    const auto live = c.read("namespaces", object_key::cluster(ns));
    if (live && text_at(object_of(*live, {"metadata", "labels"}), label) == "true") return;
    forbidden(to, path,
              fmt::format("admin access to devices requires the `{}: true` label on the containing namespace",
                          label));
}

}  // namespace

void validate_admin_access(const bj::object& o, const bj::array& requests, const kind_context& c,
                           field_errors& to) {
    bool found = false;
    for_each_object(requests, [&](const bj::object& r, std::size_t i) {
        if (found || !true_at(object_of(r, "exactly"), "adminAccess")) return;
        found = true;
        require_admin_label(o, indexed("spec.devices.requests", i) + ".adminAccess", c, to);
    });
}

namespace {

// The index of the first result with admin access.
std::optional<std::size_t> admin_result(const bj::object& claim) {
    const bj::array& results = list_of(object_of(claim, {"status", "allocation", "devices"}), "results");
    for (std::size_t i = 0; i < results.size(); ++i)
        if (true_at(struct_of(results[i]), "adminAccess")) return i;
    return std::nullopt;
}

void validate_admin_allocation(const bj::object& o, const bj::object& old, const kind_context& c,
                               field_errors& to) {
    const auto result = admin_result(o);
    if (!result || admin_result(old)) return;
    require_admin_label(o, indexed("status.allocation.devices.results", *result) + ".adminAccess", c, to);
}

void validate_resource_claim(const bj::object& o, const kind_context& c, field_errors& to) {
    validate_admin_access(o, list_of(object_of(o, {"spec", "devices"}), "requests"), c, to);
    validate_metadata(o, true, subdomain_name, to);
    validate_claim_spec(object_of(o, "spec"), "spec", to);
}

void validate_resource_claim_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                    field_errors& to) {
    if (is_status(c)) {
        validate_admin_allocation(o, old, c, to);
        validate_metadata_update(o, old, to);
        validate_claim_status(o, old, to);
        return;
    }
    validate_metadata(o, true, subdomain_name, to);
    validate_metadata_update(o, old, to);
    validate_immutable(o, old, "spec", "spec", to);
}

bj::value claim_state_cell(const bj::object& o, wall_time) {
    const bool deleted = value_at(object_of(o, "metadata"), "deletionTimestamp") != nullptr;
    const bj::object& status = object_of(o, "status");
    std::string out = deleted ? "deleted" : "";
    const auto add = [&](const char* state) { out.append(out.empty() ? "" : ",").append(state); };
    if (object_at(status, "allocation") == nullptr) {
        if (!deleted) add("pending");
        return cell(out);
    }
    add("allocated");
    if (!list_of(status, "reservedFor").empty()) add("reserved");
    return cell(out);
}

constexpr cell_row resource_claim_cells[] = {
    {"State", claim_state_cell},
};

}  // namespace

constinit const kind_code resource_claim_kind{.defaults = apply_go_encoding,
                                              .type_defaults = resource_claim_type_defaults,
                                              .prepare_create = create_without_status,
                                              .prepare_update = update_resource_claim,
                                              .validate = validate_resource_claim,
                                              .validate_update = validate_resource_claim_update,
                                              .cells = resource_claim_cells,
                                              .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
