#pragma once
// The request that the API server sends to an admission webhook, and the response
// (admission.k8s.io/v1). Never stored.
// https://kubernetes.io/docs/reference/access-authn-authz/extensible-admission-controllers/

#include "setpoint/api/authentication_v1.hpp"
#include "setpoint/api/status.hpp"

#include <boost/json/value.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace setpoint {

// metav1.GroupVersionKind.
struct admission_kind {
    std::string group{}, version{}, kind{};

    static constexpr auto describe() {
        using namespace schema;
        using self = admission_kind;
        return object("", field(&self::group, "group", ""), field(&self::version, "version", ""),
                      field(&self::kind, "kind", ""));
    }
};

// metav1.GroupVersionResource.
struct admission_resource {
    std::string group{}, version{}, resource{};

    static constexpr auto describe() {
        using namespace schema;
        using self = admission_resource;
        return object("", field(&self::group, "group", ""), field(&self::version, "version", ""),
                      field(&self::resource, "resource", ""));
    }
};

// A request without the objects.
struct admission_attributes {
    std::string uid{};  // must be copied to the response
    admission_kind kind{};
    admission_resource resource{};
    std::string sub_resource{};  // "status", "scale"; "": the object itself
    // The kind that the client requested, if the webhook's rules made the server convert the
    // object.
    std::optional<admission_kind> request_kind{};
    std::optional<admission_resource> request_resource{};
    std::string request_sub_resource{};
    std::string name{};       // "" for a create whose name the server generates
    std::string ns{};         // "" for cluster-scoped objects
    std::string operation{};  // "CREATE", "UPDATE", "DELETE" or "CONNECT"
    user_info user{};
    bool dry_run = false;  // nothing will be stored: side effects are not allowed

    static constexpr auto describe() {
        using namespace schema;
        using self = admission_attributes;
        return object("", field(&self::uid, "uid", "", unique, required), field(&self::kind, "kind", ""),
                      field(&self::resource, "resource", ""), field(&self::sub_resource, "subResource", ""),
                      field(&self::request_kind, "requestKind", ""),
                      field(&self::request_resource, "requestResource", ""),
                      field(&self::request_sub_resource, "requestSubResource", ""),
                      field(&self::name, "name", ""), field(&self::ns, "namespace", ""),
                      field(&self::operation, "operation", ""), field(&self::user, "userInfo", ""),
                      field(&self::dry_run, "dryRun", ""));
    }
};

// One request to the API server.
struct admission_request : admission_attributes {
    // As JSON, of `kind`. `object` is null for DELETE, `old_object` for CREATE and CONNECT.
    boost::json::value object{}, old_object{};
    boost::json::value options{};  // meta.k8s.io/v1 CreateOptions and similar

    static constexpr auto describe() {
        using namespace schema;
        using self = admission_request;
        return schema::object("", fields_of<admission_attributes>, field(&self::object, "object", ""),
                              field(&self::old_object, "oldObject", ""),
                              field(&self::options, "options", ""));
    }
};

struct admission_response {
    std::string uid{};
    bool allowed = false;
    // The reason for a rejection. The API server adds the name of the webhook to the message and
    // sends the rest to the client: code (0: 400), reason and the causes.
    std::optional<api_status> status{};
    // For mutating webhooks: a JSON patch (RFC 6902) in base64, with patchType "JSONPatch".
    std::string patch{}, patch_type{};
    // keys without the webhook's name as prefix
    std::map<std::string, std::string> audit_annotations{};
    std::vector<std::string> warnings{};  // shown to the client; at most 120 characters each

    static constexpr auto describe() {
        using namespace schema;
        using self = admission_response;
        return object("The response to a request.", field(&self::uid, "uid", "", unique, required),
                      field(&self::allowed, "allowed", "", required), field(&self::status, "status", ""),
                      field(&self::patch, "patch", ""), field(&self::patch_type, "patchType", ""),
                      field(&self::audit_annotations, "auditAnnotations", ""),
                      field(&self::warnings, "warnings", ""));
    }
};

// Request and response have the same type and differ by the field that is set. Receivers must check
// api_version and kind: decoding does not.
struct admission_review {
    std::string api_version{}, kind{};  // "admission.k8s.io/v1", "AdmissionReview"
    std::optional<admission_request> request{};
    std::optional<admission_response> response{};

    static constexpr auto describe() {
        using namespace schema;
        using self = admission_review;
        return object("An admission request and its response.", field(&self::api_version, "apiVersion", ""),
                      field(&self::kind, "kind", ""), field(&self::request, "request", ""),
                      field(&self::response, "response", ""));
    }
};

// Returns the review to send back, with the request's version and UID. Precondition:
// question.request is set.
inline admission_review answer_to(const admission_review& question, admission_response verdict) {
    verdict.uid = question.request->uid;
    return {question.api_version, question.kind, std::nullopt, std::move(verdict)};
}

}  // namespace setpoint
