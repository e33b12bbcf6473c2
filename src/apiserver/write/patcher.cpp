#include "apiserver/write/patcher.hpp"

#include "apiserver/go/json_text.hpp"
#include "apiserver/go/order.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/objects/go_encoding.hpp"
#include "apiserver/patch/patch.hpp"
#include "apiserver/request/body.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/schema/schema_operations.hpp"
#include "apiserver/state/field_ownership.hpp"
#include "apiserver/write/applied_config.hpp"
#include "setpoint/api/time.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

enum class form : std::uint8_t { json, merge, strategic, apply };

api_result<form> form_of(std::string_view content_type, const resource& r) {
    const std::string_view type = patch_type(content_type);
    if (type == "application/json-patch+json") return form::json;
    if (type == "application/merge-patch+json") return form::merge;
    if (type == "application/strategic-merge-patch+json" && !r.custom) return form::strategic;
    if (type == "application/apply-patch+yaml") return form::apply;
    if (r.custom)
        return unsupported_media_type(
            "the body of the request was in an unknown format - accepted media types include: "
            "application/json-patch+json, application/merge-patch+json, application/apply-patch+yaml");
    api_error e = unsupported_media_type("415: Unsupported Media Type");
    e.empty_details = true;
    return e;
}

api_error bad_patch(std::string_view shown, std::string why) {
    field_errors errors;
    invalid(errors, "patch", bj::value(bj::string(shown)), std::move(why));
    return invalid_object({}, "", errors);
}

api_result<bj::object> changed(form f, const bj::object& live, const bj::value& patch, const resource& r) {
    if (f == form::json) return json_patch(live, patch);
    if (f == form::merge || !r.type) return merge_patch(live, patch.get_object());
    return strategic_merge_patch(live, patch.get_object(), *r.type);
}

// The result of a patch as errors quote it; for a strategic patch, the patch itself. Custom
// resources have no type that would order their fields.
std::string shown_result(form f, const resource& r, const bj::object& live, const bj::value& patch,
                         const bj::object& next) {
    if (f == form::strategic) return go_text::printed(patch);
    bj::value ordered(live);
    if (r.custom)
        patching::sort_all_keys(ordered);
    else
        apply_go_encoding(ordered.get_object());
    const auto again = changed(f, ordered.get_object(), patch, r);
    return patching::unsorted_json(bj::value(again ? *again : next));
}

// Repeated fields of the patch, and unknown fields of its operations.
std::vector<std::string> strict_errors_of(form f, const bj::value& patch, std::string_view text) {
    if (f != form::json) return strict_errors(nullptr, text);
    std::vector<std::string> out;
    for (const std::string& one : strict_errors(nullptr, text)) out.push_back("json patch " + one);
    for (std::string& one : json_patch_unknown_fields(patch)) out.push_back(std::move(one));
    return out;
}

api_result<bj::value> read_patch(form f, std::string_view body) {
    bj::value patch;
    std::string why;
    const char* const prefix = f == form::strategic ? "" : "error decoding patch: ";
    if (!json_text::parse(body, patch, why)) return unreadable_patch(prefix, why);
    if (patch.is_null() && f == form::merge) return bad_request("Invalid JSON Patch");
    if (patch.is_null() && f != form::json) patch.emplace_object();
    if (f != form::json && !patch.is_object())
        return bad_request(
            fmt::format("{}json: cannot unmarshal {} into Go value of type map[string]interface {{}}", prefix,
                        go_text::json_kind(patch)));
    return patch;
}

// Built-in kinds: converts the tree to the Go type. Returns the error, or "".
std::string converted(const resource& r, bj::object& object) {
    if (r.custom || !r.type) return {};
    bj::value tree(std::move(object));
    std::string why = go_convert(*r.type, tree);
    object = std::move(tree.get_object());
    return why;
}

awaitable<api_result<written>> patch_plain(server_state& w, const resource& r, const patch_request& p, form f,
                                           const write_options& o, std::vector<std::string>& warnings) {
    auto patch = read_patch(f, p.body);
    if (!patch) co_return patch.error();
    object_writer writer(w, r, p.subresource, o, warnings, p.due);
    const object_writer::change change = [&](const bj::object* live,
                                             conversion_memo&) -> api_result<bj::object> {
        auto next = changed(f, *live, *patch, r);
        if (!next) return next.error();
        const auto refused = [&](std::string why) {
            const auto made = changed(f, *live, *patch, r);  // computed again: *next changes below
            return bad_patch(shown_result(f, r, *live, *patch, *made), std::move(why));
        };
        if (!r.custom) {
            const std::string why = kind_error(w.kinds, r, *next);
            if (!why.empty() && f != form::strategic) return refused(why);
            (*next)["apiVersion"] = r.gvr.api_version();
            (*next)["kind"] = r.kind;
        }
        if (f == form::strategic)
            if (std::string why = converted(r, *next); !why.empty()) return refused(std::move(why));
        const decoded_object done = decode_object(w.kinds, r, *next);
        if (!done.wrong.empty()) return refused(done.wrong);
        std::vector<std::string> messages;
        if (o.validation != field_validation::ignore) messages = strict_errors_of(f, *patch, p.body);
        messages.insert(messages.end(), done.unknown.begin(), done.unknown.end());
        if (o.validation == field_validation::strict && !messages.empty())
            return refused(fmt::format("strict decoding error: {}", fmt::join(messages, ", ")));
        if (o.validation == field_validation::warn)
            warnings.insert(warnings.end(), messages.begin(), messages.end());
        if (auto ok = check_names(r, *next, p.key.ns, p.key.name); !ok) return ok.error();
        return std::move(*next);
    };
    co_return co_await writer.update(p.key, change, {});
}

// Fits the schema's types, but not Go's.
api_error not_converted(const resource& r, const bj::object& object, const std::string& why) {
    const bj::object& meta = object_of(object, "metadata");
    const std::string type =
        fmt::format("{}, Kind={}", r.gvr.group.empty() ? "/" + r.gvr.version : r.gvr.api_version(), r.kind);
    return {500,
            {},
            fmt::format("failed to convert new object ({}/{}; {}) to proper version: unable to convert "
                        "unstructured object to {}: {}",
                        text_at(meta, "namespace"), text_at(meta, "name"), type, type, why),
            {}};
}

// An applied custom resource is never converted to a Go type: an invalid time reads as absent
// (Unstructured's GetDeletionTimestamp). Returns the deletion timestamp, if it is one of these.
std::optional<std::string> drop_unreadable_times(bj::object& object) {
    std::optional<std::string> deletion;
    bj::object& meta = make_object(object, "metadata");
    for (const std::string_view key : {"creationTimestamp", "deletionTimestamp"}) {
        const bj::value* v = value_at(meta, key);
        if (!v || !v->is_string() || timestamp::parse(text_of(*v))) continue;
        if (key == "deletionTimestamp") deletion = text_of(*v);
        meta.stable_erase(key);
    }
    return deletion;
}

awaitable<api_result<written>> patch_apply(server_state& w, const resource& r, const patch_request& p,
                                           const write_options& o, std::vector<std::string>& warnings) {
    auto config = read_applied(p.body);
    if (!config) co_return config.error();
    object_writer out(w, r, p.subresource, o, warnings, p.due);
    const bj::object blank = zero_value_of(r);
    object_writer::update_rules rules;
    rules.tracked = true;
    rules.may_create = p.subresource.empty() || r.code->create_on_update;
    const std::string_view uid = text_at(object_of(config->object, "metadata"), "uid");
    const object_writer::change change = [&](const bj::object* live,
                                             conversion_memo& known) -> api_result<bj::object> {
        // A UID requires an existing object: the real server then creates nothing. Beyond that it is no
        // precondition: a wrong UID is an immutable field, or is ignored where the endpoint keeps the
        // live metadata (the status of custom resources).
        if (!live && rules.may_create && !uid.empty())
            return conflict(
                r.gr(), p.key.name,
                fmt::format(
                    "uid mismatch: the provided object specified uid {}, and no existing object was found",
                    uid));
        auto next = apply(live, config->object, versioned_type_of(w, r, p.subresource, blank, known),
                          field_manager_of(w, r, p.subresource, o));
        if (!next) return next.error();
        if (auto ok = check_repeated(*config, o.validation, warnings); !ok) return ok.error();
        if (!live) {
            bj::object& meta = make_object(*next, "metadata");
            // As in a create, a dry run keeps it.
            if (!o.dry_run && is_version(text_at(meta, "resourceVersion"))) meta.erase("resourceVersion");
        }
        out.note_sent_labels(*next);
        if (std::string why = converted(r, *next); !why.empty()) return not_converted(r, config->object, why);
        if (r.custom) out.note_unreadable_deletion(drop_unreadable_times(*next));
        const decoded_object done = decode_object(w.kinds, r, *next, true);
        // The result of an apply is not decoded again: embedded resources are validated with the
        // rest.
        const bool left = !done.metadata.wrong.empty();
        if (!done.wrong.empty() && !left)
            return r.custom ? bad_patch(go_text::json(bj::value(*next)), done.wrong)
                            : not_converted(r, config->object, done.wrong);
        // A write to status keeps the live metadata.
        if (p.subresource.empty() && (done.metadata.own || done.metadata.embedded))
            out.store_reshaped(done.metadata.embedded);
        if (auto ok = check_names(r, *next, p.key.ns, p.key.name); !ok) return ok.error();
        return std::move(*next);
    };
    co_return co_await out.update(p.key, change, rules);
}

}  // namespace

bool is_apply(std::string_view content_type) {
    return patch_type(content_type) == "application/apply-patch+yaml";
}

api_result<> check_patch_type(std::string_view content_type, const resource& r) {
    const auto f = form_of(content_type, r);
    if (!f) return f.error();
    return {};
}

awaitable<api_result<written>> patch_object(server_state& w, const resource& r, const patch_request& p,
                                            const write_options& o, std::vector<std::string>& warnings) {
    const auto f = form_of(p.content_type, r);
    if (!f) co_return f.error();
    if (*f == form::apply) co_return co_await patch_apply(w, r, p, o, warnings);
    co_return co_await patch_plain(w, r, p, *f, o, warnings);
}

}}}  // namespace setpoint::v0::apiserver
