#pragma once
// The call of an admission webhook: an AdmissionReview, and its response (apiserver,
// admission/plugin/webhook/request and errors). No I/O.

#include "apiserver/schema/api_error.hpp"
#include "setpoint/api/gvk.hpp"
#include "setpoint/core/error.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver {

// What a webhook is told about a request, in the version that its rules ask for.
struct admission_review {
    std::string version;  // "v1" or "v1beta1"
    group_version_kind kind, request_kind;
    group_version_resource resource, request_resource;
    std::string subresource, name, ns, operation;
    const bj::object *object = nullptr, *old = nullptr;
    bj::value options;
    bool dry_run = false;

    // The request, without its uid.
    bj::object fields(bj::object user) const;
    // The JSON of the review, after "{"uid":"...",": all that is the same if the call is repeated.
    std::string text_after_uid(bj::object user) const;
    static std::string text(std::string_view version, std::string_view uid, std::string_view after_uid);
};

struct admission_verdict {
    bool allowed = false;
    bj::value status;  // for a rejection: null or a Status
    std::vector<std::string> warnings;
    bj::object audit_annotations{};  // texts by key
    bj::array patch;                 // operations; empty: none
    std::string patch_type;          // "JSONPatch" is supported
};

// Reads the body of a response. Error: why the call failed, in the real server's words.
result<admission_verdict> read_verdict(std::string_view body, std::string_view version, std::string_view uid,
                                       bool mutating);

// The rejection of a request: `admission webhook "x" denied the request: ...`
api_error rejected_by(std::string_view webhook, const bj::value& status);
// Why a call failed: `unsupported patch type "x"`
std::string unsupported_patch(std::string_view type);
// 400: the webhook may have side effects.
api_error no_dry_run(std::string_view webhook);
// 500: `failed calling webhook "x": ...`
api_error failed_calling(std::string_view webhook, std::string_view why);

}}}  // namespace setpoint::v0::apiserver
