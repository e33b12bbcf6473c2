#include "apiserver/authorization/request_attributes.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/request/query.hpp"

#include <algorithm>
#include <span>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

// More parts than any resource path has: the others count for nothing here.
constexpr std::size_t most_parts = 16;

using parts = std::span<const std::string>;

std::vector<std::string> split_path(std::string_view path) {
    while (path.starts_with('/')) path.remove_prefix(1);
    while (path.ends_with('/')) path.remove_suffix(1);
    std::vector<std::string> out;
    if (path.empty()) return out;
    while (out.size() < most_parts) {
        const std::size_t end = path.find('/');
        out.emplace_back(path.substr(0, end));
        if (end == std::string_view::npos) break;
        path.remove_prefix(end + 1);
    }
    return out;
}

std::string_view verb_of_method(std::string_view method) {
    if (method == "POST") return "create";
    if (method == "GET" || method == "HEAD") return "get";
    if (method == "PUT") return "update";
    if (method == "PATCH") return "patch";
    return method == "DELETE" ? "delete" : "";
}

std::string lower_case(std::string_view method) {
    std::string out(method);
    std::ranges::transform(
        out, out.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return out;
}

// validation/path.IsPathSegmentName
bool is_path_segment(std::string_view name) {
    return name != "." && name != ".." && name.find_first_of("/%") == std::string_view::npos;
}

bool is_number_or_absent(const query_parameters& query, std::string_view name) {
    const auto text = query.find(name);
    return !text || go_text::parse_int_error(*text).empty();
}

// Whether ListOptions can be decoded from the query: otherwise only `watch` counts.
bool is_decodable(const query_parameters& query) {
    return is_number_or_absent(query, "limit") && is_number_or_absent(query, "timeoutSeconds") &&
           field_terms(query.get("fieldSelector")).error.empty() &&
           label_terms(query.get("labelSelector")).error.empty();
}

// A get without a name is a list or a watch; a condition on metadata.name names the object.
void set_list_verb(attributes& to, const query_parameters& query) {
    to.verb = query.flag("watch") ? "watch" : "list";
    if (!is_decodable(query)) return;
    for (const field_selector::requirement& r : field_terms(query.get("fieldSelector")).terms) {
        if (r.path != "metadata.name" || !r.equals) continue;
        if (is_path_segment(r.value)) to.name = r.value;
        return;
    }
}

// /namespaces/NAME/RESOURCE/...; status and finalize are subresources of the namespace itself.
parts without_namespace(parts rest, attributes& to) {
    if (rest.front() != "namespaces" || rest.size() < 2) return rest;
    to.namespace_name = rest[1];
    const bool is_inside = rest.size() > 2 && rest[2] != "status" && rest[2] != "finalize";
    return is_inside ? rest.subspan(2) : rest;
}

void set_resource(attributes& to, parts rest) {
    to.resource = rest[0];
    if (rest.size() >= 2) to.name = rest[1];
    if (rest.size() >= 3 && to.verb != "proxy") to.subresource = rest[2];
}

}  // namespace

std::optional<attributes> request_attributes(user_ptr user, std::string_view method, std::string_view path,
                                             std::string_view query) {
    attributes out{.user = std::move(user), .verb = lower_case(method), .is_resource = false};
    out.path = unescaped(path, false);
    const std::vector<std::string> all = split_path(out.path);
    parts rest = all;
    if (rest.size() < 3 || (rest[0] != "api" && rest[0] != "apis")) return out;
    const bool is_core = rest[0] == "api";
    rest = rest.subspan(1);
    if (!is_core) {
        if (rest.size() < 3) return out;
        out.group = rest[0];
        rest = rest.subspan(1);
    }
    out.is_resource = true;
    out.version = rest[0];
    rest = rest.subspan(1);
    const bool names_verb = rest[0] == "watch" || rest[0] == "proxy";
    if (names_verb && rest.size() < 2) return std::nullopt;
    out.verb = names_verb ? rest[0] : std::string(verb_of_method(method));
    set_resource(out, without_namespace(names_verb ? rest.subspan(1) : rest, out));

    const query_parameters parameters(query);
    if (out.name.empty() && out.verb == "get") set_list_verb(out, parameters);
    if (out.name.empty() && out.verb == "delete") out.verb = "deletecollection";
    if (!names_verb && (out.verb == "list" || out.verb == "watch" || out.verb == "deletecollection")) {
        out.fields = field_terms(parameters.get("fieldSelector"));
        out.labels = label_terms(parameters.get("labelSelector"));
    }
    return out;
}

}}}  // namespace setpoint::v0::apiserver::authorization
