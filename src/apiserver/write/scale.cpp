#include "apiserver/audit/notes.hpp"
#include "apiserver/go/json_text.hpp"
#include "apiserver/go/order.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/kinds/shared/metadata.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/patch/patch.hpp"
#include "apiserver/request/body.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/state/field_ownership.hpp"
#include "apiserver/write/applied_config.hpp"
#include "apiserver/write/patcher.hpp"
#include "apiserver/write/subresources.hpp"
#include "apiserver/write/writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

// Returns "spec", "replicas" for ".spec.replicas".
std::vector<std::string> steps_of(std::string_view path) {
    std::vector<std::string> out;
    while (!path.empty()) {
        if (path.front() == '.') path.remove_prefix(1);
        const std::size_t end = std::min(path.find('.'), path.size());
        out.emplace_back(path.substr(0, end));
        path.remove_prefix(end);
    }
    return out;
}

std::vector<std::string> owned_path(std::string_view path) {
    auto out = steps_of(path);
    for (auto& s : out) s.insert(0, "f:");
    return out;
}

std::int64_t count_at(const bj::object& o, std::string_view path) {
    const bj::value* v = value_at_path(o, path).value;
    return v ? number_of(*v).value_or(0) : 0;
}

void set_at(bj::object& o, std::string_view path, std::int64_t n) {
    const auto steps = steps_of(path);
    bj::object* here = &o;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) here = &make_object(*here, steps[i]);
    if (!steps.empty()) (*here)[steps.back()] = n;
}

std::string selector_of(const resource& r, const bj::object& o) {
    if (r.custom) {
        const bj::value* v = value_at_path(o, r.scale->selector).value;
        return v ? std::string(text_of(*v)) : "";
    }
    const bj::object* s = object_at(o, {"spec", "selector"});
    if (!s) return "";
    if (r.storage != "replicationcontrollers") return selector_text(*s);
    return labels_text(*s);
}

bj::object scale_of(const resource& r, const bj::object& o) {
    bj::object out;
    out["kind"] = "Scale";
    out["apiVersion"] = "autoscaling/v1";
    bj::object& meta = out["metadata"].emplace_object();
    for (const char* key : {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"})
        copy_field(meta, object_of(o, "metadata"), key);
    bj::object& spec = out["spec"].emplace_object();
    if (const auto n = count_at(o, r.scale->spec_replicas); n != 0) spec["replicas"] = n;
    bj::object& status = out["status"].emplace_object();
    status["replicas"] = count_at(o, r.scale->status_replicas);
    if (const std::string s = selector_of(r, o); !s.empty() && s != "<none>") status["selector"] = s;
    return out;
}

field_manager scale_field_manager(const server_state& w, const resource& r, const subresource_request& q) {
    field_manager out = field_manager_of(w, r, "scale", q.options);
    out.api_version = "autoscaling/v1";
    return out;
}

// Quotes the result of the patch, in the real server's field order.
api_error bad_scale_patch(const bj::object& next, std::string why) {
    bj::object shown = next;
    if (bj::value* const meta = shown.if_contains("metadata"); meta && meta->is_object()) {
        bj::object order;
        for (const char* key :
             {"name", "namespace", "uid", "resourceVersion", "creationTimestamp", "managedFields"})
            copy_field(order, meta->get_object(), key);
        if (list_of(order, "managedFields").empty()) order.erase("managedFields");
        *meta = std::move(order);
    }
    patching::sort_keys(shown);
    field_errors errors;
    invalid(errors, "patch", bj::value(bj::string(patching::unsorted_json(bj::value(shown)))),
            std::move(why));
    return invalid_object({}, "", errors);
}

api_result<bj::object> patched_scale(const server_state& w, const subresource_request& q,
                                     const bj::object& live, std::vector<std::string>& warnings) {
    bj::value patch;
    std::string why;
    if (!json_text::parse(q.body, patch, why)) return unreadable_patch("error decoding patch: ", why);
    const bool json = patch_type(q.content_type) == "application/json-patch+json";
    if (!json && !patch.is_object())
        return bad_request(
            "error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface "
            "{}");
    auto made =
        json ? json_patch(live, patch) : api_result<bj::object>(merge_patch(live, patch.get_object()));
    if (!made) return made.error();
    const resource& scale = *w.kinds.scale;
    // A strategic patch is merged into the live object: its own kind and apiVersion are ignored.
    const bool strategic = patch_type(q.content_type) == "application/strategic-merge-patch+json";
    if (why = kind_error(w.kinds, scale, *made); !why.empty() && !strategic)
        return bad_scale_patch(*made, why);
    bj::object next = *made;
    const decoded_object done = decode_object(w.kinds, scale, next);
    if (!done.wrong.empty()) return bad_scale_patch(*made, done.wrong);
    if (q.options.validation == field_validation::strict && !done.unknown.empty())
        return bad_scale_patch(*made,
                               fmt::format("strict decoding error: {}", fmt::join(done.unknown, ", ")));
    if (q.options.validation == field_validation::warn)
        warnings.insert(warnings.end(), done.unknown.begin(), done.unknown.end());
    return next;
}

api_error not_applicable(const bj::object& config) {
    const bj::object& meta = object_of(config, "metadata");
    return {500,
            {},
            fmt::format("failed to convert new object ({}/{}; autoscaling/v1, Kind=Scale) to proper version: "
                        "request to convert CR to an invalid group/version: autoscaling/v1",
                        text_at(meta, "namespace"), text_at(meta, "name")),
            {}};
}

struct sent_scale {
    bj::object object;
    bool has_api_version = false;  // as sent: decoding fills it in
};

api_result<sent_scale> read_scale(const server_state& w, const subresource_request& q,
                                  std::vector<std::string>& warnings) {
    auto body = read_body(q.content_type, q.body, {"Scale", "autoscaling/v1"});
    if (!body) return body.error();
    const bool has_api_version = !text_at(body->object, "apiVersion").empty();
    auto scale = decode_body(w.kinds, *w.kinds.scale, std::move(*body), q.options.validation, warnings);
    if (!scale) return scale.error();
    audit::note_request(q.options.by, *scale);
    return sent_scale{std::move(*scale), has_api_version};
}

// The Scale that the client wants, with its managedFields. `sent`: for an update.
api_result<bj::object> wanted_scale(const server_state& w, const resource& r, const subresource_request& q,
                                    std::optional<sent_scale> sent, const bj::object& live,
                                    std::vector<std::string>& warnings) {
    const versioned_type any{};
    bj::object next;
    if (sent) {
        next = std::move(sent->object);
        // For a custom resource the real server then finds no type for the Scale, and keeps its
        // field managers.
        if (r.custom && !sent->has_api_version) {
            make_object(next, "metadata")["managedFields"] =
                list_of(object_of(live, "metadata"), "managedFields");
            return next;
        }
    } else if (is_apply(q.content_type)) {
        auto config = read_applied(q.body);
        if (!config) return config.error();
        // Its managed fields only know the types of the custom resource.
        if (r.custom) return not_applicable(config->object);
        auto applied = apply(&live, config->object, any, scale_field_manager(w, r, q));
        if (!applied) return applied;
        if (auto ok = check_repeated(*config, q.options.validation, warnings); !ok) return ok.error();
        return applied;
    } else {
        auto patched = patched_scale(w, q, live, warnings);
        if (!patched) return patched.error();
        next = std::move(*patched);
    }
    make_object(next, "spec");
    track_update(next, &live, any, scale_field_manager(w, r, q));
    return next;
}

api_result<> check_name_of(const subresource_request& q, const bj::object& wanted) {
    const bj::object& meta = object_of(wanted, "metadata");
    const std::string_view name = text_at(meta, "name"), ns = text_at(meta, "namespace");
    if (!ns.empty() && ns != q.key.ns)
        return bad_request(
            "the namespace of the provided object does not match the namespace sent on the request");
    if (name.empty())
        return bad_request(
            fmt::format("the name of the object ({} based on URL) was undeterminable: name must be provided",
                        q.key.name));
    if (name != q.key.name)
        return bad_request(fmt::format("the name of the object ({}) does not match the name on the URL ({})",
                                       name, q.key.name));
    return {};
}

// Rejects a written Scale that names another object. A PUT has the storage's precondition. The
// scales of built-in kinds check the UID themselves (registry/apps/.../storage.go), that of a
// custom resource does not.
api_result<> check_scale(const resource& r, const subresource_request& q, const bj::object& wanted,
                         const record& live) {
    if (auto ok = check_name_of(q, wanted); !ok) return ok.error();
    const std::string_view uid = text_at(object_of(wanted, "metadata"), "uid");
    if (q.verb == "update")
        if (auto ok = check_stored_uid(r, q.key, uid, live.uid); !ok) return ok.error();
    const auto replicas = number_at(object_of(wanted, "spec"), "replicas").value_or(0);
    if (replicas < 0 && !r.custom) {  // the validation of the custom resource finds it
        field_errors errors;
        invalid(errors, "spec.replicas", bj::value(replicas), "must be greater than or equal to 0");
        return invalid_object({"autoscaling", "Scale"}, q.key.name, errors);
    }
    if (r.custom || uid.empty() || uid == live.uid) return {};
    return conflict(
        {r.gvr.group, r.gvr.resource + "/scale"}, q.key.name,
        fmt::format("Precondition failed: UID in precondition: {}, UID in object meta: {}", uid, live.uid));
}

// ValidateScale of pkg/apis/autoscaling; scales of custom resources are not validated.
api_result<> check_scale_metadata(const resource& r, const subresource_request& q, const bj::object& scale) {
    if (r.custom) return {};
    field_errors errors;
    validate_managers(object_of(scale, "metadata"), errors);
    if (errors.empty()) return {};
    return invalid_object({"autoscaling", "Scale"}, q.key.name, errors);
}

}  // namespace

found_value value_at_path(const bj::object& o, std::string_view path) {
    const bj::object* here = &o;
    const auto steps = steps_of(path);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bj::value* v = value_at(*here, steps[i]);
        if (!v || i + 1 == steps.size()) return {v, true};
        if (!v->is_object()) return {v, false};
        here = &v->get_object();
    }
    return {};
}

namespace {

// Nothing if another request wrote the object while webhooks were called.
awaitable<api_result<std::optional<subresource_answer>>> try_scale(server_state& w, const resource& r,
                                                                   const subresource_request& q,
                                                                   std::vector<std::string>& warnings) {
    std::optional<sent_scale> sent;
    if (q.verb == "update") {
        auto read = read_scale(w, q, warnings);
        if (!read) co_return read.error();
        sent = std::move(*read);
    }
    const record_ptr now = w.of(r).get(q.key);
    if (!now) co_return object_not_found(r.gr(), q.key.name);
    const auto stored = co_await convert_record(w, r, now, q.due);
    if (!stored) co_return stored.error();
    const bj::object live = w.served(r, **stored);
    bj::object live_scale = scale_of(r, live);
    if (q.verb == "get") {
        // Writes take it as 0.
        if (r.custom && !value_at_path(live, r.scale->spec_replicas).value)
            co_return internal(fmt::format("the spec replicas field {} does not exist",
                                           go_text::quoted(r.scale->spec_replicas)));
        co_return std::optional<subresource_answer>({200, live_scale});
    }
    // managedFields are needed for the write, but not returned.
    live_scale["metadata"].get_object()["managedFields"] =
        scale_managed_fields(live, owned_path(r.scale->spec_replicas));
    if (q.verb != "update" && q.verb != "patch") co_return method_not_allowed(r.gr(), q.verb);
    auto wanted = wanted_scale(w, r, q, std::move(sent), live_scale, warnings);
    if (!wanted) co_return wanted.error();
    form_admission webhooks(w, r, q.subresource, *w.kinds.scale, q.key, q.options, warnings, q.due);
    if (auto ok = co_await webhooks.mutate(*wanted, &live_scale); !ok) co_return ok.error();
    if (w.of(r).get(q.key) != now) co_return std::optional<subresource_answer>();
    if (auto ok = check_scale(r, q, *wanted, *now); !ok) co_return ok.error();
    if (auto ok = check_scale_metadata(r, q, *wanted); !ok) co_return ok.error();
    const auto replicas = number_at(object_of(*wanted, "spec"), "replicas").value_or(0);
    const std::string version(text_at(object_of(*wanted, "metadata"), "resourceVersion"));
    object_writer out(w, r, "scale", q.options, warnings, q.due);
    const object_writer::change change = [&](const bj::object* before,
                                             conversion_memo&) -> api_result<bj::object> {
        bj::object next = *before;
        if (!version.empty()) make_object(next, "metadata")["resourceVersion"] = version;
        set_at(next, r.scale->spec_replicas, replicas);
        merge_scale_managed_fields(next, list_of(object_of(*wanted, "metadata"), "managedFields"),
                                   owned_path(r.scale->spec_replicas), r.gvr.api_version());
        return next;
    };
    object_writer::update_rules rules;
    rules.tracked = true;
    rules.form = w.kinds.scale.get();
    rules.as_form = [&r](const bj::object& object) { return scale_of(r, object); };
    const auto done = co_await out.try_update(q.key, change, rules);
    if (!done) co_return done.error();
    if (!*done) co_return std::optional<subresource_answer>();
    co_return std::optional<subresource_answer>({200, scale_of(r, (*done)->object)});
}

}  // namespace

awaitable<api_result<subresource_answer>> serve_scale(server_state& w, const resource& r,
                                                      const subresource_request& q,
                                                      std::vector<std::string>& warnings) {
    const std::size_t warnings_before = warnings.size();
    for (;;) {
        auto done = co_await try_scale(w, r, q, warnings);
        if (!done) co_return done.error();
        if (*done) co_return std::move(**done);
        warnings.resize(warnings_before);
        if (w.event_loop.now() >= q.due) co_return request_timeout();
    }
}

}}}  // namespace setpoint::v0::apiserver
