#include "apiserver/kinds/apiextensions/conversion_review.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/kinds/apiextensions/conversion.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/resources/kind_text.hpp"

#include <fmt/format.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::string_view review_group = "apiextensions.k8s.io";
api_error broken_conversion(const conversion_request& sent, std::string_view what) {
    return {500, {}, sent.subject() + std::string(what), {}};
}

// Why the response is unusable; "" if it holds objects.
std::string review_error(const conversion_request& sent, const bj::object& review) {
    const bj::object* const response = object_at(review, "response");
    if (sent.review_version == "v1") {
        const std::string wanted = fmt::format("{}/v1, Kind=ConversionReview", review_group);
        if (const std::string kind = kind_text(review); kind != wanted)
            return fmt::format("expected webhook response of {}, got {}", wanted, kind);
        if (!response) return "no response provided";
        const std::string_view uid = text_at(*response, "uid");
        if (uid != sent.uid)
            return fmt::format("expected response.uid={}, got {}", go_text::quoted(sent.uid),
                               go_text::quoted(uid));
    } else if (!response) {
        return "no response provided";
    }
    const bj::object& result = object_of(*response, "result");
    if (text_at(result, "status") == "Success") return {};
    const std::string_view message = text_at(result, "message");
    if (!message.empty()) return std::string(message);
    return fmt::format("response.result.status was '{}', not 'Success'", text_at(result, "status"));
}

}  // namespace

std::string conversion_request::text() const {
    bj::array list;
    for (const bj::object& o : objects) list.emplace_back(o);
    bj::object request{{"uid", uid}, {"desiredAPIVersion", wanted}};
    request["objects"] = std::move(list);
    bj::object review{{"kind", "ConversionReview"},
                      {"apiVersion", fmt::format("{}/{}", review_group, review_version)}};
    review["request"] = std::move(request);
    return json_text::serialize(review);
}

std::string conversion_request::subject() const {
    return fmt::format("conversion webhook for {} ", kind_text(objects.front()));
}

api_error conversion_failed(const conversion_request& sent, std::string_view why) {
    return broken_conversion(sent, fmt::format("failed: {}", why));
}

api_result<std::vector<bj::object>> converted_objects(const conversion_request& sent,
                                                      std::string_view answer) {
    bj::value tree;
    std::string why;
    // The review, its response and the list add levels around each object.
    if (!json_text::parse(answer, tree, why, json_text::trusted_depth)) return conversion_failed(sent, why);
    if (!tree.is_object()) return conversion_failed(sent, "the answer is no ConversionReview");
    if (why = review_error(sent, tree.get_object()); !why.empty()) return conversion_failed(sent, why);
    const bj::array& list = list_of(object_of(tree.get_object(), "response"), "convertedObjects");
    if (list.size() != sent.objects.size())
        return broken_conversion(
            sent, fmt::format("returned {} objects, expected {}", list.size(), sent.objects.size()));
    std::vector<bj::object> out;
    out.reserve(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bj::object& original = sent.objects[i];
        bj::object next = list[i].is_object() ? list[i].get_object() : bj::object();
        if (why = type_mismatch(original, next, sent.wanted); !why.empty())
            return broken_conversion(sent, fmt::format("returned invalid object at index {}: {}", i, why));
        if (why = identity_mismatch(original, next); !why.empty())
            return broken_conversion(sent, fmt::format("returned invalid object: {}", why));
        if (why = restore_metadata(original, next); !why.empty())
            return broken_conversion(sent, fmt::format("returned invalid metadata: {}", why));
        out.push_back(std::move(next));
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver
