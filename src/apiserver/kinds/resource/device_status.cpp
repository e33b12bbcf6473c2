// What drivers report about allocated devices (validation.go of pkg/apis/resource/validation).

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/kinds/resource/devices.hpp"
#include "apiserver/kinds/shared/addresses.hpp"
#include "apiserver/kinds/shared/conditions.hpp"
#include "apiserver/kinds/shared/field_errors.hpp"
#include "apiserver/kinds/shared/lists.hpp"
#include "apiserver/objects/fields.hpp"
#include "framework/core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t uuid_size = 36;

bool is_hexadecimal(std::string_view s) {
    return std::ranges::all_of(
        s, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); });
}

bool has_uuid_form(std::string_view s) {
    for (std::size_t i = 0; i < s.size(); ++i) {
        const bool dash = i == 8 || i == 13 || i == 18 || i == 23;
        if (dash ? s[i] != '-' : !is_hexadecimal(s.substr(i, 1))) return false;
    }
    return true;
}

// uuid.Validate of github.com/google/uuid: empty if valid.
std::string uuid_error(std::string_view s) {
    constexpr std::string_view prefix = "urn:uuid:";
    constexpr std::size_t without_dashes = 32;
    const std::size_t given = s.size();
    if (s.size() == without_dashes) return is_hexadecimal(s) ? "" : "invalid UUID format";
    if (s.size() == uuid_size + prefix.size()) {
        const std::string_view start = s.substr(0, prefix.size());
        if (lower_case(start) != prefix) return "invalid urn prefix: " + go_text::quoted(start);
        s.remove_prefix(prefix.size());
    } else if (s.size() == uuid_size + 2) {
        if (s.front() != '{' || s.back() != '}') return "invalid bracketed UUID format";
        s = s.substr(1, uuid_size);
    } else if (s.size() != uuid_size) {
        return fmt::format("invalid UUID length: {}", given);
    }
    return has_uuid_form(s) ? "" : "invalid UUID format";
}

void validate_share(std::string_view id, const std::string& path, field_errors& to) {
    if (const std::string wrong = uuid_error(id); !wrong.empty()) {
        invalid(to, path, id, "error validating uid: " + wrong);
    } else if (id.size() != uuid_size || id != lower_case(id)) {
        invalid(
            to, path, id,
            "uid must be in RFC 4122 normalized form, `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` with lowercase "
            "hexadecimal characters");
    }
}

void validate_network_data(const bj::object& data, const std::string& path, field_errors& to) {
    constexpr std::size_t longest_name = 256, longest_address = 128, most_addresses = 16;
    if (text_at(data, "interfaceName").size() > longest_name)
        too_long(to, path + ".interfaceName", longest_name);
    if (text_at(data, "hardwareAddress").size() > longest_address)
        too_long(to, path + ".hardwareAddress", longest_address);
    const bj::array& addresses = list_of(data, "ips");
    const std::string list = path + ".ips";
    validate_list_items(addresses, most_addresses, list, to, [&](const bj::value& v, const std::string& at) {
        add_invalid(to, at, v, interface_address_text(text_of(v)));
    });
    if (addresses.size() > most_addresses) return;
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < addresses.size(); ++i)
        if (!seen.insert(text_of(addresses[i])).second) duplicate(to, indexed(list, i), addresses[i]);
}

}  // namespace

void validate_raw_object(const bj::value& v, std::size_t longest, const std::string& path, field_errors& to) {
    if (json_text::serialize(v).size() > longest)
        too_long(to, path, longest);
    else if (!v.is_object())
        invalid(to, path, "<value omitted>", "must be a valid JSON object");
}

std::string allocated_device_id(const bj::object& device) {
    std::string out = fmt::format("{}/{}/{}", text_at(device, "driver"), text_at(device, "pool"),
                                  text_at(device, "device"));
    if (const std::string_view share = text_at(device, "shareID"); !share.empty())
        out.append("/").append(share);
    return out;
}

bj::value shown_device_id(const bj::object& device) {
    return bj::object{{"Driver", text_at(device, "driver")},
                      {"Pool", text_at(device, "pool")},
                      {"Device", text_at(device, "device")},
                      {"ShareID", text_at(device, "shareID")}};
}

void validate_device_status(const bj::object& d, const std::set<std::string>& allocated,
                            const std::string& path, field_errors& to) {
    constexpr std::size_t most_conditions = 8, longest_data = 10 * 1024;
    validate_driver_name(text_at(d, "driver"), path + ".driver", to);
    validate_pool_name(text_at(d, "pool"), path + ".pool", to);
    const std::string_view device = text_at(d, "device");
    add_invalid(to, path + ".device", device, dns1123_label(device));
    if (const bj::value* share = value_at(d, "shareID"))
        validate_share(text_of(*share), path + ".shareID", to);
    if (!allocated.contains(allocated_device_id(d)))
        invalid_unsorted(to, path, shown_device_id(d), "must be an allocated device in the claim");
    const bj::array& conditions = list_of(d, "conditions");
    if (conditions.size() > most_conditions)
        too_many(to, path + ".conditions", static_cast<std::int64_t>(conditions.size()), most_conditions);
    validate_conditions(conditions, path + ".conditions", to);
    if (const bj::value* data = value_at(d, "data"))
        validate_raw_object(*data, longest_data, path + ".data", to);
    if (const bj::object* network = object_at(d, "networkData"))
        validate_network_data(*network, path + ".networkData", to);
}

}}}  // namespace setpoint::v0::apiserver
