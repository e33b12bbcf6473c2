#include "apiserver/request/body.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/protobuf_decoder.hpp"
#include "apiserver/objects/protobuf_envelope.hpp"
#include "apiserver/objects/protobuf_values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

constexpr std::size_t max_shown = 30;

api_error unrecognized(std::string_view kind, std::string_view why, std::string_view body) {
    return bad_request(fmt::format("the object provided is unrecognized (must be of type {}): {} ({})", kind,
                                   why, body_summary(body)));
}

}  // namespace

std::string body_summary(std::string_view body) {
    if (body.empty()) return "<empty>";
    const bool more = body.size() > max_shown;
    const std::string_view head = body.substr(0, max_shown);
    std::string out;
    if (body.front() == '{') {
        out = head;
    } else {
        for (const char c : head) out += fmt::format("{:02x}", static_cast<unsigned char>(c));
    }
    return more ? out + " ..." : out;
}

std::string not_registered(std::string_view kind, std::string_view api_version) {
    // Go prints a version with an empty group without the slash.
    if (api_version.starts_with('/')) api_version.remove_prefix(1);
    return fmt::format("no kind {} is registered for version {} in scheme \"pkg/runtime/scheme.go:111\"",
                       go_text::quoted(kind), go_text::quoted(api_version));
}

bool is_protobuf(std::string_view content_type) {
    return !content_type.empty() && media_type(content_type) == protobuf_media_type;
}

std::optional<unread_protobuf> read_protobuf(std::string_view body, const expected_kind& as, bj::object& to) {
    unread_protobuf failed;
    protobuf_envelope sent;
    if (!open_envelope(body, sent, failed.why)) return failed;
    failed.kind = valid_utf8(sent.kind.empty() ? as.kind : sent.kind);
    // Go's ParseGroupVersion knows no version with two slashes.
    const bool has_version = !sent.api_version.empty() && std::ranges::count(sent.api_version, '/') < 2;
    failed.api_version = valid_utf8(has_version ? sent.api_version : as.api_version);
    if (as.custom) {
        failed.why = "Object 'Kind' is missing in 'object has no kind field '";
        return failed;
    }
    const bool other_options = as.kind == "DeleteOptions" && failed.kind != as.kind;
    const go_type* const type = other_options ? nullptr : find_protobuf(failed.api_version, failed.kind);
    if (type == nullptr) {
        to = {{"kind", failed.kind}, {"apiVersion", failed.api_version}};
        return std::nullopt;
    }
    if (decode_protobuf(*type, sent.message, failed.kind, failed.api_version, to, failed.why))
        return std::nullopt;
    return failed;
}

api_result<request_body> read_body(std::string_view content_type, std::string_view body,
                                   const expected_kind& as) {
    const std::string_view kind = as.kind;
    const auto named =
        content_type.empty() ? std::optional<std::string>("application/json") : media_type(content_type);
    const std::string type = named.value_or("");
    request_body out;
    if (type == protobuf_media_type) {
        const auto failed = read_protobuf(body, as, out.object);
        if (!failed) return out;
        if (failed->kind.empty()) return unrecognized(kind, failed->why, body);
        const std::string version = failed->api_version.substr(failed->api_version.find('/') + 1);
        return bad_request(fmt::format("{} in version \"{}\" cannot be handled as a {}: {}", failed->kind,
                                       version, kind, failed->why));
    }
    bj::value tree;
    if (type == "application/yaml") {
        auto converted = convert_yaml(body);
        if (!converted) return unrecognized(kind, converted.error().message, body);
        tree = std::move(converted->tree);
        out.text = std::move(converted->json);
        out.sent = body;
        out.repeated = std::move(converted->repeated);
    } else if (type == "application/json") {
        std::string why;
        if (!json_text::parse(body, tree, why))
            return unrecognized(kind, "couldn't get version/kind; json parse error: " + why, body);
        out.text = body;
    } else {
        return unsupported_media_type(
            "the body of the request was in an unknown format - accepted media types include: "
            "application/json, "
            "application/yaml, application/vnd.kubernetes.protobuf");
    }
    if (tree.is_null()) tree.emplace_object();
    if (!tree.is_object())
        return unrecognized(
            kind,
            fmt::format(
                "couldn't get version/kind; json parse error: json: cannot unmarshal {} into Go value of "
                "type struct {{ APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string "
                "\"json:\\\"kind,omitempty\\\"\" }}",
                go_text::json_kind(tree)),
            body);
    for (const char* key : {"apiVersion", "kind"}) {
        const bj::value* const v = tree.get_object().if_contains(key);
        if (v && !v->is_string() && !v->is_null())
            return unrecognized(kind,
                                fmt::format("couldn't get version/kind; json parse error: json: cannot "
                                            "unmarshal {} into Go struct field .{} of type string",
                                            go_text::json_kind(*v), key),
                                body);
    }
    out.object = std::move(tree.get_object());
    return out;
}

}}}  // namespace setpoint::v0::apiserver
