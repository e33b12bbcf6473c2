// CertificateSigningRequests (pkg/apis/certificates/validation, pkg/registry/certificates).

#include "apiserver/kinds/certificates/request_text.hpp"
#include "apiserver/kinds/core/volume_sources.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/age.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/kinds/shared/review.hpp"
#include "apiserver/kinds/validate_fields.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void create_certificate_signing_request(bj::object& o, const kind_context& c) {
    bj::object& spec = make_object(o, "spec");
    const bj::object user = document_of(user_of(c));
    for (const char* field : {"username", "uid", "groups", "extra"}) copy_field(spec, user, field);
    o["status"] = bj::object();
    apply_go_encoding(o);
}

// Conditions of this type have their old values, unless some were added or removed, which is an error then.
void keep_conditions(bj::array& conditions, const bj::array& old, std::string_view type) {
    std::vector<std::size_t> now, before;
    for_each_object(std::as_const(conditions), [&](const bj::object& c, std::size_t i) {
        if (text_at(c, "type") == type) now.push_back(i);
    });
    for_each_object(old, [&](const bj::object& c, std::size_t i) {
        if (text_at(c, "type") == type) before.push_back(i);
    });
    if (now.size() != before.size()) return;
    for (std::size_t i = 0; i < now.size(); ++i) conditions[now[i]] = old[before[i]];
}

// Since when the condition has this status.
std::string transition_of(const bj::object& condition, const bj::array& old, const std::string& now) {
    for (const bj::value& v : old) {
        const bj::object* was = v.if_object();
        if (was != nullptr && same_field(*was, condition, "type") && same_field(*was, condition, "status") &&
            value_at(*was, "lastTransitionTime") != nullptr)
            return std::string(text_at(*was, "lastTransitionTime"));
    }
    return now;
}

// The object itself is immutable; /approval writes the approval, /status the certificate.
void update_certificate_signing_request(bj::object& o, const bj::object& old, const kind_context& c) {
    copy_field(o, old, "spec");
    if (c.subresource.empty()) copy_field(o, old, "status");
    if (c.subresource.empty()) return;
    bj::object& status = make_object(o, "status");
    const bj::object& before = object_of(old, "status");
    if (c.subresource == "approval") copy_field(status, before, "certificate");
    if (bj::array* conditions = list_at(status, "conditions")) {
        if (is_status(c)) {
            for (const char* type : {"Approved", "Denied"})
                keep_conditions(*conditions, list_of(before, "conditions"), type);
        }
        for_each_object(*conditions, [&](bj::object& condition, std::size_t) {
            const std::string now = timestamp::from(c.now).to_string();
            set_default(condition, "lastUpdateTime", bj::value(now));
            if (value_at(condition, "lastTransitionTime") == nullptr)
                condition["lastTransitionTime"] =
                    transition_of(condition, list_of(before, "conditions"), now);
        });
    }
}

constexpr std::string_view legacy_signer = "kubernetes.io/legacy-unknown";

// What an update tolerates because the request had it before.
struct old_request {
    bool both = false, legacy_signer = false, duplicate_types = false, empty_type = false,
         certificate = false;
    bool unknown_usages = false, duplicate_usages = false;
};

const std::vector<std::string>& key_usages() {
    static const std::vector<std::string> all{"any",
                                              "cert sign",
                                              "client auth",
                                              "code signing",
                                              "content commitment",
                                              "crl sign",
                                              "data encipherment",
                                              "decipher only",
                                              "digital signature",
                                              "email protection",
                                              "encipher only",
                                              "ipsec end system",
                                              "ipsec tunnel",
                                              "ipsec user",
                                              "key agreement",
                                              "key encipherment",
                                              "microsoft sgc",
                                              "netscape sgc",
                                              "ocsp signing",
                                              "s/mime",
                                              "server auth",
                                              "signing",
                                              "timestamping"};
    return all;
}

bool is_key_usage(const bj::value& v) {
    return std::ranges::find(key_usages(), text_of(v)) != key_usages().end();
}

template <class F>
bool has_repeated(const bj::array& list, F key) {
    std::set<std::string_view> seen;
    return !std::ranges::all_of(list, [&](const bj::value& v) { return seen.insert(key(v)).second; });
}

std::string_view type_of_condition(const bj::value& v) {
    return v.is_object() ? text_at(v.get_object(), "type") : std::string_view();
}

std::ptrdiff_t count_conditions(const bj::object& o, std::string_view type) {
    return std::ranges::count(list_of(object_of(o, "status"), "conditions"), type, type_of_condition);
}

old_request tolerated_in_request(const bj::object& o, const bj::object& old) {
    old_request out;
    const bj::array &conditions = list_of(object_of(old, "status"), "conditions"),
                    &usages = list_of(object_of(old, "spec"), "usages");
    out.both = count_conditions(old, "Approved") > 0 && count_conditions(old, "Denied") > 0;
    out.legacy_signer = text_at(object_of(old, "spec"), "signerName") == legacy_signer;
    out.duplicate_types = has_repeated(conditions, type_of_condition);
    out.empty_type = count_conditions(old, "") > 0;
    const std::string_view certificate = text_at(object_of(old, "status"), "certificate");
    out.certificate = certificate == text_at(object_of(o, "status"), "certificate") ||
                      !wrong_in_certificate(certificate).empty();
    out.unknown_usages = !std::ranges::all_of(usages, is_key_usage);
    out.duplicate_usages = has_repeated(usages, [](const bj::value& v) { return text_of(v); });
    return out;
}

void validate_usages(const bj::array& usages, const old_request& had, field_errors& to) {
    const std::string path = "spec.usages";
    if (usages.empty()) required(to, path);
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < usages.size(); ++i) {
        if (!had.unknown_usages && !is_key_usage(usages[i]))
            not_supported(to, indexed(path, i), usages[i], key_usages());
    }
    for (std::size_t i = 0; i < usages.size(); ++i) {
        if (!seen.insert(text_of(usages[i])).second && !had.duplicate_usages)
            duplicate(to, indexed(path, i), usages[i]);
    }
}

void validate_request_conditions(const bj::array& conditions, const old_request& had, field_errors& to) {
    const std::string path = "status.conditions";
    std::set<std::string_view> seen;
    for_each_object(conditions, [&](const bj::object& c, std::size_t i) {
        const std::string here = indexed(path, i);
        const std::string_view type = text_at(c, "type");
        if (type.empty() && !had.empty_type) required(to, child(here, "type"));
        const bool only_true = type == "Approved" || type == "Denied" || type == "Failed";
        validate_one_of(text_at(c, "status"),
                        only_true ? std::vector<std::string>{"True"}
                                  : std::vector<std::string>{"False", "True", "Unknown"},
                        child(here, "status"), to);
        const std::string_view other = type == "Approved" ? "Denied" : type == "Denied" ? "Approved" : "-";
        if (!had.both && seen.contains(other))
            invalid(to, path, type, "Approved and Denied conditions are mutually exclusive");
        if (!seen.insert(type).second && !had.duplicate_types) duplicate(to, child(here, "type"), type);
    });
}

messages any_request_name(std::string_view, bool) {
    return {};
}

void validate_any_request(const bj::object& o, const old_request& had, field_errors& to) {
    validate_metadata(o, false, any_request_name, to);
    const bj::object &spec = object_of(o, "spec"), &status = object_of(o, "status");
    const bj::value* request = value_at(spec, "request");
    const std::string wrong = wrong_in_request(request == nullptr ? std::string_view() : text_of(*request));
    if (!wrong.empty()) invalid(to, "spec.request", request == nullptr ? bj::value() : *request, wrong);
    validate_usages(list_of(spec, "usages"), had, to);
    const std::string_view signer = text_at(spec, "signerName");
    if (signer == legacy_signer && !had.legacy_signer) {
        invalid(to, "spec.signerName", signer, "the legacy signerName is not allowed via this API version");
    } else {
        validate_signer_name(signer, "spec.signerName", to);
    }
    validate_fields("certificates.v1.CertificateSigningRequestSpec", spec, nullptr, "spec", to);
    validate_request_conditions(list_of(status, "conditions"), had, to);
    const std::string bad = had.certificate ? "" : wrong_in_certificate(text_at(status, "certificate"));
    if (!bad.empty()) invalid(to, "status.certificate", "<certificate data>", bad);
}

void validate_certificate_signing_request(const bj::object& o, const kind_context&, field_errors& to) {
    validate_any_request(o, {}, to);
}

bj::array conditions_of(const bj::object& o, std::string_view type) {
    bj::array out;
    for (const bj::value& c : list_of(object_of(o, "status"), "conditions"))
        if (type_of_condition(c) == type) out.push_back(c);
    return out;
}

void validate_kept_conditions(const bj::object& o, const bj::object& old, bool approves, field_errors& to) {
    const std::string path = "status.conditions";
    for (const char* type : {"Approved", "Denied", "Failed"}) {
        if (count_conditions(o, type) < count_conditions(old, type))
            forbidden(to, path, fmt::format("updates may not remove a condition of type \"{}\"", type));
    }
    for (const char* type : {"Approved", "Denied"}) {
        const bj::array now = conditions_of(o, type), before = conditions_of(old, type);
        if (approves || now.size() < before.size()) continue;
        if (now.size() > before.size()) {
            forbidden(to, path, fmt::format("updates may not add a condition of type \"{}\"", type));
        } else if (now != before) {
            forbidden(to, path, fmt::format("updates may not modify a condition of type \"{}\"\n", type));
        }
    }
}

void validate_certificate_signing_request_update(const bj::object& o, const bj::object& old,
                                                 const kind_context& c, field_errors& to) {
    validate_any_request(o, tolerated_in_request(o, old), to);
    validate_kept_conditions(o, old, c.subresource == "approval", to);
    const std::string_view now = text_at(object_of(o, "status"), "certificate"),
                           before = text_at(object_of(old, "status"), "certificate");
    if (now != before) {
        if (!is_status(c)) {
            forbidden(to, "status.certificate", "updates may not set certificate content");
        } else if (!before.empty()) {
            forbidden(to, "status.certificate", "updates may not modify existing certificate content");
        }
    }
    validate_metadata_update(o, old, to);
}

bj::value certificate_condition_cell(const bj::object& o, wall_time) {
    const bj::object& status = object_of(o, "status");
    std::set<std::string> types;
    for_each_object(list_of(status, "conditions"),
                    [&](const bj::object& c, std::size_t) { types.emplace(text_at(c, "type")); });
    std::string out = types.contains("Denied")     ? "Denied"
                      : types.contains("Approved") ? "Approved"
                                                   : "Pending";
    if (types.contains("Failed")) out += ",Failed";
    if (!text_at(status, "certificate").empty()) out += ",Issued";
    return cell(out);
}

bj::value requested_duration_cell(const bj::object& o, wall_time) {
    const auto n = number_at(object_of(o, "spec"), "expirationSeconds");
    return cell(n ? human_duration(std::chrono::seconds(*n)) : "<none>");
}

constexpr cell_row certificate_signing_request_cells[] = {
    {"SignerName", [](const bj::object& o,
                      wall_time) { return cell_or_none(text_at(object_of(o, "spec"), "signerName")); }},
    {"Requestor",
     [](const bj::object& o, wall_time) { return cell(text_at(object_of(o, "spec"), "username")); }},
    {"RequestedDuration", requested_duration_cell},
    {"Condition", certificate_condition_cell},
};

}  // namespace

constinit const kind_code certificate_signing_request_kind{
    .defaults = apply_go_encoding,
    .prepare_create = create_certificate_signing_request,
    .prepare_update = update_certificate_signing_request,
    .validate = validate_certificate_signing_request,
    .validate_update = validate_certificate_signing_request_update,
    .cells = certificate_signing_request_cells,
    .has_generation = false};

}}}  // namespace setpoint::v0::apiserver
