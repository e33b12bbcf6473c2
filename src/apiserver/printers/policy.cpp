// Cells of storage, policy and RBAC kinds, and some others.

#include "apiserver/objects/fields.hpp"
#include "apiserver/printers/cells.hpp"
#include "apiserver/printers/printers.hpp"
#include "apiserver/schema/json_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint::inline v0::apiserver {

namespace {

std::string access_modes(const bj::array& modes) {
    std::string out;
    for (const auto& [mode, name] :
         {std::pair("ReadWriteOnce", "RWO"), std::pair("ReadOnlyMany", "ROX"),
          std::pair("ReadWriteMany", "RWX"), std::pair("ReadWriteOncePod", "RWOP")}) {
        if (std::find(modes.begin(), modes.end(), bj::value(mode)) != modes.end()) {
            out.append(out.empty() ? "" : ",").append(name);
        }
    }
    return out;
}

bj::value phase(const bj::object& o, wall_time) {
    if (value_at(object_of(o, "metadata"), "deletionTimestamp") != nullptr) return "Terminating";
    return cell(text_at(object_of(o, "status"), "phase"));
}

bj::value spec_or_unset(const bj::object& o, const char* key) {
    const bj::value* v = value_at(object_of(o, "spec"), key);
    return v == nullptr ? bj::value("<unset>") : *v;
}

bj::value storage_class(const bj::object& o, wall_time) {
    return cell(text_at(object_of(o, "spec"), "storageClassName"));
}

bool is_bound(const bj::object& o) {
    return !text_at(object_of(o, "spec"), "volumeName").empty();
}

bj::value claim_capacity(const bj::object& o, wall_time) {
    if (!is_bound(o)) return "";
    const std::string_view size = text_at(object_of(o, {"status", "capacity"}), "storage");
    return cell(size.empty() ? "0" : size);
}

bj::value claim_modes(const bj::object& o, wall_time) {
    return cell(is_bound(o) ? access_modes(list_of(object_of(o, "status"), "accessModes")) : "");
}

bj::value volume_claim(const bj::object& o, wall_time) {
    const bj::object* claim = object_at(o, {"spec", "claimRef"});
    if (claim == nullptr) return "";
    return cell(fmt::format("{}/{}", text_at(*claim, "namespace"), text_at(*claim, "name")));
}

std::string quota(const bj::object& o, bool limits) {
    const bj::object& hard = object_of(o, {"status", "hard"});
    const bj::object& used = object_of(o, {"status", "used"});
    std::vector<std::string> parts;
    for (const auto& [name, amount] : hard) {
        const std::string_view n = name;
        if (n.starts_with("limits.") != limits) continue;
        const std::string_view taken = text_at(used, n);
        parts.push_back(fmt::format("{}: {}/{}", n, taken.empty() ? "0" : taken, text_of(amount)));
    }
    std::sort(parts.begin(), parts.end());
    return fmt::format("{}", fmt::join(parts, ", "));
}

bj::value budget(const bj::object& o, const char* key) {
    const bj::value* v = value_at(object_of(o, "spec"), key);
    if (v == nullptr) return "N/A";
    return v->is_string() ? *v : cell(json_text::serialize(*v));
}

bj::value role(const bj::object& o, wall_time) {
    const bj::object& ref = object_of(o, "roleRef");
    return cell(fmt::format("{}/{}", text_at(ref, "kind"), text_at(ref, "name")));
}

bj::value subjects(const bj::object& o, std::string_view kind) {
    std::string out;
    for_each_object(list_of(o, "subjects"), [&](const bj::object& s, std::size_t) {
        if (text_at(s, "kind") != kind) return;
        out += out.empty() ? "" : ", ";
        if (kind == "ServiceAccount") out += std::string(text_at(s, "namespace")) + "/";
        out += text_at(s, "name");
    });
    return cell(out);
}

std::string some_of(const std::vector<std::string>& all) {
    constexpr std::size_t most = 3;
    if (all.empty()) return "<unset>";
    const std::vector<std::string> shown(
        all.begin(), all.begin() + static_cast<std::ptrdiff_t>(std::min(all.size(), most)));
    std::string out = fmt::format("{}", fmt::join(shown, ","));
    if (all.size() > most) out += fmt::format(" + {} more...", all.size() - most);
    return out;
}

bj::value slice_ports(const bj::object& o, wall_time) {
    std::vector<std::string> all;
    for_each_object(list_of(o, "ports"), [&](const bj::object& p, std::size_t) {
        const auto port = number_at(p, "port");
        const bj::value* name = value_at(p, "name");
        all.push_back(port ? std::to_string(*port) : name != nullptr ? std::string(text_of(*name)) : "*");
    });
    return cell(some_of(all));
}

bj::value slice_endpoints(const bj::object& o, wall_time) {
    std::vector<std::string> all;
    for_each_object(list_of(o, "endpoints"), [&](const bj::object& e, std::size_t) {
        for (const bj::value& a : list_of(e, "addresses")) all.emplace_back(text_of(a));
    });
    return cell(some_of(all));
}

constexpr const char* persistent_claims = "persistentvolumeclaims";
constexpr const char* persistent_volumes = "persistentvolumes";

constexpr cell_row policy_cell_table[] = {
    {persistent_claims, "Status", phase},
    {persistent_claims, "Volume",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "volumeName")); }},
    {persistent_claims, "Capacity", claim_capacity},
    {persistent_claims, "Access Modes", claim_modes},
    {persistent_volumes, "Status", phase},
    {persistent_volumes, "Capacity",
     [](const bj::object& o, wall_time) {
         const std::string_view size = text_at(object_of(o, {"spec", "capacity"}), "storage");
         return cell(size.empty() ? "0" : size);
     }},
    {persistent_volumes, "Access Modes",
     [](const bj::object& o, wall_time) {
         return cell(access_modes(list_of(object_of(o, "spec"), "accessModes")));
     }},
    {persistent_volumes, "Reclaim Policy",
     [](const bj::object& o, wall_time) {
         return cell(text_at(object_of(o, "spec"), "persistentVolumeReclaimPolicy"));
     }},
    {persistent_volumes, "Claim", volume_claim},
    {persistent_volumes, "Reason",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "status"), "reason")); }},
    {"", "StorageClass", storage_class},
    {"", "VolumeAttributesClass",
     [](const bj::object& o, wall_time) { return spec_or_unset(o, "volumeAttributesClassName"); }},
    {"", "VolumeMode", [](const bj::object& o, wall_time) { return spec_or_unset(o, "volumeMode"); }},
    {"resourcequotas", "Request", [](const bj::object& o, wall_time) { return cell(quota(o, false)); }},
    {"resourcequotas", "Limit", [](const bj::object& o, wall_time) { return cell(quota(o, true)); }},
    {"", "Min Available", [](const bj::object& o, wall_time) { return budget(o, "minAvailable"); }},
    {"", "Max Unavailable", [](const bj::object& o, wall_time) { return budget(o, "maxUnavailable"); }},
    {"", "Allowed Disruptions",
     [](const bj::object& o, wall_time) {
         return bj::value(number_at(object_of(o, "status"), "disruptionsAllowed").value_or(0));
     }},
    {"", "Role", role},
    {"", "Users", [](const bj::object& o, wall_time) { return subjects(o, "User"); }},
    {"", "Groups", [](const bj::object& o, wall_time) { return subjects(o, "Group"); }},
    {"", "ServiceAccounts", [](const bj::object& o, wall_time) { return subjects(o, "ServiceAccount"); }},
    {"", "Webhooks",
     [](const bj::object& o, wall_time) {
         return bj::value(static_cast<std::int64_t>(list_of(o, "webhooks").size()));
     }},
    {"", "Value",
     [](const bj::object& o, wall_time) { return bj::value(number_at(o, "value").value_or(0)); }},
    {"", "Global-Default",
     [](const bj::object& o, wall_time) { return bj::value(true_at(o, "globalDefault")); }},
    {"", "PreemptionPolicy",
     [](const bj::object& o, wall_time) { return cell(text_at(o, "preemptionPolicy")); }},
    {"", "Holder",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "holderIdentity")); }},
    {"", "AddressType", [](const bj::object& o, wall_time) { return cell(text_at(o, "addressType")); }},
    {"endpointslices.discovery.k8s.io", "Ports", slice_ports},
    {"endpointslices.discovery.k8s.io", "Endpoints", slice_endpoints},
};

}  // namespace

std::span<const cell_row> policy_cells() {
    return policy_cell_table;
}

}  // namespace setpoint::inline v0::apiserver
