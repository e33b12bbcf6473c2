// PodCertificateRequests (pkg/apis/certificates/validation, pkg/registry/certificates/podcertificaterequest).
// write/signer_rights.cpp asks whether the user may sign.

#include "apiserver/kinds/certificates/certificate_data.hpp"
#include "apiserver/kinds/certificates/issued_chain.hpp"
#include "apiserver/kinds/core/volume_sources.hpp"
#include "apiserver/kinds/kinds.hpp"
#include "apiserver/kinds/shared/cells.hpp"
#include "apiserver/kinds/shared/conditions.hpp"
#include "apiserver/kinds/shared/kind_parts.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "framework/core/base64.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// --- spec ---

void validate_object_identity(const bj::object& spec, const char* name_key, const char* uid_key,
                              field_errors& to) {
    constexpr std::size_t longest_uid = 128;
    const std::string_view name = text_at(spec, name_key), uid = text_at(spec, uid_key);
    add_invalid(to, child("spec", name_key), name, subdomain_name(name, false));
    if (uid.empty()) invalid(to, child("spec", uid_key), uid, "must not be empty");
    if (uid.size() > longest_uid) too_long(to, child("spec", uid_key), longest_uid);
}

// False if there is none: what follows is then not validated.
bool validate_max_expiration(const bj::object& spec, field_errors& to) {
    constexpr std::int64_t day = std::int64_t{24} * 3600, least = 3600, most_days = 91;
    const std::string path = "spec.maxExpirationSeconds";
    const auto seconds = number_at(spec, "maxExpirationSeconds");
    if (!seconds) {
        required(to, path, "must be set");
        return false;
    }
    const std::int64_t most = is_kubernetes_signer(text_at(spec, "signerName")) ? day : most_days * day;
    if (*seconds < least || *seconds > most)
        invalid(to, path, bj::value(*seconds), fmt::format("must be in the range [{}, {}]", least, most));
    return true;
}

void validate_stub_request(std::string_view base64, field_errors& to) {
    const std::string path = "spec.stubPKCS10Request";
    constexpr std::size_t longest = std::size_t{10} * 1024;
    if (base64.empty()) {
        invalid_without_value(
            to, "spec",
            "exactly one of (stubPKCS10Request) or (pkixPublicKey, proofOfPossession) must be set");
        return;
    }
    const std::string der = base64_decode(base64).value_or(std::string());
    if (der.size() > longest) {
        too_long(to, path, longest);
        return;
    }
    const auto request = parse_certificate_request(der);
    if (!request)
        invalid_without_value(to, path, "must be a valid PKCS#10 CSR");
    else if (request->algorithm == key_algorithm::other)
        invalid_without_value(to, path,
                              "unknown public key type; supported types are Ed25519, ECDSA, and RSA");
    else if (request->algorithm == key_algorithm::ecdsa && request->curve == "P-224")
        invalid(to, path, "curve P-224", "elliptic public keys must use curve P256, P384, or P521");
    else if (request->algorithm == key_algorithm::rsa && request->modulus_bits != 3072 &&
             request->modulus_bits != 4096)
        invalid(to, path, fmt::format("{}-bit modulus", request->modulus_bits),
                "RSA keys must have modulus size 3072 or 4096");
    else if (!request->is_signed)
        invalid_without_value(to, path, "invalid signature");
}

void validate_pod_certificate_request(const bj::object& o, const kind_context&, field_errors& to) {
    const bj::object& spec = object_of(o, "spec");
    validate_metadata(o, true, subdomain_name, to);
    validate_signer_name(text_at(spec, "signerName"), "spec.signerName", to);
    validate_user_annotations(object_of(spec, "unverifiedUserAnnotations"), "spec.unverifiedUserAnnotations",
                              to);
    validate_object_identity(spec, "podName", "podUID", to);
    validate_object_identity(spec, "serviceAccountName", "serviceAccountUID", to);
    validate_object_identity(spec, "nodeName", "nodeUID", to);
    if (validate_max_expiration(spec, to)) validate_stub_request(text_at(spec, "stubPKCS10Request"), to);
}

// --- status ---

constexpr std::array<std::string_view, 3> final_conditions{"Issued", "Denied", "Failed"};

bool is_final_condition(std::string_view type) {
    return std::ranges::find(final_conditions, type) != final_conditions.end();
}

bool has_outcome(const bj::object& status, std::string_view type) {
    return std::ranges::any_of(list_of(status, "conditions"), [&](const bj::value& v) {
        const bj::object* c = v.if_object();
        return c != nullptr && text_at(*c, "type") == type && text_at(*c, "status") == "True";
    });
}

bool has_any_outcome(const bj::object& status) {
    return std::ranges::any_of(final_conditions,
                               [&](std::string_view type) { return has_outcome(status, type); });
}

void validate_outcomes(const bj::array& conditions, field_errors& to) {
    std::size_t outcomes = 0;
    for_each_object(conditions, [&](const bj::object& c, std::size_t i) {
        // Kubernetes' path has the index as the name of a field.
        const std::string path = fmt::format("status.conditions.[{}]", i);
        const std::string_view type = text_at(c, "type"), status = text_at(c, "status");
        if (!is_final_condition(type)) {
            not_supported(to, path + ".type", type, {final_conditions.begin(), final_conditions.end()});
            return;
        }
        if (++outcomes > 1)
            invalid(to, path + ".type", type,
                    R"(There may be at most one condition with type "Issued", "Denied", or "Failed")");
        if (status != "True") not_supported(to, path + ".status", status, {"True"});
    });
    validate_conditions(conditions, "status.conditions", to);
}

constexpr std::array issued_times{"notBefore", "beginRefreshAt", "notAfter"};

bool has_nothing_but_conditions(const bj::object& status) {
    return text_at(status, "certificateChain").empty() &&
           std::ranges::none_of(issued_times,
                                [&](const char* key) { return value_at(status, key) != nullptr; });
}

bool is_same_status(const bj::object& a, const bj::object& b) {
    return list_of(a, "conditions") == list_of(b, "conditions") &&
           text_at(a, "certificateChain") == text_at(b, "certificateChain") &&
           std::ranges::all_of(issued_times, [&](const char* key) { return same_field(a, b, key); });
}

void validate_request_status(const bj::object& o, const bj::object& old, wall_time now, field_errors& to) {
    const bj::object &status = object_of(o, "status"), &before = object_of(old, "status");
    const std::size_t errors = to.size();
    validate_outcomes(list_of(status, "conditions"), to);
    if (to.size() > errors) return;
    const auto keep = [&](bool kept, const char* why) {
        if (!kept) invalid_without_value(to, "status", why);
    };
    if (has_any_outcome(before))
        keep(is_same_status(status, before),
             "immutable after PodCertificateRequest is issued, denied, or failed");
    else if (has_outcome(status, "Denied") || has_outcome(status, "Failed"))
        keep(has_nothing_but_conditions(status),
             "non-condition status fields must be empty when denying or failing the PodCertificateRequest");
    else if (has_outcome(status, "Issued"))
        validate_issued_chain(object_of(old, "spec"), status, now, to);
    else
        keep(is_same_status(status, before),
             R"(status is immutable unless transitioning to "Issued", "Denied", or "Failed")");
}

void validate_pod_certificate_request_update(const bj::object& o, const bj::object& old,
                                             const kind_context& c, field_errors& to) {
    const std::size_t errors = to.size();
    validate_metadata_update(o, old, to);
    if (!is_status(c))
        validate_immutable(o, old, "spec", "spec", to);
    else if (to.size() == errors)
        validate_request_status(o, old, c.now, to);
}

// --- cells ---

bj::value request_state_cell(const bj::object& o, wall_time) {
    std::string_view out = "Pending";
    for_each_object(list_of(object_of(o, "status"), "conditions"), [&](const bj::object& c, std::size_t) {
        if (const std::string_view type = text_at(c, "type"); is_final_condition(type)) out = type;
    });
    return cell(out);
}

constexpr cell_row pod_certificate_request_cells[] = {
    {"PodName", [](const bj::object& o, wall_time) { return spec_text_cell(o, "podName"); }},
    {"ServiceAccountName",
     [](const bj::object& o, wall_time) { return spec_text_cell(o, "serviceAccountName"); }},
    {"NodeName", [](const bj::object& o, wall_time) { return spec_text_cell(o, "nodeName"); }},
    {"SignerName", [](const bj::object& o, wall_time) { return spec_text_cell(o, "signerName"); }},
    {"State", request_state_cell},
    {"UnverifiedUserAnnotations",
     [](const bj::object& o, wall_time) {
         return cell(labels_text(object_of(o, {"spec", "unverifiedUserAnnotations"})));
     }},
};

}  // namespace

constinit const kind_code pod_certificate_request_kind{
    .defaults = apply_go_encoding,
    .prepare_create = create_without_status,
    .prepare_update = update_spec_or_status_alone,
    .validate = validate_pod_certificate_request,
    .validate_update = validate_pod_certificate_request_update,
    .cells = pod_certificate_request_cells,
    .has_generation = false,
    .unconditional_update = false};

}}}  // namespace setpoint::v0::apiserver
