#include "apiserver/audit/body_text.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/request/body.hpp"

namespace setpoint { inline namespace v0 { namespace apiserver::audit {

namespace {

constexpr std::string_view json_type = "application/json", yaml_type = "application/yaml";
constexpr std::size_t begin_of_body = 256, longest_protobuf_status = 4096;

void remove_from(bj::object& of) {
    if (bj::object* const meta = object_at(of, "metadata")) meta->erase("managedFields");
}

}  // namespace

std::optional<bj::object> object_in(std::string_view content_type, std::string_view body) {
    bj::value tree;
    std::string why;
    if (content_type.starts_with(json_type)) {
        if (!json_text::parse(body, tree, why, json_text::trusted_depth)) return std::nullopt;
    } else if (content_type.starts_with(yaml_type)) {
        auto read = convert_yaml(body);
        if (!read) return std::nullopt;
        tree = std::move(read->tree);
    } else if (is_protobuf(content_type)) {
        bj::object out;
        if (read_protobuf(body, {.kind = {}}, out)) return std::nullopt;
        return out;
    }
    if (!tree.is_object()) return std::nullopt;
    return std::move(tree.get_object());
}

bool may_be_status(std::string_view content_type, std::string_view body) {
    const std::string_view begin = body.substr(0, begin_of_body);
    if (is_protobuf(content_type)) return body.size() <= longest_protobuf_status;
    if (content_type.starts_with(yaml_type)) return body.find("\nkind: Status\n") != std::string_view::npos;
    return content_type.starts_with(json_type) && begin.find("\"Status\"") != std::string_view::npos;
}

std::string compact(std::string_view json) {
    std::string out;
    out.reserve(json.size());
    bool in_text = false, escaped = false;
    for (const char c : json) {
        if (!in_text && (c == ' ' || c == '\n' || c == '\r' || c == '\t')) continue;
        out += c;
        if (c == '"' && !escaped) in_text = !in_text;
        escaped = in_text && c == '\\' && !escaped;
    }
    return out;
}

std::string patch_text(std::string_view content_type, std::string_view body) {
    bj::value tree;
    std::string why;
    if (json_text::parse(body, tree, why)) return compact(body);
    if (!content_type.starts_with("application/apply-patch+yaml")) return {};
    const auto read = convert_yaml(body);
    return read ? read->json : std::string();
}

void remove_managed_fields(bj::object& object) {
    remove_from(object);
    if (bj::array* const items = list_at(object, "items"))
        for_each_object(*items, [](bj::object& one, std::size_t) { remove_from(one); });
    bj::array* const rows = text_at(object, "kind") == "Table" ? list_at(object, "rows") : nullptr;
    if (rows == nullptr) return;
    for_each_object(*rows, [](bj::object& row, std::size_t) {
        if (bj::object* const shown = object_at(row, "object")) remove_from(*shown);
    });
}

}}}  // namespace setpoint::v0::apiserver::audit
