#include "apiserver/request/decode.hpp"

#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/schema/schema_operations.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Returns "v1" for "apps/v1".
std::string_view version_of(std::string_view api_version) {
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? api_version : api_version.substr(slash + 1);
}

std::string_view group_of(std::string_view api_version) {
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? std::string_view() : api_version.substr(0, slash);
}

// `object`: names the kind and version in the message.
api_error cannot_handle(const resource& r, const bj::object& object, std::string_view why) {
    const std::string_view kind = text_at(object, "kind"), version = text_at(object, "apiVersion");
    return bad_request(
        fmt::format("{} in version {} cannot be handled as a {}: {}", kind.empty() ? r.kind : kind,
                    go_text::quoted(version.empty() ? r.gvr.version : version_of(version)), r.kind, why));
}

bool is_registered(const registry& resources, const resource& r, std::string_view version,
                   std::string_view kind) {
    const std::string_view group = group_of(version), name = version_of(version);
    if (kind == r.kind && group == r.gvr.group && name == r.gvr.version) return true;
    const resource_ptr found = resources.find_kind(group, name, kind);
    return found && found->gvr.version == name;
}

api_result<> check_version(const resource& r, std::string_view version) {
    const std::string wanted = r.gvr.api_version();
    if (version == wanted) return {};
    return bad_request(fmt::format(
        "the API version in the data ({}) does not match the expected API version ({})", version, wanted));
}

std::string go_package(std::string_view group) {
    if (group.empty()) return "core";
    return std::string(group.substr(0, group.find('.')));
}

}  // namespace

std::string kind_error(const registry& resources, const resource& r, const bj::object& object) {
    std::string version(text_at(object, "apiVersion")), kind(text_at(object, "kind"));
    if (version.empty()) version = r.gvr.api_version();
    if (kind.empty()) kind = r.kind;
    if (!is_registered(resources, r, version, kind)) return not_registered(kind, version);
    if (kind == r.kind) return {};
    // The real server first decodes it as the kind that it claims to be.
    const resource_ptr other = resources.find_kind(group_of(version), version_of(version), kind);
    if (other && other->type)
        if (std::string wrong = decode_error(*other->type, bj::value(object)); !wrong.empty()) return wrong;
    return fmt::format("converting ({}.{}) to ({}.{}): unknown conversion", version_of(version), kind,
                       go_package(r.gvr.group), r.kind);
}

namespace {

void fill_defaults_of(const schema_node* type, bj::object& object, bool keep_nulls) {
    if (!type) return;
    bj::value tree(std::move(object));
    apply_defaults(*type, tree, keep_nulls);
    object = std::move(tree.get_object());
}

// A custom resource is decoded by the version it names, although a version other than the request's
// is rejected later. A version that is not served has no known fields; an object of another kind is
// left as it is.
const schema_node* named_type(const registry& resources, const resource& r, const bj::object& object) {
    static const schema_node nothing;
    static const schema_node anything = [] {
        schema_node n;
        n.preserve_unknown = true;
        return n;
    }();
    const std::string_view version = text_at(object, "apiVersion");
    if (text_at(object, "kind") != r.kind || group_of(version) != r.gvr.group) return &anything;
    if (version_of(version) == r.gvr.version) return r.type.get();
    const resource_ptr other = resources.find(r.gvr.group, version_of(version), r.gvr.resource);
    return other && other->storage == r.storage ? other->type.get() : &nothing;
}

}  // namespace

void fill_defaults(const resource& r, bj::object& object, bool keep_nulls) {
    if (r.custom) fill_defaults_of(r.type.get(), object, keep_nulls);
    if (r.code->defaults) r.code->defaults(object);
}

namespace {

// Converts numbers such as 2.0 to integers.
void convert_integers(bj::value& v, int depth) {
    constexpr int deepest = 128;
    constexpr double exact = 9007199254740992.0;
    if (depth > deepest) return;
    if (v.is_double()) {
        const double d = v.get_double();
        if (d > -exact && d < exact && d == static_cast<double>(static_cast<std::int64_t>(d)))
            v = static_cast<std::int64_t>(d);
    } else if (v.is_array()) {
        for (auto& item : v.get_array()) convert_integers(item, depth + 1);
    } else if (v.is_object()) {
        for (auto& [key, item] : v.get_object()) convert_integers(item, depth + 1);
    }
}

}  // namespace

const schema_node* metadata_type(const registry& resources) {
    const resource_ptr any = resources.find("", "v1", "configmaps");
    return any && any->type ? any->type->find("metadata") : nullptr;
}

decoded_object decode_object(const registry& resources, const resource& r, bj::object& object,
                             bool keep_nulls) {
    decoded_object out;
    if (!r.custom) {
        if (r.type) {
            out.wrong = decode_error(*r.type, bj::value(object));
            if (!out.wrong.empty()) return out;
            for (const std::string& path : prune(*r.type, object, false))
                out.unknown.push_back("unknown field \"" + path + "\"");
        }
        fill_defaults(r, object);
        return out;
    }
    const schema_node* const meta_type = metadata_type(resources);
    if (const bj::value* const meta = object.if_contains("metadata"); meta && meta_type) {
        out.wrong = decode_error(*meta_type, *meta);
        if (!out.wrong.empty()) return out;
    }
    bj::value tree(std::move(object));
    convert_integers(tree, 0);
    object = std::move(tree.get_object());
    const schema_node* const type = named_type(resources, r, object);
    fill_defaults_of(type, object, keep_nulls);
    if (r.code->defaults) r.code->defaults(object);
    if (type)
        for (const std::string& path : prune(*type, object, true, meta_type))
            out.unknown.push_back("unknown field \"" + path + "\"");
    out.metadata = shape_metadata(object, type, meta_type);
    out.wrong = out.metadata.wrong;
    return out;
}

std::vector<std::string> yaml_warnings(std::string_view message) {
    constexpr std::string_view head = "yaml: unmarshal errors:\n", outer = "error converting YAML to JSON: ";
    std::string_view rest = message;
    if (rest.starts_with(outer)) rest.remove_prefix(outer.size());
    if (!rest.starts_with(head)) return {std::string(message)};
    rest.remove_prefix(head.size());
    std::vector<std::string> out;
    while (true) {
        const std::size_t end = rest.find('\n');
        const std::string_view line = rest.substr(0, end);
        const std::size_t begin = line.find_first_not_of(' ');
        out.emplace_back(begin == std::string_view::npos ? "" : line.substr(begin));
        if (end == std::string_view::npos) return out;
        rest.remove_prefix(end + 1);
    }
}

namespace {

api_result<> check_kind(const registry& resources, const resource& r, request_body& body,
                        field_validation validation) {
    bj::object& object = body.object;
    std::string version(text_at(object, "apiVersion"));
    const std::string kind(text_at(object, "kind"));
    const auto unrecognized = [&](const std::string& why) {
        return bad_request(fmt::format("the object provided is unrecognized (must be of type {}): {} ({})",
                                       r.kind, why, body_summary(body.as_sent())));
    };
    // Without strict decoding it is reported later, for the JSON converted from YAML.
    if (r.custom && kind.empty()) {
        const auto missing = [](std::string_view in) {
            return fmt::format("Object 'Kind' is missing in '{}'", in);
        };
        if (validation == field_validation::ignore) return cannot_handle(r, object, missing(body.text));
        return unrecognized(missing(body.as_sent()));
    }
    if (std::ranges::count(version, '/') > 1)
        return unrecognized("unexpected GroupVersion string: " + version);
    // For custom resources the rest is checked after everything else.
    if (r.custom) return {};
    if (const std::size_t slash = version.find('/');
        slash != std::string::npos && slash + 1 == version.size()) {
        const std::string_view group = std::string_view(version).substr(0, slash);
        if (!group.empty() && group != r.gvr.group)
            return cannot_handle(r, object, fmt::format("Object 'apiVersion' is missing in '{}'", body.text));
        version.clear();
        object["apiVersion"] = r.gvr.api_version();
    }
    if (const std::string why = kind_error(resources, r, object); !why.empty())
        return cannot_handle(r, object, why);
    if (!version.empty())
        if (auto ok = check_version(r, version); !ok) return ok.error();
    object["apiVersion"] = r.gvr.api_version();
    object["kind"] = r.kind;
    return {};
}

}  // namespace

api_result<bj::object> decode_body(const registry& resources, const resource& r, request_body body,
                                   field_validation validation, std::vector<std::string>& warnings) {
    if (auto ok = check_kind(resources, r, body, validation); !ok) return ok.error();
    bj::object& object = body.object;
    std::vector<std::string> messages;
    if (validation != field_validation::ignore && !body.text.empty())
        messages = strict_errors(r.custom ? nullptr : r.type.get(), body.text);
    if (!body.repeated.empty()) messages.insert(messages.begin(), std::move(body.repeated));
    const decoded_object done = decode_object(resources, r, object);
    if (!done.wrong.empty()) return cannot_handle(r, object, done.wrong);
    if (r.code->conversion_error) {
        if (const std::string why = r.code->conversion_error(object); !why.empty())
            return cannot_handle(r, object, why);
    }
    for (const std::string& one : done.unknown)
        if (std::ranges::find(messages, one) == messages.end()) messages.push_back(one);
    if (validation == field_validation::strict && !messages.empty())
        return cannot_handle(r, object, fmt::format("strict decoding error: {}", fmt::join(messages, ", ")));
    if (validation == field_validation::warn)
        for (const std::string& message : messages)
            for (std::string& one : yaml_warnings(message)) warnings.push_back(std::move(one));
    if (r.custom)
        if (auto ok = check_version(r, text_at(object, "apiVersion")); !ok) return ok.error();
    return std::move(object);
}

api_result<> check_names(const resource& r, bj::object& object, std::string_view ns, std::string_view name) {
    bj::value& meta_value = object["metadata"];
    if (!meta_value.is_object()) meta_value.emplace_object();
    bj::object& meta = meta_value.get_object();
    const std::string_view sent_ns = text_at(meta, "namespace"), sent = text_at(meta, "name");
    if (r.namespaced && !sent_ns.empty() && sent_ns != ns)
        return bad_request(
            "the namespace of the provided object does not match the namespace sent on the request");
    if (!name.empty()) {
        if (sent.empty())
            return bad_request(fmt::format(
                "the name of the object ({} based on URL) was undeterminable: name must be provided", name));
        if (sent != name)
            return bad_request(fmt::format(
                "the name of the object ({}) does not match the name on the URL ({})", sent, name));
    }
    if (!r.namespaced) {
        if (meta.contains("namespace")) meta.erase("namespace");
    } else if (sent_ns.empty()) {
        meta["namespace"] = ns;
    }
    return {};
}

}}}  // namespace setpoint::v0::apiserver
