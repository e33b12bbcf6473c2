#include "apiserver/authorization/request_attributes.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/request/query.hpp"
#include "apiserver/request/request_path.hpp"

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver::authorization {

namespace {

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

}  // namespace

std::optional<attributes> request_attributes(user_ptr user, std::string_view method, std::string_view path,
                                             std::string_view query) {
    attributes out{.user = std::move(user), .verb = lower_case(method), .is_resource = false};
    out.path = unescaped(path, false);
    request_path in = read_path(out.path);
    if (!in.is_resource) return out;
    if (in.is_cut) return std::nullopt;
    out.is_resource = true;
    out.group = std::move(in.group);
    out.version = std::move(in.version);
    out.namespace_name = std::move(in.namespace_name);
    out.resource = in.resource();
    out.name = in.name();
    out.subresource = in.subresource();
    const bool names_verb = !in.verb.empty();
    out.verb = names_verb ? in.verb : std::string(verb_of_method(method));

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
