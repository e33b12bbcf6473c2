#include "apiserver/controllers/certificate/plan.hpp"

#include "framework/core/base64.hpp"
#include "framework/http/certificate_facts.hpp"
#include "setpoint/json/encode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace bj = boost::json;

namespace {

using namespace std::chrono_literals;

constexpr std::string_view client_signer = "kubernetes.io/kube-apiserver-client",
                           kubelet_client_signer = "kubernetes.io/kube-apiserver-client-kubelet",
                           kubelet_serving_signer = "kubernetes.io/kubelet-serving",
                           legacy_signer = "kubernetes.io/legacy-unknown";
constexpr duration longest_life = 365 * 24h, shortest_life = 10min;
constexpr duration decided_stay = 1h, waiting_stay = 24h;

using usages = std::set<std::string_view>;

bool has_condition(const partial_signing_request& r, std::string_view type) {
    return std::ranges::any_of(r.status.conditions,
                               [&](const request_condition& c) { return c.type == type; });
}

bool has_failed(const partial_signing_request& r) {
    return std::ranges::any_of(r.status.conditions, [](const request_condition& c) {
        return c.type == "Failed" && (c.status.empty() || c.status == "True");
    });
}

// Usages with and without the one that only RSA keys need.
std::string wrong_usages(const partial_signing_request& r, std::string_view role) {
    const usages has(r.spec.usages.begin(), r.spec.usages.end());
    if (has == usages{"digital signature", role} ||
        has == usages{"digital signature", "key encipherment", role})
        return {};
    // sets.String.List() is sorted.
    return role == "client auth" ? "usages did not match [client auth digital signature key encipherment]"
                                 : "usages did not match [digital signature key encipherment server auth]";
}

bool is_of_nodes(const signing_request& parsed) {
    return parsed.subject.organizations == std::vector<std::string>{"system:nodes"};
}

std::string wrong_name(const signing_request& parsed) {
    if (parsed.subject.common_name.starts_with("system:node:")) return {};
    return "subject common name does not begin with system:node:";
}

constexpr const char* other_organization = "subject organization is not system:nodes";

// ValidateKubeletClientCSR.
std::string wrong_for_kubelet_client(const partial_signing_request& r, const signing_request& parsed) {
    if (!is_of_nodes(parsed)) return other_organization;
    if (parsed.names.dns > 0) return "DNS subjectAltNames are not allowed";
    if (parsed.names.emails > 0) return "Email subjectAltNames are not allowed";
    if (parsed.names.addresses > 0) return "IP subjectAltNames are not allowed";
    if (parsed.names.uris > 0) return "URI subjectAltNames are not allowed";
    if (std::string why = wrong_name(parsed); !why.empty()) return why;
    return wrong_usages(r, "client auth");
}

// ValidateKubeletServingCSR.
std::string wrong_for_kubelet_serving(const partial_signing_request& r, const signing_request& parsed) {
    if (!is_of_nodes(parsed)) return other_organization;
    if (parsed.names.dns == 0 && parsed.names.addresses == 0) return "DNS or IP subjectAltName is required";
    if (parsed.names.emails > 0) return "Email subjectAltNames are not allowed";
    if (parsed.names.uris > 0) return "URI subjectAltNames are not allowed";
    if (std::string why = wrong_usages(r, "server auth"); !why.empty()) return why;
    return wrong_name(parsed);
}

// validAPIServerClientUsages.
std::string wrong_for_client(const partial_signing_request& r) {
    bool is_client = false;
    for (const std::string& usage : r.spec.usages) {
        if (usage == "client auth")
            is_client = true;
        else if (usage != "digital signature" && usage != "key encipherment")
            return "invalid usage for client certificate: " + usage;
    }
    return is_client ? "" : "missing required usage for client certificate: client auth";
}

bj::object with_condition(const partial_signing_request& r, bj::object more) {
    bj::array all;
    for (const request_condition& c : r.status.conditions) all.push_back(json::to_value(c));
    all.push_back(std::move(more));
    bj::object status;
    status["conditions"] = std::move(all);
    bj::object patch;
    patch["status"] = std::move(status);
    return patch;
}

bool is_older(const timestamp& t, duration than, wall_time now) {
    return t != timestamp() && now - t.to_wall_time() > than;
}

bool has_expired(const partial_signing_request& r, wall_time now) {
    const auto pem = base64_decode(r.status.certificate);
    if (!pem) return false;
    const auto facts = http::facts_of(*pem);
    return facts && now > facts->not_after;
}

}  // namespace

std::vector<approving_right> approving_rights(const partial_signing_request& r,
                                              const signing_request& parsed) {
    if (!r.status.certificate.empty() || has_condition(r, "Approved") || has_condition(r, "Denied"))
        return {};
    if (r.spec.signer_name != kubelet_client_signer || !wrong_for_kubelet_client(r, parsed).empty())
        return {};
    std::vector<approving_right> out;
    if (r.spec.username == parsed.subject.common_name)
        out.push_back(
            {"selfnodeclient", "Auto approving self kubelet client certificate after SubjectAccessReview."});
    out.push_back({"nodeclient", "Auto approving kubelet client certificate after SubjectAccessReview."});
    return out;
}

bj::object approval_of(const partial_signing_request& r, std::string_view message) {
    bj::object approved{{"type", "Approved"}, {"status", "True"}, {"reason", "AutoApproved"}};
    approved["message"] = message;
    return with_condition(r, std::move(approved));
}

bool awaits_certificate(const partial_signing_request& r) {
    const std::string& signer = r.spec.signer_name;
    return r.status.certificate.empty() && has_condition(r, "Approved") && !has_condition(r, "Denied") &&
           !has_failed(r) &&
           (signer == client_signer || signer == kubelet_client_signer || signer == kubelet_serving_signer ||
            signer == legacy_signer);
}

signing_plan plan_signing(const partial_signing_request& r, const signing_request& parsed) {
    if (!awaits_certificate(r)) return {};
    std::string why;
    if (r.spec.signer_name == client_signer) why = wrong_for_client(r);
    if (r.spec.signer_name == kubelet_client_signer) why = wrong_for_kubelet_client(r, parsed);
    if (r.spec.signer_name == kubelet_serving_signer) why = wrong_for_kubelet_serving(r, parsed);
    if (why.empty()) return {signing_step::sign, {}};
    return {signing_step::fail, std::move(why)};
}

duration certificate_life(std::optional<std::int32_t> seconds) {
    if (!seconds) return longest_life;
    return std::clamp<duration>(std::chrono::seconds(*seconds), shortest_life, longest_life);
}

bj::object certificate_of(std::string_view base64) {
    bj::object status{{"certificate", base64}};
    bj::object patch;
    patch["status"] = std::move(status);
    return patch;
}

bj::object failure_of(const partial_signing_request& r, std::string_view why, wall_time now) {
    bj::object failed{{"type", "Failed"}, {"status", "True"}, {"reason", "SignerValidationFailure"}};
    failed["message"] = why;
    failed["lastUpdateTime"] = timestamp::from(now).to_string();
    return with_condition(r, std::move(failed));
}

bool is_outdated(const partial_signing_request& r, wall_time now) {
    const bool issued = !r.status.certificate.empty();
    if (r.status.conditions.empty() && is_older(r.metadata.creation_timestamp, waiting_stay, now))
        return true;
    for (const request_condition& c : r.status.conditions) {
        const bool approved = c.type == "Approved";
        if (approved && is_older(c.last_update_time, issued ? decided_stay : waiting_stay, now)) return true;
        if ((c.type == "Denied" || c.type == "Failed") && is_older(c.last_update_time, decided_stay, now))
            return true;
        if (approved && issued && has_expired(r, now)) return true;
    }
    return false;
}

}}}  // namespace setpoint::v0::apiserver
