#include <setpoint/json/yaml.hpp>

#include <boost/json/serialize.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <apiserver/kinds/fields.hpp>
#include <apiserver/patch/managed_fields.hpp>
#include <apiserver/patch/patch.hpp>
#include <apiserver/rest/decode.hpp>
#include <apiserver/rest/patcher.hpp>
#include <apiserver/schema/object_check.hpp>

namespace setpoint::apiserver {

namespace {

enum class form : std::uint8_t { json, merge, strategic, apply };

api_result<form> form_of(std::string_view content_type, const resource& r) {
    const std::string type = media_type(content_type);
    if (type == "application/json-patch+json") return form::json;
    if (type == "application/merge-patch+json") return form::merge;
    if (type == "application/strategic-merge-patch+json" && !r.custom) return form::strategic;
    if (type == "application/apply-patch+yaml") return form::apply;
    return unsupported_media_type(
        std::string("the body of the request was in an unknown format - accepted media types include: "
                    "application/json-patch+json, application/merge-patch+json, ") +
        (r.custom ? "" : "application/strategic-merge-patch+json, ") +
        "application/apply-patch+yaml, application/apply-patch+cbor");
}

api_error bad_patch(const bj::value& patch, std::string why) {
    field_errors errors;
    invalid(errors, "patch", bj::value(bj::string(bj::serialize(patch))), std::move(why));
    return invalid_object({}, "", errors);
}

api_result<bj::object> changed(form f, const bj::object& live, const bj::value& patch, const resource& r) {
    if (f == form::json) return json_patch(live, patch);
    if (f == form::merge || !r.type) return merge_patch(live, patch.get_object());
    return strategic_merge_patch(live, patch.get_object(), *r.type);
}

// Fields of the result that the kind does not have, types that do not fit, defaults.
api_result<> settle(bj::object& next, const bj::value& patch, const resource& r, const write_options& o,
                    std::vector<std::string>& warnings) {
    std::vector<std::string> unknown;
    if (patch.is_array()) unknown = json_patch_unknown_fields(patch);
    if (r.type) {
        if (!r.custom) {
            const std::string wrong = decode_error(*r.type, bj::value(next));
            if (!wrong.empty()) return bad_patch(patch, wrong);
        }
        for (const std::string& path : prune(*r.type, next, r.custom))
            unknown.push_back("unknown field \"" + path + "\"");
    }
    if (o.validation == field_validation::strict && !unknown.empty())
        return bad_patch(patch, fmt::format("strict decoding error: {}", fmt::join(unknown, ", ")));
    if (o.validation == field_validation::warn)
        warnings.insert(warnings.end(), unknown.begin(), unknown.end());
    fill_defaults(r, next);
    return {};
}

api_result<bj::value> read_patch(form f, std::string_view body) {
    bj::value patch;
    std::string why;
    if (!parse_json(body, patch, why))
        return bad_request(f == form::json ? "error decoding patch: " + why : "error decoding patch: " + why);
    if (f != form::json && !patch.is_object())
        return bad_request(
            "error decoding patch: json: cannot unmarshal into Go value of type map[string]interface {}");
    return patch;
}

api_result<written> patch_plain(world& w, const resource& r, const patch_request& p, form f,
                                const write_options& o, std::vector<std::string>& warnings) {
    auto patch = read_patch(f, p.body);
    if (!patch) return patch.error();
    object_writer writer(w, r, p.subresource, o, warnings);
    const auto change = [&](const bj::object* live) -> api_result<bj::object> {
        auto next = changed(f, *live, *patch, r);
        if (!next) return next.error();
        if (auto ok = settle(*next, *patch, r, o, warnings); !ok) return ok.error();
        if (auto ok = check_names(r, *next, p.key.ns, p.key.name); !ok) return ok.error();
        return std::move(*next);
    };
    return writer.update(p.key, change, {});
}

api_result<bj::object> read_config(const resource& r, const patch_request& p) {
    auto documents = json::parse_yaml(p.body, "patch");
    if (!documents) return bad_request("error decoding YAML: " + documents.error().message);
    if (documents->size() != 1 || !documents->front().is_object())
        return bad_request(
            "error decoding YAML: json: cannot unmarshal into Go value of type map[string]interface {}");
    bj::object config = std::move(documents->front().get_object());
    const bj::object& meta = kinds::object_of(config, "metadata");
    const std::string_view name = kinds::text_at(meta, "name"), ns = kinds::text_at(meta, "namespace");
    if (!name.empty() && name != p.key.name)
        return bad_request(fmt::format("the name of the object ({}) does not match the name on the URL ({})",
                                       name, p.key.name));
    if (r.namespaced && !ns.empty() && ns != p.key.ns)
        return bad_request(
            "the namespace of the provided object does not match the namespace sent on the request");
    bj::object& filled = kinds::make_object(config, "metadata");
    filled["name"] = p.key.name;
    if (r.namespaced) filled["namespace"] = p.key.ns;
    return config;
}

api_result<written> patch_apply(world& w, const resource& r, const patch_request& p, const write_options& o,
                                std::vector<std::string>& warnings) {
    auto config = read_config(r, p);
    if (!config) return config.error();
    object_writer out(w, r, p.subresource, o, warnings);
    const bj::object blank = blank_of(r);
    const auto change = [&](const bj::object* live) -> api_result<bj::object> {
        auto next =
            apply(live, *config, ownership_of(w, r, p.subresource, blank), writer_of(w, r, p.subresource, o));
        if (!next) return next.error();
        if (!live) kinds::make_object(*next, "metadata").erase("resourceVersion");
        if (auto ok = settle(*next, bj::value(*config), r, o, warnings); !ok) return ok.error();
        return std::move(*next);
    };
    object_writer::update_rules rules;
    rules.tracked = true;
    rules.may_create = p.subresource.empty();
    rules.uid = kinds::text_at(kinds::object_of(*config, "metadata"), "uid");
    // With a UID it is about an object that is there; the real server then creates nothing.
    if (!rules.uid.empty() && !w.of(r).get(p.key))
        return conflict(
            r.gr(), p.key.name,
            fmt::format(
                "uid mismatch: the provided object specified uid {}, and no existing object was found",
                rules.uid));
    return out.update(p.key, change, rules);
}

}  // namespace

bool is_apply(std::string_view content_type) {
    return media_type(content_type) == "application/apply-patch+yaml";
}

api_result<written> patch_object(world& w, const resource& r, const patch_request& p, const write_options& o,
                                 std::vector<std::string>& warnings) {
    const auto f = form_of(p.content_type, r);
    if (!f) return f.error();
    if (*f == form::apply) return patch_apply(w, r, p, o, warnings);
    return patch_plain(w, r, p, *f, o, warnings);
}

}  // namespace setpoint::apiserver
