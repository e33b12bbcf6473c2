#include "apiserver/resources/admission_review.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/kind_text.hpp"
#include "framework/core/base64.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view group = "admission.k8s.io", review_kind = "AdmissionReview";

bj::object json_of(const group_version_kind& k) {
    return {{"group", k.group}, {"version", k.version}, {"kind", k.kind}};
}
bj::object json_of(const group_version_resource& r) {
    return {{"group", r.group}, {"version", r.version}, {"resource", r.resource}};
}

error broken(std::string why) {
    return {errc::bad_data, std::move(why)};
}
error failed(std::string_view why) {
    return broken(fmt::format("failed to call webhook: {}", why));
}
error invalid_response(std::string_view why) {
    return broken(fmt::format("received invalid webhook response: {}", why));
}

// encoding/json, for the first field that does not fit; "" if all do.
std::string type_error(const bj::object& response) {
    const auto wrong = [&](const char* key, bj::kind wanted, const char* type) -> std::string {
        const bj::value* v = value_at(response, key);
        if (!v || v->kind() == wanted || (v->is_array() && std::string_view(type) == "[]uint8")) return {};
        return fmt::format(
            "json: cannot unmarshal {} into Go struct field AdmissionResponse.response.{} of type {}",
            go_text::json_kind(*v), key, type);
    };
    for (const auto& [key, kind, type] : {std::tuple{"uid", bj::kind::string, "types.UID"},
                                          {"allowed", bj::kind::bool_, "bool"},
                                          {"status", bj::kind::object, "v1.Status"},
                                          {"patch", bj::kind::string, "[]uint8"},
                                          {"patchType", bj::kind::string, "v1.PatchType"},
                                          {"auditAnnotations", bj::kind::object, "map[string]string"},
                                          {"warnings", bj::kind::array, "[]string"}})
        if (std::string why = wrong(key, kind, type); !why.empty()) return why;
    return {};
}

// Go's decoder knows only this group and converts between no versions; a missing kind or version is
// that of the request.
std::string unknown_kind(const bj::object& review, std::string_view wanted) {
    std::string_view kind = text_at(review, "kind"), version = text_at(review, "apiVersion");
    if (kind.empty()) kind = review_kind;
    const std::string expected = fmt::format("{}/{}", group, wanted);
    if (version.empty()) version = expected;
    const bool is_known = version == "admission.k8s.io/v1" || version == "admission.k8s.io/v1beta1";
    if (kind != review_kind || !is_known)
        return fmt::format("no kind {} is registered for version {} in scheme \"pkg/runtime/scheme.go:111\"",
                           go_text::quoted(kind), go_text::quoted(version));
    if (version == expected) return {};
    return fmt::format("converting ({0}.{2}) to ({1}.{2}): unknown conversion",
                       version.substr(group.size() + 1), wanted, review_kind);
}

// What is not JSON is read as YAML, in which nearly everything is a string.
std::string not_an_object(std::string_view kind) {
    return fmt::format(
        "json: cannot unmarshal {} into Go value of type struct {{ APIVersion string "
        "\"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }}",
        kind);
}

// VerifyAdmissionResponse; "" if the response is valid. v1beta1 is not verified.
std::string verify(const bj::object& review, const bj::object& response, std::string_view uid, bool mutating,
                   bool patch) {
    const std::string_view is = text_at(response, "uid");
    if (is != uid)
        return fmt::format("expected response.uid={}, got {}", go_text::quoted(uid), go_text::quoted(is));
    const std::string wanted = fmt::format("{}/v1, Kind={}", group, review_kind);
    if (const std::string kind = kind_text(review); kind != wanted)
        return fmt::format("expected webhook response of {}, got {}", wanted, kind);
    const bj::value* const type = value_at(response, "patchType");
    if (!mutating) {
        if (patch) return "validating webhook may not return response.patch";
        return type ? "validating webhook may not return response.patchType" : "";
    }
    if (patch && !type) return "webhook returned response.patch but not response.patchType";
    if (!patch && type) return "webhook returned response.patchType but not response.patch";
    if (type && text_of(*type).empty()) return "webhook returned invalid response.patchType of \"\"";
    return {};
}

// As base64, or as a list of numbers, which Go takes for bytes too and kube-rs sends.
result<std::string> patch_bytes(const bj::object& response) {
    const bj::value* const v = value_at(response, "patch");
    if (!v || !v->is_array()) {
        auto decoded = base64_decode(text_at(response, "patch"));
        if (!decoded) return failed("illegal base64 data at input byte 0");
        return std::move(*decoded);
    }
    std::string bytes;
    for (const bj::value& one : v->get_array()) {
        constexpr std::uint64_t largest = 255;
        boost::system::error_code not_exact;
        const auto n = one.to_number<std::uint64_t>(not_exact);
        if (not_exact || n > largest)
            return failed(fmt::format(
                "json: cannot unmarshal {} into Go struct field "
                "AdmissionResponse.response.patch of type uint8",
                one.is_number() ? "number " + bj::serialize(one) : std::string(go_text::json_kind(one))));
        bytes += static_cast<char>(n);
    }
    return bytes;
}

result<bj::array> read_patch(const std::string& text) {
    const auto undecodable = [](std::string_view why) {
        return broken(fmt::format("received undecodable patch in webhook response: {}", why));
    };
    bj::value patch;
    std::string why;
    if (!json_text::parse(text, patch, why)) return undecodable(why);
    if (patch.is_null()) return bj::array();
    const auto mismatch = [&](const bj::value& v, const char* type) {
        return undecodable(fmt::format("json: cannot unmarshal {} into Go value of type jsonpatch.{}",
                                       go_text::json_kind(v), type));
    };
    if (!patch.is_array()) return mismatch(patch, "Patch");
    for (const bj::value& op : patch.get_array())
        if (!op.is_object()) return mismatch(op, "Operation");
    return std::move(patch.get_array());
}

}  // namespace

bj::object admission_review::fields(bj::object user) const {
    bj::object r;
    r["kind"] = json_of(kind);
    r["resource"] = json_of(resource);
    if (!subresource.empty()) r["subResource"] = subresource;
    r["requestKind"] = json_of(request_kind);
    r["requestResource"] = json_of(request_resource);
    if (!subresource.empty()) r["requestSubResource"] = subresource;
    if (!name.empty()) r["name"] = name;
    if (!ns.empty()) r["namespace"] = ns;
    r["operation"] = operation;
    r["userInfo"] = std::move(user);
    r["object"] = object ? bj::value(*object) : bj::value();
    r["oldObject"] = old ? bj::value(*old) : bj::value();
    r["dryRun"] = dry_run;
    r["options"] = options;
    return r;
}

std::string admission_review::text_after_uid(bj::object user) const {
    return json_text::serialize(fields(std::move(user))).substr(1) + "}";
}

std::string admission_review::text(std::string_view version, std::string_view uid,
                                   std::string_view after_uid) {
    return fmt::format(R"({{"kind":"{}","apiVersion":"{}/{}","request":{{"uid":"{}",{})", review_kind, group,
                       version, uid, after_uid);
}

result<admission_verdict> read_verdict(std::string_view body, std::string_view version, std::string_view uid,
                                       bool mutating) {
    bj::value tree;
    std::string why;
    if (!json_text::parse(body, tree, why)) {
        if (!body.starts_with('{') && !body.starts_with('[')) why = not_an_object("string");
    } else if (!tree.is_object()) {
        why = not_an_object(go_text::json_kind(tree));
    }
    if (!why.empty()) return failed(fmt::format("couldn't get version/kind; json parse error: {}", why));
    const bj::object& review = tree.get_object();
    if (why = unknown_kind(review, version); !why.empty()) return failed(why);
    const bj::object* const response = object_at(review, "response");
    if (!response) return invalid_response("webhook response was absent");
    if (why = type_error(*response); !why.empty()) return failed(why);
    const auto patch = patch_bytes(*response);
    if (!patch) return patch.error();
    if (version == "v1")
        if (why = verify(review, *response, uid, mutating, !patch->empty()); !why.empty())
            return invalid_response(why);
    admission_verdict out;
    out.allowed = true_at(*response, "allowed");
    if (const bj::value* status = value_at(*response, "status")) out.status = *status;
    for (const bj::value& w : list_of(*response, "warnings")) out.warnings.emplace_back(text_of(w));
    out.audit_annotations = object_of(*response, "auditAnnotations");
    if (!out.allowed || !mutating || patch->empty()) return out;
    auto operations = read_patch(*patch);
    if (!operations) return operations.error();
    out.patch_type = version == "v1" ? text_at(*response, "patchType") : "JSONPatch";
    out.patch = std::move(*operations);
    return out;
}

api_error rejected_by(std::string_view webhook, const bj::value& status) {
    constexpr int bad_request_code = 400, last_code = 999, internal_code = 500;
    const bj::object none;
    const bj::object& s = status.is_object() ? status.get_object() : none;
    api_error out{static_cast<int>(number_at(s, "code").value_or(0)),
                  std::string(text_at(s, "reason")),
                  {},
                  object_of(s, "details")};
    if (out.code < bad_request_code) out.code = bad_request_code;
    if (out.code > last_code) out.code = internal_code;
    out.message = fmt::format("admission webhook {} denied the request", go_text::quoted(webhook));
    const std::string_view why = text_at(s, "message");
    if (!why.empty())
        out.message += fmt::format(": {}", why);
    else if (!out.reason.empty())
        out.message += ": " + out.reason;
    else
        out.message += " without explanation";
    return out;
}

std::string unsupported_patch(std::string_view type) {
    return fmt::format("unsupported patch type {}", go_text::quoted(type));
}

api_error no_dry_run(std::string_view webhook) {
    return bad_request(
        fmt::format("admission webhook {} does not support dry run", go_text::quoted(webhook)));
}

api_error failed_calling(std::string_view webhook, std::string_view why) {
    return internal(fmt::format("failed calling webhook {}: {}", go_text::quoted(webhook), why));
}

}}}  // namespace setpoint::v0::apiserver
