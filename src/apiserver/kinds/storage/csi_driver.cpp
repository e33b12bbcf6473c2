// CSIDrivers (pkg/apis/storage/validation).

#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/warnings.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/field_error.hpp"

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void create_csi_driver(bj::object& o, const kind_context&) {
    apply_go_encoding(o);
}

void validate_token_requests(const bj::object& spec, field_errors& to) {
    constexpr std::int64_t shortest = 600, longest = std::int64_t{1} << 32;
    std::set<std::string, std::less<>> audiences;
    for_each_object(list_of(spec, "tokenRequests"), [&](const bj::object& r, std::size_t i) {
        const std::string path = indexed("spec.tokenRequests", i), audience(text_at(r, "audience"));
        if (!audiences.insert(audience).second) {
            duplicate(to, path + ".audience", audience);
            return;
        }
        const auto seconds = number_at(r, "expirationSeconds");
        if (seconds && *seconds < shortest)
            invalid(to, path + ".expirationSeconds", *seconds,
                    "may not specify a duration less than 10 minutes");
        if (seconds && *seconds > longest)
            invalid(to, path + ".expirationSeconds", *seconds,
                    "may not specify a duration larger than 2^32 seconds");
    });
}

void validate_csi_driver_spec(const bj::object& o, field_errors& to) {
    constexpr std::int64_t shortest_update = 10;
    const bj::object& spec = object_of(o, "spec");
    const std::vector<std::string> policies{"File", "None", "ReadWriteOnceWithFSType"};
    const std::string_view policy = text_at(spec, "fsGroupPolicy");
    if (std::ranges::find(policies, policy) == policies.end())
        not_supported(to, "spec.fsGroupPolicy", policy, policies);
    validate_token_requests(spec, to);
    for (const bj::value& mode : list_of(spec, "volumeLifecycleModes")) {
        const std::string_view m = text_of(mode);
        if (m != "Persistent" && m != "Ephemeral")
            not_supported(to, "spec.volumeLifecycleModes", m, {"Persistent", "Ephemeral"});
    }
    const auto period = number_at(spec, "nodeAllocatableUpdatePeriodSeconds");
    if (period && *period < shortest_update)
        invalid(to, "spec.nodeAllocatableUpdatePeriodSeconds", *period,
                "must be greater than or equal to 10 seconds");
    const bj::value* in_secrets = value_at(spec, "serviceAccountTokenInSecrets");
    if (in_secrets != nullptr && list_of(spec, "tokenRequests").empty())
        invalid(to, "spec.serviceAccountTokenInSecrets", *in_secrets,
                "serviceAccountTokenInSecrets is set but no tokenRequests are specified");
}

void validate_csi_driver(const bj::object& o, const kind_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    validate_csi_driver_spec(o, to);
}

void validate_csi_driver_update(const bj::object& o, const bj::object& old, const kind_context&,
                                field_errors& to) {
    validate_metadata_update(o, old, to);
    validate_csi_driver_spec(o, to);
    const bj::object &spec = object_of(o, "spec"), &before = object_of(old, "spec");
    validate_immutable(spec, before, "attachRequired", "spec.attachedRequired", to);
    validate_immutable(spec, before, "volumeLifecycleModes", "spec.volumeLifecycleModes", to);
}

void warn_of_csi_driver(const bj::object& o, const bj::object* old, std::string_view, texts& to) {
    const bj::object& spec = object_of(o, "spec");
    if (list_of(spec, "tokenRequests").empty() || value_at(spec, "serviceAccountTokenInSecrets")) return;
    if (old && same_field(spec, object_of(*old, "spec"), "tokenRequests")) return;
    to.emplace_back(
        "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to "
        "prevent possible logging of tokens in volume attributes");
}

bj::value spec_flag_cell(const bj::object& o, const char* key) {
    return bj::value(true_at(object_of(o, "spec"), key));
}

bj::value token_requests_cell(const bj::object& o, wall_time) {
    const bj::object& spec = object_of(o, "spec");
    if (value_at(spec, "tokenRequests") == nullptr) return "<unset>";
    return cell(joined_fields(list_of(spec, "tokenRequests"), "audience"));
}

constexpr cell_row csi_driver_cells[] = {
    {"AttachRequired", [](const bj::object& o, wall_time) { return spec_flag_cell(o, "attachRequired"); }},
    {"PodInfoOnMount", [](const bj::object& o, wall_time) { return spec_flag_cell(o, "podInfoOnMount"); }},
    {"StorageCapacity", [](const bj::object& o, wall_time) { return spec_flag_cell(o, "storageCapacity"); }},
    {"TokenRequests", token_requests_cell},
    {"RequiresRepublish",
     [](const bj::object& o, wall_time) { return spec_flag_cell(o, "requiresRepublish"); }},
    {"Modes",
     [](const bj::object& o, wall_time) {
         return cell_or_none(joined_texts(list_of(object_of(o, "spec"), "volumeLifecycleModes")));
     }},
};

}  // namespace

constinit const kind_code csi_driver_kind{.defaults = apply_go_encoding,
                                          .prepare_create = create_csi_driver,
                                          .validate = validate_csi_driver,
                                          .validate_update = validate_csi_driver_update,
                                          .warn = warn_of_csi_driver,
                                          .cells = csi_driver_cells,
                                          .generation_from_one = false,
                                          .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
