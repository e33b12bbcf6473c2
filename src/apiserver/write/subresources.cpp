#include "apiserver/write/subresources.hpp"

#include "apiserver/audit/notes.hpp"
#include "apiserver/go/text.hpp"
#include "apiserver/objects/fields.hpp"
#include "apiserver/request/body.hpp"
#include "apiserver/request/decode.hpp"
#include "apiserver/resources/conditions.hpp"
#include "apiserver/write/writer.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

namespace setpoint { inline namespace v0 { namespace apiserver {

namespace {

void set_scheduled(bj::object& pod, const std::string& now) {
    bj::object scheduled{{"type", "PodScheduled"}, {"status", "True"}};
    scheduled["lastProbeTime"] = nullptr;
    scheduled["lastTransitionTime"] = now;
    put_condition(make_object(pod, "status"), std::move(scheduled));
}

// Errors of the real server's storage layer.
api_result<> check_stored_pod(const subresource_request& q, const bj::object& wanted,
                              const bj::object& live) {
    constexpr std::array<std::array<std::string_view, 2>, 2> fields{
        {{"uid", "UID"}, {"resourceVersion", "ResourceVersion"}}};
    for (const auto& [field, shown] : fields) {
        const std::string_view want = text_at(wanted, field), is = text_at(live, field);
        if (want.empty() || want == is) continue;
        return conflict({"", "pods"}, q.key.name,
                        fmt::format("StorageError: invalid object, Code: 4, Key: /registry/pods/{}/{}, "
                                    "ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: {} in "
                                    "precondition: {}, {} in object meta: {}",
                                    q.key.ns, q.key.name, shown, want, shown, is));
    }
    return {};
}

api_result<> check_target(const bj::object& target) {
    const std::string_view kind = text_at(target, "kind");
    std::vector<std::string> wrong;
    if (!kind.empty() && kind != "Node")
        wrong.push_back(
            fmt::format("target.kind: Unsupported value: {}: supported values: \"Node\", \"<empty>\"",
                        go_text::quoted(kind)));
    if (text_at(target, "name").empty()) wrong.emplace_back("target.name: Required value");
    if (wrong.empty()) return {};
    return plain_error(wrong.size() == 1 ? wrong[0] : fmt::format("[{}]", fmt::join(wrong, ", ")));
}

// Why the pod cannot be bound; "" if it can.
std::string binding_error(const bj::object& pod, std::string_view name) {
    const bj::object& spec = object_of(pod, "spec");
    if (value_at(object_of(pod, "metadata"), "deletionTimestamp"))
        return fmt::format("pod {} is being deleted, cannot be assigned to a host", name);
    const std::string_view bound = text_at(spec, "nodeName");
    if (!bound.empty())
        return fmt::format("pod {} is already assigned to node {}", name, go_text::quoted(bound));
    if (!list_of(spec, "schedulingGates").empty())
        return fmt::format("pod {} has non-empty .spec.schedulingGates", name);
    return {};
}

void add_all(bj::object& meta, const bj::object& from, std::string_view field) {
    const bj::object& more = object_of(from, field);
    if (more.empty()) return;
    bj::object& to = make_object(meta, field);
    for (const auto& [key, value] : more) to[key] = value;
}

// Bypasses the kind's code: clients may not change the node, nor status, otherwise.
awaitable<api_result<subresource_answer>> bind_pod(server_state& w, const resource& r,
                                                   const subresource_request& q,
                                                   std::vector<std::string>& warnings) {
    auto body = read_body(q.content_type, q.body, {"Binding", "v1"});
    if (!body) co_return body.error();
    const resource_ptr kind = w.kinds.find("", "v1", "bindings");
    auto sent = decode_body(w.kinds, *kind, std::move(*body), q.options.validation, warnings);
    if (!sent) co_return sent.error();
    audit::note_request(q.options.by, *sent);
    const bool old_path = q.path_kind != nullptr;
    form_admission webhooks(w, old_path ? *q.path_kind : r, old_path ? "" : q.subresource, *kind, q.key,
                            q.options, warnings, q.due);
    if (w.admits()) object_writer(w, *kind, old_path ? "" : q.subresource, q.options, warnings).own(*sent);
    if (auto ok = admit_form(w, r, q, *sent, warnings); !ok) co_return ok.error();
    if (auto ok = co_await webhooks.mutate(*sent); !ok) co_return ok.error();
    if (auto ok = check_same_name(q, *sent, "Binding"); !ok) co_return ok.error();
    const bj::object& target = object_of(*sent, "target");
    if (auto ok = check_target(target); !ok) co_return ok.error();
    if (auto ok = co_await webhooks.validate(*sent); !ok) co_return ok.error();
    const record_ptr now = w.of(r).get(q.key);
    if (!now) co_return object_not_found(r.gr(), q.key.name);
    bj::object pod = w.served(r, *now);
    const bj::object& binding = object_of(*sent, "metadata");
    bj::object& meta = make_object(pod, "metadata");
    if (auto ok = check_stored_pod(q, binding, meta); !ok) co_return ok.error();
    if (std::string why = binding_error(pod, q.key.name); !why.empty())
        co_return conflict({"", "pods/binding"}, q.key.name, std::move(why));
    make_object(pod, "spec")["nodeName"] = text_at(target, "name");
    make_object(pod, "status").erase("nominatedNodeName");
    add_all(meta, binding, "annotations");
    add_all(meta, binding, "labels");
    set_scheduled(pod, w.time_text());
    if (!q.options.dry_run) w.keep(r, q.key, std::move(pod));
    co_return subresource_answer{201, success_status()};
}

}  // namespace

api_result<> admit_form(server_state& w, const resource& r, const subresource_request& q, bj::object& form,
                        std::vector<std::string>& warnings) {
    const bool old_path = q.path_kind != nullptr;
    pending_write p{old_path ? *q.path_kind : r,
                    "create",
                    old_path ? "" : q.subresource,
                    q.key,
                    &form,
                    nullptr,
                    q.options.dry_run,
                    &warnings,
                    q.options.by};
    return run_steps(w.admission, p);
}

bj::object success_status() {
    bj::object out;
    out["kind"] = "Status";
    out["apiVersion"] = "v1";
    out["metadata"] = bj::object();
    out["status"] = "Success";
    out["code"] = 201;
    return out;
}

api_result<> check_same_name(const subresource_request& q, const bj::object& body, std::string_view kind) {
    const bj::object& meta = object_of(body, "metadata");
    const std::string_view ns = text_at(meta, "namespace");
    if (!ns.empty() && ns != q.key.ns)
        return bad_request(
            "the namespace of the provided object does not match the namespace sent on the request");
    if (text_at(meta, "name") != q.key.name)
        return bad_request(fmt::format("name in URL does not match name in {} object", kind));
    return {};
}

awaitable<api_result<subresource_answer>> serve_other(server_state& w, const resource& r,
                                                      const subresource_request& q,
                                                      std::vector<std::string>& warnings) {
    if (r.storage == "pods" && q.subresource == "binding" && q.verb == "create")
        co_return co_await bind_pod(w, r, q, warnings);
    if (r.storage == "pods" && q.subresource == "eviction" && q.verb == "create")
        co_return co_await evict(w, r, q, warnings);
    if (r.storage == "serviceaccounts" && q.subresource == "token" && q.verb == "create")
        co_return co_await make_token(w, r, q, warnings);
    if (r.storage == "pods" &&
        (q.subresource == "exec" || q.subresource == "attach" || q.subresource == "portforward"))
        co_return bad_request(
            "this API server does not upgrade connections: exec, attach and port-forward need a kubelet, but "
            "its "
            "nodes are fake");
    co_return api_error{
        501, "NotImplemented", "this server does not have " + r.gvr.resource + "/" + q.subresource, {}};
}

}}}  // namespace setpoint::v0::apiserver
