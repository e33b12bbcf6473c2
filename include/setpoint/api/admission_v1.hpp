#pragma once
// The request that the API server sends to an admission webhook, and the response
// (admission.k8s.io/v1). Never stored.
// https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/

#include "setpoint/api/authentication_v1/user_info.hpp"
#include "setpoint/api/status.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace setpoint { inline namespace v0 {

// metav1.GroupVersionKind.
// Plain strings instead of group_version_kind, which is not a described type: in JSON its parts are
// separate members here, and not an apiVersion. Unset parts are "".
struct admission_kind {
    std::string group{}, version{}, kind{};

    // A template, so that a source that includes this header compiles the description only if it needs it;
    // so are the descriptions of all types below. The fields have no documentation: no definition contains
    // them.
    template <class Self = admission_kind>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::group, "group", ""), field(&Self::version, "version", ""),
                      field(&Self::kind, "kind", ""));
    }
};

// metav1.GroupVersionResource.
// `resource` is the plural in lower case, without a subresource.
struct admission_resource {
    std::string group{}, version{}, resource{};

    template <class Self = admission_resource>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::group, "group", ""), field(&Self::version, "version", ""),
                      field(&Self::resource, "resource", ""));
    }
};

// A request without the objects.
// Apart from the objects, so that a webhook server decodes it without a tree of the objects, which it then
// decodes directly into their own type. An unset member is absent in the request. Names, and users with their
// extra fields, are untrusted text.
struct admission_attributes {
    // Identifies this call, not the object: a retry of the same write gets another one.
    std::string uid{};  // must be copied to the response
    // What the objects in the request are; never converted by the webhook.
    admission_kind kind{};
    admission_resource resource{};
    std::string sub_resource{};  // "status", "scale"; "": the object itself
    // The kind that the client requested, if the webhook's rules made the server convert the
    // object.
    // matchPolicy Equivalent causes this: a webhook that is configured for v1 also gets requests of
    // v1beta1, converted to v1.
    std::optional<admission_kind> request_kind{};
    // Null if nothing was converted: then `kind` and `resource` are what the client requested.
    std::optional<admission_resource> request_resource{};
    std::string request_sub_resource{};
    // A validator that needs the final name of a created object with generateName must not rely on it.
    std::string name{};  // "" for a create whose name the server generates
    // For a Namespace its own name.
    std::string ns{};         // "" for cluster-scoped objects
    std::string operation{};  // "CREATE", "UPDATE", "DELETE" or "CONNECT"
    // The user, with groups and extra fields, after impersonation.
    authentication_v1::user_info user{};
    // The server sends such requests only to webhooks whose sideEffects are None or NoneOnDryRun.
    bool dry_run = false;  // nothing will be stored: side effects are not allowed

    template <class Self = admission_attributes>
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&Self::uid, "uid", "", unique, required), field(&Self::kind, "kind", ""),
                      field(&Self::resource, "resource", ""), field(&Self::sub_resource, "subResource", ""),
                      field(&Self::request_kind, "requestKind", ""),
                      field(&Self::request_resource, "requestResource", ""),
                      field(&Self::request_sub_resource, "requestSubResource", ""),
                      field(&Self::name, "name", ""), field(&Self::ns, "namespace", ""),
                      field(&Self::operation, "operation", ""), field(&Self::user, "userInfo", ""),
                      field(&Self::dry_run, "dryRun", ""));
    }
};

// One request to the API server.
// Holds the objects as trees, for code that works on any kind: the embedded API server creates it, tests
// build it.
struct admission_request : admission_attributes {
    // The objects as JSON, of `kind`. `object` is null for DELETE, `old_object` for CREATE and CONNECT.
    // For CONNECT `object` is the options, such as a PodExecOptions. Defaults of the schema are set, and
    // earlier mutating webhooks have been applied.
    boost::json::value object{}, old_object{};
    // What kubectl's flags became: dryRun, fieldManager, fieldValidation; for a deletion the preconditions
    // and the propagation policy.
    boost::json::value options{};  // meta.k8s.io/v1 CreateOptions and similar

    template <class Self = admission_request>
    static constexpr auto describe() {
        using namespace schema;
        return schema::object("", fields_of<admission_attributes>, field(&Self::object, "object", ""),
                              field(&Self::old_object, "oldObject", ""),
                              field(&Self::options, "options", ""));
    }
};

// Precondition of sending: `uid` is that of the request, otherwise the API server treats the call as
// failed. A validating webhook sends no patch.
struct admission_response {
    std::string uid{};
    // Decides alone: a status of an allowed response is ignored.
    bool allowed = false;
    // The reason for a rejection. The API server adds the name of the webhook to the message and
    // sends the rest to the client: code (0: 400), reason and the causes.
    // Without one the client sees "denied the request without explanation".
    std::optional<api_status> status{};
    // For mutating webhooks: a JSON patch (RFC 6902) in base64, with patchType "JSONPatch".
    // Both or neither: a patch without its type is an error of the call.
    std::string patch{}, patch_type{};
    // Keys are qualified names without the webhook's name as prefix; the server adds that and "/".
    std::map<std::string, std::string> audit_annotations{};
    // The API server adds no prefix; it shortens texts over 256 characters if all warnings of a request
    // exceed 4096. Of these, the first ones win.
    std::vector<std::string> warnings{};  // shown to the client; at most 120 characters each

    template <class Self = admission_response>
    static constexpr auto describe() {
        using namespace schema;
        return object("The response to a request.", field(&Self::uid, "uid", "", unique, required),
                      field(&Self::allowed, "allowed", "", required), field(&Self::status, "status", ""),
                      field(&Self::patch, "patch", ""), field(&Self::patch_type, "patchType", ""),
                      field(&Self::audit_annotations, "auditAnnotations", ""),
                      field(&Self::warnings, "warnings", ""));
    }
};

// Request and response have the same type and differ by the field that is set. Receivers must check
// api_version and kind: decoding does not.
// decode() accepts any text in api_version and kind, so that the response can name the version of the
// request; expected are admission.k8s.io/v1 and AdmissionReview.
struct admission_review {
    std::string api_version{}, kind{};  // "admission.k8s.io/v1", "AdmissionReview"
    // Exactly one of the two is set: `request` by the API server, `response` by the webhook.
    std::optional<admission_request> request{};
    std::optional<admission_response> response{};

    template <class Self = admission_review>
    static constexpr auto describe() {
        using namespace schema;
        return object("An admission request and its response.", field(&Self::api_version, "apiVersion", ""),
                      field(&Self::kind, "kind", ""), field(&Self::request, "request", ""),
                      field(&Self::response, "response", ""));
    }
};

// Returns the review to send back, with the request's version and UID. Precondition:
// question.request is set.
// Replaces the UID of `verdict`. The result owns everything.
inline admission_review answer_to(const admission_review& question, admission_response verdict) {
    verdict.uid = question.request->uid;
    return {question.api_version, question.kind, std::nullopt, std::move(verdict)};
}

}}  // namespace setpoint::v0
