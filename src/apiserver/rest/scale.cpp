#include <apiserver/kinds/fields.hpp>
#include <apiserver/kinds/metadata_check.hpp>
#include <apiserver/patch/managed_fields.hpp>
#include <apiserver/patch/patch.hpp>
#include <apiserver/rest/body.hpp>
#include <apiserver/rest/subresources.hpp>

namespace setpoint::apiserver {

namespace {

// "spec", "replicas" of ".spec.replicas".
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
    for (auto& s : out) s = "f:" + s;
    return out;
}

const bj::value* value_at(const bj::object& o, std::string_view path) {
    const bj::object* here = &o;
    const auto steps = steps_of(path);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        const bj::value* v = kinds::at(*here, steps[i]);
        if (!v || i + 1 == steps.size()) return v;
        if (!v->is_object()) return nullptr;
        here = &v->get_object();
    }
    return nullptr;
}

std::int64_t count_at(const bj::object& o, std::string_view path) {
    const bj::value* v = value_at(o, path);
    return v ? kinds::number_of(*v).value_or(0) : 0;
}

void set_at(bj::object& o, std::string_view path, std::int64_t n) {
    const auto steps = steps_of(path);
    bj::object* here = &o;
    for (std::size_t i = 0; i + 1 < steps.size(); ++i) here = &kinds::make_object(*here, steps[i]);
    if (!steps.empty()) (*here)[steps.back()] = n;
}

std::string selector_of(const resource& r, const bj::object& o) {
    if (r.custom) {
        const bj::value* v = value_at(o, r.scale->selector);
        return v ? std::string(kinds::text_of(*v)) : "";
    }
    const bj::object* s = kinds::object_at(o, {"spec", "selector"});
    if (!s) return "";
    if (r.storage != "replicationcontrollers") return kinds::selector_text(*s);
    return kinds::labels_text(*s);
}

bj::object scale_of(const resource& r, const bj::object& o) {
    bj::object out;
    out["kind"] = "Scale";
    out["apiVersion"] = "autoscaling/v1";
    bj::object& meta = out["metadata"].emplace_object();
    for (const char* key : {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"})
        kinds::copy_field(meta, kinds::object_of(o, "metadata"), key);
    bj::array managed = scale_managed_fields(o, owned_path(r.scale->spec_replicas));
    if (!managed.empty()) meta["managedFields"] = std::move(managed);
    bj::object& spec = out["spec"].emplace_object();
    if (const auto n = count_at(o, r.scale->spec_replicas); n != 0) spec["replicas"] = n;
    bj::object& status = out["status"].emplace_object();
    status["replicas"] = count_at(o, r.scale->status_replicas);
    if (const std::string s = selector_of(r, o); !s.empty() && s != "<none>") status["selector"] = s;
    return out;
}

api_result<bj::object> wanted_scale(const subresource_request& q, const bj::object& live) {
    if (q.verb == "update") {
        auto body = read_body(q.content_type, q.body, "Scale");
        if (!body) return body.error();
        return std::move(body->object);
    }
    bj::value patch;
    std::string why;
    if (!parse_json(q.body, patch, why)) return bad_request("error decoding patch: " + why);
    if (media_type(q.content_type) == "application/json-patch+json") return json_patch(live, patch);
    if (!patch.is_object()) return bad_request("error decoding patch: it is no object");
    return merge_patch(live, patch.get_object());
}

}  // namespace

api_result<subresource_answer> serve_scale(world& w, const resource& r, const subresource_request& q,
                                           std::vector<std::string>& warnings) {
    const record_ptr now = w.of(r).get(q.key);
    if (!now) return object_not_found(r.gr(), q.key.name);
    const bj::object live_scale = scale_of(r, w.served(r, *now));
    if (q.verb == "get") return subresource_answer{200, live_scale};
    if (q.verb != "update" && q.verb != "patch") return method_not_allowed(r.gr(), q.verb);
    auto wanted = wanted_scale(q, live_scale);
    if (!wanted) return wanted.error();
    const auto replicas = kinds::number_at(kinds::object_of(*wanted, "spec"), "replicas").value_or(0);
    if (replicas < 0) {
        field_errors errors;
        invalid(errors, "spec.replicas", bj::value(replicas), "must be greater than or equal to 0");
        return invalid_object({"autoscaling", "Scale"}, q.key.name, errors);
    }
    const std::string version(kinds::text_at(kinds::object_of(*wanted, "metadata"), "resourceVersion"));
    object_writer writer(w, r, "scale", q.options, warnings);
    const auto change = [&](const bj::object* live) -> api_result<bj::object> {
        bj::object next = *live;
        if (!version.empty()) kinds::make_object(next, "metadata")["resourceVersion"] = version;
        set_at(next, r.scale->spec_replicas, replicas);
        return next;
    };
    auto done = writer.update(q.key, change, {});
    if (!done) return done.error();
    return subresource_answer{200, scale_of(r, done->object)};
}

}  // namespace setpoint::apiserver
