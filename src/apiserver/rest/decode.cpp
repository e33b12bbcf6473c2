#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <apiserver/kinds/fields.hpp>
#include <apiserver/rest/decode.hpp>
#include <apiserver/schema/object_check.hpp>

namespace setpoint::apiserver {

namespace {

api_error cannot_handle(const resource& r, std::string_view why) {
    return bad_request(fmt::format("{} in version \"{}\" cannot be handled as a {}: {}", r.kind,
                                   r.gvr.version, r.kind, why));
}

// "v1" of "apps/v1".
std::string_view version_of(std::string_view api_version) {
    const std::size_t slash = api_version.find('/');
    return slash == std::string_view::npos ? api_version : api_version.substr(slash + 1);
}

std::string go_package(std::string_view group) {
    if (group.empty()) return "core";
    return std::string(group.substr(0, group.find('.')));
}

}  // namespace

api_result<> check_kind(const resource& r, bj::object& object, std::string_view text) {
    const std::string version(kinds::text_at(object, "apiVersion")), kind(kinds::text_at(object, "kind"));
    if (r.custom && kind.empty())
        return bad_request(fmt::format(
            "the object provided is unrecognized (must be of type {}): Object 'Kind' is missing in '{}'",
            r.kind, text));
    const std::string wanted = r.gvr.api_version();
    if (!kind.empty() && kind != r.kind) {
        const std::string package = go_package(r.gvr.group);
        if (r.custom)
            return bad_request(
                fmt::format("the kind in the data ({}) does not match the expected kind ({})", kind, r.kind));
        return bad_request(
            fmt::format("{} in version \"{}\" cannot be handled as a {}: converting ({}.{}) to ({}.{}): "
                        "unknown conversion",
                        kind, version_of(version), r.kind, version_of(version), kind, package, r.kind));
    }
    if (!version.empty() && version != wanted)
        return bad_request(
            fmt::format("the API version in the data ({}) does not match the expected API version ({})",
                        version, wanted));
    object["apiVersion"] = wanted;
    object["kind"] = r.kind;
    return {};
}

void fill_defaults(const resource& r, bj::object& object) {
    if (r.custom && r.type) {
        bj::value whole(std::move(object));
        apply_defaults(*r.type, whole);
        object = std::move(whole.get_object());
    }
    if (r.how->defaults) r.how->defaults(object);
}

api_result<> take_fields(const resource& r, bj::object& object, std::string_view text,
                         field_validation validation, std::vector<std::string>& warnings) {
    std::vector<std::string> complaints;
    const std::string made = text.empty() ? bj::serialize(object) : std::string();
    if (validation != field_validation::ignore && !text.empty())
        complaints = strict_errors(r.custom ? nullptr : r.type, text);
    if (r.type) {
        if (!r.custom) {
            const std::string wrong = decode_error(*r.type, bj::value(object));
            if (!wrong.empty()) return cannot_handle(r, wrong);
        }
        for (const std::string& path : prune(*r.type, object, r.custom)) {
            const std::string complaint = "unknown field \"" + path + "\"";
            if (std::ranges::find(complaints, complaint) == complaints.end()) complaints.push_back(complaint);
        }
    }
    if (validation == field_validation::strict && !complaints.empty())
        return cannot_handle(r, fmt::format("strict decoding error: {}", fmt::join(complaints, ", ")));
    if (validation == field_validation::warn)
        warnings.insert(warnings.end(), complaints.begin(), complaints.end());
    fill_defaults(r, object);
    return {};
}

api_result<> check_names(const resource& r, bj::object& object, std::string_view ns, std::string_view name) {
    bj::value& meta_value = object["metadata"];
    if (!meta_value.is_object()) meta_value.emplace_object();
    bj::object& meta = meta_value.get_object();
    const std::string_view sent_ns = kinds::text_at(meta, "namespace"), sent = kinds::text_at(meta, "name");
    if (!name.empty()) {
        if (sent.empty())
            return bad_request(fmt::format(
                "the name of the object ({} based on URL) was undeterminable: name must be provided", name));
        if (sent != name)
            return bad_request(fmt::format(
                "the name of the object ({}) does not match the name on the URL ({})", sent, name));
        if (!sent_ns.empty() && sent_ns != ns && r.namespaced)
            return bad_request(fmt::format(
                "the namespace of the object ({}) does not match the namespace on the request ({})", sent_ns,
                ns));
    }
    if (!r.namespaced) {
        if (meta.contains("namespace")) meta.erase("namespace");
    } else if (sent_ns.empty()) {
        meta["namespace"] = ns;
    } else if (sent_ns != ns) {
        return bad_request(
            "the namespace of the provided object does not match the namespace sent on the request");
    }
    return {};
}

}  // namespace setpoint::apiserver
