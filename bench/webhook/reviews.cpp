#include "reviews.hpp"

#include "framework/core/base64.hpp"

#include <boost/json/parse.hpp>
#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace bench {

namespace bj = boost::json;

namespace {

constexpr std::string_view user =
    R"("userInfo":{"username":"kubernetes-admin","groups":["kubeadm:cluster-admins","system:authenticated"],)"
    R"("extra":{"authentication.kubernetes.io/credential-id":["X509SHA256=0b05ae1b6b2e6b1f2f4d9e0c3b4a5968"]}})";
constexpr std::string_view managed =
    R"("managedFields":[{"apiVersion":"my.domain/v1","fieldsType":"FieldsV1","fieldsV1":{"f:metadata":)"
    R"({"f:annotations":{".":{},"f:kubectl.kubernetes.io/last-applied-configuration":{}}},"f:spec":{".":{},)"
    R"("f:image":{},"f:replicas":{}}},"manager":"kubectl-client-side-apply","operation":"Update",)"
    R"("time":"2026-08-14T09:21:07Z"}])";
constexpr std::string_view server_status =
    R"(,"status":{"conditions":[{"lastTransitionTime":"2026-08-14T09:21:09Z","message":"3 of 3 pods are ready.",)"
    R"("observedGeneration":1,"reason":"PodsReady","status":"True","type":"Available"}],)"
    R"("observedGeneration":1,"readyReplicas":3,"replicas":3})";

std::string uid_of(std::size_t number) {
    return fmt::format("705ab4f5-6393-11e8-b7cc-{:012}", number);
}

std::string object(std::string_view version, std::size_t number, std::string_view spec,
                   std::string_view status) {
    return fmt::format(
        R"({{"apiVersion":"my.domain/{0}","kind":"WebServer","metadata":{{"annotations":)"
        R"({{"kubectl.kubernetes.io/last-applied-configuration":"{{\"apiVersion\":\"my.domain/v1\",\"kind\":)"
        R"(\"WebServer\",\"metadata\":{{\"annotations\":{{}},\"name\":\"web-{1:06}\"}}}}\n"}},)"
        R"("creationTimestamp":"2026-08-14T09:21:07Z","generation":1,{2},"name":"web-{1:06}",)"
        R"("namespace":"default","uid":"00000000-0000-4000-8000-{1:012}"}},"spec":{3}{4}}})",
        version, number, managed, spec, status);
}

std::string v1_object(std::size_t number, std::string_view image, std::string_view status = "") {
    return object("v1", number, fmt::format(R"({{"image":"{}","replicas":3}})", image), status);
}

std::string admission_review_of(std::size_t number, std::string_view operation, std::string_view now,
                                std::string_view before) {
    return fmt::format(
        R"({{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{{"uid":"{0}","kind":)"
        R"({{"group":"my.domain","version":"v1","kind":"WebServer"}},"resource":{{"group":"my.domain",)"
        R"("version":"v1","resource":"webservers"}},"requestKind":{{"group":"my.domain","version":"v1","kind":)"
        R"("WebServer"}},"requestResource":{{"group":"my.domain","version":"v1","resource":"webservers"}},)"
        R"("name":"web-{1:06}","namespace":"default","operation":"{2}",{3},"object":{4},"oldObject":{5},)"
        R"("dryRun":false,"options":{{"kind":"{6}Options","apiVersion":"meta.k8s.io/v1","fieldManager":)"
        R"("kubectl-client-side-apply","fieldValidation":"Strict"}}}}}})",
        uid_of(number), number, operation, user, now, before, operation == "CREATE" ? "Create" : "Update");
}

std::string conversion_review_of(std::size_t number, std::size_t objects) {
    std::string list;
    for (std::size_t i = 0; i < objects; ++i) {
        if (i != 0) list += ',';
        list += v1_object(i, "nginx:1.23.1", server_status);
    }
    return fmt::format(
        R"({{"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/v1","request":{{"uid":"{}",)"
        R"("desiredAPIVersion":"my.domain/v2","objects":[{}]}}}})",
        uid_of(number), list);
}

// kube-rs writes the patch as an array of bytes, which Go decodes like base64.
std::string patch_in(const bj::object& response) {
    const bj::value& patch = response.at("patch");
    std::string text;
    if (patch.is_array()) {
        for (const bj::value& byte : patch.as_array()) text += static_cast<char>(byte.to_number<int>());
        return text;
    }
    return base64_decode(std::string_view(patch.as_string())).value();
}

// The patch sets the label and the image, whatever else it sets that the type describes.
bool is_right_patch(std::string_view text) {
    bool image = false, label = false;
    const bj::value steps = bj::parse(text);
    for (const bj::value& step : steps.as_array()) {
        const std::string_view path = step.at("path").as_string();
        const bj::value& value = step.at("value");
        if (path == "/spec/image") image = value == "nginx:latest";
        if (path == "/metadata/labels")
            label = value.at("app.kubernetes.io/managed-by") == "webserver-operator";
    }
    return image && label;
}

std::string wrong_conversion(const bj::object& response, std::size_t objects) {
    if (response.at("result").at("status") != "Success") return "the conversion has failed";
    const bj::array& converted = response.at("convertedObjects").as_array();
    if (converted.size() != objects) return fmt::format("{} objects", converted.size());
    for (std::size_t i = 0; i < objects; ++i) {
        const bj::value& o = converted[i];
        if (o.at("apiVersion") != "my.domain/v2" || o.at("spec").at("size") != 3 ||
            o.at("spec").at("container").at("image") != "nginx:1.23.1" ||
            o.at("status").at("readyReplicas") != 3 ||
            std::string_view(o.at("metadata").at("name").as_string()) != fmt::format("web-{:06}", i))
            return fmt::format("object {} is not the converted one", i);
    }
    return "";
}

std::string wrong_verdict(review_kind k, const bj::object& response) {
    const bool allowed = response.at("allowed").as_bool();
    if (k == review_kind::rejected) {
        if (allowed) return "an invalid image is accepted";
        const std::string_view why = response.at("status").at("message").as_string();
        return why.find("spec.image") == std::string_view::npos ? "the message does not name the field" : "";
    }
    if (!allowed) return "a valid WebServer is rejected";
    if (k == review_kind::accepted) return "";
    if (response.at("patchType") != "JSONPatch") return "it is not a JSON patch";
    return is_right_patch(patch_in(response)) ? "" : "the patch is another one";
}

}  // namespace

review_kind kind_of_review(std::size_t number) {
    if (number % 2 == 0) return review_kind::defaulted;
    return number % 6 == 5 ? review_kind::rejected : review_kind::accepted;
}

std::string_view path_of(review_kind k) {
    switch (k) {
        case review_kind::defaulted:
            return "/mutate-my-domain-v1-webserver?timeout=10s";
        case review_kind::converted:
            return "/convert?timeout=30s";
        default:
            return "/validate-my-domain-v1-webserver?timeout=10s";
    }
}

std::string review(review_kind k, std::size_t number, std::size_t objects) {
    switch (k) {
        case review_kind::defaulted:
            return admission_review_of(number, "CREATE", v1_object(number, "nginx"), "null");
        case review_kind::converted:
            return conversion_review_of(number, objects);
        default:
            return admission_review_of(
                number, "UPDATE",
                v1_object(number,
                          k == review_kind::rejected ? "registry.example.com/Web Server:1.2" : "nginx:1.23.2",
                          server_status),
                v1_object(number, "nginx:1.23.1", server_status));
    }
}

std::string what_is_wrong(review_kind k, std::size_t number, std::size_t objects, int status,
                          std::string_view body) {
    constexpr int ok = 200;
    if (status != ok) return fmt::format("status {}: {}", status, body.substr(0, 200));
    try {
        const bj::value all = bj::parse(body);
        const bj::object& response = all.at("response").as_object();
        if (std::string_view(response.at("uid").as_string()) != uid_of(number)) return "another UID";
        return k == review_kind::converted ? wrong_conversion(response, objects) : wrong_verdict(k, response);
    } catch (const std::exception& e) {
        return fmt::format("not a review: {}: {}", e.what(), body.substr(0, 200));
    }
}

}}}  // namespace setpoint::v0::bench
