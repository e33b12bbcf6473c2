// APIServices (kube-aggregator, pkg/apis/apiregistration/validation and pkg/registry/apiservice).

#include "apiserver/go/text.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void create_api_service(bj::object& o, const kind_context& c) {
    o.stable_erase("status");
    if (object_at(o, {"spec", "service"}) == nullptr) {
        bj::array conditions;
        conditions.push_back(bj::object{{"type", "Available"},
                                        {"status", "True"},
                                        {"lastTransitionTime", timestamp::from(c.now).to_string()},
                                        {"reason", "Local"},
                                        {"message", "Local APIServices are always available"}});
        make_object(o, "status")["conditions"] = std::move(conditions);
    }
    apply_go_encoding(o);
}

messages api_service_name(std::string_view name, bool prefix) {
    return path_segment(name, prefix);
}

// The bytes of a base64 text.
std::size_t bytes_of(std::string_view base64) {
    const std::size_t padding = base64.ends_with("==") ? 2 : base64.ends_with('=') ? 1 : 0;
    return base64.size() / 4 * 3 - padding;
}

void validate_api_service_client(const bj::object& spec, field_errors& to) {
    const std::string_view bundle = text_at(spec, "caBundle");
    const bool insecure = true_at(spec, "insecureSkipTLSVerify");
    const bj::object* service = object_at(spec, "service");
    if (service == nullptr) {
        if (!bundle.empty())
            invalid(to, "spec.caBundle", fmt::format("{} bytes", bytes_of(bundle)),
                    "local APIServices may not have a caBundle");
        if (insecure)
            invalid(to, "spec.insecureSkipTLSVerify", bj::value(true),
                    "local APIServices may not have insecureSkipTLSVerify");
        return;
    }
    const std::int64_t port = number_at(*service, "port").value_or(0);
    if (const messages wrong = port_number(port); !wrong.empty())
        invalid(to, "spec.service.port", bj::value(port),
                fmt::format("port is not valid: {}", fmt::join(wrong, ", ")));
    if (insecure && !bundle.empty())
        invalid(to, "spec.insecureSkipTLSVerify", bj::value(true), "may not be true if caBundle is present");
}

void validate_api_service(const bj::object& o, const kind_context&, field_errors& to) {
    validate_plain_metadata(o, false, api_service_name, to);
    const bj::object& spec = object_of(o, "spec");
    const std::string_view name = text_at(object_of(o, "metadata"), "name"), group = text_at(spec, "group"),
                           version = text_at(spec, "version");
    const std::string wanted = fmt::format("{}.{}", version, group);
    if (!name.empty() && name != wanted && path_segment(name, false).empty())
        invalid(to, "metadata.name", name,
                fmt::format("must be `spec.version+\".\"+spec.group`: {}", go_text::quoted(wanted)));
    if (group.empty() && version != "v1")
        required(to, "spec.group", "only v1 may have an empty group and it better be legacy kube");
    if (version.empty()) add_invalid(to, "spec.version", version, dns1035_label(version));
    validate_fields("apiregistration.v1.APIServiceSpec", spec, nullptr, "spec", to);
    validate_api_service_client(spec, to);
}

void validate_api_service_update(const bj::object& o, const bj::object& old, const kind_context& c,
                                 field_errors& to) {
    validate_plain_metadata_update(o, old, to);
    if (!is_status(c)) {
        validate_api_service(o, c, to);
        return;
    }
    validate_fields("apiregistration.v1.APIServiceStatus", object_of(o, "status"), nullptr, "status", to);
}

bj::value served_by_cell(const bj::object& o, wall_time) {
    const bj::object* s = object_at(o, {"spec", "service"});
    if (s == nullptr) return "Local";
    return cell(fmt::format("{}/{}", text_at(*s, "namespace"), text_at(*s, "name")));
}

bj::value service_available_cell(const bj::object& o, wall_time) {
    std::string out = "Unknown";
    bool found = false;
    for_each_object(list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t) {
        if (found || text_at(c, "type") != "Available") return;
        found = true;
        const std::string_view status = text_at(c, "status"), reason = text_at(c, "reason");
        out =
            status == "True" || reason.empty() ? std::string(status) : fmt::format("{} ({})", status, reason);
    });
    return cell(out);
}

constexpr cell_row api_service_cells[] = {
    {"Service", served_by_cell},
    {"Available", service_available_cell},
};

}  // namespace

constinit const kind_code api_service_kind{.defaults = apply_go_encoding,
                                           .prepare_create = create_api_service,
                                           .prepare_update = update_spec_or_status_alone,
                                           .validate = validate_api_service,
                                           .validate_update = validate_api_service_update,
                                           .cells = api_service_cells,
                                           .has_generation = false,
                                           .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
