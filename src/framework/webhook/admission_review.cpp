#include "framework/webhook/admission_review.hpp"

#include "framework/core/base64.hpp"
#include "framework/json/member_scanner.hpp"
#include "setpoint/json/decode.hpp"
#include "setpoint/json/encode.hpp"

#include <boost/json/serialize.hpp>
#include <fmt/format.h>

#include <optional>

namespace setpoint { inline namespace v0 {

namespace {

struct review_head {
    std::string api_version, kind;
    std::optional<admission_attributes> request;
    static constexpr auto describe() {
        using namespace schema;
        using self = review_head;
        return object("", field(&self::api_version, "apiVersion", ""), field(&self::kind, "kind", ""),
                      field(&self::request, "request", ""));
    }
};

std::optional<admission_operation> operation_of(std::string_view text) {
    for (const auto o : {admission_operation::create, admission_operation::update,
                         admission_operation::remove, admission_operation::connect})
        if (text == to_string(o)) return o;
    return std::nullopt;
}

struct metadata_part {
    object_meta metadata;
    static constexpr auto describe() {
        using namespace schema;
        return object("", field(&metadata_part::metadata, "metadata", ""));
    }
};

bool is_being_deleted(std::string_view object) {
    const auto read = json::decode<metadata_part>(object);
    return read && read->metadata.deletion_timestamp;
}

// Null if there is nothing to decode.
result<std::shared_ptr<void>> read_object(const kind_info& kind, std::string_view text,
                                          std::string_view input) {
    if (text.empty()) return std::shared_ptr<void>();
    std::shared_ptr<void> object = kind.make();
    const auto ok = json::decode_into(*kind.type, object.get(), text);
    if (!ok) return ok.error().within(input);
    return object;
}

error not_a_review(std::string why) {
    return {errc::bad_data, "AdmissionReview: " + std::move(why)};
}

}  // namespace

result<admission_question> read_question(std::string_view body) {
    auto head = json::decode<review_head>(body);
    if (!head) return head.error().within("AdmissionReview");
    if (head->kind != "AdmissionReview" ||
        (head->api_version != "admission.k8s.io/v1" && head->api_version != "admission.k8s.io/v1beta1"))
        return not_a_review(fmt::format(
            "expected kind AdmissionReview of admission.k8s.io/v1 or v1beta1, found kind \"{}\" of \"{}\"",
            head->kind, head->api_version));
    if (!head->request) return not_a_review("request: missing");
    if (head->request->uid.empty()) return not_a_review("request.uid: missing");
    const auto operation = operation_of(head->request->operation);
    if (!operation)
        return not_a_review(fmt::format("request.operation: \"{}\" is not CREATE, UPDATE, DELETE or CONNECT",
                                        head->request->operation));
    admission_question q{std::move(head->api_version), std::move(*head->request), *operation, {}, {}};
    std::string_view request;
    json::each_member(body, [&](std::string_view name, std::string_view value) {
        if (name == "\"request\"") request = value;
    });
    json::each_member(request, [&](std::string_view name, std::string_view value) {
        if (value == "null") value = {};
        if (name == "\"object\"") q.object = value;
        if (name == "\"oldObject\"") q.old_object = value;
    });
    return q;
}

result<reviewed_objects> read_objects(const kind_info& kind, const admission_question& q) {
    reviewed_objects r;
    const bool connect = q.operation == admission_operation::connect;
    auto object = read_object(kind, connect ? std::string_view() : q.object, "request.object");
    auto old = read_object(kind, q.old_object, "request.oldObject");
    if (!old && q.operation == admission_operation::update) {
        r.misfit = old.error().message;
        r.let_through = !object && is_being_deleted(q.old_object);
        if (r.let_through) return r;
        old = std::shared_ptr<void>();
    }
    if (!object) return object.error();
    if (!old) return old.error();
    r.object = std::move(*object);
    r.old_object = std::move(*old);
    return r;
}

std::string answer_text(const admission_question& question, admission_response response,
                        const boost::json::array& patch) {
    admission_review answer{question.api_version, "AdmissionReview", std::nullopt, std::move(response)};
    answer.response->uid = question.request.uid;
    if (!patch.empty()) {
        answer.response->patch_type = "JSONPatch";
        answer.response->patch = base64_encode(boost::json::serialize(patch));
    }
    return json::encode(answer);
}

admission_response rejection(std::string message, int http_status) {
    admission_response r;
    api_status& s = r.status.emplace();
    s.status = "Failure";
    s.code = http_status;
    s.message = std::move(message);
    return r;
}

}}  // namespace setpoint::v0
