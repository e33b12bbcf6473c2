// CSI drivers, storage capacities and volume attributes classes
// (pkg/apis/storage/validation).

#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/strategies/strategies.hpp"
#include "apiserver/validation/devices.hpp"
#include "apiserver/validation/metadata.hpp"
#include "framework/core/ascii.hpp"

#include <algorithm>
#include <set>

namespace setpoint::inline v0::apiserver {

namespace {

constexpr std::size_t parameters_limit = 256 * 1024, most_parameters = 512;

void create_csi_driver(bj::object& o, const strategy_context&) {
    apply_go_encoding(o);
}

void check_token_requests(const bj::object& spec, field_errors& to) {
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

void check_csi_driver(const bj::object& o, field_errors& to) {
    constexpr std::int64_t shortest_update = 10;
    const bj::object& spec = object_of(o, "spec");
    const std::vector<std::string> policies{"File", "None", "ReadWriteOnceWithFSType"};
    const std::string_view policy = text_at(spec, "fsGroupPolicy");
    if (std::ranges::find(policies, policy) == policies.end())
        not_supported(to, "spec.fsGroupPolicy", policy, policies);
    check_token_requests(spec, to);
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

void validate_csi_driver(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    check_csi_driver(o, to);
}

void validate_csi_driver_update(const bj::object& o, const bj::object& old, const strategy_context&,
                                field_errors& to) {
    validate_metadata_update(o, old, to);
    check_csi_driver(o, to);
    const bj::object &spec = object_of(o, "spec"), &before = object_of(old, "spec");
    validate_immutable(spec, before, "attachRequired", "spec.attachedRequired", to);
    validate_immutable(spec, before, "volumeLifecycleModes", "spec.volumeLifecycleModes", to);
}

std::size_t size_of(const bj::object& texts) {
    std::size_t out = 0;
    for (const auto& [key, value] : texts) out += key.size() + text_of(value).size();
    return out;
}

void validate_attributes_class(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, false, subdomain_name, to);
    const std::string_view driver = text_at(o, "driverName");
    if (driver.empty())
        required(to, "driverName");
    else
        add_invalid(to, "driverName", lower_case(driver), qualified_name(lower_case(driver)));
    const bj::object& parameters = object_of(o, "parameters");
    if (parameters.size() > most_parameters) {
        too_long(to, "parameters", most_parameters);
        return;
    }
    if (parameters.contains("")) invalid(to, "parameters", "", "field can not be empty.");
    if (size_of(parameters) > parameters_limit) too_long(to, "parameters", parameters_limit);
    if (parameters.empty()) required(to, "parameters", "must contain at least one key/value pair");
}

void validate_attributes_class_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                      field_errors& to) {
    validate_metadata_update(o, old, to);
    for (const char* key : {"driverName", "parameters"})
        if (!same_field(o, old, key))
            forbidden(to, key, "updates to " + std::string(key) + " are forbidden.");
    validate_attributes_class(o, c, to);
}

void validate_storage_capacity(const bj::object& o, const strategy_context&, field_errors& to) {
    validate_metadata(o, true, subdomain_name, to);
    validate_selector(object_of(o, "nodeTopology"), "nodeTopology", to);
    const std::string_view storage_class = text_at(o, "storageClassName");
    add_invalid(to, "storageClassName", storage_class, dns1123_subdomain(storage_class));
    const bj::value* capacity = value_at(o, "capacity");
    if (capacity != nullptr && text_of(*capacity).starts_with('-'))
        invalid(to, "capacity", *capacity, std::string(not_negative));
}

void validate_storage_capacity_update(const bj::object& o, const bj::object& old, const strategy_context& c,
                                      field_errors& to) {
    validate_storage_capacity(o, c, to);
    validate_metadata_update(o, old, to);
    validate_immutable(o, old, "nodeTopology", "nodeTopology", to);
    validate_immutable(o, old, "storageClassName", "storageClassName", to);
}

}  // namespace

const strategy csi_driver_strategy{.defaults = apply_go_encoding,
                                   .prepare_create = create_csi_driver,
                                   .validate = validate_csi_driver,
                                   .validate_update = validate_csi_driver_update,
                                   .generation_from_one = false,
                                   .unconditional_update = false};
const strategy attributes_class_strategy{.defaults = apply_go_encoding,
                                         .validate = validate_attributes_class,
                                         .validate_update = validate_attributes_class_update,
                                         .has_generation = false};
const strategy storage_capacity_strategy{.defaults = apply_go_encoding,
                                         .validate = validate_storage_capacity,
                                         .validate_update = validate_storage_capacity_update,
                                         .has_generation = false,
                                         .unconditional_update = false};

}  // namespace setpoint::inline v0::apiserver
